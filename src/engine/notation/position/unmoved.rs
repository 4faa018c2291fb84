//! `unmoved`: four bits a square, whose three spare values encode castling rights and the en passant square (seed 004).
//!
//! | bits | what |
//! |---|---|
//! | 64 × 4 | a8 to h1: BCFEN's values, and those below |
//!
//! | value | what |
//! |---|---|
//! | 7 | a pawn that has just moved two squares: white on the fourth rank, black on the fifth |
//! | 8 | a king that has not moved, beside a rook that has not: white on the first rank, black on the eighth |
//! | F | a rook that has not moved, of such a king |
//!
//! Source: seed 004, of its four bits a square: "This could even be extended by adding 3 more possibilities without
//! increasing the storage requirements: a pawn that has moved 2 spaces on the last turn, a king that hasn't moved and a
//! rook that hasn't moved, which will cater for a lot of previously mentioned issues". Decisions where it is silent:
//! - Each value serves both sides: the rank determines the side.
//! - A rook has a castling right if it and its king have not moved. A king without such a rook counts as moved, so that
//!   each position has one encoding.
//! - A pawn that has just moved determines the side to move, which is not encoded otherwise.
//! - Rights of a side with two kings on its first rank, and en passant squares that no pawn has just passed, cannot be
//!   encoded: they are omitted.

use shakmaty::{Bitboard, Board, Color, Rank, Role, Setup, Square};

use super::squares::{piece, squares, value_on};
use super::{EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, only};
use crate::notation::BoardText;

/// A board with marks for unmoved kings and rooks.
pub static UNMOVED: PositionEncoding = PositionEncoding {
    name: "unmoved",
    aliases: &[],
    title: "four bits a square, with values for kings and rooks that have not moved and a pawn that just has",
    carries: EncodedFields { castling: true, en_passant: true, ..EncodedFields::BOARD },
    bits: "256",
    claimed: "256",
    source: "An answer to \"Smallest chess board compression\", 2009 (seed 004)",
    codec: PositionCodec::Binary { read, write: |setup| Ok(write(setup)) },
};

const PAWN: u64 = 7;
const KING: u64 = 8;
const ROOK: u64 = 0xf;

/// The rank, counted from the piece's side, and the role for a value of an unmoved piece.
fn unmoved(value: u64) -> Option<(Rank, Role)> {
    match value {
        PAWN => Some((Rank::Fourth, Role::Pawn)),
        KING => Some((Rank::First, Role::King)),
        ROOK => Some((Rank::First, Role::Rook)),
        _ => None,
    }
}

fn write(setup: &Setup) -> PositionBits {
    let board = &setup.board;
    let moved_two = setup.ep_square.and_then(|square| pawn_before(board, square, !setup.turn));
    PositionBits::of(|sink| {
        for square in squares() {
            let value = match board.piece_at(square) {
                Some(piece) if piece.role == Role::Rook && has_right(setup, piece.color, square) => ROOK,
                Some(piece) if king_at_home(board, piece.color) == Some(square) && may_castle(setup, piece.color) => {
                    KING
                }
                _ if moved_two == Some(square) => PAWN,
                _ => value_on(board, square).into(),
            };
            sink.put(4, value);
        }
    })
}

/// Whether the rook on a square has a castling right that can be encoded.
fn has_right(setup: &Setup, color: Color, rook: Square) -> bool {
    let at_home = rook.rank() == color.relative_rank(Rank::First);
    at_home && setup.castling_rights.contains(rook) && king_at_home(&setup.board, color).is_some()
}

/// The king on the first rank of its side, if it is the only one there.
fn king_at_home(board: &Board, color: Color) -> Option<Square> {
    let rank = Bitboard::from(color.relative_rank(Rank::First));
    (board.by_piece(color.king()) & rank).single_square()
}

fn may_castle(setup: &Setup, color: Color) -> bool {
    let rooks = setup.board.by_piece(color.rook());
    rooks.into_iter().any(|rook| has_right(setup, color, rook))
}

/// The pawn of this side that has just passed a square, if it is directly beyond the square.
fn pawn_before(board: &Board, passed: Square, color: Color) -> Option<Square> {
    let square = Square::from_coords(passed.file(), color.relative_rank(Rank::Fourth));
    let has_passed = passed.rank() == color.relative_rank(Rank::Third);
    (has_passed && board.piece_at(square) == Some(color.pawn())).then_some(square)
}

