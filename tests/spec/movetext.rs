//! Section C: plain move text.

use vgn_lsp::lint::{Code, Context, FileKind, Settings, Severity};
use vgn_lsp::replay::check_game;

use crate::spec::found::{VGN, clean, count, earns, fcn, fixed, found, message, safe_fixes, safely_fixed, vgn};

#[test]
fn c1_the_terminator_is_required() {
    earns("1. e4 e5 1-0 1-0\n", &["stray-text `1-0`"]);
    earns("1. e4 e5 1-0 0-1\n", &["stray-text `0-1`"]);
    earns("1. e4 e5 1-0 * 1-0\n\n1. d4 *\n", &["stray-text `*`", "stray-text `1-0`"]);
    assert_eq!(fixed("1. e4 e5 1-0 1-0\n\n1. d4 *\n", "stray-text"), ["1. e4 e5 1-0\n\n1. d4 *\n"]);
    earns("1. e4 (1. d4 1-0 1-0) 1... e5 *", &["stray-text `1-0`"]);
    earns("1. e4 (1. d4 (1. c4 * 1-0) 1-0) 1... e5 *", &["stray-text `1-0`"]);
    assert_eq!(fixed("1. e4 (1. d4 1-0 1-0) 1... e5 *", "stray-text"), ["1. e4 (1. d4 1-0) 1... e5 *"]);
    clean("1. e4 (1. d4 1-0) (1. c4 1-0) 1... e5 *");
    // On the next line too, and behind empty ones: it is no game.
    for gap in ["\n", "\r\n", " \r", "\n\n\n", "\r\n \t\r\n", ""] {
        let file = format!("1. e4 e5 *{gap}1-0\n\n1. d4 *\n");
        earns(&file, &["stray-text `1-0`"]);
        assert_eq!(count(&file), 2, "{file}");
        earns(&format!("[Event \"x\"]\n\n*{gap}1-0{gap}\n*"), &["stray-text `1-0`", "stray-text `*`"]);
    }
    assert_eq!(fixed("1. e4 e5 1-0\n1-0\n\n1. d4 *\n", "stray-text"), ["1. e4 e5 1-0\n\n1. d4 *\n"]);
    assert_eq!(fixed("1. e4 e5 1-0\n\n1-0\n\n1. d4 *\n", "stray-text"), ["1. e4 e5 1-0\n\n\n1. d4 *\n"]);
    // What has tags or a comment of its own is a game, whatever it lacks.
    for own in ["\n[Result \"1-0\"]\n\n", "\n{forfeited} ", "; forfeited\n", "\u{feff}"] {
        assert_eq!(count(&format!("1. e4 e5 1-0\n{own}1-0\n")), 2, "{own}");
    }
    assert_eq!(count("1. e4 1-0\n1. d4 *\n"), 2);
    assert_eq!(count("1. e4 1-0 1. d4 *\n"), 2);
    assert_eq!(count("*\n*\n"), 2);
    for end in ["1-0", "0-1", "1/2-1/2", "*"] {
        clean(&format!("1. e4 e5 {end}"));
        clean(&fcn(end));
    }
    earns("1. e4 e5", &["missing-terminator `e5`"]);
    earns(&fcn("1. Pe2-e4 {so far}"), &["missing-terminator `}`"]);
    earns("[Event \"x\"]\n", &["missing-terminator `]`"]);
    assert_eq!(fixed("1. e4 e5", "missing-terminator"), ["1. e4 e5 *"]);
    assert_eq!(fixed("1. f3 e5 2. g4 Qh4#", "missing-terminator"), ["1. f3 e5 2. g4 Qh4# 0-1"]);
    // It says nothing about the games around it.
    earns("1. e4 e5 1-0\n\n[Event \"x\"]\n\n1. e4\n\n[Event \"y\"]\n\n1. d4 *", &["missing-terminator `e4`"]);
}

