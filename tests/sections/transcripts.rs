//! What sections say, as text.

use expect_test::{Expect, expect};
use vgn_lsp::binary::decode;

use crate::sections::support::{BINARY, Game, hex};

const SCHOLARS_MATE: &str = "8630 9A40 63C0 3D50 A130 DED0 F2E1";

fn transcript(tags: &str, section: &[u8], expected: Expect) {
    let decoded = decode(tags, section).expect("a binary notation");
    let mut shown = decoded.text.clone();
    for place in decoded.tokens() {
        let text = &decoded.text[place.text.start as usize..place.text.end as usize];
        assert!(place.bytes.end as usize <= section.len(), "{place:?}");
        assert_eq!(decoded.game_range(&place.text).start as usize, tags.len() + place.bytes.start as usize, "{text}");
    }
    if let Some(error) = decoded.error {
        shown += &format!("\n{error}");
    }
    expected.assert_eq(&shown.replace("\r\n", "\n"));
}

#[test]
fn squares_are_mcn_and_the_board_knows_who_has_mated() {
    let tags = "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF:x\"]";
    transcript(
        tags,
        &hex(SCHOLARS_MATE),
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "MCN:Minimum Coordinate Notation"]

        1. e2e4 e7e5 2. d1h5 b8c6 3. f1c4 g8f6 4. h5f7 1-0"#]],
    );
}

#[test]
fn the_tag_result_tells_what_neither_bytes_nor_board_tell() {
    for (result, terminator) in
        [("White wins", "1-0"), ("Draw.", "1/2-1/2"), ("black ran out of time", "*"), ("0-1", "0-1")]
    {
        let tags = format!("[GameFormat \"VGN\"]\n[Result \"{result}\"]\n[MoveFormat \"BCCF\"]");
        let decoded = decode(&tags, &hex("8631")).expect("a binary notation");
        assert!(decoded.text.ends_with(&format!("1. e2e4 {terminator}")), "{}", decoded.text);
    }
}

