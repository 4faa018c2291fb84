//! `occupancy`: occupied squares, their pieces, and the other fields of FEN (seed 003, Gaurav).
//!
//! | bits | what |
//! |---|---|
//! | 64 | a8 to h1: 1 if the square is occupied |
//! | 4 each | the pieces on those squares, in the same order: BCFEN's values |
//! | 1 | the side to move: 0 black, 1 white |
//! | 4 | castling rights: `K`, `Q`, `k`, `q` |
//! | 5 | en passant: 0 none; else 16, 8 more on the sixth rank, and the file, 0 to 7 |
//! | 7 | the half-move clock, 0 to 126; 127 if it is greater |
//! | 8 | the move number, 1 to 254; 255 if it is greater |
//! | 32 | the half-move clock, if it is 127 or more |
//! | 32 | the move number, if it is 255 or more |
//!
//! 64 + 4 · 32 + 1 + 4 + 5 + 7 + 8 = 217 bits at most for boards of 32 pieces, as the seed states, unless a number
//! needs its escape. Decisions where it is silent or inconsistent:
//! - It gives a piece 4 bits without values: here they are BCFEN's.
//! - Turn: "0 for black and 1 for white (or vice versa)". Castling: 4 bits in its sum, though its text speaks of eight.
//!   En passant: "4 bits, but since we also need to take care of no en-passant … 5". The orders here are decisions.
//! - It limits the clock to 100, though a game may continue, and the number to 256, to which its first comment names a
//!   counterexample. Hence the escapes. An escape with a number that needs none is an error, so that each position has
//!   one encoding.
//! - Castling with an inner rook (Chess960) and an en passant square on another rank than the third and the sixth
//!   cannot be encoded: they are omitted.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Board, Color, File, Rank, Setup, Square};

use super::rights::rooks;
use super::squares::{piece, squares, value_on};
use super::{
    EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, PositionWriter,
};
use crate::notation::{BoardText, EndMark};

/// All of FEN, by occupied squares.
pub static OCCUPANCY: PositionEncoding = PositionEncoding {
    name: "occupancy",
    aliases: &[],
    title: "64 bits of occupied squares, 4 a piece, then the rest of FEN",
    carries: EncodedFields::FEN,
    bits: "89 and 4 a piece; 217 for 32 pieces, 32 more for each number past its bits",
    claimed: "217 at most",
    source: "Gaurav, Compressing FEN with Move and Game Details (seed 003)",
    codec: PositionCodec::Binary { read, write: |setup| Ok(PositionBits::of(|sink| write(setup, sink))) },
};

/// Escape value for this and greater half-move clocks, which are written later.
const GREAT_CLOCK: u32 = 127;
/// Same for move numbers.
const GREAT_NUMBER: u32 = 255;

fn write(setup: &Setup, sink: &mut PositionWriter) {
    let board = &setup.board;
    for square in squares() {
        sink.bit(board.occupied().contains(square));
    }
    for square in squares().filter(|square| board.occupied().contains(*square)) {
        sink.put(4, value_on(board, square).into());
    }
    sink.bit(setup.turn.is_white());
    for rook in rooks(board) {
        sink.bit(setup.castling_rights.contains(rook));
    }
    sink.put(5, setup.ep_square.map_or(0, en_passant));
    let clock = setup.halfmoves;
    let number = setup.fullmoves.get();
    sink.put(7, clock.min(GREAT_CLOCK).into());
    sink.put(8, number.min(GREAT_NUMBER).into());
    if clock >= GREAT_CLOCK {
        sink.put(32, clock.into());
    }
    if number >= GREAT_NUMBER {
        sink.put(32, number.into());
    }
}

/// The five bits of an en passant square, 0 if it cannot be encoded.
fn en_passant(square: Square) -> u64 {
    match square.rank() {
        Rank::Third => 16 + u64::from(square.file()),
        Rank::Sixth => 24 + u64::from(square.file()),
        _ => 0,
    }
}

fn read(bytes: &[u8]) -> Result<BoardText, PositionError> {
    let mut bits = PositionReader::new(bytes);
    let mut setup = Setup { board: pieces(&mut bits)?, ..Setup::empty() };
    setup.turn = Color::from_white(bits.bit("the side to move")?);
    for rook in rooks(&setup.board) {
        if bits.bit("four castling rights")? {
            setup.castling_rights.add(rook);
        }
    }
    let at = bits.at();
    setup.ep_square = match bits.take(5, "the en passant square")? {
        0 => None,
        value @ 16.. => {
            let rank = if value < 24 { Rank::Third } else { Rank::Sixth };
            Some(Square::from_coords(File::new(value as u32 % 8), rank))
        }
        value => {
            let found = format!("the value {value}");
            return Err(PositionError::invalid(at, found, "an en passant square, 16 to 31, or 0 for none"));
        }
    };
    setup.halfmoves = bits.take(7, "the half-move clock")? as u32;
    let at = bits.at();
    let mut number = bits.take(8, "the move number")? as u32;
    if setup.halfmoves == GREAT_CLOCK {
        setup.halfmoves = great(&mut bits, GREAT_CLOCK)?;
    }
    if number == GREAT_NUMBER {
        number = great(&mut bits, GREAT_NUMBER)?;
    }
    setup.fullmoves =
        NonZeroU32::new(number).ok_or_else(|| PositionError::invalid(at, "the move number 0", "1 or more"))?;
    bits.end()?;
    Ok(BoardText {
        turn: Some(setup.turn),
        setup,
        castling_given: true,
        en_passant_given: true,
        clocks_given: true,
        check: false,
        end: EndMark::None,
    })
}

