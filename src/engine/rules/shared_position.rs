//! A position stored beside a half-move: as [`Bitboards`] if possible, converted to a full position on demand.

use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::{Arc, OnceLock, Weak};

use shakmaty::{Move, Position as _};

use super::{Bitboards, Position, fingerprint, fingerprint_of_bitboards};

/// A position before or after a half-move of a game. Cloning is cheap, and the position after a half-move is shared
/// with the one before the next. The [`Position`] is computed from the bitboards on first access.
#[derive(Clone, Debug)]
pub struct SharedPosition(Arc<LazyPosition>);

#[derive(Debug)]
struct LazyPosition {
    /// Bitboards and the number of the next move, if the position was reached by play on bitboards.
    bitboards: Option<(Bitboards, NonZeroU32)>,
    /// The position before it, while that is alive, and the move played on it.
    from: Option<(Weak<LazyPosition>, Move)>,
    whole: OnceLock<Position>,
}

impl LazyPosition {
    /// Computes the position. When a game is traversed in order, the preceding position exists already, and playing on
    /// from it is cheaper than a conversion.
    fn made(&self) -> Position {
        if let Some((before, m)) = &self.from
            && let Some(before) = before.upgrade()
            && let Some(before) = before.whole.get()
        {
            let mut after = Position::clone(before);
            after.play_legal(*m);
            return after;
        }
        self.bitboards.map_or_else(Position::initial, |(board, number)| board.position(number))
    }
}

impl SharedPosition {
    /// The position of bitboards, with the number of the next move.
    pub fn of_bitboards(board: Bitboards, number: NonZeroU32) -> SharedPosition {
        SharedPosition(Arc::new(LazyPosition { bitboards: Some((board, number)), from: None, whole: OnceLock::new() }))
    }

    /// Same, reached by a legal move.
    pub fn after(before: &SharedPosition, m: Move, board: Bitboards, number: NonZeroU32) -> SharedPosition {
        let from = Some((Arc::downgrade(&before.0), m));
        SharedPosition(Arc::new(LazyPosition { bitboards: Some((board, number)), from, whole: OnceLock::new() }))
    }

    /// The bitboards, if there are any for the position: see [`Bitboards::new`].
    pub fn bitboards(&self) -> Option<Bitboards> {
        match self.0.bitboards {
            Some((board, _)) => Some(board),
            None => Bitboards::new(self),
        }
    }

    /// The [`fingerprint`] of the position.
    pub fn fingerprint(&self) -> u64 {
        match &self.0.bitboards {
            Some((board, _)) => fingerprint_of_bitboards(board),
            None => fingerprint(self),
        }
    }

    /// Whether it equals a position, clocks included; only a cheap test, so false for all but legal positions of chess.
    pub fn is_same(&self, position: &Position) -> bool {
        let (Some(Position::Legal(kept)), Position::Legal(chess)) = (self.0.whole.get(), position) else {
            return false;
        };
        kept.board() == chess.board()
            && kept.turn() == chess.turn()
            && kept.castles().castling_rights() == chess.castles().castling_rights()
            && kept.castles().mode() == chess.castles().mode()
            && kept.maybe_ep_square() == chess.maybe_ep_square()
            && (kept.halfmoves(), kept.fullmoves()) == (chess.halfmoves(), chess.fullmoves())
    }

    /// Whether it is stored as these bitboards.
    pub fn is_of_bitboards(&self, board: &Bitboards, number: NonZeroU32) -> bool {
        self.0.bitboards.as_ref() == Some(&(*board, number))
    }
}

impl From<Position> for SharedPosition {
    fn from(position: Position) -> SharedPosition {
        SharedPosition(Arc::new(LazyPosition { bitboards: None, from: None, whole: OnceLock::from(position) }))
    }
}

impl Deref for SharedPosition {
    type Target = Position;

    fn deref(&self) -> &Position {
        self.0.whole.get_or_init(|| self.0.made())
    }
}
