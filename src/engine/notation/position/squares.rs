//! Squares in the order of the encodings, and pieces as four bits.
//!
//! Seed 004 numbers the squares from 0 without naming the first one. Here it is always a8, as in FEN, BCFEN and seed
//! 003's matrix: rank 8 first, the a-file first.

use shakmaty::{Board, File, Piece, Rank, Square};

use super::PositionError;
use crate::notation::bcfen;

/// The squares from a8 to h1.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(square)
}

/// Index of a square in that order, 0 to 63.
pub(super) fn index(square: Square) -> u64 {
    (7 - u64::from(square.rank())) * 8 + u64::from(square.file())
}

/// The square with this index. Only the lowest six bits of `index` count.
pub(super) fn square(index: u64) -> Square {
    let (rank, file) = (index as u32 / 8 % 8, index as u32 % 8);
    Square::from_coords(File::new(file), Rank::new(7 - rank))
}

/// BCFEN's value for the content of a square, 0 to 14.
pub(super) fn value_on(board: &Board, square: Square) -> u8 {
    board.piece_at(square).map_or(0, bcfen::value)
}

/// The piece denoted by four bits, which were read at bit `at`.
pub(super) fn piece(value: u8, at: usize) -> Result<Option<Piece>, PositionError> {
    bcfen::piece(value).ok_or_else(|| {
        let found = format!("the value {value:X}");
        PositionError::invalid(at, found, "one of the values of pieces, 1 to 6 and 9 to E, or 0 for an empty square")
    })
}

/// Whether a square is on the first or the eighth rank.
pub(super) fn on_end_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}
