//! Castling rights as the four letters of `KQkq`.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Square};

use crate::notation::placement::rook_of;

/// The rooks that `K`, `Q`, `k` and `q` denote on a board.
pub(super) fn rooks(board: &Board) -> [Square; 4] {
    [
        rook_of(board, Color::White, CastlingSide::KingSide),
        rook_of(board, Color::White, CastlingSide::QueenSide),
        rook_of(board, Color::Black, CastlingSide::KingSide),
        rook_of(board, Color::Black, CastlingSide::QueenSide),
    ]
}

/// Those rights that the letters can denote: Chess960's inner rooks have no letters.
pub(super) fn lettered(board: &Board, rights: Bitboard) -> Bitboard {
    rights & Bitboard::from_iter(rooks(board))
}
