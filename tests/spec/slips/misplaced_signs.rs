//! A blank, a `$` or another sign one place from where it belongs: one finding, and nothing is rewritten unasked.

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::FCN;

use crate::spec::found::{ROSTER, clean, earns, fixed, message, safe_fixes};
use crate::spec::piece_letters::languages::{games, numbered};

fn pgn(movetext: &str) -> String {
    format!("{ROSTER}\n{movetext} *\n")
}

#[track_caller]
fn one_choice(movetext: &str, finding: &str, choices: &[&str]) {
    let text = pgn(movetext);
    earns(&text, &[finding]);
    let code = finding.split(' ').next().expect("a code");
    assert_eq!(fixed(&text, code), choices.iter().map(|choice| pgn(choice)).collect::<Vec<_>>(), "{movetext}");
    assert_eq!(safe_fixes(&text), [""; 0], "{movetext}");
}

#[test]
fn a_blank_behind_the_piece_letter() {
    let finding = |text: &str| format!("invalid-move-text `{text}`");
    // The letter may be the glyph of a novelty.
    let moves = "1. e4 e5N f3 Nc6 3. Bb5";
    one_choice(moves, &finding("N f3"), &["1. e4 e5 Nf3 Nc6 3. Bb5", "1. e4 e5 $146 f3 Nc6 3. Bb5"]);
    one_choice("1. e4 e5Q h5 Nc6", &finding("Q h5"), &["1. e4 e5 Qh5 Nc6"]);
    one_choice("1. e4 e5B c4", &finding("B c4"), &["1. e4 e5 Bc4"]);
    one_choice(
        "1. e4 e5 2. Nf3 Nc6 3. c3 d6 4. Qa4N f6",
        &finding("N f6"),
        &["1. e4 e5 2. Nf3 Nc6 3. c3 d6 4. Qa4 Nf6", "1. e4 e5 2. Nf3 Nc6 3. c3 d6 4. Qa4 $146 f6"],
    );
    // Neither of the two is legal.
    one_choice("1. e4 e5N d5 3. Bb5", &finding("N d5"), &[]);
    assert_eq!(message(&pgn("1. e4 e5N d5"), "invalid-move-text"), "`N d5` is not a move, and `Nd5` is not legal here");
    // A glyph it is where the knight cannot move there.
    one_choice("1. e4 e5 2. Nf3N d6", "stray-text `N`", &["1. e4 e5 2. Nf3 $146 d6"]);
    earns(&pgn("1. e4 e5B c3"), &["invalid-promotion `e5B`"]);
}

#[test]
fn a_blank_behind_any_piece_letter_of_a_game_is_one_finding() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let mut tried = 0;
    for game in games().take(60) {
        let moves = game.sans();
        for at in (1..moves.len()).step_by(3) {
            let is_pawns = moves[at - 1].starts_with(|c: char| c.is_ascii_lowercase()) && !moves[at - 1].contains('=');
            let may_be_glued = moves[at].starts_with('N') || is_pawns && moves[at].starts_with(['Q', 'R', 'B']);
            if at % 2 == 0 || !may_be_glued {
                continue;
            }
            let (right, wrong) = (
                format!("{} {}", moves[at - 1], moves[at]),
                format!("{}{} {}", moves[at - 1], &moves[at][..1], &moves[at][1..]),
            );
            let game = numbered(&moves);
            let text = game.replacen(&right, &wrong, 1);
            if text == game || moves[at - 1].ends_with(['+', '#']) {
                continue;
            }
            let written = &wrong[moves[at - 1].len()..];
            earns(&text, &[&format!("invalid-move-text `{written}`")]);
            assert_eq!(fixed(&text, "invalid-move-text")[0], game);
            let conversion = convert_game(&text, &context, &Target::Notation(&FCN), None);
            assert!(conversion.is_ok_and(|conversion| !conversion.losses.is_empty()), "{text}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn the_sign_of_a_nag_behind_its_number() {
    one_choice("1. e4 2$ e5 2. Nf3", "stray-text `2$`", &["1. e4 $2 e5 2. Nf3"]);
    one_choice("1. e4 1$ e5 2. Nf3", "stray-text `1$`", &["1. e4 $1 e5 2. Nf3"]);
    one_choice("1. e4 e5 (1... c5 14$) 2. Nf3", "stray-text `14$`", &["1. e4 e5 (1... c5 $14) 2. Nf3"]);
    earns(&pgn("1. e4 $2 e5 2. Nf3"), &[]);
}

#[test]
fn equals_in_the_place_of_a_check_mark() {
    let line = "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 Bxc3";
    one_choice(
        &format!("{line}= 5. bxc3"),
        "stray-text `=`",
        &[&format!("{line}+ 5. bxc3"), &format!("{line}+ $10 5. bxc3")],
    );
    // Without a check it is the glyph of a drawish position.
    one_choice("1. e4 e5 2. Nf3= Nc6", "stray-text `=`", &["1. e4 e5 2. Nf3 $10 Nc6"]);
}

#[test]
fn castling_and_results_with_a_key_beside_the_right_one() {
    let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4.";
    one_choice(&format!("{line} I-O Nxe4"), "stray-text `I-O`", &[&format!("{line} O-O Nxe4")]);
    for (wrong, right) in [("1-&0", "1-0"), ("0-%1", "0-1"), ("1/2&-1/2", "1/2-1/2"), ("1&-0", "1-0")] {
        let text = format!("1. e4 e5 {wrong}\n");
        earns(&text, &[&format!("stray-text `{wrong}`")]);
        assert_eq!(fixed(&text, "stray-text"), [text.replacen(wrong, right, 1)]);
        clean(&text.replacen(wrong, right, 1));
    }
}

/// A figurine is no letter that belongs to the next word.
#[test]
fn a_figurine_behind_a_half_move_to_the_last_rank_is_a_promotion_too_many() {
    earns("1. Nf3 Nc6 2. Ng1 Nb8\u{265e} *\n", &["invalid-promotion `Nb8\u{265e}`"]);
    earns("1. Nf3 Nc6 2. Ng1 Nb8\u{2658} 3. e4 *\n", &["invalid-promotion `Nb8\u{2658}`"]);
}
