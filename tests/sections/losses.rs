//! What binary notations cannot hold is listed before it is lost (rule F1).

use expect_test::{Expect, expect};

use crate::sections::support::{Game, hex};

/// The converted game with its losses: the text that is lost first.
fn lost(game: &Game, to: &str, expected: Expect) {
    let shown = match game.convert(to) {
        Err(refusal) => format!("refused: {refusal}"),
        Ok(whole) => {
            let bytes = game.bytes();
            let mut shown = String::new();
            for loss in &whole.losses {
                let lost = &bytes[loss.range.start as usize..loss.range.end as usize];
                shown += &format!("lost at {}: {loss}\n", lost.escape_ascii());
            }
            let section: Vec<String> = whole.section.iter().flatten().map(|byte| format!("{byte:02X}")).collect();
            shown + &whole.text + &section.join("")
        }
    };
    expected.assert_eq(&shown.replace("\r\n", "\n"));
}

const ANNOTATED: &str = "[White \"Lind, Eva\"]\n[Result \"1-0\"]\n\n{A game} 1. e4! e5 {good} (1... c5 2. Nf3 (2. c3)) 2. Bc4 $14 \
                         {and} a6 $5.1.2\n% escaped\n3. Qf3 a5 4. Qxf7# 1-0\n\n";

