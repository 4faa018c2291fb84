//! Whatever the text: what is laid out stays as it is when it is laid out again, says what it said, keeps its broken lines,
//! and has no line that is longer than it must be. A reader that goes by lines finds what it found.

use proptest::prelude::*;
use vgn_lsp::convert::export_pgn;
use vgn_lsp::format::{CommentLines, Layout, MoveLines, Numbers, VariationLines};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::syntax::games::{Span, games};

use crate::format::by_lines::games_by_lines;
use crate::format::support::{files, with_gaps};
use crate::laws::layout::{keeps, laid_out, layouts, tokens};
use crate::support::damage::Damage;
use crate::support::floor_char;

/// The law, and a reader that goes by lines finds what it found.
fn holds(text: &str, layout: &Layout) {
    keeps(text, layout);
    if layout.comments != CommentLines::EmptyLines {
        let whole = laid_out(text, layout);
        assert_eq!(games_by_lines(text), games_by_lines(&whole), "others read otherwise, of {text:?}");
    }
}

#[test]
fn real_files_are_laid_out_for_good() {
    let files = files();
    assert!(files.len() > 10, "{}", files.len());
    for (_, text) in files {
        for layout in layouts() {
            holds(&text, &layout);
        }
    }
}

#[test]
fn damaged_files_are_laid_out_for_good() {
    let files = files();
    let mut damage = Damage::new(1);
    for round in 0..150 {
        let (_, text) = &files[damage.below(files.len())];
        let start = floor_char(text, damage.below(text.len().max(1)));
        let end = floor_char(text, start + 3000);
        let bytes = damage.damaged(&text.as_bytes()[start..end]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let layout = layouts()[round % 4];
        holds(&text, &layout);
    }
}

/// Empty lines and others at every border of tokens, and games that no empty line parts.
#[test]
fn games_with_gaps_are_laid_out_for_good() {
    for (_, text) in files() {
        let is_short = |span: &Span| span.is_game && span.binary.is_none() && span.range.len() < 1200;
        let Some(span) = games(text.as_bytes()).find(is_short) else { continue };
        for (n, game) in with_gaps(&text[span.range]).enumerate() {
            let parting = if n % 3 == 0 { "" } else { "\n" };
            holds(&format!("{game}{parting}{game}"), &layouts()[n % 3]);
        }
    }
}

/// What the other commands write in PGN's export format is laid out already.
#[test]
fn exported_games_stay() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let mut exported = 0;
    for (name, text) in files() {
        for span in games(text.as_bytes()).filter(|span| span.is_game && span.binary.is_none()) {
            let Ok(export) = export_pgn(&text[span.range], &context) else { continue };
            // What is not PGN is written as it stands.
            if export.losses.is_empty() && tokens(&export.text).errors.is_empty() {
                exported += 1;
                let layout = Layout { tags: vgn_lsp::format::TagOrder::Export, ..Layout::default() };
                assert_eq!(laid_out(&export.text, &layout), export.text, "{name}");
            }
        }
    }
    assert!(exported > 200, "{exported}");
}

/// Parts that games are made of.
fn part() -> impl Strategy<Value = String> {
    const PARTS: &[&str] = &[
        "[Event \"a\"]",
        "[GameFormat \"VGN\"]",
        "[MoveFormat \"MCN\"]",
        "[Result \"*\"]  [White",
        " \"b\"]",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]",
        "1. e4 ",
        "1.e4",
        "e5",
        "1... e5 ",
        "1.5 e7e5",
        "e2e4 ",
        "2 . Nf3",
        "2.. .Nc6",
        "(1. d4",
        "(",
        ")",
        ") ",
        "$1",
        "!?",
        "{a}",
        "{a\nlonger comment of some words}",
        "{[%clk 0:01:00]}",
        "{",
        "; line",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\n\r",
        "1-0\r",
        "  ",
        "\n% escape\n",
        "<x>",
        "*",
        " * ",
        "1-0\n\n",
        "\u{feff}",
        "\u{a0}",
    ];
    prop_oneof![9 => prop::sample::select(PARTS).prop_map(str::to_owned), 1 => "[ -~é\n]{0,5}"]
}

/// Half-moves with white space of all kinds, numbers or none, comments and variations.
fn sound_game() -> impl Strategy<Value = String> {
    let space = prop::sample::select(vec![" ", "\n", "  ", "\t", "\r\n", " \n "]);
    let behind = prop::sample::select(vec![
        "",
        "",
        "",
        "{a}",
        "{word word word word word word word word word word}",
        "$1",
        "!",
        "{a\n b}",
        "{}",
    ]);
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    prop::collection::vec((space, behind, any::<bool>(), 0..8usize), 0..60).prop_map(move |plies| {
        let mut text = "[Event \"a\"]\n\n".to_owned();
        for (n, (space, behind, numbered, variation)) in plies.into_iter().enumerate() {
            let (number, black) = (n / 2 + 1, n % 2 == 1);
            if numbered {
                text += &format!("{number}{}{space}", if black { "..." } else { "." });
            }
            text += &format!("{}{behind}{space}", moves[n % 4]);
            if variation == 0 {
                let alternative = ["Nc3", "Nc6", "Nh3", "Nh6"][n % 2];
                text += &format!("({space}{alternative} {behind}){space}");
            }
        }
        text + "*\n"
    })
}

fn layout() -> impl Strategy<Value = Layout> {
    (0..4usize, 20..90u32).prop_map(|(n, width)| Layout { width, ..layouts()[n] })
}

proptest! {

    #[test]
    fn any_text_is_laid_out_for_good(parts in prop::collection::vec(part(), 0..30), layout in layout()) {
        holds(&parts.concat(), &layout);
    }

    /// Of two sound games that differ in white space and numbers alone, the same is made.
    #[test]
    fn sound_games_are_laid_out_alike(text in sound_game(), layout in layout()) {
        holds(&text, &layout);
        let (tags, movetext) = text.split_once("\n\n").expect("there are tags");
        let is_comment = movetext.contains('{');
        if !is_comment {
            let laid_out = laid_out(&text, &layout);
            prop_assert!(!laid_out.lines().any(|line| line.ends_with("...")), "a number without its half-move: {laid_out}");
        }
        let plain = Layout { moves: MoveLines::Filled, variations: VariationLines::Filled, ..layout };
        if !is_comment && plain.numbers != Numbers::Keep {
            let words: Vec<&str> = movetext.split_whitespace().collect();
            let other = format!("{tags}\n\n{}\n", words.join("\n"));
            prop_assert_eq!(laid_out(&text.replace("\r\n", "\n"), &plain), laid_out(&other, &plain));
        }
    }
}
