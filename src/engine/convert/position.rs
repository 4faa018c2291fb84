//! Converts single positions between encodings: fills in fields that the source lacks, and lists fields that the target
//! cannot hold.
//!
//! Defaults: White is to move; castling rights are those allowed by kings and rooks on their home squares; there is no
//! en passant square; the half-move clock is 0 and the move number 1. So the start position needs only its pieces.
//!
//! A loss is a difference after reading the written form back: fields equal to their defaults are not lost.

use shakmaty::{CastlingMode, Color, Setup, Square};

use crate::notation::position::{PositionBits, PositionCodec, PositionEncoding, PositionError, PositionText};
use crate::notation::{self, BoardError, BoardText, Codec, EndMark, SpelledBoard, SpellingError, marks};
use crate::rules::{Position, color_name, home_rights};

/// An encoded position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionSource<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// A position with defaults for its unspecified fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SinglePosition {
    /// The pieces and other fields.
    pub setup: Setup,
    /// The end of the game, beyond mate and stalemate, which follow from the board.
    pub end: EndMark,
    /// EPD's operations.
    pub operations: Vec<String>,
    /// Unspecified fields and their defaults: parts of a sentence.
    pub assumed: Vec<&'static str>,
}

/// Why a position cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionReadError {
    /// An error in its text, in bytes of the text.
    Text(BoardError),
    /// An error in its bits.
    Bits(PositionError),
    /// Text was given for a binary encoding, or bytes for a text encoding.
    Medium,
}

/// A position written in an encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedPosition {
    pub form: PositionForm,
    /// Losses of the form, one plain sentence each.
    pub losses: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionForm {
    Text(String),
    Bits(PositionBits),
}

impl PositionForm {
    /// Number of bits of the form; eight per character of text.
    pub fn bits(&self) -> usize {
        match self {
            PositionForm::Text(text) => text.len() * 8,
            PositionForm::Bits(bits) => bits.len,
        }
    }

    /// The form as input for reading.
    pub fn source(&self) -> PositionSource<'_> {
        match self {
            PositionForm::Text(text) => PositionSource::Text(text),
            PositionForm::Bits(bits) => PositionSource::Bytes(&bits.bytes),
        }
    }
}

/// Reads a position, and fills in unspecified fields.
///
/// # Errors
///
/// The first error in it.
pub fn read_position(
    encoding: &PositionEncoding,
    source: PositionSource<'_>,
) -> Result<SinglePosition, PositionReadError> {
    match (encoding.codec, source) {
        (PositionCodec::Text { read, .. }, PositionSource::Text(text)) => {
            let PositionText { board, operations } = read(text).map_err(PositionReadError::Text)?;
            Ok(SinglePosition { operations, ..filled_in(board) })
        }
        (PositionCodec::Binary { read, .. }, PositionSource::Bytes(bytes)) => {
            Ok(filled_in(read(bytes).map_err(PositionReadError::Bits)?))
        }
        _ => Err(PositionReadError::Medium),
    }
}

/// Writes those fields of a position that the encoding has, and lists the others.
///
/// # Errors
///
/// Why the encoding cannot represent the board, as one sentence.
pub fn write_position(position: &SinglePosition, to: &PositionEncoding) -> Result<EncodedPosition, SpellingError> {
    let form = match to.codec {
        PositionCodec::Text { write, .. } => {
            let rules = Position::from_setup(position.setup.clone(), CastlingMode::Chess960);
            let over = rules.is_checkmate() || rules.is_stalemate();
            let end = if over { EndMark::Over } else { position.end };
            PositionForm::Text(write(&SpelledBoard { setup: &position.setup, check: rules.is_check(), end })?)
        }
        PositionCodec::Binary { write, .. } => PositionForm::Bits(write(&position.setup)?),
    };
    let back = read_position(to, form.source()).map_err(|error| SpellingError::new(error.to_string()))?;
    let losses = losses(position, &back).into_iter().map(|what| format!("{} does not carry {what}", to.name)).collect();
    Ok(EncodedPosition { form, losses })
}

