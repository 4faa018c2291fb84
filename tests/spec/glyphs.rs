//! Printed glyphs: wherever one stands, its NAG is suggested, the moves stay what they are, and the NAG comes to the
//! half-move that it belongs to.

use vgn_lsp::notation::nag::{of_printed, printed_glyphs};

use super::found::{earns, fixed, found};
use crate::support::games::read;

/// Places of a glyph, `@`, with White's or Black's half-move behind which its NAG belongs.
const PLACES: [(&str, char, &str); 12] = [
    ("1. e4 @ e5 2. Nf3 *\n", 'w', "1. e4 $ e5 2. Nf3 *\n"),
    ("1. e4 e5 @ 2. Nf3 *\n", 'b', "1. e4 e5 $ 2. Nf3 *\n"),
    ("1. e4 e5 2. Nf3 @ 1-0\n", 'w', "1. e4 e5 2. Nf3 $ 1-0\n"),
    ("1. e4 e5 (1... c5 @) 2. Nf3 *\n", 'b', "1. e4 e5 (1... c5 $) 2. Nf3 *\n"),
    ("1. e4 e5 (1... c5 @ 2. Nf3) 2. Nf3 *\n", 'b', "1. e4 e5 (1... c5 $ 2. Nf3) 2. Nf3 *\n"),
    ("1. e4! @ e5 2. Nf3 *\n", 'w', "1. e4! $ e5 2. Nf3 *\n"),
    ("1. e4 $1 @ e5 2. Nf3 *\n", 'w', "1. e4 $1 $ e5 2. Nf3 *\n"),
    ("1. e4 {best} @ 1... e5 2. Nf3 *\n", 'w', "1. e4 $ {best} 1... e5 2. Nf3 *\n"),
    ("1. e4 (1. d4) @ 1... e5 2. Nf3 *\n", 'w', "1. e4 $ (1. d4) 1... e5 2. Nf3 *\n"),
    ("1. e4 e5\n@\n2. Nf3 *\n", 'b', "1. e4 e5\n$\n2. Nf3 *\n"),
    ("1. e4!@ e5 2. Nf3 *\n", 'w', "1. e4! $ e5 2. Nf3 *\n"),
    ("1. e4 1... @ e5 2. Nf3 *\n", 'b', "1. e4 1... e5 $ 2. Nf3 *\n"),
];

