//! Terminators, numbers and glyphs where a half-move should stand: one cause, one finding, and nothing illegal passes.

use vgn_lsp::convert::{Target, apply, convert_game};
use vgn_lsp::lint::{Context, FileKind, Settings, Severity};
use vgn_lsp::notation::FCN;
use vgn_lsp::replay::check_game;
use vgn_lsp::syntax::games::games;

use crate::spec::found::fixed;
use crate::spec::slips::habits::real_games;

/// The findings of each game: code, text, and whether it is an error.
fn found(file: &str) -> Vec<Vec<(&'static str, String, bool)>> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let of_game = |text: &str| {
        let found = check_game(text, &context).diagnostics.into_iter();
        found
            .filter(|d| d.code.name() != "missing-roster-tag")
            .map(|d| {
                let text = text[d.range.start as usize..d.range.end as usize].to_owned();
                (d.code.name(), text, d.severity == Severity::Error)
            })
            .collect()
    };
    crate::laws::clean(file.as_bytes());
    games(file.as_bytes()).map(|span| of_game(&file[span.range])).collect()
}

#[track_caller]
fn is_one(file: &str, code: &'static str, text: &str) {
    assert_eq!(found(file), [[(code, text.to_owned(), true)]], "{file}");
}

#[test]
fn a_terminator_among_half_moves_is_one_finding() {
    is_one("1. e4 e5 * 2. Nf3 Nc6 1-0", "stray-text", "*");
    is_one("[Result \"1-0\"]\n\n1. e4 e5 * 2. Nf3 Nc6 1-0", "stray-text", "*");
    is_one("1. e4 e5 1/2-1/2 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2", "stray-text", "1/2-1/2");
    is_one("1. e4 1-0 1... e5 2. Nf3 1-0", "stray-text", "1-0");
    is_one("1. e4 e5 2. Nf3 * 2... Nc6", "stray-text", "*");
    // Behind it stand Black's half-move, a comment, a variation, or the next line.
    is_one("1. e4 e5 2. Nf3 1-0  Nc6 3. Bb5 a6 1-0", "stray-text", "1-0");
    is_one("1. e4 e5 2. Nf3 Nc6 * Bb5 a6 4. Ba4 1-0", "stray-text", "*");
    is_one("1. e4 e5 2. Nf3 *  Nc6\n3. Bb5 a6 1-0", "stray-text", "*");
    is_one("1. e4 e5 2. Nf3 * Nc6 *", "stray-text", "*");
    is_one("1. e4 e5 2.\n* Nf3 *", "stray-text", "*");
    is_one("1. e4 e5 2.\n* \nNf3 *", "stray-text", "*");
    is_one("1. e4 e5 2. Nf3 Nc6 * 3.\nBb5 a6 *", "stray-text", "*");
    is_one("[Result \"*\"]\n\n* 1. e4 e5 *", "stray-text", "*");
    is_one("1. e4 e5 2. Nf3 * {c} Nc6 *", "stray-text", "*");
    is_one("1. e4 e5 2. Nf3 Nc6 * $1 3. Bb5 *", "stray-text", "*");
    is_one("1. e4 e5 2. Nf3 * (2. d4 exd4) 2... Nc6 *", "stray-text", "*");
    is_one("1. e4 e5 2. Nf3 {c} (2. d4 exd4 (2... d6)) *\n2... Nc6 *", "stray-text", "*");
    is_one("1. e4 e5 *\n2. Nf3 Nc6 *", "stray-text", "*");
    is_one("1. e4 e5 2. Nf3 $1 *\r\nNc6 *", "stray-text", "*");
    is_one("1.e4 e5 2.Nf3\n1-0\nNc6 3.Bb5 a6 1-0", "stray-text", "1-0");
    // Tags among half-moves are no game's.
    is_one("1. e4 e5\n[White \"x\"]\n2. Nf3 *", "stray-text", "[White \"x\"]");
    is_one("1. e4 e5\n[White \"x\"]\n[Black \"y\"]\n\n2. Nf3 *", "stray-text", "[White \"x\"]\n[Black \"y\"]");
    is_one("1. e4 e5 2. Nf3\n\n[White \"x\"]\n\n2... Nc6 *", "stray-text", "[White \"x\"]");
    // Above Black's half-move.
    is_one("1. e4\n[Annotator \"x\"]\ne5 2. Nf3 *", "stray-text", "[Annotator \"x\"]");
    is_one("1. e4 e5 2. Nf3\r\n[Annotator \"x\"]\r\nNc6 *", "stray-text", "[Annotator \"x\"]");
    // What cannot be played behind it is found all the same.
    let illegal: Vec<_> = found("1. e4 e5 * 2. Qxh8 *").concat().into_iter().map(|found| found.0).collect();
    assert_eq!(illegal, ["stray-text", "illegal-move"]);
    // Games without tags stand on one line.
    for file in [
        "1. e4 e5 *\n\n2. Nf3 Nc6 *",
        "1. e4 e5\n[White \"x\"]\n1. d4 *",
        "1. e4 e5\n[Event \"x\"]\n2. Nf3 *",
        "1. e4 e5\n[FEN \"8/8/8/8/8/8/k7/2K5 w - - 0 2\"]\n\n2. Kd1 *",
        "1. e4 e5 *\n1. d4 d5 *",
        "1. e4 e5 *\nd4 d5 *",
        "e4 e5 *\nd4 d5 *",
        "e4 e5 * d4 d5 *",
        "1. e4 e5 *\n3. Nf3 *",
        "1. e4 e5 * 1. d4 d5 *",
        "1. e4 e5 1-0 1 d4 d5 *",
        "1. e4 *\n2. d4 *",
        "1. e4 * [Event \"x\"]\n\n*",
        "1. e4 e5 [Event \"x\"] 2. Nf3 *",
        "1. e4 e5 [White \"x\"] 1. d4 *",
        "1. e4 e5 [White \"x\"]\n\n2. Nf3 *",
        "1. e4\n[White \"x\"]\n\ne5 2. Nf3 *",
        "1. e4 e5\n[White \"x\"]\nd4 d5 *",
    ] {
        assert_eq!(found(file).len(), 2, "{file}");
    }
}