/// PGN 8.2.2.1: numbers may stand anywhere, before a variation too.
#[test]
fn a_number_before_variations_is_that_of_the_half_move_behind_them() {
    for text in [
        "1. e4 e5 2. (1... c5) Nf3 *",
        "1. e4 1... (1. d4) e5 *",
        "1. e4 e5 2. (c5) Nf3 Nc6 *",
        "1. e4 e5 2. {so} (1... c5) (1... d5 {or} 2. exd5) {then} Nf3 *",
    ] {
        clean(text);
    }
    earns("1. e4 e5 2. (1... c5) 2. Nf3 *", &["move-number `2.`"]);
    assert_eq!(fixed("1. e4 e5 2. (1... c5) 2. Nf3 *", "move-number"), ["1. e4 e5 (1... c5) 2. Nf3 *"]);
    earns("1. e4 e5 1... (1... c5) 2. Nf3 *", &["move-number `1...`"]);
    assert_eq!(fixed("1. e4 e5 1... (1... c5) 2. Nf3 *", "move-number"), ["1. e4 e5 (1... c5) 2. Nf3 *"]);
    earns("1. 1. e4 1... 1... e5 2. 2. Nf3 2... 2... Nc6 *", &["move-number `1.`"]);
    let twice = message("1. 1. e4 1... 1... e5 2. 2. Nf3 2... 2... Nc6 *", "move-number");
    assert_eq!(twice, "the number `1.` stands twice; the move numbers in this game stand twice (4 places)");
    let long = |comment: String| found(&format!("1. e4 e5 2. (1... c5 {{{comment}}}) Nf3 *"));
    assert_eq!(long("\u{e9}".repeat(100_000)), [""; 0]);
    // The look ahead ends within a character, or between two.
    assert_eq!(long("\u{e9}".repeat(150_000)), long(format!("x{}", "\u{e9}".repeat(150_000))));
    // The half-move is missing, or what follows cannot be it.
    earns("1. e4 e5 2. (2. d4 d5) Nc6 *", &["move-number `2.`"]);
}

/// Stray text may be the half-move of the number before it: what stands behind both belongs to nobody else.
#[test]
fn what_belongs_to_stray_text_stays_behind_it() {
    let half_moves = ["1. e4", "1.5 e5", "2. Nf3", "2.5 Nc6", "3. Bb5", "3.5 a6"];
    for n in 1..half_moves.len() {
        for stray in ["N&f3", "\\Nf3", "<Nf3>"] {
            for behind in ["{c}", "$1 {c}", "{c} {d}"] {
                let mut line: Vec<String> = half_moves.iter().map(|half_move| (*half_move).to_owned()).collect();
                let (number, _) = half_moves[n].split_once(' ').expect("a number");
                let written = format!("{number} {stray} {behind}");
                line[n].clone_from(&written);
                let text = vgn("SAN", &format!("{} *", line.join(" ")));
                for fixed in safe_fixes(&text) {
                    assert!(fixed.contains(&written), "{text}\n{fixed}");
                }
            }
        }
    }
    earns(&vgn("SAN", "1. e4 1.5 e5 2. N&f3 2.5 Nc6 {[%after 2.] x} *"), &["stray-text `N&f3`"]);
    earns(&vgn("SAN", "1. e4 1.5 e5 2. N&f3 (2. d4 2.5 d5) 2.5 Nc6 *"), &["stray-text `N&f3`"]);
    earns("1. e4 e5 2. N&f3 (2. d4 d5) Nc6 *", &["stray-text `N&f3`"]);
    earns("1. e4 e5 2. N&f3 (d4 d5) Nc6 *", &["stray-text `N&f3`"]);
}

