//! What conversions write of damaged games, as python-chess reads it: tokens deleted, doubled, swapped, and others put in
//! between. A game that is converted without a loss has the half-moves, comments, NAGs and variations that it had, and
//! no game has become two. `DAMAGED_CONVERSIONS` is the number of games tried (200), `DAMAGED_SEED` the first one.

use std::fmt::Write;
use std::fs::{read_to_string, write};
use std::process::Command;

use vgn_lsp::syntax::games::games;

use crate::support::damage::Damage;

const FILES: [&str; 3] = ["annotated/wcc_2023.pgn", "games/lichess_db_10k.pgn", "games/gnuchess-book.pgn"];

/// What is put in. What python-chess reads over and we do not is not among it: a comment up to the line end.
const SLIPS: [&str; 25] = [
    "x", "??", "*", "1-0", "0-1", "1/2-1/2", ")", "(", "{c}", "$3", "e4", "Nf3", "2.", "!", "\n", "e.p.", "[x]", "--",
    "\"", "1...", "foo", "D", "RR", "~", "unclear",
];

/// The notations on the way back to PGN.
const CHAINS: [&[&str]; 5] = [&["PGN"], &["VGN", "PGN"], &["FCN", "PGN"], &["UCI", "PGN"], &["SFEN", "PGN"]];

fn real_games() -> Vec<String> {
    let of_file = |file: &str| {
        let bytes = std::fs::read(format!("tests/data/{file}")).expect("a file of ours");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let spans = games(text.as_bytes()).filter(|span| span.range.len() < 5_000).take(60);
        spans.map(|span| text[span.range].trim().to_owned() + "\n").collect::<Vec<_>>()
    };
    FILES.into_iter().flat_map(of_file).collect()
}

/// Comments, runs of white space, and what stands between.
fn tokens(mut text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    while let Some(first) = text.chars().next() {
        let len = match first {
            '{' => text.find('}').map_or(text.len(), |at| at + 1),
            _ => text.find(|c: char| c.is_whitespace() != first.is_whitespace()).unwrap_or(text.len()),
        };
        tokens.push(text[..len].to_owned());
        text = &text[len..];
    }
    tokens
}

fn damaged(game: &str, damage: &mut Damage) -> String {
    let (tags, movetext) = game.split_once("\n\n").expect("tags and movetext");
    let mut tokens = tokens(movetext);
    for _ in 0..=damage.below(2) {
        let at = damage.below(tokens.len());
        match damage.below(4) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at].clone()),
            2 => tokens.insert(at, format!(" {} ", damage.one(&SLIPS))),
            _ if at + 2 < tokens.len() => tokens.swap(at, at + 2),
            _ => {}
        }
    }
    format!("{tags}\n\n{}", tokens.concat())
}

#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn damaged_games_say_the_same_as_python_chess_reads_them() {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |n| n.parse().expect("a number"));
    let count = number("DAMAGED_CONVERSIONS", 200);
    let first = number("DAMAGED_SEED", 0);
    let real = real_games();
    let before: Vec<String> = (first..first + count)
        .map(|seed| {
            let mut damage = Damage::new(seed);
            let game = damage.one(&real).clone();
            damaged(&game, &mut damage)
        })
        .collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut pairs = String::new();
    for chain in CHAINS {
        let name = |at: usize| folder.path().join(format!("{at:04}.pgn"));
        for (at, game) in before.iter().enumerate() {
            write(name(at), game).expect("written");
        }
        for to in chain {
            let options = ["convert", "--to", to, "--in-place", "--keep-refused"];
            let mut command = Command::new(env!("CARGO_BIN_EXE_vgn-lsp"));
            let output = command.args(options).arg(folder.path()).output().expect("it starts");
            assert!(output.status.code().is_some_and(|code| code < 2), "{to}: {output:?}");
        }
        for (at, before) in before.iter().enumerate() {
            let after = read_to_string(name(at)).expect("UTF-8");
            let what = format!("{} by {}", first + at as u64, chain.join(", "));
            if after != *before && !after.contains("[GameFormat ") {
                let pair = serde_json::json!({ "before": before, "after": after, "what": what });
                writeln!(pairs, "{pair}").expect("memory");
            }
        }
    }
    let path = folder.path().join("pairs.jsonl");
    assert!(pairs.lines().count() as u64 > count, "converted");
    write(&path, pairs).expect("written");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_chess/");
    let mut command = Command::new(format!("{script}python.sh"));
    let command = command.arg(format!("{script}fixes.py")).args(["-v", "--without-errors"]).arg(path);
    let output = command.output().expect("python-chess runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}