fn pieces(bits: &mut PositionReader<'_>) -> Result<Board, PositionError> {
    let mut occupied = Bitboard::EMPTY;
    for square in squares() {
        if bits.bit("64 bits of occupied squares")? {
            occupied.add(square);
        }
    }
    let mut board = Board::empty();
    for square in squares().filter(|square| occupied.contains(*square)) {
        let at = bits.at();
        match piece(bits.take(4, "four bits for each piece")? as u8, at)? {
            Some(piece) => board.set_piece_at(square, piece),
            None => {
                let expected = format!("a piece, for {square} is occupied");
                return Err(PositionError::invalid(at, "the value 0", expected));
            }
        }
    }
    Ok(board)
}

/// A number that did not fit its field.
fn great(bits: &mut PositionReader<'_>, least: u32) -> Result<u32, PositionError> {
    let at = bits.at();
    let number = bits.take(32, "32 bits of a number that does not fit into its own")? as u32;
    if number < least {
        return Err(PositionError::invalid(at, format!("the number {number}"), format!("{least} or more")));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn there_and_back(fen: &str) -> usize {
        let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
        let bits = PositionBits::of(|sink| write(&setup, sink));
        assert_eq!(read(&bits.bytes).expect(fen).setup, setup, "{fen}");
        bits.len
    }

    #[test]
    fn the_seeds_position() {
        let fen = "rnbqkbnr/pppp1ppp/4p3/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(there_and_back(fen), 217);
        let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
        let bits = PositionBits::of(|sink| write(&setup, sink));
        // The seed's matrix, row by row.
        assert_eq!(bits.bytes[..8], [0xff, 0b1111_0111, 0b0000_1000, 0, 0b0001_0000, 0, 0b1110_1111, 0xff]);
        // The eighth rank; at the end White to move, KQkq, no en passant; clock 0, number 2, and seven zeros.
        assert_eq!(bits.bytes[8..12], [0x9a, 0xbc, 0xdb, 0xa9]);
        assert_eq!(bits.bytes[24..], [0b1111_1000, 0b0000_0000, 0b0000_0001, 0b0000_0000]);
    }

    #[test]
    fn numbers_past_their_bits() {
        let board = "8/8/8/4k3/8/8/8/4K3";
        for (rest, len) in [
            ("b - - 126 254", 97),
            ("b - - 127 254", 129),
            ("w - - 126 255", 129),
            ("w - - 150 272", 161),
            ("w - - 4294967295 4294967295", 161),
        ] {
            assert_eq!(there_and_back(&format!("{board} {rest}")), len, "{rest}");
        }
    }

    #[test]
    fn en_passant_on_each_file_and_castling_of_each_kind() {
        for n in 0..16 {
            let rights: String = [(8, 'K'), (4, 'Q'), (2, 'k'), (1, 'q')]
                .iter()
                .filter(|(bit, _)| n & bit != 0)
                .map(|(_, c)| c)
                .collect();
            let rights = if rights.is_empty() { "-".to_owned() } else { rights };
            let file = char::from(b'a' + n % 8);
            let (turn, rank) = if n < 8 { ('w', 6) } else { ('b', 3) };
            there_and_back(&format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} {file}{rank} 0 1"));
        }
        // Chess960: the letters denote the outermost rooks.
        there_and_back("1r2kr2/8/8/8/8/8/8/1R2KR2 w KQkq - 0 1");
    }

    #[test]
    fn faults_say_where_and_what() {
        let setup = "8/8/8/4k3/8/8/8/4K3 w - - 0 1".parse::<Fen>().expect("a FEN").into_setup();
        let good = PositionBits::of(|sink| write(&setup, sink)).bytes;
        let message = |change: fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            read(&bytes).unwrap_err().to_string()
        };
        assert_eq!(message(|bytes| bytes.truncate(4)), "the bits end after 32: expected 64 bits of occupied squares");
        assert_eq!(
            message(|bytes| bytes[8] = 0x05),
            "the value 0 at bit 64 has no meaning there: expected a piece, for e5 is occupied"
        );
        // Bits 72 to 76: turn and rights; 77 to 81: en passant; 82 to 88: clock; 89 to 96: number.
        assert_eq!(
            message(|bytes| bytes[9] |= 1),
            "the value 4 at bit 77 has no meaning there: expected an en passant square, 16 to 31, or 0 for none"
        );
        assert_eq!(
            message(|bytes| bytes[12] = 0),
            "the move number 0 at bit 89 has no meaning there: expected 1 or more"
        );
        assert_eq!(
            message(|bytes| {
                bytes[11] |= 0x7f;
                bytes[12] = 0x80;
                bytes.extend([0; 4]);
            }),
            "the number 0 at bit 97 has no meaning there: expected 255 or more"
        );
    }
}