#[test]
fn c2_move_numbers() {
    clean(&fcn("1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3 2.5 Nb8-c6 *"));
    clean(&fcn("Pe2-e4 Pe7-e5 2. Ng1-f3 Nb8-c6 3.5 *").replace(" 3.5", ""));
    clean("1. e4 1... e5 2.Nf3 Nc6 3 Bb5 *");
    earns(&fcn("0. Pe2-e4 1.5 Pe7-e5 *"), &["move-number `0.`"]);
    earns(&fcn("1. Pe2-e4 0.5 Pe7-e5 *"), &["move-number `0.5`"]);
    earns(&fcn("1. Pe2-e4 1.5 Pe7-e5 3. Ng1-f3 *"), &["move-number `3.`"]);
    earns("1. e4 e5 3. Nf3 Nc6 2. Bb5 *", &["move-number `3.`", "move-number `2.`"]);
    earns("1. e4 e5 2... Nf3 Nc6 *", &["black-number-for-white `2...`"]);
    // The periods are wrong, the number is right: the style, not the number.
    earns(&fcn("1. Pe2-e4 1... Pe7-e5 *"), &["move-number-style `1...`"]);
    earns(&fcn("1.Pe2-e4 1.5 Pe7-e5 *"), &["missing-space-after-number `1.`"]);
    assert_eq!(fixed(&fcn("1. Pe2-e4 1... Pe7-e5 *"), "move-number-style"), [fcn("1. Pe2-e4 1.5 Pe7-e5 *")]);
    assert_eq!(fixed(&fcn("1.Pe2-e4 1.5 Pe7-e5 *"), "missing-space-after-number"), [fcn("1. Pe2-e4 1.5 Pe7-e5 *")]);
    assert_eq!(fixed("2. e4 e5 7. Nf3 Nc6 *", "move-number"), ["1. e4 e5 2. Nf3 Nc6 *"]);
    // With Black to move first the game starts at 1.5.
    let black = format!("{VGN}[SetUp \"4k3/8/8/8/8/8/8/R3K3 b Q\"]\n[MoveFormat \"FCN\"]\n\n");
    clean(&format!("{black}1.5 Ke8-e7 2. Ra1-a7+ *"));
    clean(&format!("{black}Ke8-e7 2. Ra1-a7+ *"));
    earns(&format!("{black}1. Ke8-e7 1.5 Ra1-a7+ *"), &["move-number `1.`", "move-number `1.5`"]);
    // A number that is shifted in the whole game is one slip.
    earns("12. e4 e5 13. Nf3 Nc6 14. Bb5 a6 *", &["move-number `12.`"]);
    // No move follows.
    earns("1. e4 e5 2. *", &["move-number `2.`"]);
    earns("1. e4 e5 2. Nf3 2 *", &["move-number `2`"]);
    // PGN 8.2.2.1: periods are not required, and blanks may stand before them.
    for begun in ["1 e4 e5 2 Nf3 *", "1 . e4 e5 2 . Nf3 *", "1 ... e4 *", "{note} 1 e4 e5 *", "12 e4 *"] {
        assert!(!found(begun).iter().any(|line| line.starts_with("stray-text")), "{begun}");
    }
    clean("1 e4 e5 2 Nf3 *");
    clean("1 . e4 e5 2 . Nf3 *");
    assert_eq!(count("1 e4 e5 *\n\n1 d4 d5 *\n"), 2);
    assert_eq!(count("12 apples and 3 pears\n"), 0);
    // A number has one half at most.
    earns("1.6 e4 e5 *", &["stray-text `1.6`"]);
    assert_eq!(fixed("1.6 e4 e5 *", "stray-text"), ["{1.6} e4 e5 *"]);
    assert_eq!(fixed("1. e4 1.6 e5 *", "stray-text"), ["1. e4 {1.6} e5 *"]);
}

