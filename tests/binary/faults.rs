//! Damaged sections: one error each, by offset, value and what was expected.

use vgn_lsp::notation::{BCCF, BCFEN, BRENNER, BRENNER2, BinaryFault, Notation, PGC};

use crate::binary::lookup::{START, read};

fn error(notation: &Notation, bytes: &[u8], fen: &str) -> (usize, String) {
    let game = read(notation, bytes, fen);
    let error = game.error.unwrap_or_else(|| panic!("{} {bytes:02x?} is read", notation.name));
    assert!(game.len <= bytes.len());
    (game.events.len(), error.to_string())
}

#[test]
fn cut_off_sections_keep_what_was_read() {
    let cut =
        |at: usize, expected: &str| format!("the binary section is cut off after {at} bytes: expected {expected}");
    let bccf = "two bytes a half-move, the last bit of the last one set";
    let mut board = [0; 32];
    board[0] = 0x50;
    for (notation, bytes, count, at, expected) in [
        (&BCCF, &[][..], 0, 0, bccf),
        (&BCCF, &[0x31, 0xC0, 0x33], 1, 3, bccf),
        (&BCFEN, &board, 1, 32, "another board of 32 bytes, or the byte 88"),
        (&BCFEN, &board[..31], 0, 31, "32 bytes of a board"),
        (&PGC, &[3, 1, 0], 1, 3, "another record, or the marker 06"),
        (&PGC, &[3, 4, 0], 0, 3, "the rest of a record"),
        (&BRENNER, &[0x2C, 0, b'a'], 1, 3, "the null byte that ends a text"),
        (&BRENNER2, &[0x34, 0xD0], 1, 2, "the half-move of the piece whose number was given"),
    ] {
        assert_eq!(error(notation, bytes, START), (count, cut(at, expected)), "{} {bytes:02x?}", notation.name);
    }
}

#[test]
fn bytes_without_meaning_are_named_with_their_offset() {
    let no = |value: u8, at: usize, expected: &str| {
        format!("the byte {value:02X} at offset {at} has no meaning here: expected {expected}")
    };
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    for (notation, bytes, fen, count, value, at, expected) in [
        (&BCFEN, &[0x0F, 0][..], START, 0, 0x0F, 0, "two of the values 0 to 6 and 9 to E, or the terminator 88"),
        (&PGC, &[3, 1, 20, 6], START, 0, 20, 2, "the index of a legal move, from 00 to 13"),
        (&PGC, &[3, 1, 0, 6], mated, 0, 0, 2, "no more moves, because none is legal"),
        (&PGC, &[3, 1, 0, 0x0B, 6], START, 1, 0x0B, 3, "a record's marker, from 00 to 0A"),
        (&PGC, &[8, 6], START, 0, 8, 0, "a move before the variation that replaces it"),
        (&PGC, &[9, 6], START, 0, 9, 0, "a record of the main line, for no variation is open"),
        (&PGC, &[3, 1, 0, 8, 6], START, 2, 6, 4, "the marker 09 of a variation's end before the end of the game"),
        (&PGC, &[5, 5], START, 0, 5, 1, "the game's records: it can begin only once"),
        (
            &PGC,
            &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6],
            START,
            0,
            1,
            0,
            "a record of the game that has begun, and no game of its own",
        ),
        (&BRENNER, &[0x2C, 0xC1], START, 1, 0xC1, 1, "a half-move, or the game's terminator"),
        (&BRENNER, &[0x2C, 0x04, 2], START, 1, 4, 1, "a legal move, and castling to this side is none"),
        (&BRENNER, &[0x48, 2], START, 0, 0x48, 0, "a legal move"),
        (&BRENNER, &[0x16, 2], START, 0, 0x16, 0, "a destination on the board"),
        (&BRENNER, &[0x16, 2], mated, 0, 0x16, 0, "the game's terminator, for no move is legal"),
        (&BRENNER2, &[0x34, 0x98], START, 1, 0x98, 1, "a half-move, or the game's terminator"),
        (&BRENNER, &[0x44, 0x4A], START, 0, 0x4A, 1, "a piece that is on the board"),
        (&BRENNER, &[0x44, 0x13], START, 0, 0x13, 1, "the half-move of the piece whose number was given"),
        (&BRENNER, &[0x44, 0x2C], START, 0, 0x2C, 1, "a half-move that promotes, for a number was given"),
        (
            &BRENNER,
            &[0x20],
            "7k/P7/8/8/8/8/8/K7 w - - 0 1",
            0,
            0x20,
            0,
            "the number of the new piece before the pawn's half-move",
        ),
        (&BRENNER, &[0x40, 0x20], "7k/P7/8/8/8/8/8/KQ6 w - - 0 1", 0, 0x40, 0, "a number that is free"),
    ] {
        let found = error(notation, bytes, fen);
        assert_eq!(found, (count, no(value, at, expected)), "{} {bytes:02x?}", notation.name);
    }
}

#[test]
fn without_a_legal_first_position_moves_cannot_be_counted() {
    for notation in [&PGC, &BRENNER, &BRENNER2] {
        let game = read(notation, &[6], "8/8/8/8/8/8/8/8 w - - 0 1");
        assert!(matches!(game.error.expect("no kings").fault, BinaryFault::Start { .. }), "{}", notation.name);
        let crowded = read(notation, &[6], "QQQQQQQQ/QQQQQQQ1/8/8/8/2k5/8/K7 w - - 0 1");
        assert!(matches!(crowded.error.expect("queens").fault, BinaryFault::Start { .. }), "{}", notation.name);
    }
    // Squares and boards need no rules.
    assert_eq!(read(&BCCF, &[0x31, 0xC1], "8/8/8/8/8/8/8/8 w - - 0 1").error, None);
}
