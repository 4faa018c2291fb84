//! The examples and figures of the documents that define FCN, MCN, SFEN and VGN.

use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, Square};
use vgn_lsp::notation::{
    BoardText, Codec, EndMark, FCN, MCN, Notation, ParsedMove, SAN, SFEN, SFEN1, SpelledBoard, read_fen_tag,
};

use crate::notation::lookup::{fitting, read, write, written};

fn board(notation: &Notation, text: &str) -> BoardText {
    let Codec::Boards { read, .. } = notation.codec else { panic!("{} says no boards", notation.name) };
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn castling_can_be_mate() {
    let start = board(&SFEN, "4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K");
    assert_eq!(start.setup.castling_rights.first(), Some(Square::G1));
    let position: Chess = start.setup.position(CastlingMode::Chess960).expect("a position");
    let castle = Move::Castle { king: Square::D1, rook: Square::G1 };
    let mate = written(&position, castle, CastlingMode::Chess960);
    assert_eq!(write(&FCN, &mate), "KC+#");
    assert_eq!(write(&SAN, &mate), "O-O#");
    assert_eq!(write(&MCN, &mate), "d1g1");
    assert_eq!(fitting(&position, &read(&FCN, "KC+#").unwrap()), [castle]);

    let after = position.play(castle).expect("legal").to_setup(EnPassantMode::Legal);
    let Codec::Boards { write, .. } = SFEN.codec else { panic!("SFEN says boards") };
    let text = write(&SpelledBoard { setup: &after, check: true, end: EndMark::Over }).unwrap();
    assert_eq!(text, "4rkr1/4p1p1/8/8/8/8/8/5RK1 b - +#");
    for example in ["4rkr1/4p1p1/8/8/8/8/8/5RK1 +#", "4rkr1/4p1p1/8/8/8/8/8/5RK1 B -", "4rkr1/4p1p1/8/8/8/8/8/5RK1"] {
        assert_eq!(board(&SFEN, example).setup.board, after.board);
        assert_eq!(board(&SFEN1, example).setup.board, after.board);
    }
    // The document's FEN has question marks for its clocks.
    assert!(read_fen_tag("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w - - ? ?").is_ok());
}

#[test]
fn shortest_and_longest_texts() {
    assert_eq!(read(&FCN, "KC").unwrap().parsed, ParsedMove::Castle(shakmaty::CastlingSide::KingSide));
    let longest = read(&FCN, "Pa7-B8xR=q+#+").unwrap();
    assert_eq!((longest.check, longest.end), (true, EndMark::Won));
    for text in ["Qa6xb7#", "fxg1=Q+"] {
        assert_eq!(text.len(), 7);
        assert!(read(&SAN, text).is_some());
    }
    assert!(board(&SFEN, "8/8/8/8/8/8/8/8").setup.board.occupied().is_empty());
    let full = ["pPpPpPpP"; 8].join("/");
    assert_eq!(full.len(), 71);
    assert_eq!(board(&SFEN, &full).setup.board.occupied().count(), 64);
}

#[test]
fn a_queens_move_on_the_c_file_is_no_castling() {
    // The reason why version 1.1 moved castling to the end of its expression.
    let read = read(&FCN, "Qc1-a1").unwrap();
    assert!(matches!(read.parsed, ParsedMove::Piece(_)));
}

#[test]
fn a_fen_in_setup_and_an_sfen_in_setup_say_the_same() {
    let fen = read_fen_tag("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K - 0 1").unwrap();
    let sfen = board(&SFEN, "4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K");
    assert_eq!(fen.setup, sfen.setup);
    assert!(fen.clocks_given && !sfen.clocks_given);
}
