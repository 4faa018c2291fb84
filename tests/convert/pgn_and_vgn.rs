//! PGN games made VGN games, and back.

use expect_test::{Expect, expect};

use crate::convert::support::{converted, converted_with_strays, faults, with_losses};

fn check(text: &str, to: &str, expected: Expect) {
    let result = with_losses(text, to);
    expected.assert_eq(&result);
}

#[test]
fn everything_that_the_formats_write_differently() {
    let pgn = "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/k7/7R/K7 w - - 0 40\"]\n[Result \"1-0\"]\n\n; escape\n40.Rb2! {a} 40... Ka4?! $14 {b} ({c} 40... \
               Ka4 41.Ka2) 41. {d} Rb1 1-0\n";
    let vgn = converted(pgn, "VGN");
    expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [Event "x"]
        [SetUp "FEN:8/8/8/8/8/k7/7R/K7 w - - 0 40"]
        [Result "White wins"]

        ; escape
        40. Rb2 $1 40.5 Ka4 $6 $14 {[%after 40.] a} {b} ({c} 40.5 Ka4 41. Ka2) {d} 41. Rb1 1-0
    "#]]
    .assert_eq(&vgn);
    assert_eq!(faults(&vgn), faults(pgn));
    let back = converted(&vgn, "PGN");
    expect![[r#"
        [Event "x"]
        [SetUp "1"]
        [FEN "8/8/8/8/8/k7/7R/K7 w - - 0 40"]
        [Result "1-0"]

        ; escape
        40. Rb2 $1 {a} 40... Ka4 $6 $14 {b} ({c} 40... Ka4 41. Ka2) {d} 41. Rb1 1-0
    "#]]
    .assert_eq(&back);
    assert_eq!(converted(&back, "VGN"), vgn);
}

#[test]
fn what_stands_behind_stray_text_stays_there() {
    for (pgn, expected) in [
        ("1. e4 e5 {b} 2. N&f3 {c} Nc6 {d} *", "1. e4 e5 {b} 2. N&f3 {c} Nc6 {d} *"),
        ("1. e4 e5 2. N&f3 $1 {c} Nc6 *", "1. e4 e5 2. N&f3 $1 {c} Nc6 *"),
        ("1. e4 e5 2. N&f3 (2. d4 d5) 2... Nc6 *", "1. e4 e5 2. N&f3 (2. d4 d5) 2.5 Nc6 *"),
    ] {
        let vgn = converted_with_strays(pgn, "VGN");
        assert!(vgn.ends_with(expected), "{vgn}");
    }
}

/// PGN passes over an escape: as a comment it says what it did not say before.
#[test]
fn escapes_become_comments_and_are_listed() {
    check(
        "% one\n[Event \"x\"]\n\n1. e4 e5\n% two\n*",
        "VGN",
        expect![[r#"
        lost at "% one": VGN has no escape lines with `%`: they become comments (2 of them)
        ; one
        [GameFormat "VGN:Variable Game Notation"]
        [Event "x"]

        1. e4 e5
        ; two
        *"#]],
    );
    check(
        "[GameFormat \"VGN\"]\n\n1. e4\n% one\n*",
        "FCN",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "FCN:Friendly Coordinate Notation"]

        1. Pe2-e4
        % one
        *"#]],
    );
}

#[test]
fn comments_find_their_place() {
    check(
        "1. e4 {a} {b} $1 e5 2. Nf3 {c}\n; d\nNc6 3. Bb5 {e} (3. Bc4 {f}) *",
        "VGN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]

            1. e4 $1 e5 {[%after 1.] a} {[%after 1.] b} 2. Nf3
            Nc6 {[%after 2.] c} { [%after 2.] d} 3. Bb5 {e} (3. Bc4 {f}) *"#]],
    );
    check(
        "1. {a} e4 1... {b} e5 {c} ({d} 1... c5 {e} 2. Nf3 {f} d6) 2. d4 {g} *",
        "VGN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]

            {a} 1. e4 1.5 e5 {[%after 1.] b} {c} ({d} 1.5 c5 {e} 2. Nf3 d6 {[%after 2.] f}) 2. d4 {g} *"#]],
    );
    check(
        "1. e4 ; it } is\n1... e5\n2. d4 *",
        "VGN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]

            1. e4
            1.5 e5 ; [%after 1.] it } is
            2. d4 *"#]],
    );
}

#[test]
fn boards_move_between_their_tags() {
    check(
        "[GameFormat \"VGN\"]\n[SetUp \"4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K\"]\n\n1. O-O# 1-0\n",
        "PGN",
        expect![[r#"
        [SetUp "1"]
        [FEN "4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K - 0 1"]

        1. O-O# 1-0
    "#]],
    );
    check(
        "[GameFormat \"VGN\"]\n[SetUp \"SFEN:7k/5Q2/6K1/8/8/8/8/8 b - - #\"]\n\n1/2-1/2\n",
        "PGN",
        expect![[r#"
        [SetUp "1"]
        [FEN "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]

        1/2-1/2
    "#]],
    );
    check(
        "[GameFormat \"VGN\"]\n[SetUp \"SFEN:x\"]\n\n*\n",
        "PGN",
        expect![[r#"
        refused at "\"SFEN:x\"": the board in `SetUp` cannot be read, so it cannot be written in PGN's tag `FEN`
    "#]],
    );
    check(
        "[SetUp \"1\"]\n[White \"A\"]\n\n1. e4 *\n",
        "VGN",
        expect![[r#"
        lost at "[SetUp \"1\"]": the tag SetUp says that there is a tag FEN with the board, but there is none
        [GameFormat "VGN:Variable Game Notation"]
        [White "A"]

        1. e4 *
    "#]],
    );
}

#[test]
fn what_pgn_has_no_place_for() {
    check(
        "[GameFormat \"VGN\"]\n[Date \"2024.01.01\"]\n[EndDate \"2024.01.02\"]\n[Result \"black ran out of time\"]\n\n1. e4 \
         $5.1.2 1.5 e5 1-0\n",
        "PGN",
        expect![[r#"
            lost at "\"black ran out of time\"": in PGN the tag Result only repeats the terminator: `black ran out of time` cannot be written there
            lost at "$5.1.2": PGN has no composite NAG such as `$5.1.2`
            [Date "2024.01.01"]
            [EndDate "2024.01.02"]
            [Result "1-0"]

            1. e4 1... e5 1-0
        "#]],
    );
}

#[test]
fn a_game_that_only_lacks_its_format() {
    check(
        "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 {c} 1.5 Pe7-e5 *\n",
        "VGN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "FCN"]

            1. Pe2-e4 1.5 Pe7-e5 {[%after 1.] c} *
        "#]],
    );
    check(
        "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 {c} 1.5 Pe7-e5 *\n",
        "SAN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "SAN:Standard Algebraic Notation"]

            1. e4 1.5 e5 {[%after 1.] c} *
        "#]],
    );
    check(
        "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 {c} 1.5 Pe7-e5 *\n",
        "PGN",
        expect![[r#"
        1. e4 {c} 1... e5 *
    "#]],
    );
}

/// Tags that say the same twice still do.
#[test]
fn repeated_tags_are_all_rewritten() {
    let pgn = "[Result \"1-0\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n";
    let vgn = converted(pgn, "VGN");
    assert_eq!(vgn.matches("[Result \"White wins\"]").count(), 2, "{vgn}");
    let twice = converted(pgn, "FCN").replace("[MoveFormat", "[MoveFormat \"FCN\"]\n[MoveFormat");
    let uci = converted(&twice, "UCI");
    assert!(!uci.contains("FCN") && uci.matches("[MoveFormat \"UCI").count() == 2, "{uci}");
    assert!(converted(&uci, "PGN").ends_with("\n\n1. e4 1-0\n"));
}

/// The result of a game that is plainly VGN but does not say so is read in one way.
#[test]
fn a_result_in_words_without_a_game_format() {
    for end in ["", " 0-1"] {
        let text = format!("[Event \"x\"]\n[Result \"Black wins\"]\n\n1. e4 1.5 e5{end}\n");
        let pgn = converted(&text, "PGN");
        assert_eq!(pgn, converted(&converted(&text, "VGN"), "PGN"));
        assert!(pgn.contains("[Result \"0-1\"]"), "{pgn}");
    }
}

/// In PGN they are text, in VGN they would be the rules of the game.
#[test]
fn rules_and_pieces_of_a_pgn_game_are_text() {
    for tag in ["[Rules \"FIDE\"]", "[Rules \"0 16 17 18 19\"]", "[Pieces \"Staunton\"]"] {
        let losses = with_losses(&format!("[Event \"x\"]\n{tag}\n\n1. e4 e5 1-0\n"), "VGN");
        assert!(losses.starts_with(&format!("lost at {tag:?}: in VGN the tag ")), "{losses}");
        assert!(losses.ends_with("\n[Event \"x\"]\n\n1. e4 e5 1-0\n"), "{losses}");
    }
    // What says the same as the variant stays.
    let atomic = "[Variant \"Atomic\"]\n[Rules \"0 16 17 18 19\"]\n\n1. e4 e5 1-0\n";
    assert_eq!(converted(atomic, "VGN").matches("[Rules ").count(), 1);
}