#[test]
fn annotated_games() {
    for (to, expected) in [
        (
            "BCCF",
            expect![[r#"
            lost at {A game}: BCCF cannot record comments (3 of them)
            lost at !: BCCF cannot record NAGs (2 of them)
            lost at (: BCCF cannot record variations (2 of them)
            lost at $5.1.2: BCCF has no composite NAG such as `$5.1.2`
            lost at % escaped: BCCF cannot record escaped lines
            [GameFormat "VGN:Variable Game Notation"]
            [White "Lind, Eva"]
            [Result "White wins"]
            [MoveFormat "BCCF:Binary Compressed Coordinate Format"]86309A40A130185062A01440AAE1"#]],
        ),
        (
            "PGC",
            expect![[r#"
            lost at $5.1.2: PGC has no composite NAG such as `$5.1.2`
            [GameFormat "VGN:Variable Game Notation"]
            [White "Lind, Eva"]
            [Result "White wins"]
            [MoveFormat "PGC:PGN Game Coding"]0A08007B412067616D657D03010D070103010C0A06007B676F6F647D0803020809080301130909030102070E0A05007B616E647D0301100A080020657363617065640303110F1E06"#]],
        ),
        (
            "BRENNER",
            expect![[r#"
            lost at (: Brenner's notation cannot record variations (2 of them)
            lost at $14: Brenner's notation has bytes for $1 to $6, and this is $14
            lost at $5.1.2: BRENNER has no composite NAG such as `$5.1.2`
            lost at % escaped: Brenner's notation cannot record escaped lines
            [GameFormat "VGN:Variable Game Notation"]
            [White "Lind, Eva"]
            [Result "White wins"]
            [MoveFormat "BRENNER:Brenner's one-byte half-moves"]003B412067616D65002C072C00676F6F6400DB00616E64002051206202"#]],
        ),
    ] {
        lost(&Game::text(ANNOTATED), to, expected);
    }
}

#[test]
fn results_that_neither_board_nor_bytes_tell() {
    let game = |result: &str, end: &str| {
        let tag = if result.is_empty() { String::new() } else { format!("[Result \"{result}\"]\n") };
        Game::text(&format!("[GameFormat \"VGN\"]\n{tag}\n1. f3 e5 2. g4 {end}\n"))
    };
    lost(
        &game("", "1-0"),
        "BCCF",
        expect![[r#"
        [GameFormat "VGN"]
        [Result "White wins"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]A6A09A40C731"#]],
    );
    lost(
        &game("White ran out of time", "0-1"),
        "BCCF",
        expect![[r#"
        lost at 0-1: BCCF has no byte for `0-1`: the game would end with `*` by its tag Result, which says `White ran out of time`
        [GameFormat "VGN"]
        [Result "White ran out of time"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]A6A09A40C731"#]],
    );
    lost(
        &game("White ran out of time", "0-1"),
        "BRENNER2",
        expect![[r#"
        [GameFormat "VGN"]
        [Result "White ran out of time"]
        [MoveFormat "BRENNER2:Brenner's one-byte half-moves"]2D343601"#]],
    );
    lost(
        &game("Draw", "*"),
        "PGC",
        expect![[r#"
        lost at *: PGC has no byte for `*`: the game would end with `1/2-1/2` by its tag Result, which says `Draw`
        [GameFormat "VGN"]
        [Result "Draw"]
        [MoveFormat "PGC:PGN Game Coding"]03030E0C1006"#]],
    );
    lost(
        &game("", "Qh4# *"),
        "BCFEN",
        expect![[r#"
        lost at *: BCFEN has no byte for `*`: the game would end with `0-1` by its last board
        [GameFormat "VGN"]
        [MoveFormat "BCFEN:Binary Compressed FEN"]9ABCDBA9EEEEEEEE0000000000000000000000000000060066666066123453219ABCDBA9EEEE0EEE000000000000E000000000000000060066666066123453219ABCDBA9EEEE0EEE000000000000E000000000600000060066666006123453219AB0DBA9EEEE0EEE000000000000E0000000006C00000600666660061234532188"#]],
    );
    lost(
        &game("", "Qh4# 0-1"),
        "BCCF",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]A6A09A40C7307FB1"#]],
    );
}

#[test]
fn illegal_half_moves() {
    let game =
        Game::text("[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e5 1.5 Pd7-d6 2. Pe5-d6xP 2.5 Ke8-e4 *\n");
    lost(
        &game,
        "BCCF",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]864079D091D09E31"#]],
    );
    lost(
        &game,
        "BRENNER",
        expect![[r#"
        lost at Pe2-e5: `Pe2-e5` cannot be written: BRENNER can record only legal moves, and this move is not legal; the 3 half-moves after it are lost too
        [GameFormat "VGN"]
        [MoveFormat "BRENNER:Brenner's one-byte half-moves"]C0"#]],
    );
    lost(
        &game,
        "BCFEN",
        expect![[r#"
        lost at Pe2-e5: BCFEN records the board after `Pe2-e5`, but not that this illegal move led to it
        lost at Ke8-e4: BCFEN records the board after `Ke8-e4`, but not that this illegal move led to it
        [GameFormat "VGN"]
        [MoveFormat "BCFEN:Binary Compressed FEN"]9ABCDBA9EEEEEEEE0000000000006000000000000000000066660666123453219ABCDBA9EEE0EEEE000E000000006000000000000000000066660666123453219ABCDBA9EEE0EEEE0006000000000000000000000000000066660666123453219ABC0BA9EEE0EEEE00060000000000000000D00000000000666606661234532188"#]],
    );
    let game = Game::text("1. e4 e5 2. Nf6 Nc6 *\n");
    lost(
        &game,
        "BCCF",
        expect![[r#"
        lost at Nf6: `Nf6` cannot be written: `Nf6` is not legal here: none of the knights on b1 and g1 can move to f6; the half-move after it is lost too
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]86309A41"#]],
    );
    lost(
        &game,
        "PGC",
        expect![[r#"
        lost at Nf6: `Nf6` cannot be written: `Nf6` is not legal here: none of the knights on b1 and g1 can move to f6; the half-move after it is lost too
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "PGC:PGN Game Coding"]03020D0C06"#]],
    );
    let game = Game::text("1. e4 -- 2. d4 *\n");
    lost(
        &game,
        "PGC",
        expect![[r#"
        lost at --: `--` cannot be written: PGC can record only legal moves; the half-move after it is lost too
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "PGC:PGN Game Coding"]03010D06"#]],
    );
    lost(
        &game,
        "BCCF",
        expect![[r#"
        lost at --: `--` cannot be written: BCCF cannot record a null move; the half-move after it is lost too
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]8631"#]],
    );
}

#[test]
fn what_cannot_be_written_takes_the_rest_of_its_line_with_it() {
    // A fifth queen's number is none: five queens of one side.
    let game = "[GameFormat \"VGN\"]\n[SetUp \"FEN:7k/PPPPP3/8/8/8/8/8/7K w - - 0 1\"]\n\n1. a8=Q Kh7 2. b8=Q Kh6 3. c8=Q Kh5 \
                4. d8=Q Kh4 5. e8=Q Kg5 6. Kg2 *\n";
    lost(
        &Game::text(game),
        "BRENNER",
        expect![[r#"
        lost at e8=Q: `e8=Q` cannot be written: Brenner's notation can number four pieces of a kind, and this is one more
        lost at Kg5: `Kg5` cannot be written: it is not known what this half-move does on the board; the half-move after it is lost too
        [GameFormat "VGN"]
        [SetUp "FEN:7k/PPPPP3/8/8/8/8/8/7K w - - 0 1"]
        [MoveFormat "BRENNER:Brenner's one-byte half-moves"]40200E42210E44220E46230EC0"#]],
    );
    lost(
        &Game::text(game),
        "BCCF1",
        expect![[r#"
        lost at Kg5: `Kg5` cannot be written: it is not known what this half-move does on the board; the half-move after it is lost too
        lost at *: BCCF1 has no byte for `*`: the game would end with `1-0` by its last board
        [GameFormat "VGN"]
        [SetUp "FEN:7k/PPPPP3/8/8/8/8/8/7K w - - 0 1"]
        [MoveFormat "BCCF1:Binary Compressed Coordinate Format"]187CFFE038FCFBD0597CF7C079FCF3B09A7C"#]],
    );
}

#[test]
fn variations_go_behind_the_half_moves_that_they_replace() {
    let game = "[GameFormat \"VGN\"]\n\n1. e4 {a} 1.5 e5 {b} (1. d4 {c} 1.5 d5 (2. c4)) (1.5 c5) 2. Nf3 (3. d4) (2. f4 *) ({none}) *\n";
    lost(
        &Game::text(game),
        "PGC",
        expect![[r#"
            lost at 2.: what the variation replaces is not known: a variation here replaces 1., or the half-move before it, not 2.
            lost at c4: `c4` cannot be written: a variation here replaces 1., or the half-move before it, not 2.
            lost at 3.: what the variation replaces is not known: a variation here replaces 2., or the half-move before it, not 3.
            lost at d4: `d4` cannot be written: a variation here replaces 2., or the half-move before it, not 3.
            lost at *: PGC has no byte for the end of a variation's game
            [GameFormat "VGN"]
            [MoveFormat "PGC:PGN Game Coding"]03010D0A03007B617D0803010B0A03007B637D03010A0903010C0A03007B627D08030108090301090803011809080A06007B6E6F6E657D0906"#]],
    );
}

#[test]
fn damaged_sections_are_converted_as_far_as_they_are_read() {
    let tags = "[GameFormat \"VGN\"]\n[Result \"White wins\"]\n[MoveFormat \"BRENNER\"]";
    lost(
        &Game::binary(tags, b"\x2c\x2c\xc1\x61\x02"),
        "FCN",
        expect![[r#"
            lost at : the byte C1 at offset 2 has no meaning here: expected a half-move, or the game's terminator, and what follows it cannot be read
            [GameFormat "VGN"]
            [Result "White wins"]
            [MoveFormat "FCN:Friendly Coordinate Notation"]

            1. Pe2-e4 Pe7-e5#+ 1-0
        "#]],
    );
    lost(
        &Game::binary(tags, b"\x2c\x2c"),
        "BCCF",
        expect![[r#"
        lost at : the binary section is cut off after 2 bytes: expected a half-move, or the game's terminator
        [GameFormat "VGN"]
        [Result "White wins"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]86309A41"#]],
    );
    let tags = "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]";
    lost(
        &Game::binary(tags, b"\n E1"),
        "SAN",
        expect![
            "refused: the bytes of BCCF begin straight after the `]` of MoveFormat: white space there is read as half-moves"
        ],
    );
    lost(
        &Game::binary(tags, &hex("8640 9A41")),
        "SAN",
        expect![[r#"
            lost at \x86@: `e2e5` cannot be written: SAN can record only legal moves, and this move is not legal; the half-move after it is lost too
            [GameFormat "VGN"]
            [MoveFormat "SAN:Standard Algebraic Notation"]

            *
        "#]],
    );
    lost(
        &Game::binary(tags, &hex("8640 9A41")),
        "FCN",
        expect![[r#"
            [GameFormat "VGN"]
            [MoveFormat "FCN:Friendly Coordinate Notation"]

            1. Pe2-e5 Pe7-e5xP *
        "#]],
    );
    let tags = "[GameFormat \"VGN\"]\n[SetUp \"FEN:8/8/8/8/8/8/8/K7 w - - 0 1\"]\n[MoveFormat \"PGC\"]";
    lost(
        &Game::binary(tags, b"\x06"),
        "SAN",
        expect![
            "refused: the moves in PGC cannot be read: the notation can record only legal moves, and from the first position none can be played"
        ],
    );
}

#[test]
fn tags_stay_but_for_the_last_one() {
    let text = "; a file's first line\n[White \"\u{e9}\"] {between} [MoveFormat \"FCN\"]\n[GameFormat \"VGN\"]\n; behind\n\n1. Pe2-e4 *\n";
    lost(
        &Game::text(text),
        "PGC",
        expect![[r#"
        ; a file's first line
        [White "é"] {between}
        [GameFormat "VGN"]
        [MoveFormat "PGC:PGN Game Coding"]0A09007B20626568696E647D03010D06"#]],
    );
    lost(
        &Game::text("1. e4 *"),
        "BCCF",
        expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]8631"#]],
    );
    lost(
        &Game::text("[MoveFormat \"FCN\"]\n\n*"),
        "BCFEN",
        expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "BCFEN:Binary Compressed FEN"]88"#]],
    );
    let game = Game::text("[Event \"x\"]\r\n\r\n1. e4 *\r\n").lossless("BCCF").expect("BCCF holds it");
    assert_eq!(
        game.text,
        "[GameFormat \"VGN:Variable Game Notation\"]\r\n[Event \"x\"]\r\n[MoveFormat \"BCCF:Binary Compressed Coordinate Format\"]"
    );
    lost(
        &game,
        "VGN",
        expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [Event "x"]
        [MoveFormat "BCCF:Binary Compressed Coordinate Format"]8631"#]],
    );
    lost(
        &game,
        "PGN",
        expect![[r#"
        [Event "x"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "?"]
        [Black "?"]
        [Result "*"]

        1. e4 *

    "#]],
    );
    lost(
        &game,
        "MCN",
        expect![[r#"
            [GameFormat "VGN:Variable Game Notation"]
            [Event "x"]
            [MoveFormat "MCN:Minimum Coordinate Notation"]

            1. e2e4 *
        "#]],
    );
}

#[test]
fn what_is_too_long_is_refused_before_it_takes_the_memory() {
    let text = format!("[White \"A\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(5 << 20));
    let game = Game { text, section: None };
    let refusal = game.convert("BCCF").expect_err("it is too long");
    assert_eq!(
        refusal.to_string(),
        "the game has 5242905 bytes of text: at most 4194304 are converted to BCCF, which is binary"
    );
    assert!(game.convert("FCN").is_ok());
    let text = "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]".to_owned();
    let game = Game { text, section: Some(vec![0; (1 << 20) + 1]) };
    let refusal = game.convert("FCN").expect_err("it is too long");
    assert_eq!(refusal.to_string(), "the binary section has 1048577 bytes: sections of at most 1048576 bytes are read");
}

/// A section of another program may begin with a NAG: a text keeps it there, or it is listed.
#[test]
fn a_nag_before_the_first_half_move_is_kept_or_listed() {
    for (format, section) in [("PGC", &b"\x07\x01\x03\x01\x0d\x06"[..]), ("BRENNER", b"\x07\x2c\xc0")] {
        let game = Game::binary(&format!("[GameFormat \"VGN\"]\n[MoveFormat \"{format}\"]"), section);
        for to in ["SAN", "LAN", "UCI", "MCN", "FCN", "FCN1", "FEN", "SFEN", "SFEN1", "PGN", "VGN", "BCCF", "PGC"] {
            let whole = game.convert(to).expect("a game");
            let is_kept = whole.text.contains("\n$1 ");
            assert!(
                is_kept || whole.losses.iter().any(|loss| loss.message.contains("`$1`")),
                "{format} {to}: {whole:?}"
            );
            let is_text = !matches!(to, "PGN" | "VGN" | "BCCF" | "PGC");
            assert_eq!(is_kept, is_text, "{format} {to}: {whole:?}");
        }
    }
}