fn filled_in(board_text: BoardText) -> SinglePosition {
    let mut setup = board_text.setup;
    let mut assumed = Vec::new();
    match board_text.turn {
        Some(turn) => setup.turn = turn,
        None => {
            setup.turn = Color::White;
            assumed.push("White is to move");
        }
    }
    if !board_text.castling_given {
        setup.castling_rights = home_rights(&setup.board);
        assumed.push("castling rights are those that kings and rooks on their home squares allow");
    }
    if !board_text.en_passant_given {
        assumed.push("there is no en passant square");
    }
    if !board_text.clocks_given {
        assumed.push("the half-move clock is 0 and the move number 1");
    }
    let end = match board_text.end {
        EndMark::None => EndMark::None,
        end => {
            let rules = Position::from_setup(setup.clone(), CastlingMode::Chess960);
            if rules.is_checkmate() || rules.is_stalemate() { EndMark::None } else { end }
        }
    };
    SinglePosition { setup, end, operations: Vec::new(), assumed }
}

/// Fields of a position that are missing or different after reading it back.
fn losses(position: &SinglePosition, back: &SinglePosition) -> Vec<String> {
    let (was, is) = (&position.setup, &back.setup);
    let mut losses = Vec::new();
    if was.board != is.board {
        losses.push("these pieces on these squares".to_owned());
    }
    if was.turn != is.turn {
        losses.push(format!("that it is {}'s turn: it is read as {}'s", color_name(was.turn), color_name(is.turn)));
    }
    if was.castling_rights != is.castling_rights {
        let (was, is) = (rights(was), rights(&Setup { board: was.board.clone(), ..is.clone() }));
        losses.push(format!("the castling rights `{was}`: they are read as `{is}`"));
    }
    if was.ep_square != is.ep_square {
        losses.push(format!("the en passant square `{}`", square(was.ep_square)));
    }
    if was.halfmoves != is.halfmoves {
        losses.push(format!("the half-move clock, {}: it is read as {}", was.halfmoves, is.halfmoves));
    }
    if was.fullmoves != is.fullmoves {
        losses.push(format!("the move number, {}: it is read as {}", was.fullmoves, is.fullmoves));
    }
    if was.pockets != is.pockets {
        losses.push("the pieces in hand".to_owned());
    }
    if was.promoted != is.promoted {
        losses.push("which pieces are promoted pawns".to_owned());
    }
    if was.remaining_checks != is.remaining_checks {
        losses.push("how many checks are left".to_owned());
    }
    if position.end != back.end {
        let mark = marks::print(false, position.end);
        losses.push(format!("the mark `{mark}` of the game's end"));
    }
    losses.extend(position.operations.iter().map(|operation| format!("the EPD operation `{operation}`")));
    losses
}

fn square(square: Option<Square>) -> String {
    square.map_or_else(|| "-".to_owned(), |square| square.to_string())
}

/// The castling field of FEN.
fn rights(setup: &Setup) -> String {
    let Codec::Boards { write, .. } = notation::FEN.codec else { return String::new() };
    let fen = write(&SpelledBoard { setup, check: false, end: EndMark::None }).unwrap_or_default();
    fen.split(' ').nth(2).unwrap_or_default().to_owned()
}

impl std::fmt::Display for PositionReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PositionReadError::Text(error) => error.fmt(f),
            PositionReadError::Bits(error) => error.fmt(f),
            PositionReadError::Medium => {
                f.write_str("text stands where the encoding has bytes, or bytes where it has text")
            }
        }
    }
}

