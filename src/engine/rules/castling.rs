//! Castling on any board: the right, king and rook of a castling move.

use shakmaty::{Bitboard, Board, Castles, CastlingMode, CastlingSide, Color, File, Rank, Role, Square};

use super::boards::kings;

/// Castling rights, as rook squares, for kings and rooks on their home squares: the default for a board text without a
/// castling field (notations, SFEN).
pub fn home_rights(board: &Board) -> Bitboard {
    let mut rights = Bitboard::EMPTY;
    for color in Color::ALL {
        let home = color.backrank();
        if board.by_piece(color.king()).contains(Square::from_coords(File::E, home)) {
            for file in [File::A, File::H] {
                let corner = Square::from_coords(file, home);
                if board.by_piece(color.rook()).contains(corner) {
                    rights.add(corner);
                }
            }
        }
    }
    rights
}

/// Moves king and rook as in castling. Returns false, without a change, if they are not there.
pub(super) fn carry_out(board: &mut Board, king: Square, rook: Square) -> bool {
    let (Some(king_piece), Some(rook_piece)) = (board.piece_at(king), board.piece_at(rook)) else {
        return false;
    };
    if king == rook {
        return false;
    }
    let side = CastlingSide::from_king_side(king < rook);
    board.discard_piece_at(king);
    board.discard_piece_at(rook);
    board.set_piece_at(Square::from_coords(side.rook_to_file(), rook.rank()), rook_piece);
    board.set_piece_at(Square::from_coords(side.king_to_file(), king.rank()), king_piece);
    true
}

/// The rook with which a king on `king` would castle: the one with the right; else in standard chess the one in the
/// corner and in Chess960 the outermost one on that side.
pub(super) fn rook_for(
    board: &Board,
    castles: &Castles,
    mode: CastlingMode,
    color: Color,
    king: Square,
    side: CastlingSide,
) -> Option<Square> {
    if king.rank() != color.backrank() {
        return None;
    }
    if let Some(rook) = castles.rook(color, side) {
        return Some(rook);
    }
    let rooks = board.by_piece(color.rook()) & Bitboard::from_rank(king.rank());
    let outermost = match (mode, side) {
        (CastlingMode::Standard, CastlingSide::KingSide) => Some(Square::from_coords(File::H, king.rank())),
        (CastlingMode::Standard, CastlingSide::QueenSide) => Some(Square::from_coords(File::A, king.rank())),
        (CastlingMode::Chess960, CastlingSide::KingSide) => rooks.last(),
        (CastlingMode::Chess960, CastlingSide::QueenSide) => rooks.first(),
    };
    outermost.filter(|&rook| rooks.contains(rook) && CastlingSide::from_king_side(king < rook) == side && king != rook)
}

/// The king that castles: the side's only king, else the first of several on its first rank.
pub(super) fn king_for(board: &Board, color: Color) -> Option<Square> {
    let home: Rank = color.backrank();
    (kings(board, color) & Bitboard::from_rank(home)).first()
}

/// Whether a king is on its usual square, e1 or e8.
pub(super) fn king_at_home(board: &Board, color: Color, king: Square) -> bool {
    king == Square::from_coords(File::E, color.backrank()) && board.role_at(king) == Some(Role::King)
}
