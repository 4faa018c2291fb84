//! A game that breaks off in the middle of its movetext, as in a file that was not written to its end: its export says
//! what is left of it, or the rest is listed.

use vgn_lsp::convert::{Target, convert_game, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::notation::{FCN, Notation, SAN, SFEN, UCI};

use crate::convert::support::none_of;

const MOVETEXT: &str =
    "1. e4 {King's pawn} e5 (1... c5 2. Nf3 $14 (2. c3)) 2. Nf3 Nc6 ; a note\n3. Bb5 a6! {[%clk 0:01]}";

fn texts() -> Vec<String> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let mut texts = Vec::new();
    for end in ["1-0", "0-1", "1/2-1/2", "*"] {
        let pgn = format!("[Event \"x\"]\n[Result \"{end}\"]\n\n{MOVETEXT} {end}\n");
        let notations: [&'static Notation; 4] = [&SAN, &FCN, &UCI, &SFEN];
        for notation in notations {
            let outcome = convert_game(&pgn, &context, &Target::Notation(notation), None).expect("it fits");
            texts.push(apply(&pgn, &outcome.edits));
        }
        texts.push(pgn);
    }
    texts
}

#[test]
fn a_game_that_breaks_off_is_exported_alike_again() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let (mut tried, mut drifted) = (0, Vec::new());
    for text in texts() {
        let start = text.find("\n\n").expect("tags") + 2;
        for end in start..text.len() {
            // With Black's half-move missing too.
            let last = text[..end].trim_end().rfind(' ').unwrap_or(end);
            let shorter = text[..last].trim_end().rfind(' ').map_or(last, |at| at.max(start));
            for cut in [text[..end].to_owned(), format!("{}{}", &text[..shorter], &text[last..end])] {
                let Ok(first) = export_pgn(&cut, &context) else { continue };
                if !first.losses.is_empty() {
                    continue;
                }
                tried += 1;
                let again = export_pgn(&first.text, &context);
                let again = again.map(|export| (export.losses.len(), export.text));
                if !again.as_ref().is_ok_and(|again| *again == (0, first.text.clone())) {
                    drifted.push(format!("{cut}\n became\n{}\n and\n{again:?}", first.text));
                }
            }
        }
    }
    assert!(tried > 1_500, "{tried}");
    none_of(tried, &drifted);
}

/// Variations move to other places there, and none may come to stand in a comment that has lost its end.
#[test]
fn a_game_that_breaks_off_is_the_same_through_every_notation() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let targets: Vec<Target> =
        [&SAN, &FCN, &UCI, &SFEN].map(Target::Notation).into_iter().chain([Target::Vgn]).collect();
    let game = "[Event \"x\"]\n\n1. e4 (1. d4 d5 (1... Nf6 2. c4 {a} (2. Nf3) 2... e6 {b})) 1... e5 {c} 2. Nf3 (2. f4) 2... Nc6 *";
    let (mut tried, mut changed) = (0, Vec::new());
    for text in texts().into_iter().chain([game.to_owned()]) {
        let start = text.find("\n\n").expect("tags") + 2;
        for end in start..text.len() {
            let cut = &text[..end];
            let Ok(is) = export_pgn(cut, &context) else { continue };
            for target in &targets {
                let Ok(through) = convert_game(cut, &context, target, None) else { continue };
                if !through.losses.is_empty() {
                    continue;
                }
                tried += 1;
                let written = apply(cut, &through.edits);
                let was = export_pgn(&written, &context).map(|export| export.text);
                if !was.as_ref().is_ok_and(|was| *was == is.text) {
                    changed.push(format!("{cut}\n became\n{written}\n and\n{was:?}\n, not\n{}", is.text));
                }
            }
        }
    }
    assert!(tried > 3_000, "{tried}");
    none_of(tried, &changed);
}

/// The beginning of a terminator is no half-move.
#[test]
fn a_terminator_that_breaks_off_is_listed() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    for moves in ["1. e4 e5 2. Nf3", "1. e4 e5"] {
        for end in ["1", "1-", "0", "0-", "1/", "1/2", "1/2-", "1/2-1", "1/2-1/"] {
            let text = format!("[Event \"x\"]\n\n{moves} {end}");
            let losses = export_pgn(&text, &context).expect("it can be read").losses;
            let lost: Vec<&str> = losses.iter().map(|loss| &text[loss.range.start as usize..]).collect();
            assert_eq!(lost, [end], "{text}");
        }
    }
}
