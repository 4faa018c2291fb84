//! Games in one notation and what they are in others.

use expect_test::{Expect, expect};

use crate::convert::support::{converted, converted_with_strays, faults, try_convert};

fn check(text: &str, to: &str, expected: Expect) {
    let result = converted(text, to);
    expected.assert_eq(&result);
    assert_eq!(faults(&result), faults(text), "{result}");
}

const SCHOLAR: &str = "[White \"A\"]\n\n1. e4 e5 2. Qh5 (2. Bc4 Nc6 $1 (2... Nf6 {Berlin}) 3. Nf3) 2... Nc6\n\
                       3. Bc4 Nf6 {??} 4. Qxf7# 1-0\n";

#[test]
fn a_game_in_fcn() {
    check(
        SCHOLAR,
        "FCN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "FCN:Friendly Coordinate Notation"]
            [White "A"]

            1. Pe2-e4 Pe7-e5 2. Qd1-h5 2.5 Nb8-c6 (2. Bf1-c4 Nb8-c6 $1 (2.5 Ng8-f6 {Berlin}) 3. Ng1-f3)
            3. Bf1-c4 Ng8-f6 {??} 4. Qh5-f7xP+# 1-0
        "#]],
    );
}

#[test]
fn a_game_in_boards() {
    check(
        "1. e4 (1. Nf3 Nf6) 1... d5 2. exd5 1/2-1/2\n",
        "SFEN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "SFEN:Shortened FEN"]

            1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 1.5 rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 (1. rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq) 2. rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq ## 1/2-1/2
        "#]],
    );
    check(
        "1. e4 e5 *\n",
        "FEN",
        expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "FEN:Forsyth-Edwards Notation"]

        1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 *
    "#]],
    );
}

#[test]
fn a_game_in_coordinates() {
    check(
        SCHOLAR,
        "uci",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "UCI:Universal Chess Interface"]
            [White "A"]

            1. e2e4 e7e5 2. d1h5 2.5 b8c6 (2. f1c4 b8c6 $1 (2.5 g8f6 {Berlin}) 3. g1f3)
            3. f1c4 g8f6 {??} 4. h5f7 1-0
        "#]],
    );
    check(
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *",
        "LAN",
        expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "LAN:Long Algebraic Notation"]

        1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. O-O *"#]],
    );
}

#[test]
fn glyphs_of_books_become_nags_where_their_letters_mean_something_else() {
    let text = "1. e4 d5 2. exd5± Qxd5 3. Nc3N Qa5!? (3... Qd8+=) 4. d4+= (4. d3-/+)*";
    let fcn = converted_with_strays(text, "FCN");
    assert!(
        fcn.ends_with(
            "2. Pe4-d5xP $16 Qd8-d5xP 3. Nb1-c3 $146 Qd5-a5 $5 (3.5 Qd5-d8 $14) 4. Pd2-d4 $14 (4. Pd2-d3 $17)*"
        ),
        "{fcn}"
    );
    for notation in ["UCI", "MCN", "LAN", "FEN", "SFEN"] {
        assert_eq!(converted(&converted_with_strays(text, notation), "FCN"), fcn, "{notation}");
    }
    let vgn = converted_with_strays(text, "VGN");
    assert!(vgn.contains("exd5 $16 Qxd5 3. Nc3N"), "only what has one meaning is written anew: {vgn}");
}