impl std::error::Error for PositionReadError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::position::{BCFEN, ENCODINGS, FEN, HUFFMAN, OCCUPANCY, SFEN, SFEN1, VARIABLE_BASE};

    fn fen(text: &str) -> SinglePosition {
        read_position(&FEN, PositionSource::Text(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn text(written: &EncodedPosition) -> &str {
        match &written.form {
            PositionForm::Text(text) => text,
            PositionForm::Bits(_) => panic!("{written:?}"),
        }
    }

    #[test]
    fn the_start_position_is_lost_nowhere() {
        let start = fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for encoding in ENCODINGS {
            let written = write_position(&start, encoding).unwrap();
            assert_eq!(written.losses, [""; 0], "{}", encoding.name);
            let back = read_position(encoding, written.form.source()).unwrap();
            assert_eq!(back.setup, start.setup, "{}", encoding.name);
            assert_eq!(
                text(&write_position(&back, &FEN).unwrap()),
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            );
        }
    }

    #[test]
    fn losses_of_a_board_alone() {
        let position = fen("r3k2r/8/8/8/4Pp2/8/8/4K2R b Kq e3 3 12");
        assert_eq!(
            write_position(&position, &HUFFMAN).unwrap().losses,
            [
                "huffman does not carry that it is Black's turn: it is read as White's",
                "huffman does not carry the castling rights `Kq`: they are read as `Kkq`",
                "huffman does not carry the en passant square `e3`",
                "huffman does not carry the half-move clock, 3: it is read as 0",
                "huffman does not carry the move number, 12: it is read as 1",
            ]
        );
        assert_eq!(write_position(&position, &OCCUPANCY).unwrap().losses, [""; 0]);
        let sfen = write_position(&position, &SFEN).unwrap();
        assert_eq!(text(&sfen), "r3k2r/8/8/8/4Pp2/8/8/4K2R b Kq e3");
        assert_eq!(sfen.losses.len(), 2);
    }

    #[test]
    fn castling_with_inner_rooks_needs_letters_of_files() {
        let position = fen("rr2k2r/8/8/8/8/8/8/1RR1K2R w HCb - 0 1");
        assert_eq!(text(&write_position(&position, &FEN).unwrap()), "rr2k2r/8/8/8/8/8/8/1RR1K2R w KCb - 0 1");
        for to in [&SFEN, &OCCUPANCY] {
            let expected = format!("{} does not carry the castling rights `KCb`: they are read as `K`", to.name);
            assert_eq!(write_position(&position, to).unwrap().losses, [expected]);
        }
    }

    #[test]
    fn marks_follow_from_the_board_and_other_ends_are_kept() {
        let mate = fen("4rkr1/4p1p1/8/8/8/8/8/5RK1 b - - 0 1");
        assert_eq!(text(&write_position(&mate, &SFEN).unwrap()), "4rkr1/4p1p1/8/8/8/8/8/5RK1 b - +#");
        let drawn = read_position(&SFEN, PositionSource::Text("8/8/8/4k3/8/8/8/4K3 w - ##")).unwrap();
        assert_eq!(text(&write_position(&drawn, &SFEN).unwrap()), "8/8/8/4k3/8/8/8/4K3 w - ##");
        assert_eq!(
            write_position(&drawn, &SFEN1).unwrap().losses,
            ["sfen1 does not carry the mark `##` of the game's end"]
        );
        let mated = read_position(&SFEN, PositionSource::Text("4rkr1/4p1p1/8/8/8/8/8/5RK1 b - +#")).unwrap();
        let occupancy = write_position(&mated, &OCCUPANCY).unwrap();
        assert_eq!(occupancy.losses, [""; 0], "mate is on the board");
    }

    #[test]
    fn operations_have_no_place_anywhere() {
        let position = fen("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; hmvc 0;");
        assert_eq!(write_position(&position, &FEN).unwrap().losses, ["fen does not carry the EPD operation `bm Kd2`"]);
    }

    #[test]
    fn extensions_for_variants_exist_only_in_fen() {
        let house = fen("r1bQ~k1nr/8/8/8/8/8/8/4K3[Pn] b - - 0 9");
        let written = write_position(&house, &FEN).unwrap();
        assert_eq!((text(&written), written.losses.len()), ("r1bQ~k1nr/8/8/8/8/8/8/4K3/Pn b - - 0 9", 0));
        assert_eq!(
            write_position(&house, &OCCUPANCY).unwrap().losses,
            ["occupancy does not carry the pieces in hand", "occupancy does not carry which pieces are promoted pawns"]
        );
        let checks = fen("4k3/8/8/8/8/8/8/4K3 w - - 3+1 0 1");
        assert_eq!(
            write_position(&checks, &HUFFMAN).unwrap().losses,
            ["huffman does not carry how many checks are left"]
        );
    }

    #[test]
    fn unspecified_fields_have_defaults() {
        let bits = write_position(&fen("r3k3/8/8/8/8/8/8/4K2R b - - 7 9"), &BCFEN).unwrap();
        let back = read_position(&BCFEN, bits.form.source()).unwrap();
        assert_eq!(text(&write_position(&back, &FEN).unwrap()), "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
        assert_eq!(back.assumed.len(), 4);
        assert_eq!(fen("4k3/8/8/8/8/8/8/4K3 w - -").assumed, ["the half-move clock is 0 and the move number 1"]);
    }

    #[test]
    fn a_board_without_a_form_is_an_error() {
        let position = fen("P3k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let error = write_position(&position, &VARIABLE_BASE).unwrap_err();
        assert_eq!(error.reason(), "a pawn stands on a8, and variable-base has no digit for a pawn on an end rank");
        assert_eq!(read_position(&BCFEN, PositionSource::Text("x")), Err(PositionReadError::Medium));
    }
}