#[test]
fn times_and_evaluations_are_no_move_numbers() {
    for decimal in ["1.30", "0.31", "12.5", "0.5", "+0.31/12", "-1.5", "0.00", "12.11.2020", "\u{2212}0.4"] {
        for begun in ["1. e4 ", "1. e4 e5 2. Nf3 ", "1. e4 e5 "] {
            let end = if begun.ends_with("e5 ") { "2. Nf3 Nc6 *" } else { "Nc6 *" };
            let game = format!("{begun}{decimal} {end}");
            earns(&game, &[&format!("stray-text `{decimal}`")]);
            assert_eq!(safely_fixed(&game), game);
            assert_eq!(fixed(&game, "stray-text")[0], format!("{begun}{{{decimal}}} {end}"));
            let bare = format!("{begun}({decimal}) {end}");
            assert_eq!(safely_fixed(&bare), bare);
            if decimal.ends_with(".5") && !decimal.starts_with('-') {
                // It may be Black's number.
                continue;
            }
            assert_eq!(fixed(&bare, "stray-text")[0], format!("{begun}{{{decimal}}} {end}"));
        }
    }
    // It may be Black's number in VGN, or an evaluation.
    let named = "[GameFormat \"PGN\"]\n\n1. e4 1.5 e5 *\n";
    assert!(safely_fixed(named).ends_with("\n\n1. e4 1.5 e5 *\n"));
    clean("[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 *\n");
    // ICCF's numeric notation.
    earns("1.5254 5755 *", &["invalid-move-text `5254`"]);
    earns("1.7163 5755 *", &["invalid-move-text `7163`"]);
}

#[test]
fn c3_annotations_stand_after_moves() {
    clean(&fcn("1. Pe2-e4 $1 $14 1.5 Pe7-e5 $2 *"));
    clean("1. e4! $14 e5?! *");
    earns(&fcn("$1 1. Pe2-e4 *"), &["nag-placement `$1`"]);
    earns("1. $1 e4 e5 *", &["nag-placement `$1`"]);
    earns("1. e4 {so} $1 e5 *", &["nag-placement `$1`"]);
    earns("1. e4 (1. d4) $1 e5 *", &["nag-placement `$1`"]);
    earns("1. e4 $200 e5 *", &["unknown-nag `$200`"]);
    earns("1. e4 $300 e5 $301 2. Nf3 $302 *", &[]);
    earns("1. e4 $5.1.2.1.1 e5 *", &["composite-nag `$5.1.2.1.1`"]);
    earns("1. e4 !!! e5 *", &["stray-text `!!!`"]);
    let game = format!("{VGN}\n1. e4! 1.5 e5?? 2. Nf3 !? 2.5 Nc6 *");
    earns(&game, &["suffix-glyph `!`", "suffix-glyph `??`", "suffix-glyph `!?`"]);
    assert_eq!(fixed(&game, "suffix-glyph"), [game.replace("e4!", "e4 $1")]);
    for (suffix, nag) in [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)] {
        let fixes = fixed(&format!("{VGN}\n1. e4{suffix} *"), "suffix-glyph");
        assert_eq!(fixes, [format!("{VGN}\n1. e4 ${nag} *")]);
    }
}

