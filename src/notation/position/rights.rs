//! Castling rights as the four letters of `KQkq`.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Square};

use crate::notation::placement::rook_of;

/// The rooks that `K`, `Q`, `k` and `q` mean on a board.
pub(super) fn rooks(board: &Board) -> [Square; 4] {
    [
        rook_of(board, Color::White, CastlingSide::KingSide),
        rook_of(board, Color::White, CastlingSide::QueenSide),
        rook_of(board, Color::Black, CastlingSide::KingSide),
        rook_of(board, Color::Black, CastlingSide::QueenSide),
    ]
}

/// Those of the rights that letters mean: with Chess960's inner rooks some cannot be said.
pub(super) fn lettered(board: &Board, rights: Bitboard) -> Bitboard {
    rights & Bitboard::from_iter(rooks(board))
}
