//! The figures of the documents that define the binary notations.

use shakmaty::{Board, Color, KnownOutcome, Outcome, Role, Square};
use vgn_lsp::notation::{
    BCCF, BCCF1, BCFEN, BCFEN1, BRENNER, BRENNER2, BinaryEvent, Notation, PGC, ParsedMove, board_from_bytes,
    board_to_bytes,
};

use crate::binary::lookup::{START, end, events, hex, holds, moves, read, write};

const WHITE_WINS: BinaryEvent = BinaryEvent::End(Outcome::Known(KnownOutcome::Decisive { winner: Color::White }));

/// The Scholar's Mate with the seed's `??` and result.
fn scholars_mate() -> Vec<BinaryEvent> {
    let mut game = moves(START, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7");
    game.insert(6, BinaryEvent::Nag(4));
    game.push(WHITE_WINS);
    game
}

#[test]
fn the_scholars_mate_in_ten_bytes() {
    let bytes = [
        0b0010_1100,
        0b0010_1100,
        0b0110_0001,
        0b0001_0111,
        0b1101_1011,
        0b0001_1110,
        0b0000_0110,
        0b0000_0110,
        0b0101_0011,
        0b0000_0010,
    ];
    assert_eq!(hex(&write(&BRENNER, &scholars_mate(), START).unwrap()), hex(&bytes));
    let game = read(&BRENNER, &bytes, START);
    assert_eq!((events(&game), game.len, game.error), (scholars_mate(), 10, None));
    assert_eq!(end(&BRENNER, &bytes), Some(10));
}

#[test]
fn the_scholars_mate_in_seven_bytes_is_read_but_for_its_end() {
    let game = read(&BRENNER, &[0x2C, 0x2C, 0x61, 0x17, 0xDB, 0x1E, 0x53], START);
    assert_eq!(events(&game), moves(START, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7"));
    let error = game.error.expect("no terminator").to_string();
    assert_eq!(error, "the binary section is cut off after 7 bytes: expected a half-move, or the game's terminator");
}

#[test]
fn the_scholars_mate_in_the_alternate_notation() {
    // Pawns: 001 10 100 twice; queen: 11 001 100; knight: 0001 0 111; bishop: 01 01 1 011; queen: 11 011 010.
    let bytes = [0x34, 0x34, 0xCC, 0x17, 0x5B, 0x1E, 0x06, 0x06, 0xDA, 0x02];
    assert_eq!(hex(&write(&BRENNER2, &scholars_mate(), START).unwrap()), hex(&bytes));
    assert_eq!(events(&read(&BRENNER2, &bytes, START)), scholars_mate());
}

#[test]
fn a_game_without_a_result_ends_with_an_unassigned_byte() {
    for (notation, expected) in [(&BRENNER, "C0"), (&BRENNER2, "88")] {
        let unfinished = [BinaryEvent::End(Outcome::Unknown)];
        assert_eq!(hex(&write(notation, &[], START).unwrap()), expected);
        assert_eq!(hex(&write(notation, &unfinished, START).unwrap()), expected);
    }
}

#[test]
fn a1_h8_promoted_to_a_bishop() {
    for (notation, bytes) in [(&BCCF, [0x03, 0xFB]), (&BCCF1, [0x03, 0xF8])] {
        // In 1.0 the piece must be a pawn, as nothing else says that a promotion happened.
        let game = read(notation, &bytes, "7k/8/8/8/8/8/8/P6K w - - 0 1");
        assert_eq!(game.error, None);
        let [BinaryEvent::Parsed(ParsedMove::Piece(said))] = &events(&game)[..] else { panic!("{game:?}") };
        assert_eq!((said.to, said.promotion), (Square::H8, Some(Role::Bishop)));
        let from = said.from_file.zip(said.from_rank).map(|(file, rank)| Square::from_coords(file, rank));
        assert_eq!(from, Some(Square::A1));
        assert_eq!(write(notation, &events(&game), "7k/8/8/8/8/8/8/P6K w - - 0 1").unwrap(), bytes);
    }
    // The seed's 03FA has no terminator: the game goes on.
    let game = read(&BCCF, &[0x03, 0xFA, 0x31, 0xC1], START);
    assert_eq!((game.events.len(), game.len, game.error), (2, 4, None));
}

#[test]
fn a_game_of_no_moves() {
    for (notation, expected) in [(&BCCF, "00 01"), (&BCCF1, ""), (&BCFEN, "88"), (&BCFEN1, ""), (&PGC, "06")] {
        let bytes = write(notation, &[], START).unwrap();
        assert_eq!(hex(&bytes), expected, "{}", notation.name);
        let game = read(notation, &bytes, START);
        assert_eq!((game.events.len(), game.len, game.error), (0, bytes.len(), None), "{}", notation.name);
    }
}

#[test]
fn the_first_board_in_hex() {
    let expected = "9A BC DB A9 EE EE EE EE 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 66 66 66 66 12 34 53 21";
    let bytes = board_to_bytes(&Board::new());
    assert_eq!(hex(&bytes), expected);
    assert_eq!(board_from_bytes(&bytes), Ok(Board::new()));
    assert_eq!(board_from_bytes(&[0x66; 32]).expect("pawns").occupied().count(), 64);
    let mut damaged = bytes;
    damaged[9] = 0x70;
    assert_eq!(board_from_bytes(&damaged), Err(9));
}

#[test]
fn records_of_pgc() {
    let mut game = moves(START, "e4 e5");
    game.push(BinaryEvent::Nag(14));
    game.push(BinaryEvent::VariationBegin);
    // e5 is replaced: from the position after 1. e4.
    game.extend(moves("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "c5 Nf3"));
    game.push(BinaryEvent::Comment("Sicilian – no".replace('–', "-")));
    game.push(BinaryEvent::VariationEnd);
    game.push(BinaryEvent::Escape("fen".to_owned()));
    game.extend(moves("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Nf3"));
    let bytes = write(&PGC, &game, START).unwrap();
    let expected = "03 02 0D 0C 07 0E 08 03 02 08 09 0A 0F 00 7B 53 69 63 69 6C 69 61 6E 20 2D 20 6E 6F 7D 09 0A 03 00 66 65 6E 03 01 09 06";
    assert_eq!(hex(&bytes), expected);
    let back = read(&PGC, &bytes, START);
    assert_eq!((events(&back), back.len, &back.error), (game, bytes.len(), &None));
    assert_eq!(end(&PGC, &bytes), Some(bytes.len()));
    assert_eq!(back.main_line().count(), 3);
}

#[test]
fn other_writers_records_are_read() {
    // Begin, nothing, a tag pair, a long sequence of one move, an empty sequence.
    let bytes = [5, 0, 2, 1, b'A', 1, 0xE9, 4, 1, 0, 19, 3, 0, 6, b'['];
    let game = read(&PGC, &bytes, START);
    let tag = BinaryEvent::Tag { name: "A".to_owned(), value: "é".to_owned() };
    assert_eq!(events(&game), [vec![tag], moves(START, "h4")].concat());
    assert_eq!((game.len, game.error), (14, None));
}

#[test]
fn promoted_men_have_numbers() {
    let fen = "7k/PP6/8/8/8/8/8/K7 w - - 0 1";
    // The first queen is number 0, which needs no byte to move; the second is number 1.
    let game = moves(fen, "a8=Q+ Kh7 b8=Q Kg6 Qaa7 Kf6 Qbb6+");
    for (notation, expected) in
        [(&BRENNER, "40 20 0E 42 21 0D 4E 0C 42 56 C0"), (&BRENNER2, "C0 28 0E D0 29 0D F1 0C D0 F2 88")]
    {
        let bytes = write(notation, &game, fen).unwrap();
        assert_eq!(hex(&bytes), expected, "{}", notation.name);
        assert_eq!(events(&read(notation, &bytes, fen))[..7], game, "{}", notation.name);
    }
}

#[test]
fn a_fifth_queen_is_refused_and_a_taken_ones_number_given_again() {
    let fen = "8/PPPPP2k/8/8/8/8/8/K7 w - - 0 1";
    let game = moves(fen, "a8=Q Kg7 b8=Q Kh7 c8=Q Kg7 d8=Q Kh7 e8=Q");
    let error = write(&BRENNER, &game, fen).unwrap_err();
    assert_eq!(error.event, 8);
    assert_eq!(error.to_string(), "Brenner's notation can number four pieces of a kind, and this is one more");
    let fen = "1r6/PPPPP2k/8/8/8/8/8/K7 w - - 0 1";
    let game = moves(fen, "a8=Q Rxa8 bxa8=Q Kg7 c8=Q Kh7 d8=Q Kg7 e8=Q Kh7 Qee7+");
    let bytes = write(&BRENNER, &game, fen).unwrap();
    // 40 40: numbers from 0 again, for the first queen was taken.
    assert_eq!(events(&read(&BRENNER, &bytes, fen))[..game.len()], game);
}

#[test]
fn texts_before_the_moves_and_after() {
    let tag = |name: &str, value: &str| BinaryEvent::Tag { name: name.to_owned(), value: value.to_owned() };
    let comment = |text: &str| BinaryEvent::Comment(text.to_owned());
    let mut game = vec![tag("White", "Černý"), tag("Date", "2002.07.26"), comment("Well")];
    game.extend(moves(START, "e4"));
    game.push(comment("Well\nplayed"));
    let bytes = write(&BRENNER, &game, START).unwrap();
    assert_eq!(&bytes[..10], b"\0W\xc4\x8cern\xc3\xbd\0");
    game.push(BinaryEvent::End(Outcome::Unknown));
    assert_eq!(events(&read(&BRENNER, &bytes, START)), game);
    // ISO 8859-1, and a text that begins with no byte of the seed's.
    let foreign = read(&BRENNER, b"\0BF\xe9\0\0hello\0\xc0", START);
    assert_eq!(events(&foreign)[..2], [tag("Black", "Fé"), comment("hello")]);
}

#[test]
fn what_has_no_bytes_is_named() {
    let comment = BinaryEvent::Comment("x".to_owned());
    let says = |notation: &Notation, event: &BinaryEvent| holds(notation, event).unwrap_err();
    assert_eq!(says(&BCCF, &comment), "BCCF cannot record comments");
    assert_eq!(says(&BCFEN, &BinaryEvent::Nag(1)), "BCFEN cannot record NAGs");
    assert_eq!(says(&PGC, &BinaryEvent::Nag(300)), "PGC records NAGs up to $255, and this is $300");
    assert_eq!(says(&PGC, &BinaryEvent::Comment("♔".to_owned())), "PGC has no byte for the character ♔");
    assert_eq!(says(&BRENNER, &BinaryEvent::Nag(7)), "Brenner's notation has bytes for $1 to $6, and this is $7");
    assert_eq!(says(&BRENNER2, &BinaryEvent::VariationBegin), "Brenner's notation cannot record variations");
    let lines = BinaryEvent::Comment("a game:\n [Event \"x\"]".to_owned());
    assert_eq!(says(&BRENNER, &lines), "a line that begins like a tag would end the section of Brenner's notation");
    let clocks = BinaryEvent::Comment("[x]\n[%clk 0:01]".to_owned());
    assert!(holds(&BRENNER, &clocks).is_ok() && holds(&PGC, &lines).is_ok());
    assert!(holds(&BRENNER, &comment).is_ok() && holds(&PGC, &comment).is_ok());
}