#[test]
fn boards_are_sfen() {
    let tags = "[GameFormat \"VGN\"]\r\n[SetUp \"FEN:4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\r\n[MoveFormat \"BCFEN\"]";
    let boards = "000D0000 00000000 00000000 00000000 00000000 00000000 00000000 00005001
                  000D0000 00000000 00000000 00000000 00000000 00000000 00000000 00000150 88";
    transcript(
        tags,
        &hex(boards),
        expect![[r#"
        [GameFormat "VGN"]
        [SetUp "FEN:4k3/8/8/8/8/8/8/4K2R b K - 0 7"]
        [MoveFormat "SFEN:Shortened FEN"]

        7.5 3k4/8/8/8/8/8/8/4K2R 8. 3k4/8/8/8/8/8/8/5RK1 *"#]],
    );
}

#[test]
fn records_of_pgc_keep_their_order() {
    let section = [
        b"\x05\x02\x05Round\x013\x02\x09Annotator\x02\"I\x02\x03FEN\x01x".as_slice(),
        b"\x0a\x08\x00{before}\x03\x01\x0d\x07\x01\x0a\x05\x00{a}b}\x08\x03\x01\x0b\x08\x03\x01\x0a\x09\x09",
        b"\x03\x01\x0c\x0a\x07\x00escaped\x0a\x11\x00{a\n\n[Event \"x\"]\n}\x07\xff\x03\x01\x02\x06",
    ]
    .concat();
    transcript(
        "[GameFormat \"VGN\"]\n[Round \"3\"]\n[MoveFormat \"PGC\"]",
        &section,
        expect![[r#"
        [GameFormat "VGN"]
        [Round "3"]
        [MoveFormat "SAN:Standard Algebraic Notation"]
        [Annotator "\"I"]

        {FEN x} {before} 1. e4 $1 ;a}b
        (1. d4 (1. d3)) 1.5 e5
        %escaped
        {a

        [Event "x"]
        } $255 2. Bc4 *"#]],
    );
}

#[test]
fn brenners_bytes_tell_their_result() {
    let bytes = hex("00 5741 00 00 3B6869 00 2C2C6117DB1E 0606 53 00 68656c6c6f 00 02");
    transcript(
        "[GameFormat \"PGN\"]\n[MoveFormat \"BRENNER\"]",
        &bytes,
        expect![[r#"
        [GameFormat "PGN"]
        [MoveFormat "SAN:Standard Algebraic Notation"]
        [White "A"]

        {hi} 1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 $4 4. Qxf7# {hello} 1-0"#]],
    );
}

#[test]
fn what_stands_before_a_fault_is_there() {
    let tags = "[GameFormat \"VGN\"]\n[MoveFormat \"PGC\"]";
    transcript(
        tags,
        b"\x03\x01\x0d\x08\x03\x02\x0b",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "SAN:Standard Algebraic Notation"]

        1. e4 () *
        the binary section is cut off after 7 bytes: expected the rest of a record"#]],
    );
    transcript(
        tags,
        b"\x03\x02\x0d\x0c\x0b\x06",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "SAN:Standard Algebraic Notation"]

        1. e4 e5 *
        the byte 0B at offset 4 has no meaning here: expected a record's marker, from 00 to 0A"#]],
    );
    transcript(
        tags,
        b"\x03\x02\x0d\xff\x06",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "SAN:Standard Algebraic Notation"]

        1. e4 *
        the byte FF at offset 3 has no meaning here: expected the index of a legal move, from 00 to 13"#]],
    );
    transcript(
        tags,
        b"",
        expect![[r#"
        [GameFormat "VGN"]
        [MoveFormat "SAN:Standard Algebraic Notation"]

        *
        the binary section is cut off after 0 bytes: expected another record, or the marker 06"#]],
    );
}

#[test]
fn a_long_game_is_set_on_lines() {
    let section: Vec<u8> = ["8390", "AEB0", "A4E0"].iter().cycle().take(90).flat_map(|pair| hex(pair)).collect();
    let game = Game::binary("[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]", &section);
    let text = game.resolve().decoded.text;
    assert!(text.lines().all(|line| line.chars().count() < 80) && text.lines().count() > 8, "{text}");
}

#[test]
fn places_lead_there_and_back() {
    let game = Game::binary("[MoveFormat \"BCCF:x\"]\r\n[GameFormat \"VGN\"]", &hex(SCHOLARS_MATE));
    let decoded = game.resolve().decoded;
    let at = |text: &str| {
        let start = decoded.text.find(text).expect("there") as u32;
        start..start + text.len() as u32
    };
    let tags = game.text.len() as u32;
    assert_eq!(decoded.game_range(&at("d1h5")), tags + 4..tags + 6);
    assert_eq!(decoded.game_range(&at("e7e5 2. d1h5")), tags + 2..tags + 6);
    assert_eq!(decoded.game_range(&at("2.")), tags + 4..tags + 6, "a number is that of the next half-move");
    assert_eq!(decoded.game_range(&at("1-0")), tags + 12..tags + 14);
    assert_eq!(decoded.game_range(&at("[GameFormat")), 23..34);
    assert_eq!(decoded.game_range(&at("MCN:Minimum Coordinate Notation")), 13..19);
    assert_eq!(decoded.transcript_range(5), Some(at("d1h5")));
    assert_eq!(decoded.transcript_range(14), None);
}

#[test]
fn lines_of_a_section_are_set_for_the_notation_that_it_becomes() {
    let moves =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";
    for notation in BINARY {
        let game = Game::text(&format!("[White \"A\"]\n\n{moves}\n")).lossless(notation).expect("it holds the game");
        for to in ["SAN", "FCN", "SFEN"] {
            let text = game.lossless(to).expect("it comes back").text;
            let movetext = text.split("\n\n").nth(1).expect("movetext");
            let longest = movetext.lines().map(str::len).max();
            let shortest = movetext.trim_end().lines().rev().skip(1).map(str::len).min();
            assert!(
                longest < Some(80) && shortest > Some(if to == "SFEN" { 30 } else { 60 }),
                "{notation} to {to}:\n{text}"
            );
        }
    }
}

#[test]
fn the_lines_of_a_comment_stay_where_they_are() {
    for comment in
        ["\n[clk 1:05:23 ] x", "a\n\n[b", "[Event \"x\"]\n\n[Site \"y\"]\n", "\r\n\r\n[x] \"y\"", "a\r\n\r[b \"c\""]
    {
        let game = Game::text(&format!("[White \"A\"]\n\n1. e4 e5 {{{comment}}} 2. d4 *\n"));
        for notation in ["PGC", "BRENNER"] {
            // Brenner's texts hold no line that begins like a tag.
            let Ok(first) = game.lossless(notation) else { continue };
            let text = first.lossless("SAN").expect("it comes back");
            assert!(text.text.contains(&format!("{{{comment}}}")), "{notation} {comment:?}: {}", text.text);
            assert_eq!(text.lossless(notation).as_ref(), Ok(&first), "{comment:?}");
        }
    }
}
