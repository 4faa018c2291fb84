//! What a half-move does on the board, and what is found when one is judged.

use shakmaty::{Move, Role, Square};

use super::Illegality;

/// What happens on the board in one half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The piece on the move's source square moves, whatever its colour and whether it may or not. A move whose
    /// source square is empty lets the turn pass.
    Move(Move),
    /// A piece that the text names arrives where the board had none of its kind to send (rule D1). It belongs to the
    /// side to move; a piece of that side on `from` is gone, and whatever stands on `to` is captured. `role` is the piece
    /// before promotion.
    Arrival { role: Role, from: Square, to: Square, promotion: Option<Role> },
    /// The turn passes.
    Null,
}

impl Play {
    /// The move, if one piece of the board moves (or two, in castling).
    pub fn as_move(&self) -> Option<Move> {
        match *self {
            Play::Move(m) => Some(m),
            Play::Arrival { .. } | Play::Null => None,
        }
    }
}

/// How closely a move is judged (rule D1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Judging {
    /// Only how pieces move and capture: not whose turn it is and not the safety of the king.
    Basic,
    /// The whole of the rules.
    #[default]
    Full,
}

/// What is wrong with the promotion of a move that is otherwise carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotionFault {
    /// A pawn reaches the last rank and no piece is named: it is taken for a queen.
    Missing,
    /// A piece is named where none can be: the mover is no pawn or does not reach the last rank. It is ignored.
    Unexpected,
    /// The pawn would become a king or stay a pawn: it is taken for a queen.
    WrongRole,
}

/// What a move described by coordinates, or castling, comes to on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What to play so that the board is the one the text describes; `None` when it cannot be carried out at all.
    pub play: Option<Play>,
    /// Why the rules forbid `play`; `None` when it is legal.
    pub illegal: Option<Illegality>,
    /// Chess960: the squares fit a king's move and castling, and both are legal. `play` is the king's move.
    pub ambiguous_castling: bool,
    /// What the text got wrong about promotion. It has its own diagnostics, so `illegal` does not repeat it.
    pub promotion: Option<PromotionFault>,
}

impl Verdict {
    /// Neither the move nor its promotion is at fault.
    pub fn is_legal(&self) -> bool {
        self.play.is_some() && self.illegal.is_none() && self.promotion.is_none()
    }
}
