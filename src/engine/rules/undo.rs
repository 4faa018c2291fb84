//! Undoing half-moves: from the board after one and the data in an FCN text to the board before it.

use std::fmt;

use shakmaty::{Board, CastlingSide, Color, File, Move, Piece, Role, Square};

use super::free::en_passant_victim;
use super::{Play, Position, Variant};

/// The data needed to undo a half-move: the content of an FCN text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoData {
    /// A piece moved.
    Piece {
        color: Color,
        /// The piece before promotion.
        role: Role,
        from: Square,
        to: Square,
        /// The captured piece; with `en_passant` always a pawn.
        captured: Option<Role>,
        en_passant: bool,
        promotion: Option<Role>,
    },
    /// King and rook castled.
    Castling { color: Color, side: CastlingSide, from: CastlingOrigin },
}

/// Source squares of king and rook: always the same ones in standard chess, and not part of FCN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingOrigin {
    pub king: Square,
    pub rook: Square,
}

impl CastlingOrigin {
    /// The usual squares of standard chess.
    pub fn standard(color: Color, side: CastlingSide) -> CastlingOrigin {
        let rook = match side {
            CastlingSide::KingSide => File::H,
            CastlingSide::QueenSide => File::A,
        };
        CastlingOrigin {
            king: Square::from_coords(File::E, color.backrank()),
            rook: Square::from_coords(rook, color.backrank()),
        }
    }
}

/// Error: the half-move does not lead to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndoError {
    /// The square with an unexpected content.
    pub square: Square,
}

impl fmt::Display for UndoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the half-move does not lead to this board: {} holds something else", self.square)
    }
}

impl std::error::Error for UndoError {}

impl UndoData {
    /// The undo data of a half-move, from the position before it. `None` if no piece of the board moves, or if FCN's
    /// data is insufficient: the pieces removed by an explosion (atomic).
    pub fn of(before: &Position, play: &Play) -> Option<UndoData> {
        let board = before.board();
        let m = play.as_move()?;
        let piece = board.piece_at(m.from()?)?;
        if before.variant() == Variant::Atomic && (m.is_capture() || board.role_at(m.to()).is_some()) {
            return None;
        }
        Some(match m {
            Move::Put { .. } => return None,
            Move::Castle { king, rook } => UndoData::Castling {
                color: piece.color,
                side: CastlingSide::from_king_side(king < rook),
                from: CastlingOrigin { king, rook },
            },
            Move::EnPassant { from, to } => UndoData::Piece {
                color: piece.color,
                role: Role::Pawn,
                from,
                to,
                captured: Some(Role::Pawn),
                en_passant: true,
                promotion: None,
            },
            Move::Normal { from, to, promotion, .. } => UndoData::Piece {
                color: piece.color,
                role: piece.role,
                from,
                to,
                captured: board.role_at(to),
                en_passant: false,
                promotion,
            },
        })
    }
}

/// Undoes a half-move. Captured pieces return as pieces of the other side.
///
/// # Errors
/// If the half-move does not lead to the board, which is then unchanged.
pub fn undo(board: &mut Board, undone: &UndoData) -> Result<(), UndoError> {
    let mut before = board.clone();
    match *undone {
        UndoData::Castling { color, side, from } => {
            take(&mut before, side.king_to(color), color.king())?;
            take(&mut before, side.rook_to(color), color.rook())?;
            put(&mut before, from.king, color.king())?;
            put(&mut before, from.rook, color.rook())?;
        }
        UndoData::Piece { color, role, from, to, captured, en_passant, promotion } => {
            take(&mut before, to, promotion.unwrap_or(role).of(color))?;
            put(&mut before, from, role.of(color))?;
            if en_passant {
                put(&mut before, en_passant_victim(from, to), (!color).pawn())?;
            } else if let Some(captured) = captured {
                put(&mut before, to, captured.of(!color))?;
            }
        }
    }
    *board = before;
    Ok(())
}

fn take(board: &mut Board, square: Square, piece: Piece) -> Result<(), UndoError> {
    if board.piece_at(square) != Some(piece) {
        return Err(UndoError { square });
    }
    board.discard_piece_at(square);
    Ok(())
}

fn put(board: &mut Board, square: Square, piece: Piece) -> Result<(), UndoError> {
    if board.role_at(square).is_some() {
        return Err(UndoError { square });
    }
    board.set_piece_at(square, piece);
    Ok(())
}