#[test]
fn c4_where_comments_stand() {
    clean(&format!(
        "{{a}} {VGN}{{b}}\n;c\n[White \"x\"]\n{{d}}\n\n{{e}} 1. e4 $1 1.5 e5 $2 {{f}} {{g}} 2. Nf3 $1 {{h}} *"
    ));
    clean(&fcn("1. Pe2-e4 {at the end, after White's} *"));
    clean(&fcn("1. Pe2-e4 1.5 Pe7-e5 (1.5 Pc7-c5 {his move was the last}) {so} *"));
    let game = fcn("1. Pe2-e4 {here} 1.5 Pe7-e5 *");
    earns(&game, &["comment-placement `{here}`"]);
    assert_eq!(fixed(&game, "comment-placement"), [fcn("1. Pe2-e4 1.5 Pe7-e5 {[%after 1.] here} *")]);
    // A line comment that no braces can hold stays one, and what follows goes on on the next line.
    for (movetext, moved) in [
        ("1. Pe2-e4 ; a } b\n1.5 Pe7-e5 2. Pd2-d4 *", "1. Pe2-e4\n1.5 Pe7-e5 ; [%after 1.] a } b\n2. Pd2-d4 *"),
        ("1. Pe2-e4 ;a } b\n1.5 Pe7-e5\n*", "1. Pe2-e4\n1.5 Pe7-e5 ;[%after 1.] a } b\n*"),
        ("1. Pe2-e4 ; a }\n1.5 Pe7-e5 $1 {c} *\n", "1. Pe2-e4\n1.5 Pe7-e5 $1 ; [%after 1.] a }\n{c} *\n"),
        ("1. Pe2-e4 {b} ; a }\n1.5 Pe7-e5 *\n", "1. Pe2-e4\n1.5 Pe7-e5 {[%after 1.] b} ; [%after 1.] a }\n*\n"),
        ("1. Pe2-e4 (1. Pd2-d4 ; a }\n1.5 Pd7-d5) *", "1. Pe2-e4 (1. Pd2-d4\n1.5 Pd7-d5 ; [%after 1.] a }\n) *"),
        ("1. Pe2-e4\n% a }\n1.5 Pe7-e5 *", "1. Pe2-e4\n1.5 Pe7-e5 ; [%after 1.] a }\n*"),
    ] {
        let code = if movetext.contains('%') { "escape-line" } else { "comment-placement" };
        for line_end in ["\n", "\r\n"] {
            let [game, moved] = [movetext, moved].map(|movetext| fcn(movetext).replace('\n', line_end));
            assert_eq!(fixed(&game, code), std::slice::from_ref(&moved));
            clean(&moved);
        }
    }
    // Between White's number and move it is what stands before the number.
    for (movetext, comment, moved) in [
        ("1. {here} Pe2-e4 *", "{here}", "{here} 1. Pe2-e4 *"),
        ("1. Pe2-e4 1.5 Pe7-e5 2. ; a } b\nPd2-d4 *", "; a } b", "1. Pe2-e4 1.5 Pe7-e5 ; a } b\n2.\nPd2-d4 *"),
        ("1. Pe2-e4 (1. {a} Pd2-d4) *", "{a}", "1. Pe2-e4 ({a} 1. Pd2-d4) *"),
    ] {
        earns(&fcn(movetext), &[&format!("comment-placement `{comment}`")]);
        assert_eq!(fixed(&fcn(movetext), "comment-placement"), [fcn(moved)]);
        clean(&fcn(moved));
    }
    earns(&fcn("1. Pe2-e4 1.5 {here} Pe7-e5 *"), &["comment-placement `{here}`"]);
    earns(&fcn("1. Pe2-e4 1.5 Pe7-e5 {here} $1 *"), &["nag-placement `$1`"]);
    // PGN: anywhere between tokens; no nesting.
    clean("1. {a} e4 {b} $1 {c} e5 *".replace(" $1", "").as_str());
    clean("1. e4 {a { brace} e5 *");
    earns("1. e4 {never closed *", &["unclosed-comment `{`"]);
    // The half-move of the number is in the comment.
    earns("1. e4 e5 2.{ Nf3 Nc6 *", &["unclosed-comment `{`"]);
    earns("1. e4 (1. d4 d5 2. { c4 *", &["unclosed-comment `{`"]);
}

#[test]
fn c5_the_escape() {
    clean("% all of this\n1. e4 e5\n% and (this {\n*");
    let game = fcn("1. Pe2-e4\n% escaped\n*");
    earns(&game, &["escape-line `% escaped`"]);
    assert_eq!(fixed(&game, "escape-line"), [game.replace("% escaped", "; escaped")]);
    // Only in the first column.
    earns("1. e4 % no escape\ne5 *", &["stray-text `% no escape`"]);
    earns("1. e4\n %x e5\n2. Nf3 *\n", &["stray-text `%x`"]);
    earns("1. e4 e5\n\t% 2. Nf3\n*\n", &["stray-text `%`"]);
    clean("\u{feff}% a line\n1. e4 *\n");
}

