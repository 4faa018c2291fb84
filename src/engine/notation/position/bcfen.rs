//! `bcfen`: a board of [BCFEN](crate::notation::BCFEN), four bits a square (seeds 000 and 001).
//!
//! | bits | what |
//! |---|---|
//! | 64 × 4 | a8 to h1: 0 empty; 1 to 6 white rook, knight, bishop, queen, king, pawn; 9 to E the same for black |
//!
//! The start position is `9ABCDBA9EEEEEEEE000000000000000000000000000000006666666612345321`. It is also the first of
//! seed 004's encodings ("4 bits in 64 squares"), where the values are unspecified.
//!
//! Decision: a single board has no terminator, so 1.0 and 1.1 are the same here.

use shakmaty::Board;

use super::squares::{piece, squares, value_on};
use super::{EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, whole};

/// A board of BCFEN.
pub static BCFEN: PositionEncoding = PositionEncoding {
    name: "bcfen",
    aliases: &["bcfen1", "bcfen2"],
    title: "four bits a square",
    carries: EncodedFields::BOARD,
    bits: "256",
    claimed: "256, 32 bytes",
    source: "Chess Notation, 2015 (seed 000); Chess Notation Updates, 2015 (seed 001)",
    codec: PositionCodec::Binary {
        read: |bytes| whole(bytes, read),
        write: |setup| {
            Ok(PositionBits::of(|sink| squares().for_each(|square| sink.put(4, value_on(&setup.board, square).into()))))
        },
    },
};

fn read(bits: &mut PositionReader<'_>) -> Result<Board, PositionError> {
    let mut board = Board::empty();
    for square in squares() {
        let at = bits.at();
        if let Some(piece) = piece(bits.take(4, "256 bits, four a square")? as u8, at)? {
            board.set_piece_at(square, piece);
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use shakmaty::Setup;

    use super::*;
    use crate::notation::board_to_bytes;

    #[test]
    fn the_seeds_board_and_the_notations_bytes() {
        let PositionCodec::Binary { read, write } = BCFEN.codec else { unreachable!("it is binary") };
        let bits = write(&Setup::initial()).unwrap();
        assert_eq!(bits.len, 256);
        assert_eq!(bits.bytes, board_to_bytes(&Board::new()));
        assert_eq!(read(&bits.bytes).unwrap().setup.board, Board::new());
    }

    #[test]
    fn faults_say_where_and_what() {
        let PositionCodec::Binary { read, .. } = BCFEN.codec else { unreachable!("it is binary") };
        let mut bytes = board_to_bytes(&Board::new());
        bytes[9] = 0x0f;
        assert_eq!(
            read(&bytes).unwrap_err().to_string(),
            "the value F at bit 76 has no meaning there: expected one of the values of pieces, 1 to 6 and 9 to E, or 0 for an \
             empty square"
        );
        let error = read(&bytes[..9]).unwrap_err();
        assert_eq!(error.to_string(), "the bits end after 72: expected 256 bits, four a square");
    }
}