#[test]
fn only_what_must_change_changes() {
    let text = "[Event \"x\"]\n[GameFormat \"VGN\"]\n[MoveFormat \"MCN:mine\"]\n\n\n  1. e2e4\t1.5 e7e5{ c }; d\n(1.5 c7c5 $6)*";
    check(
        text,
        "SAN",
        expect![[r#"
        [Event "x"]
        [GameFormat "VGN"]
        [MoveFormat "SAN:Standard Algebraic Notation"]


          1. e4	1.5 e5{ c }; d
        (1.5 c5 $6)*"#]],
    );
    assert_eq!(converted(text, "VGN"), text);
    assert_eq!(converted(text, "MCN"), text);
}

#[test]
fn the_last_half_move_carries_the_end() {
    let game = |end: &str| format!("1. f3 e5 2. g4 {end}\n");
    let last = |text: &str, to: &str| {
        let result = converted(text, to);
        result.split_whitespace().rev().nth(1).map(str::to_owned)
    };
    for (end, fcn, fcn1) in [
        ("Qh4# 0-1", "Qd8-h4+#", "Qd8-h4+#"),
        ("Qg5 0-1", "Qd8-g5#+", "Qd8-g5"),
        ("Bc5 1-0", "Bf8-c5#+", "Bf8-c5"),
        ("Bc5 1/2-1/2", "Bf8-c5##", "Bf8-c5"),
        ("Bc5 *", "Bf8-c5", "Bf8-c5"),
    ] {
        let text = game(end);
        assert_eq!(last(&text, "FCN").as_deref(), Some(fcn));
        assert_eq!(last(&text, "FCN1").as_deref(), Some(fcn1));
        let back = converted(&converted(&text, "FCN"), "PGN");
        assert_eq!(back, text, "SAN drops the marks");
    }
    assert_eq!(
        last("[SetUp \"1\"]\n[FEN \"7k/5Q2/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Qg6 1/2-1/2", "FCN").as_deref(),
        Some("Qf7-g6#")
    );
}

#[test]
fn tags_and_line_ends_fit_the_text() {
    check(
        "1. e4 *",
        "MCN",
        expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "MCN:Minimum Coordinate Notation"]

        1. e2e4 *"#]],
    );
    let dos = "[Event \"?\"]\r\n[Result \"*\"]\r\n\r\n1. e4 *\r\n";
    assert_eq!(
        converted(dos, "MCN"),
        "[GameFormat \"VGN:Variable Game Notation\"]\r\n[MoveFormat \"MCN:Minimum Coordinate Notation\"]\r\n\
         [Event \"?\"]\r\n[Result \"Unfinished\"]\r\n\r\n1. e2e4 *\r\n"
    );
    assert_eq!(converted(&converted(dos, "MCN"), "PGN"), dos);
    assert_eq!(converted(&converted("1. e4 *", "MCN"), "PGN"), "1. e4 *");
}

#[test]
fn a_selection_is_respelt_or_means_the_game() {
    let text = "1. e2-e4 e7-e5 2. 0-0-0 *";
    let first = try_convert(text, "SAN", Some(0..9)).expect("SAN in a game of SAN");
    assert_eq!(vgn_lsp::convert::apply(text, &first.edits), "1. e4 e7-e5 2. 0-0-0 *");
    let refusal = try_convert("1. e4 e5 2. Nf3 *", "FCN", Some(0..9)).expect_err("a part");
    assert_eq!(
        refusal.message,
        "a game has one notation, and `Nf3` lies outside the selection: select the whole game to convert it"
    );
    let whole = try_convert("1. e4 e5 2. Nf3 *", "FCN", Some(4..13)).expect("every half-move is touched");
    assert_eq!(whole, try_convert("1. e4 e5 2. Nf3 *", "FCN", None).expect("the game"));
}

#[test]
fn chess960_castles_in_every_notation() {
    let text =
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4rkr1/4p1p1/8/8/8/8/8/3K2R1 w Keg - 0 1\"]\n\n1. O-O# 1-0\n";
    for (name, expected) in [("FCN", "KC+#"), ("LAN", "O-O#"), ("UCI", "d1g1"), ("MCN", "d1g1")] {
        let result = converted(text, name);
        assert!(result.contains(&format!("1. {expected} 1-0")), "{result}");
        assert_eq!(converted(&result, "PGN"), text, "{name}");
    }
    check(
        text,
        "SFEN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]
            [MoveFormat "SFEN:Shortened FEN"]
            [Variant "Chess960"]
            [Rules "0 -C -J 10 11"]
            [SetUp "FEN:4rkr1/4p1p1/8/8/8/8/8/3K2R1 w Keg - 0 1"]

            1. 4rkr1/4p1p1/8/8/8/8/8/5RK1 b kq +# 1-0
        "#]],
    );
}

#[test]
fn other_languages_become_english() {
    check("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", "SAN", expect!["1. e4 e5 2. Nf3 Nc6 3. Bb5 *"]);
}
