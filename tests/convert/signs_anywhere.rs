//! Signs that stand where they do not belong: there and back they do it still, or they are listed before.

use vgn_lsp::convert::{StoredGame, Target, convert_whole, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings};

use crate::convert::contradictions::there_and_back;
use crate::convert::support::{context, converted, faults, with_losses};

const TOKENS: [&str; 8] = ["1.", "e4", "1...", "e5", "2.", "Nf3", "Nc6", "*"];
const SIGNS: [&str; 13] =
    ["!!!", "???", "!?!", "?!", "!", "$1", "{x}", "(1... c5)", "(1. d4)", "({x})", "foo", "\u{b1}", "!!! $1"];

/// The game with a sign before its `n`th token, from 0, apart or glued to it.
fn with_sign(n: usize, sign: &str, apart: &str) -> String {
    let before = TOKENS[..n].iter().map(|token| format!("{token} "));
    before.collect::<String>() + sign + apart + &TOKENS[n..].join(" ") + "\n"
}

fn with_each_sign() -> impl Iterator<Item = String> {
    let places = (0..TOKENS.len()).flat_map(|n| SIGNS.map(|sign| (n, sign)));
    places.flat_map(|(n, sign)| [" ", ""].map(|apart| with_sign(n, sign, apart)))
}

#[test]
fn signs_at_every_place_stay_or_are_listed() {
    let (kept, listed) = there_and_back(with_each_sign());
    assert!(kept > 700 && listed > 700, "{kept} {listed}");
}

/// Each target leaves the text as it is, or refuses the game, or lists a loss.
fn each_target_keeps_or_lists(text: &str) {
    let settings = Settings::default();
    for to in Target::all() {
        let game = StoredGame { text, section: None, length_known: false };
        let whole = convert_whole(&game, &context(&settings), &to);
        let is_same = whole.as_ref().is_ok_and(|whole| whole.text == text);
        assert!(is_same || whole.map_or(1, |whole| whole.losses.len()) > 0, "{}: {text}", to.name());
    }
}

/// Signs that no NAG says are gone in PGN's export format, and no other target can bring them back.
#[test]
fn a_run_of_signs_that_is_no_nag_is_listed() {
    for sign in ["!!!", "???", "!?!", "?!?!"] {
        for text in
            (0..TOKENS.len()).map(|n| with_sign(n, sign, " ")).chain([format!("1. e4{sign} e5 (1... c5{sign}) *")])
        {
            each_target_keeps_or_lists(&text);
        }
    }
}

/// The shift key, and a letter that came out as another sign with it.
#[test]
fn a_half_move_with_a_glyph_in_it_is_listed() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. !b5 a6 *\n",
        "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. !xd4 Nf6 *\n",
        "1. e4 e5 2. Nf3 Nc6 3. Bb!5 a6 *\n",
    ] {
        each_target_keeps_or_lists(text);
    }
}

/// Export writes a number once, wherever a glyph or a variation separates it from its half-move.
#[test]
fn an_exported_number_stands_once() {
    let settings = Settings::default();
    for (moves, expected) in [
        ("1. e4 e5 2. (1... c5) Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *"),
        ("1. e4 1... (1. d4) e5 *", "1. e4 (1. d4) 1... e5 *"),
        ("1. e4 e5 2. ?! Nf3 *", "1. e4 e5 2. $6 Nf3 *"),
        ("1. e4 1... $1 {x} e5 *", "1. e4 1... $1 {x} e5 *"),
        ("1. ??? e4 e5 *", "1. e4 e5 *"),
    ] {
        let export = export_pgn(moves, &Context::new(&settings, FileKind::Pgn)).expect("it can be exported");
        assert_eq!(export.text.split("\n\n").nth(1), Some(expected));
    }
    for text in with_each_sign().filter(|text| !text.contains("foo")) {
        let export = export_pgn(&text, &Context::new(&settings, FileKind::Pgn)).expect("it can be exported");
        let count = |text: &str| faults(text).into_iter().filter(|code| *code == "move-number").count();
        assert!(count(&export.text) <= count(&text), "{text}{}", export.text);
    }
}

/// `[%after 0.]` names no half-move, and the comment would become Black's.
#[test]
fn a_comment_whose_half_move_has_no_number_is_listed() {
    let text = "1. e4 e51 0. Nf3! {c} Nc6 *\n";
    let said = "lost at \"{c}\": the comment would belong to another half-move: VGN has no number `0.`\n";
    assert!(with_losses(text, "VGN").starts_with(said), "{}", with_losses(text, "VGN"));
    assert_eq!(converted("1. e4 e5 2. Nf3! {c} Nc6 *\n", "PGN"), "1. e4 e5 2. Nf3! {c} Nc6 *\n");
}
