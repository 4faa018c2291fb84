//! The effect of a half-move on the board, and the verdict on it.

use shakmaty::{Move, Role, Square};

use super::Illegality;

/// The effect of one half-move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The piece on the move's source square moves, whatever its colour and whether legal or not. A move with an empty
    /// source square is a null move.
    Move(Move),
    /// A piece named by the text arrives although the board has none to send (rule D1). It belongs to the side to move;
    /// a piece of that side on `from` is removed, and any piece on `to` is captured. `role` is the piece before
    /// promotion.
    Arrival { role: Role, from: Square, to: Square, promotion: Option<Role> },
    /// A null move.
    Null,
}

impl Play {
    /// The move, if one piece of the board moves (or king and rook, in castling).
    pub fn as_move(&self) -> Option<Move> {
        match *self {
            Play::Move(m) => Some(m),
            Play::Arrival { .. } | Play::Null => None,
        }
    }
}

/// Strictness of judging a move (rule D1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RuleScope {
    /// Only piece movement and captures: neither the side to move nor the safety of the king.
    Basic,
    /// All rules.
    #[default]
    Full,
}

/// An error in the promotion of a move that is carried out regardless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionFault {
    /// A pawn reaches the last rank without a named piece: treated as a queen.
    Missing,
    /// A named piece without a promotion: the mover is not a pawn or does not reach the last rank. Ignored.
    Unexpected,
    /// The pawn would become a king or stay a pawn: treated as a queen.
    WrongRole,
}

/// The meaning of a move in coordinates, or of castling, on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What to play to get the board that the text describes; `None` if it cannot be carried out.
    pub play: Option<Play>,
    /// Why `play` is illegal; `None` if it is legal.
    pub illegal: Option<Illegality>,
    /// Chess960: the squares fit a king's move and castling, and both are legal. `play` is the king's move.
    pub ambiguous_castling: bool,
    /// The text's error about the promotion. It has its own diagnostics, so `illegal` does not repeat it.
    pub promotion: Option<PromotionFault>,
}

impl Verdict {
    /// Whether neither the move nor its promotion is at fault.
    pub fn is_legal(&self) -> bool {
        self.play.is_some() && self.illegal.is_none() && self.promotion.is_none()
    }
}