/// A real game, with a terminator put before each of its White half-moves in turn, stays one game with one finding.
#[test]
fn a_terminator_put_into_a_real_game_is_one_finding() {
    for game in real_games().iter().take(40) {
        let clean = game.text();
        let before = found(clean.trim()).concat().len();
        for number in [2, 5, 9] {
            let Some((head, tail)) = clean.split_once(&format!(" {number}. ")) else { continue };
            if head.matches('{').count() != head.matches('}').count()
                || head.matches('(').count() != head.matches(')').count()
            {
                continue;
            }
            let text = format!("{head} * {number}. {tail}");
            let found = found(text.trim());
            let count = found.concat().len();
            assert_eq!((found.len(), count), (1, before + 1), "{text}");
        }
    }
}

#[test]
fn a_number_or_a_glyph_in_the_place_of_a_half_move_is_an_error() {
    is_one("1. e4 e5 2. Nf3 10. 3. Qxh8 Rd9 *", "move-number", "10.");
    is_one("1. e4 e5 2. Nf3 2. 3. Bb5 a6 *", "move-number", "2.");
    is_one("1. e4 e5 2. Nf3 4... 3. Bb5 a6 *", "move-number", "4...");
    is_one("1. $1 f6 2. Ba6 Nc6 *", "move-number", "1.");
    is_one("1. e4 e5 2. $1 Nc6 3. Bb5 *", "move-number", "2.");
    is_one("1. e4 e5 2. $1 2... Nc6 3. Bb5 *", "move-number", "2.");
    // Other numbers would leave the half-move missing.
    assert!(fixed("1. e4 e5 2. $300 Qe7 3. Nf3 *", "move-number").is_empty());
    // The second number is right: only the first is wrong, and what comes is judged.
    let codes = |text| found(text).concat().into_iter().map(|found| (found.0, found.2)).collect::<Vec<_>>();
    assert_eq!(codes("1. e4 e5 2. Nf3 10. 2... Nc6 *"), [("move-number", false)]);
    assert_eq!(codes("1. e4 e5 2. Nf3 10. 2... Qxh8 *"), [("move-number", false), ("illegal-move", true)]);
    assert_eq!(codes("1. e4 e5 2. $1 Nf3 Nc6 *"), [("nag-placement", false)]);
}

/// More byte order marks at a file's beginning than one are gone behind a conversion.
#[test]
fn a_second_mark_is_not_written() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let text = "\u{feff}\u{feff}[Event \"x\"]\n\n1. e4 *\n";
    for target in [Target::Pgn, Target::Vgn, Target::Notation(&FCN)] {
        let converted = convert_game(text, &context, &target, None).expect("it fits");
        let written = apply(text, &converted.edits);
        assert_eq!(written.matches('\u{feff}').count(), 1, "{written}");
    }
}

#[test]
fn what_one_sign_breaks_is_one_finding() {
    is_one("1. e4 e5 1/$2-1/2", "invalid-move-text", "1/");
    is_one("[$9Round \"8\"]\n\n1. e4 *", "stray-text", "$");
    is_one("1. e4 d5 2. Bb5]+ c6 *", "stray-text", "]+");
}