#[test]
fn c6_stray_text_is_one_error_a_run() {
    earns("1. e4 <nonsense> and <more> e5 *", &["stray-text `<nonsense> and <more>`"]);
    earns(&fcn("1. Pe2-e4 ~~~ §§ 1.5 Pe7-e5 @ *"), &["stray-text `~~~ §§`", "stray-text `@`"]);
    earns("1. e4 e5 } 2. Nf3 *", &["stray-text `}`"]);
}

/// A PGN variation in front of the move that its number names: the place is wrong, and not the move.
#[test]
fn c7_a_variation_before_its_move() {
    for (game, number, moved) in [
        ("1. e4 e5 (2. Nf3) 2. Bc4 *", "2.", "1. e4 e5 2. Bc4 (2. Nf3) *"),
        ("1. e4 e5 (2. Nf3 Nc6 3. Bb5) 2. Bc4! {a} *", "2.", "1. e4 e5 2. Bc4! {a} (2. Nf3 Nc6 3. Bb5) *"),
        ("1. e4 (1... e5 2. Nf3) 1... c5 *", "1...", "1. e4 1... c5 (1... e5 2. Nf3) *"),
        ("1. e4 e5 2. Nf3 (2... d6) 2... Nc6 *", "2...", "1. e4 e5 2. Nf3 2... Nc6 (2... d6) *"),
        ("1. e4 (1. d4 d5 (2. c4) 2. Nf3) e5 *", "2.", "1. e4 (1. d4 d5 2. Nf3 (2. c4)) e5 *"),
    ] {
        earns(game, &[&format!("variation-anchor `{number}`")]);
        assert!(
            message(game, "variation-anchor")
                .ends_with(&format!("by its number `{number}` it belongs after the next move"))
        );
        assert_eq!(fixed(game, "variation-anchor"), [moved]);
        clean(moved);
    }
    // A number without its point says no more of the side.
    for (game, moved) in [
        ("1. e4 e5 (1 d4 d5) 2. Nf3 *", "1. e4 (1 d4 d5) e5 2. Nf3 *"),
        ("1. e4 e5 2. Nf3 Nc6 (2 f4) 3. Bb5 *", "1. e4 e5 2. Nf3 (2 f4) Nc6 3. Bb5 *"),
    ] {
        let number = if moved.contains("f4") { "2" } else { "1" };
        earns(game, &[&format!("variation-anchor `{number}`")]);
        assert_eq!(fixed(game, "variation-anchor"), [moved]);
    }
    clean("1. e4 e5 (1 c5) 2. Nf3 *");
    // What a parenthesis before the first move has opened makes no later move wrong.
    earns("(1. d4) 1. e4 *", &["stray-text `(`"]);
    // What is possible in no place is illegal.
    earns("1. e4 e5 (2. Nf6) 2. Bc4 *", &["variation-anchor `2.`"]);
    earns("1. e4 e5 (2. Nd5) 2. Bc4 *", &["illegal-move `Nd5`"]);
}

#[test]
fn c7_variations() {
    clean("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6)) d6) 2. Nf3 *");
    clean(&fcn("1. Pe2-e4 1.5 Pe7-e5 (1. Pd2-d4 1.5 Pd7-d5) (1.5 Pc7-c5) 2. Ng1-f3 *"));
    clean("1. e4 (d4 d5) e5 (c5) 2. Nf3 *");
    clean("1. e4 (1. d4 d5 1-0) e5 2. Nf3 *");
    clean("1. e4 (1. c4 c5) e5 (1... c5) 2. Nf3 *");
    earns(&format!("{VGN}\n(1. e4) 1. d4 *"), &["variation-anchor `1.`"]);
    earns("1. e4 () e5 *", &["empty-variation `()`"]);
    clean("1. e4 ({only this}) e5 *");
    earns("1. e4 (1. d4 e5 *", &["unclosed-variation `(`"]);
    // The `(` is missing: that number and moves fit nowhere is not held against them too.
    earns("1. e4 1. d4) e5 *", &["unopened-variation `)`"]);
    // What is wrong in a variation stays in it.
    earns("1. e4 e5 (1... Ke4 2. Qh9 Kd3) 2. Nf3 Nc6 *", &["illegal-move `Ke4`"]);
    let deep = format!("1. e4 {} e5 *", "(1. e4 ".repeat(600) + &")".repeat(600));
    assert_eq!(crate::spec::found::found(&deep).len(), 1);
}

