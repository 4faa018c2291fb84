//! What a fix writes is a word of its own: it does not run into the NAG or the word beside it.

use vgn_lsp::lint::{Context, Edit, FileKind, Settings};
use vgn_lsp::replay::check_game;

use crate::spec::found::{fcn, fixed, vgn};

/// Signs of other texts, and of a hand that slips.
const KEYS: [&str; 14] = ["\"", ",", "&", "'", "-", "/", "(", ")", "*", "=", "1", "0", "1-0", "\u{2013}"];

fn games() -> Vec<String> {
    let pgn = "[Result \"1-0\"]\n\n1. e4 $1 e5 $14 2. Nf3 (2. f4 $5) 2... Nc6 $1 3. O-O-O $2 1-0\n";
    let drawn = "1. e4 e5! 2. Nf3 $10 $2 Nc6 {c} $6 1/2-1/2\n";
    vec![pgn.to_owned(), drawn.to_owned(), fcn("1. Pe2-e4 $1 Pe7-e5 $14 2. Ng1-f3 $2 (2. Pf2-f4 $5) Nb8-c6 $1 *\n")]
}

/// The digits of the NAG, or the letters and digits of the word, that the edit continues by mistake.
fn glued<'t>(text: &'t str, edit: &Edit) -> Option<&'t str> {
    let (start, end) = (edit.range.start as usize, edit.range.end as usize);
    let before = text[..start].rsplit(|sign: char| !sign.is_ascii_alphanumeric()).next().unwrap_or_default();
    let is_nag = text[..start - before.len()].ends_with('$') && before.bytes().all(|byte| byte.is_ascii_digit());
    let replaces_sign =
        !text[start..end].is_empty() && !text[start..end].starts_with(|sign: char| sign.is_alphanumeric());
    let continues = edit.text.starts_with(|sign: char| sign.is_ascii_digit());
    let leaves = edit.text.is_empty() && text[end..].starts_with(|sign: char| sign.is_ascii_alphanumeric());
    let joins = is_nag && (continues || leaves) || replaces_sign && continues;
    (joins && !before.is_empty()).then_some(before)
}

#[test]
fn a_blank_is_written_where_a_sign_is_removed_behind_a_nag() {
    assert_eq!(fixed("1. a4 e6 $1\" 1-0\n", "stray-text"), ["1. a4 e6 $1 1-0\n"]);
    // In a game of boards the place behind the next half-move is not known.
    let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3";
    assert_eq!(fixed(&vgn("SFEN", &format!("1. = {board} *\n")), "stray-text"), [""; 0]);
}

#[test]
fn a_fix_does_not_run_into_what_is_before_it() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let (mut tried, mut wrong) = (0, Vec::new());
    for game in games() {
        let start = game.find("\n\n").map_or(0, |at| at + 2);
        for at in start..game.len() {
            let (before, sign, after) = (&game[..at], &game[at..=at], &game[at + 1..]);
            for key in KEYS {
                for slip in [format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")] {
                    let found = check_game(&slip, &context).diagnostics;
                    for fix in found.iter().flat_map(|found| &found.fixes) {
                        tried += 1;
                        for edit in &fix.edits {
                            if let Some(glued) = glued(&slip, edit) {
                                wrong.push(format!("{slip:?}: {}: {glued:?} runs into {:?}", fix.title, edit.text));
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 3_000, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
}