/// Places right behind a move.
const GLUED: [(&str, char, &str); 6] = [
    ("1. e4@ e5 2. Nf3 *\n", 'w', "1. e4 $ e5 2. Nf3 *\n"),
    ("1. e4 e5 2. Nf3@ *\n", 'w', "1. e4 e5 2. Nf3 $ *\n"),
    ("1. e4 d5 2. exd5@ Qxd5 *\n", 'w', "1. e4 d5 2. exd5 $ Qxd5 *\n"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O@ *\n", 'w', "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O $ *\n"),
    ("1. e4 f5 2. Qh5+@ *\n", 'w', "1. e4 f5 2. Qh5+ $ *\n"),
    ("1. e4 e5 (1... c5@) 2. Nf3 *\n", 'b', "1. e4 e5 (1... c5 $) 2. Nf3 *\n"),
];

#[track_caller]
fn check(place: &(&str, char, &str), glyph: &str) {
    let (text, mover, right) = place;
    let text = text.replace('@', glyph);
    let mover = if *mover == 'w' { shakmaty::Color::White } else { shakmaty::Color::Black };
    let number = of_printed(glyph, mover).expect("it is in the table");
    assert_eq!(found(&text), [format!("stray-text `{glyph}`")], "{text}");
    // In the expected text a bare `$` is the place.
    let right = right.replace("$ ", &format!("${number} ")).replace("$)", &format!("${number})"));
    let right = right.replace("$\n", &format!("${number}\n"));
    let fixed = fixed(&text, "stray-text");
    assert_eq!(fixed, [right], "{text}");
    earns(&fixed[0], &[]);
    let sans = |text: &str| read(text, false).map(|game| game.sans()).collect::<Vec<_>>();
    assert_eq!(sans(&text), sans(&fixed[0]), "{text}");
}

#[test]
fn every_printed_glyph_is_known_everywhere() {
    for glyph in printed_glyphs() {
        for place in &PLACES {
            // `N` behind a number, or before a square, may be a move's beginning.
            let begins_move = glyph == "N" && (place.0.contains(". @") || place.0.contains("@ e5"));
            if !begins_move {
                check(place, glyph);
            }
        }
        for place in &GLUED {
            // A suffix, and a sign that captures, end a word or belong to it.
            if !matches!(glyph, "\u{d7}") {
                check(place, glyph);
            }
        }
    }
}

#[test]
fn dashes_are_hyphens() {
    for dash in ['\u{2013}', '\u{2014}', '\u{2212}'] {
        for glyph in [format!("+{dash}"), format!("{dash}+"), format!("+/{dash}")] {
            check(&PLACES[1], &glyph);
            check(&GLUED[1], &glyph);
        }
    }
}

#[test]
fn an_evaluation_is_no_result() {
    // The game has no terminator, whatever the glyph says of who stands better.
    earns("1. e4 e5 2. Nf3 +-\n", &["stray-text `+-`", "missing-terminator `+-`"]);
    earns("1. e4 e5 +- 2. Nf3 Nc6 *\n", &["stray-text `+-`"]);
}

/// A NAG before the first number or after a comment before it (rule C3).
#[test]
fn a_nag_before_the_first_half_move_is_no_misspelt_move() {
    for text in ["$3 1. e4 *\n", "{x} $3 1. e4 *\n", "[Event \"x\"]\n\n$3 1. e4 *\n", "1. $3 e4 *\n"] {
        for glyph in ["$3", "??"] {
            let text = text.replace("$3", glyph);
            earns(&text, &[&format!("nag-placement `{glyph}`")]);
            assert_eq!(fixed(&text, "nag-placement"), [text.replacen(&format!("{glyph} "), "", 1)]);
        }
    }
}

#[test]
fn several_glyphs_are_one_fault() {
    let text = "1. e4 e5 \u{b1} N 2. Nf3 *\n";
    earns(text, &["stray-text `\u{b1} N`"]);
    assert_eq!(fixed(text, "stray-text"), ["1. e4 e5 $16 $146 2. Nf3 *\n"]);
    // Where one word is no glyph, the whole is none, and no sentence either.
    assert_eq!(fixed("1. e4 e5 \u{b1} hello 2. Nf3 *\n", "stray-text"), [""; 0]);
}

#[test]
fn marks_of_other_notations_are_no_glyphs() {
    let fcn = super::found::fcn("1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3## 1/2-1/2");
    earns(&fcn, &[]);
    earns("1. e4 e5 2. N *", &["invalid-move-text `N`"]);
    let fixes = |text: &str| fixed(text, "invalid-move-text");
    assert_eq!(fixes("1. e4 e5 2. N f3 Nc6 *"), ["1. e4 e5 2. Nf3 Nc6 *"]);
    assert_eq!(fixes("1. e4 N c6 2. d4 *"), ["1. e4 Nc6 2. d4 *"]);
    assert_eq!(fixes("1. e4 N e5 2. Nf3 *"), ["1. e4 $146 e5 2. Nf3 *"]);
}

#[test]
fn a_novelty_before_its_move_is_told_from_a_knight_without_its_square() {
    let fixes = |text: &str| fixed(text, "invalid-move-text");
    for (text, expected) in [
        ("1. e4 e5 2. N Nf3 Nc6 *", "1. e4 e5 2. Nf3 $146 Nc6 *"),
        ("1. N e4 e5 *", "1. e4 $146 e5 *"),
        ("1. e4 1... N c5 2. Nf3 *", "1. e4 1... c5 $146 2. Nf3 *"),
        ("1. e4 e5 (1... N c5!? 2. Nf3) 2. Nf3 *", "1. e4 e5 (1... c5!? $146 2. Nf3) 2. Nf3 *"),
        ("1. e4 e5 (1... N c5) 2. Nf3 *", "1. e4 e5 (1... c5 $146) 2. Nf3 *"),
        ("1. e4 e5 2. N\nBc4 Nc6 *", "1. e4 e5 2.\nBc4 $146 Nc6 *"),
        // Either side can play the next word: whose it is, the next number says.
        ("1. e4 1... N e5 2. Nf3 *", "1. e4 1... e5 $146 2. Nf3 *"),
        ("1. e4 1... N e5 2.Nf3 *", "1. e4 1... e5 $146 2.Nf3 *"),
        ("1. e4 e5 (1... N e5 2. d4) 2. Nf3 *", "1. e4 e5 (1... e5 $146 2. d4) 2. Nf3 *"),
    ] {
        earns(text, &["invalid-move-text `N`"]);
        assert_eq!(fixes(text), [expected], "{text}");
        earns(expected, &[]);
    }
    // The next word may be the other side's move, or no move at all.
    for text in [
        "1. e4 e5 2. N Nc6 3. Bb5 *",
        "1. d4 d5 2. c4 e6 3. N Nf6 *",
        "1. e4 e5 2. N *",
        "1. N",
        "1. e4 e5 2. N hello *",
    ] {
        assert_eq!(fixes(text), [""; 0], "{text}");
    }
}