fn read(bytes: &[u8]) -> Result<BoardText, PositionError> {
    let mut bits = PositionReader::new(bytes);
    let mut setup = Setup { board: Board::empty(), ..Setup::empty() };
    let mut turn = None;
    // Bit offsets of unmoved kings and rooks, to check what they require.
    let mut kings: Vec<(Square, usize)> = Vec::new();
    let mut rooks: Vec<(Square, usize)> = Vec::new();
    for square in squares() {
        let at = bits.at();
        let value = bits.take(4, "256 bits, four a square")?;
        let Some((rank, role)) = unmoved(value) else {
            if let Some(piece) = piece(value as u8, at)? {
                setup.board.set_piece_at(square, piece);
            }
            continue;
        };
        let color = Color::ALL.into_iter().find(|color| color.relative_rank(rank) == square.rank());
        let Some(color) = color.filter(|_| role != Role::Pawn || turn.is_none()) else {
            return Err(misplaced(value, at));
        };
        setup.board.set_piece_at(square, role.of(color));
        match role {
            Role::Pawn => {
                turn = Some(!color);
                setup.ep_square = Some(Square::from_coords(square.file(), color.relative_rank(Rank::Third)));
            }
            Role::King => kings.push((square, at)),
            _ => rooks.push((square, at)),
        }
    }
    bits.end()?;
    for (values, others, value) in [(&rooks, &kings, ROOK), (&kings, &rooks, KING)] {
        let alone = values.iter().find(|(square, _)| !others.iter().any(|(other, _)| other.rank() == square.rank()));
        if let Some(&(_, at)) = alone {
            return Err(misplaced(value, at));
        }
    }
    // A second king of the side is not allowed beside one that may castle.
    for &(king, at) in &kings {
        let color = Color::from_white(king.rank() == Rank::First);
        if king_at_home(&setup.board, color) != Some(king) {
            return Err(misplaced(KING, at));
        }
    }
    setup.castling_rights.extend(rooks.iter().map(|(square, _)| *square));
    setup.turn = turn.unwrap_or(setup.turn);
    Ok(BoardText { turn, castling_given: true, en_passant_given: true, setup, ..only(Board::empty()) })
}

fn misplaced(value: u64, at: usize) -> PositionError {
    let expected = match value {
        PAWN => "one pawn at most that has just moved two squares, on the fourth or the fifth rank",
        KING => "the only king of its side on its own first rank, beside a rook that has not moved (F)",
        _ => "a rook on the first or the eighth rank, beside a king that has not moved (8)",
    };
    PositionError::invalid(at, format!("the value {value:X}"), expected)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn hex(fen: &str) -> String {
        let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
        write(&setup).bytes.iter().map(|byte| format!("{byte:02X}")).collect()
    }

    #[test]
    fn unmoved_pieces_and_pawns_that_have_just_moved() {
        assert_eq!(
            hex("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            "FABC8BAFEEEEEEEE0000000000000000000000000000000066666666F234832F"
        );
        assert_eq!(
            hex("4k2r/8/8/8/3pP3/8/8/4K3 b k e3 0 1"),
            "0000800F000000000000000000000000000E7000000000000000000000005000"
        );
    }

    #[test]
    fn faults_say_where_and_what() {
        let fault = |digits: &str| {
            let byte = |n: usize| u8::from_str_radix(&digits[n..n + 2], 16).expect("digits");
            let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect();
            read(&bytes).unwrap_err().to_string()
        };
        let empty = "0".repeat(56);
        assert_eq!(
            fault(&format!("F0000000{empty}")),
            "the value F at bit 0 has no meaning there: expected a rook on the first or the eighth rank, beside a king that \
             has not moved (8)"
        );
        assert_eq!(
            fault(&format!("{empty}00008000")),
            "the value 8 at bit 240 has no meaning there: expected the only king of its side on its own first rank, beside \
             a rook that has not moved (F)"
        );
        assert_eq!(
            fault(&format!("00000000{empty}").replacen('0', "7", 1)),
            "the value 7 at bit 0 has no meaning there: expected one pawn at most that has just moved two squares, on the \
             fourth or the fifth rank"
        );
    }
}
