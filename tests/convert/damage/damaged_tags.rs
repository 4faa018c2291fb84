//! A slip in one tag loses no other one: what conversion writes has all other tags, or the loss is listed.

use vgn_lsp::convert::{Target, convert_game, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::notation::{FCN, LAN, SFEN};

use crate::convert::support::none_of;

const PGN: &str = "[Event \"Ev\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
                   [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Annotator \"A\"]\n\n1. e4 1-0\n";

/// Tags that a conversion rewrites or takes out.
const OF_FORMAT: [&str; 5] = ["[GameFormat", "[MoveFormat", "[SetUp", "[FEN", "[Result"];

/// The game in PGN and in VGN.
fn games() -> Vec<(String, FileKind)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let converted = [Target::Vgn, Target::Notation(&FCN)].map(|target| {
        let outcome = convert_game(PGN, &context, &target, None).expect("it fits");
        (apply(PGN, &outcome.edits), FileKind::Vgn)
    });
    [vec![(PGN.to_owned(), FileKind::Pgn)], converted.to_vec()].concat()
}

#[test]
fn a_slip_in_one_tag_loses_no_other_one() {
    let settings = Settings::default();
    let (mut tried, mut lost) = (0, Vec::new());
    for (text, kind) in games() {
        let context = Context::new(&settings, kind);
        let end = text.find("\n\n").expect("tags");
        for at in 0..end {
            let (before, sign, after) = (&text[..at], &text[at..=at], &text[at + 1..]);
            let mut slips = vec![format!("{before}{after}"), format!("{before}{sign}{sign}{after}")];
            for key in ["[", "]", "\"", "(", ")", "{", "}", "x", "1", " ", ";", ","] {
                slips.extend([format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")]);
            }
            for slip in slips {
                for target in [Target::Vgn, Target::Pgn, Target::Notation(&LAN), Target::Notation(&SFEN)] {
                    let Ok(outcome) = convert_game(&slip, &context, &target, None) else { continue };
                    if !outcome.losses.is_empty() {
                        continue;
                    }
                    tried += 1;
                    let written = apply(&slip, &outcome.edits);
                    let tags = slip
                        .lines()
                        .take_while(|line| !line.is_empty())
                        .filter(|line| text.lines().any(|tag| tag == *line));
                    let mut others = tags.filter(|line| !OF_FORMAT.iter().any(|tag| line.starts_with(tag)));
                    if !others.all(|tag| written.contains(tag)) {
                        lost.push(format!("{slip}\n became\n{written}"));
                    }
                }
            }
        }
    }
    assert!(tried > 20_000, "{tried}");
    none_of(tried, &lost);
}

/// On one line, as PGN has it, the value would end at its first quote.
#[test]
fn a_value_with_a_line_end_and_a_quote_is_listed() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let export = |value: &str| export_pgn(&format!("[Site {value}]\n\n1. e4 *\n"), &context).expect("it can be read");
    assert_eq!(export("\"a\nb\" \"z\"").losses.len(), 1);
    let joined = export("\"a\nb \\\"z\\\"\"");
    assert!(joined.losses.is_empty() && joined.text.contains("[Site \"a b \\\"z\\\"\"]"), "{}", joined.text);
}
