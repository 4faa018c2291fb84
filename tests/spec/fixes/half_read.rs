//! Behind a half-move that is read in part, or a variation whose place is not known, nothing is judged, and nothing
//! written, from a board that is guessed.

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::FCN;
use vgn_lsp::replay::check_game;

use crate::spec::found::fixed;

fn found(game: &str) -> Vec<(&'static str, String)> {
    let settings = Settings::default();
    let found = check_game(game, &Context::new(&settings, FileKind::Pgn)).diagnostics.into_iter();
    let of_moves = found
        .filter(|d| d.range.start as usize >= game.find("1.").unwrap_or(0) && d.code.name() != "missing-game-format");
    of_moves.map(|d| (d.code.name(), game[d.range.start as usize..d.range.end as usize].to_owned())).collect()
}

const VGN: &str = "[GameFormat \"VGN\"]\n\n";
const IN_FCN: &str = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n";

#[test]
fn one_slip_is_one_finding() {
    for (tags, moves, code, text) in [
        (VGN, "1. e4 e5 2. Nf3 Nc6 3. Bb5 (1. c4 c5 2. d4) *", "variation-anchor", "1."),
        (VGN, "1. Nc3 e5 2. Ne4 d5 3. e3 (1. Nc3 Nf6) *", "variation-anchor", "1."),
        ("", "1. e4 e5 2. Nf3Nc6 (2... d6 3. d4) 3. Bb5 *", "invalid-move-text", "Nf3Nc6"),
        ("", "1. e4 e5 2. $1 Nc6 (2... d6 3. d4) 3. Bb5 *", "move-number", "2."),
        (IN_FCN, "1. Pf2-f31.5 Pe7-e5 2. Ng1-h3 *", "invalid-move-text", "Pf2-f31"),
        (VGN, "1. f31.5 e5 2. Nh3 *", "invalid-move-text", "f31"),
        (VGN, "1. e4 1.5 e5 .5 Nf3 Nc6 *", "move-number", ".5"),
        (VGN, "1. e4 e5 2. Nf3 .5 Nc6 *", "move-number", ".5"),
        ("", "1. e4 e5 2. Nf3.5 Nc6 *", "move-number", ".5"),
    ] {
        assert_eq!(found(&format!("{tags}{moves}")), [(code, text.to_owned())], "{moves}");
    }
}

#[test]
fn a_number_is_written_over_all_that_is_left_of_it() {
    for (moves, after) in [
        ("1. e4 1.5 e5 .5 Nf3 Nc6 *", "1. e4 1.5 e5 2. Nf3 Nc6 *"),
        ("1. e4 e5 2. Nf3 .5 Nc6 *", "1. e4 e5 2. Nf3 2.5 Nc6 *"),
    ] {
        assert_eq!(fixed(&format!("{VGN}{moves}"), "move-number"), [format!("{VGN}{after}")]);
    }
}

/// A stray parenthesis in a variation: which of the others goes is no safe choice.
#[test]
fn no_parenthesis_of_a_variation_goes_by_itself() {
    for moves in [
        "1. e4 e5 2. Nf3 Nc6 ( 2... ) d6 3. d4) 3. Bb5 *",
        "1. e4 e5 2. Nf3 Nc6 ( ) 2... d6 3. d4) 3. Bb5 *",
        "1. e4 e5 2. Nf3 Nc6 ( 2... d6 3. d4 ( ) 3. Bb5 a6 *",
        "1. e4 e5 2. ( Nf3 Nc6 3. Bb5 a6 *",
    ] {
        let settings = Settings::default();
        let found = check_game(moves, &Context::new(&settings, FileKind::Pgn).with_fixes(true)).diagnostics;
        assert!(found.iter().flat_map(|d| &d.fixes).all(|fix| !fix.safe), "{moves}: {found:?}");
    }
    // It stands between a number and its half-move, which is not missing.
    let parted = "1. e4 e5 2. ( Nf3 Nc6 3. Bb5 a6 *";
    assert_eq!(found(parted), [("unclosed-variation", "(".to_owned())]);
    assert_eq!(fixed(parted, "unclosed-variation"), ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"]);
    let glued = format!("{VGN}1. e4 e5 2.\\Nf3 Nc6 *");
    assert_eq!(fixed(&glued, "stray-text"), [format!("{VGN}1. e4 e5 2. Nf3 Nc6 *")]);
}

/// Where stray text was a half-move, those behind it are the other side's without it: they are lost with it.
#[test]
fn half_moves_behind_one_that_is_lost_are_lost_too() {
    let game = format!("{VGN}1. e4 e5 2. Nf3 Kfo 3. h5 Nc6 *\n");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn);
    let conversion = convert_game(&game, &context, &Target::Pgn, None).expect("converted");
    let lost = |loss: &vgn_lsp::convert::Loss| game[loss.range.start as usize..loss.range.end as usize].to_owned();
    assert_eq!(conversion.losses.iter().map(lost).collect::<Vec<_>>(), ["Kfo", "h5"]);
    assert!(vgn_lsp::convert::apply(&game, &conversion.edits).ends_with("1. e4 e5 2. Nf3 Kfo *\n"));
}

/// A number without its digits says nothing behind a line that nobody knows.
#[test]
fn a_number_without_digits_is_believed_nowhere() {
    let game = format!("{VGN}1. e4 e5 2. Qxh8 .5 Nc6 3. m .5 Nf6 *\n");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Vgn);
    for to in [Target::Pgn, Target::Vgn, Target::Notation(&FCN)] {
        assert!(convert_game(&game, &context, &to, None).is_ok());
    }
}

#[test]
fn what_is_not_known_is_not_written() {
    for (tags, moves, to) in [
        (VGN, "1. Nc3 e5 2. Ne4 d5 3. e3 (1. Nc3 Nf6) *", Target::Notation(&FCN)),
        ("", "1. e4 e5 2. Nf3Nc6 (2... d6 3. d4) 3. Bb5 *", Target::Vgn),
        ("", "1. e4 e5 2. $1 Nc6 (2... d6 3. d4) 3. Bb5 *", Target::Vgn),
    ] {
        let game = format!("{tags}{moves}");
        let settings = Settings::default();
        let conversion = convert_game(&game, &Context::new(&settings, FileKind::Pgn), &to, None).expect("converted");
        assert!(!conversion.losses.is_empty(), "{moves}");
    }
}
