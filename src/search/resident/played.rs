//! What a game plays in a position, in two bytes.

use shakmaty::{Move, Square};

/// A move played in a position, or none, and whether its game counts for the position.
///
/// ```text
/// bits 0-5: to | 6-11: from; in castling the rook's square is `to` | 12-14: promotion, or dropped piece | 15: counts
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayedCode(u16);

/// The bit of a position that a main line reaches by legal half-moves.
const COUNTED: u16 = 1 << 15;

impl PlayedCode {
    /// The code of a move, or of none: a null move, one that cannot be read, or the end of the line.
    pub(super) fn new(mv: Option<Move>, is_counted: bool) -> PlayedCode {
        PlayedCode(mv.map_or(0, code) | if is_counted { COUNTED } else { 0 })
    }

    /// Whether the main line reaches the position by legal half-moves, and what is played there is one too.
    pub fn is_counted(self) -> bool {
        self.0 & COUNTED != 0
    }

    /// Whether this is no move.
    pub fn is_end(self) -> bool {
        self.0 & !COUNTED == 0
    }

    /// Whether it stands for this move.
    pub fn is_move(self, mv: Move) -> bool {
        self.0 & !COUNTED == code(mv)
    }
}

fn code(mv: Move) -> u16 {
    let squares = |from: Square, to: Square| u16::from(u8::from(from)) << 6 | u16::from(u8::from(to));
    match mv {
        Move::Normal { from, to, promotion, .. } => squares(from, to) | promotion.map_or(0, |role| role as u16) << 12,
        Move::EnPassant { from, to } => squares(from, to),
        Move::Castle { king, rook } => squares(king, rook),
        Move::Put { role, to } => squares(to, to) | (role as u16) << 12,
    }
}
