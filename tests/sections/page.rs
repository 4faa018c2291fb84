//! What `docs/notations.md` shows is what the code does: its dumps are the bytes that are written, and its table of what
//! each notation holds is made here. `UPDATE_EXPECT=1` writes the table anew.

use std::fs;
use std::path::{Path, PathBuf};

use vgn_lsp::notation::{BinaryEvent, Codec, Notation, REGISTRY, find};
use vgn_lsp::replay::resolve_game;

use crate::sections::support::{BINARY, Game, hex, with_context};

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/notations.md")
}

fn read_page() -> String {
    fs::read_to_string(page()).expect("docs/notations.md is there")
}

/// The part of the page under a heading, up to the next one.
fn under<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    rest.split("\n#").next().unwrap_or_default()
}

/// What the cells say that stand in backquotes.
fn code(cell: &str) -> Option<&str> {
    cell.trim().strip_prefix('`')?.strip_suffix('`')
}

#[test]
fn the_dumps_are_what_is_written() {
    let page = read_page();
    for name in BINARY {
        let section = under(&page, &format!("### {name}"));
        let game = section.split("```pgn\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a game");
        let written = Game::text(game).lossless(name).unwrap_or_else(|why| panic!("{name}: {why}"));
        let (mut bytes, mut half_moves) = (Vec::new(), Vec::new());
        for row in section.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            let digits = hex(code(cells[0]).expect("bytes"));
            if let Some(bits) = code(cells[1]).filter(|cell| cell.chars().all(|c| matches!(c, '0' | '1' | ' '))) {
                let told = bits.replace(' ', "");
                let expected: String = digits.iter().map(|byte| format!("{byte:08b}")).collect();
                assert_eq!(told, expected, "{name}: {row}");
            }
            bytes.extend(digits);
            let said = cells.last().and_then(|cell| code(cell)).unwrap_or_default();
            half_moves.extend(said.split("`, `").filter(|said| !said.is_empty()).map(str::to_owned));
        }
        let found = written.section.expect("a section");
        assert_eq!(bytes, found, "{name}: the page has\n{bytes:02X?}\nand what is written is\n{found:02X?}");
        let resolved = with_context(|context| resolve_game(game, context));
        let said: Vec<&str> =
            resolved.moves.iter().map(|m| &game[m.range.start as usize..m.range.end as usize]).collect();
        assert_eq!(half_moves, said, "{name}");
    }
}

const BEFORE: &str = "<!-- made by tests/sections/page.rs -->\n";

#[test]
fn the_table_of_what_is_held_is_that_of_the_code() {
    let page_text = read_page();
    let (before, rest) = page_text.split_once(BEFORE).expect("the place of the table");
    let (old, after) = rest.split_once("\n\n").expect("an empty line behind the table");
    let table = table();
    let table = table.trim_end();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(page(), format!("{before}{BEFORE}{table}\n\n{after}")).expect("docs/notations.md is written");
        return;
    }
    assert_eq!(old, table, "UPDATE_EXPECT=1 cargo test --test all sections::page");
}

/// One row a notation: each cell is tried on games that need what the column names.
fn table() -> String {
    let mut table = String::from(
        "| notation | comments | NAGs | variations | illegal moves | turn passed | drops | how it ended | in a file |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for notation in REGISTRY {
        let cells = [
            format!("`{}`", notation.name),
            comments(notation),
            nags(notation),
            yes(holds(notation, "1. e4 e5 (1... c5 2. Nf3 (2. c3 Nf6)) 2. Nf3 *\n")),
            illegal(notation),
            yes(holds(notation, "1. e4 -- 2. d4 *\n")),
            yes(holds(notation, "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. @e4 *\n")),
            ending(notation),
            yes(notation.has_terminator()),
        ];
        table += &format!("| {} |\n", cells.join(" | "));
    }
    table
}

fn holds(notation: &Notation, game: &str) -> bool {
    Game::text(game).lossless(notation.name).is_ok()
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn comments(notation: &Notation) -> String {
    let with = |comment: &str| holds(notation, &format!("{comment} 1. e4 {comment} e5 {comment} *\n"));
    match (with("{plain}"), with("{Grüße}"), with("{→ e5}")) {
        (true, true, true) => "yes",
        (true, true, false) => "in ISO 8859-1",
        (false, false, false) => "no",
        other => panic!("{} and {other:?}", notation.name),
    }
    .to_owned()
}

/// The NAGs that are held, which lie side by side.
fn nags(notation: &Notation) -> String {
    let held: Vec<u32> = match notation.codec {
        Codec::Binary { holds, .. } => (0..1000).filter(|nag| holds(&BinaryEvent::Nag(*nag)).is_ok()).collect(),
        _ => (0..1000).collect(),
    };
    let tried = |nag: u32| holds(notation, &format!("1. e4 ${nag} e5 *\n"));
    match (held.first(), held.last()) {
        (Some(first), Some(last)) => {
            assert_eq!((last - first) as usize + 1, held.len(), "{}", notation.name);
            assert!(tried(*first) && tried(*last) && (*last == 999 || !tried(last + 1)), "{}", notation.name);
            if *last == 999 { "yes".to_owned() } else { format!("${first} to ${last}") }
        }
        _ => {
            assert!(!tried(1), "{}", notation.name);
            "no".to_owned()
        }
    }
}

fn illegal(notation: &Notation) -> String {
    let game = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e5 1.5 Pd7-d6 2. Pe5-d6xP *\n";
    match (notation.allows_illegal, holds(notation, game)) {
        (true, false) => "their boards".to_owned(),
        (may, held) => {
            assert_eq!(held, may, "{}", notation.name);
            yes(held)
        }
    }
}

/// Whether the game's end is text, has bytes, or is taken from the board and the tag `Result`.
fn ending(notation: &Notation) -> String {
    let told = ["1-0", "0-1", "1/2-1/2", "*"].map(|end| {
        let game = Game::text(&format!("1. e4 e5 {end}\n")).lossless(notation.name).expect("it holds the game");
        assert_eq!(game.lossless("PGN").expect("it comes back").text.trim_end().rsplit(' ').next(), Some(end));
        (game.section.is_some(), game.text.contains("[Result "))
    });
    match told {
        [(false, false), (false, false), (false, false), (false, false)] => "terminator",
        [(true, false), (true, false), (true, false), (true, false)] => "a byte",
        [(true, true), (true, true), (true, true), (true, false)] => "board, tag `Result`",
        other => panic!("{} and {other:?}", notation.name),
    }
    .to_owned()
}

#[test]
fn every_notation_has_its_row_of_sizes_and_of_speed() {
    let page = read_page();
    for heading in ["### Bytes a half-move", "### Speed"] {
        let rows = under(&page, heading).lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        let names: Vec<&str> = rows.filter_map(|name| find(name).map(|notation| notation.name)).collect();
        let all: Vec<&str> = REGISTRY.iter().map(|notation| notation.name).collect();
        assert_eq!(names, all, "{heading}");
    }
}