#[test]
fn c7_in_a_vgn_game_the_number_names_what_is_replaced() {
    // It replaces the move that its number names, when that is the last or the one before.
    clean(&format!("{VGN}\n1. e4 1.5 e5 (1. c4 1.5 c5) (1.5 c5) 2. Nf3 (1.5 c5) 2.5 Nc6 *"));
    clean(&format!("{VGN}\n1. e4 (1. c4) 1.5 e5 (c5) 2. Nf3 *"));
    earns(&format!("{VGN}\n1. e4 1.5 e5 2. Nf3 2.5 Nc6 (1. c4) 3. Bb5 *"), &["variation-anchor `1.`"]);
    earns(&format!("{VGN}\n1. e4 1.5 e5 (3. c4 3.5 c5) 2. Nf3 *"), &["variation-anchor `3.`"]);
}

#[test]
fn c7_a_number_that_names_nothing_to_replace_is_an_error_in_a_vgn_game_alone() {
    for movetext in [
        "1. e4 1.5 e5 2. Nf3 2.5 Nc6 (1. c4 1.5 c5) 3. Bb5 *",
        "1. e4 1.5 e5 2. Nf3 (3. c4 3.5 c5) 2.5 Nc6 *",
        "1. e4 1.5 e5 (1. d4 1.5 d5 2. c4 2.5 e6 (1.5 c5)) 2. Nf3 *",
        "(1. d4) 1. e4 *",
    ] {
        assert_eq!(levels(&format!("{VGN}\n{movetext}")), [("variation-anchor", Severity::Error)], "{movetext}");
    }
    for movetext in ["1. e4 e5 2. Nf3 Nc6 3. Bb5 (2. Bc4 Nf6) 3... a6 *", "1. e4 e5 (1. d4 d5) 2. Nf3 *"] {
        assert_eq!(levels(movetext), [("variation-anchor", Severity::Warning)], "{movetext}");
    }
    // Whoever sets the code's level sets it for both.
    let mut settings = Settings::default();
    settings.set_level(Code::VariationAnchor, Some(Severity::Hint));
    let game = format!("{VGN}\n(1. d4) 1. e4 *");
    let report = check_game(&game, &Context::new(&settings, FileKind::Unknown));
    assert_eq!(report.diagnostics[0].severity, Severity::Hint);
}

fn levels(game: &str) -> Vec<(&'static str, Severity)> {
    let settings = Settings::default();
    let report = check_game(game, &Context::new(&settings, FileKind::Unknown));
    report.diagnostics.iter().map(|d| (d.code.name(), d.severity)).collect()
}

