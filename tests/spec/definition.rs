//! "VGN Formal Definition 1" of the seed (May 10, 2015): what it accepts and what it refuses, and where this project's
//! reading is kinder.

use crate::spec::found::{VGN, clean, count, earns, fcn};

#[test]
fn what_the_definition_accepts() {
    // vgn_file = {vgn_game}: also none.
    clean("");
    // tag_section = {{comment}, tag_pair, {comment}}
    clean(&format!("{{a}}{{b}} ;c\n{VGN}{{d}};e\n[White \"x\"]{{f}}\n1. e4 1.5 e5 *"));
    // A block comment can hold `{`, and line ends.
    clean(&format!("{VGN}\n{{ a {{ b\n\nc }} 1. e4 *"));
    // The value can hold a quote behind a backslash.
    clean(&format!("{VGN}[Event \"a \\\"b\\\" c\"]\n\n*"));
    // game_termination alone, after comments.
    for end in ["1-0", "0-1", "1/2-1/2", "*"] {
        clean(&format!("{VGN}\n{end}"));
        clean(&format!("{VGN}\n{{a}};b\n{end}"));
    }
    // move_element and last_move_element, with and without their numbers, NAGs and comments.
    for moves in [
        "1. e4 1.5 e5",
        "e4 e5",
        "1. e4 e5",
        "e4 1.5 e5",
        "1. e4 $1 1.5 e5 $2 $3 {a};b\n",
        "1. e4",
        "1. e4 $1 {a}",
        "1. e4 1.5 e5 2. Nf3 2.5 Nc6 3. Bb5",
    ] {
        clean(&format!("{VGN}\n{moves} 1-0"));
        clean(&format!("{VGN}\n{{first}}\n{moves} 1-0"));
    }
    // recursive_annotation_variation: before the last move element, after it, in itself, with a terminator, with comments.
    for moves in [
        "1. e4 1.5 e5 (1. d4 1.5 d5) 2. Nf3 *",
        "1. e4 1.5 e5 (1.5 c5) (1.5 e6 2. d4) *",
        "1. e4 1.5 e5 (1. d4 1.5 d5 (1.5 Nf6 2. c4)) *",
        "1. e4 1.5 e5 (1. d4 1.5 d5 0-1) *",
        "1. e4 1.5 e5 (1. d4 1.5 d5 0-1 {resigned}) *",
        "1. e4 1.5 e5 ({only words}) *",
        "1. e4 1.5 e5 ({words} 1. d4 1.5 d5 {words}) *",
    ] {
        clean(&format!("{VGN}\n{moves}"));
    }
    // A comment after the termination is the next game's, even if there is none.
    clean(&format!("{VGN}\n1. e4 * {{a}}"));
    assert_eq!(count(&format!("{VGN}\n1. e4 * {{a}} {VGN}\n*")), 2);
}

#[test]
fn what_the_definition_refuses() {
    for (movetext, expected) in [
        ("1. e4 1.5 e5", "missing-terminator `e5`"),
        ("0. e4 *", "move-number `0.`"),
        ("1. e4 0.5 e5 *", "move-number `0.5`"),
        ("2. e4 *", "move-number `2.`"),
        ("1. e4 1... e5 *", "move-number-style `1...`"),
        ("1 e4 *", "move-number-style `1`"),
        ("1.e4 *", "missing-space-after-number `1.`"),
        ("1. e4! *", "suffix-glyph `!`"),
        ("1. {a} e4 *", "comment-placement `{a}`"),
        ("1. e4 {a} 1.5 e5 *", "comment-placement `{a}`"),
        ("1. e4 $1 {a} $2 *", "nag-placement `$2`"),
        ("1. e4 <1> 1.5 e5 *", "stray-text `<1>`"),
        ("1. e4 (1. d4 *", "unclosed-variation `(`"),
        ("1. e4 1.5 e5) *", "unopened-variation `)`"),
        ("1. e4 $ 1.5 e5 *", "stray-text `$`"),
    ] {
        let game = format!("{VGN}\n{movetext}");
        let found = crate::spec::found::found(&game);
        assert!(found.iter().any(|line| line == expected), "{movetext}: {found:?}");
    }
}

#[test]
fn where_this_project_is_kinder() {
    // No white space after `]`, before `{` or around `(`; several blanks; line ends between.
    clean(&format!("{VGN}\n1.\ne4\n\n1.5\te5(1.5 c5)2. Nf3{{a}}*"));
    // A variation after White's move, which is no whole move element.
    clean(&format!("{VGN}\n1. e4 (1. d4) 1.5 e5 *"));
    // No white space before a NAG.
    clean(&format!("{VGN}\n1. e4$1 1.5 e5 $2*"));
}

#[test]
fn the_words_of_the_post() {
    // `[MoveFormat "FCN:Friendly Coordinate Notation"]`, and the shortest and longest of FCN.
    clean(&fcn("1. Pe2-e4 *").replace("\"FCN\"", "\"FCN:Friendly Coordinate Notation\""));
    // "Ra1-a8+#+ means that a check occurred, the game is over, and a winner was determined without checkmate".
    clean(&crate::spec::found::from_board("4k3/8/8/8/8/8/8/R3K3 w -", "1. Ra1-a8+#+ 1-0"));
    // "An unfinished game should not use ##".
    earns(&fcn("1. Pe2-e4## *"), &["terminator-contradicts-mark `*`"]);
    // "this includes < and >".
    earns(&fcn("1. Pe2-e4 < 1.5 Pe7-e5 > *"), &["stray-text `<`", "stray-text `>`"]);
    // "even without this tag it is possible to have a game without any moves".
    clean(&format!("{VGN}\n*"));
    // The results that it gives for examples.
    for result in ["black ran out of time", "white surrendered", "Stalemate", "White wins"] {
        clean(&format!("{VGN}[Result \"{result}\"]\n\n1. e4 1-0"));
    }
}