#[test]
fn c7_in_a_pgn_game_the_last_move_is_replaced_whatever_the_number() {
    let mended = |game: &str, expected: &[&str], mended: &[&str]| {
        earns(game, expected);
        assert_eq!(fixed(game, "variation-anchor"), mended, "{game}");
    };
    let anchor = |number| format!("variation-anchor `{number}`");
    // The move is possible: the number is wrong, and with it those that follow.
    mended(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 (2. Bc4 Nf6) 3... a6 *",
        &[&anchor("2.")],
        &["1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Nf6) 3... a6 *"],
    );
    mended(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 (2. Bc4 Nf6 (2... Bc5) 3. O-O) 3... a6 *",
        &[&anchor("2.")],
        &["1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Nf6 (3... Bc5) 4. O-O) 3... a6 *"],
    );
    mended("1. e4 e5 (1. c5 2. Nf3) 2. Nf3 *", &[&anchor("1.")], &["1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"]);
    mended("1. e4 (1... d4 d5) e5 *", &[&anchor("1...")], &["1. e4 (1. d4 d5) e5 *"]);
    mended("1. e4 (7. d4 d5 8. c4) e5 *", &[&anchor("7.")], &["1. e4 (1. d4 d5 2. c4) e5 *"]);
    // It is possible only where the number says, however far back.
    mended("1. e4 e5 (1. d4 d5) 2. Nf3 *", &[&anchor("1.")], &["1. e4 (1. d4 d5) e5 2. Nf3 *"]);
    mended(
        "1. e4! $14 {a} e5 2. Nf3 Nc6 (1. c4 c5 2. g3) 3. Bb5 *",
        &[&anchor("1.")],
        &["1. e4! $14 {a} (1. c4 c5 2. g3) e5 2. Nf3 Nc6 3. Bb5 *"],
    );
    mended(
        "1. e4 e5 2. Nf3 (2. Bc4 Nc6 3. d3 (2... Nf6) Nf6) 2... Nc6 *",
        &[&anchor("2...")],
        &["1. e4 e5 2. Nf3 (2. Bc4 Nc6 (2... Nf6) 3. d3 Nf6) 2... Nc6 *"],
    );
    // It is possible nowhere: the move is wrong.
    earns("1. e4 e5 2. Nf3 Nc6 (1. Rc4) 3. Bb5 *", &["illegal-move `Rc4`"]);
    earns("1. e4 e5 (3. c4 c5) 2. Nf3 *", &["illegal-move `c4`"]);
    // Numbers of a line that are all ahead by as many are right among themselves.
    earns("5. e4 e5 6. Nf3 (6. f4 exf4) 6... Nc6 *", &["move-number `5.`"]);
    earns("1. e4 Ke4 2. Nf3 (1... e5 2. d4) *", &["illegal-move `Ke4`"]);
    // What is VGN in all but its tag is read as VGN.
    earns("1. e4 1.5 e5 (1. d4 1.5 d5) 2. Nf3 *", &["missing-game-format `1.5`"]);
}

#[test]
fn c8_a_token_may_hold_spaces() {
    let boards = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 \
                  rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    clean(&vgn("FEN", &format!("{boards} *")));
    clean(&vgn("FEN", &format!("1. {} *", boards.replace("0 1 rnb", "0 1 1.5 rnb"))));
    let short = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    clean(&vgn("SFEN", &format!("1. {short} 1.5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - *")));
    clean(&vgn("SFEN", &format!("{short} $1 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR *")));
    clean(&vgn(
        "SFEN",
        &format!(
            "{short} b 1.5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR {{so}} 2. rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R 1-0"
        ),
    ));
}

#[test]
fn a_number_that_names_no_side_is_not_written_anew_by_a_guess() {
    let vgn = |moves: &str| format!("[GameFormat \"VGN\"]\n\n{moves}\n");
    earns(&vgn("2.5 5 Nf3 *"), &["move-number `2.5`"]);
    earns(&vgn("1. e4 1.5 e5 2. 7 Nf3 *"), &["move-number `2.`"]);
    earns(&vgn("1. e4 1 e5 *"), &["move-number-style `1`"]);
}

#[test]
fn the_half_move_of_a_number_is_not_left_in_a_comment() {
    earns("1. e4 e5 2.{ Nf3 Nc6 *", &["unclosed-comment `{`"]);
    assert_eq!(fixed("1. e4 e5 2.{ Nf3 Nc6 *", "unclosed-comment"), ["1. e4 e5 2. Nf3 Nc6 *"]);
    assert_eq!(fixed("1. e4 e5 2. { a comment *", "unclosed-comment"), Vec::<String>::new());
    assert_eq!(fixed("1. e4 e5 { a comment *", "unclosed-comment"), ["1. e4 e5 { a comment} *"]);
}
