//! A position that is kept beside a half-move: of standard chess as bitboards, until somebody asks more of it.

use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::{Arc, OnceLock, Weak};

use shakmaty::{Move, Position as _};

use super::{Bitboards, Position, fingerprint, fingerprint_of_bitboards};

/// A position of those before and after the half-moves of a game. To clone it costs next to nothing, and the one after a
/// half-move is the one before the next. It is made of its bitboards when it is first asked as a [`Position`].
#[derive(Clone, Debug)]
pub struct KeptPosition(Arc<Kept>);

#[derive(Debug)]
struct Kept {
    /// With the number of the next move, where the position is one of standard chess and was played as such.
    bitboards: Option<(Bitboards, NonZeroU32)>,
    /// The position before it, as long as that is kept, and the move that was played on it.
    from: Option<(Weak<Kept>, Move)>,
    whole: OnceLock<Position>,
}

impl Kept {
    /// One who goes through a game has asked the position before: to play on from it costs less than to begin anew.
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

impl KeptPosition {
    /// The position of bitboards, in which the next move has this number.
    pub fn of_bitboards(board: Bitboards, number: NonZeroU32) -> KeptPosition {
        KeptPosition(Arc::new(Kept { bitboards: Some((board, number)), from: None, whole: OnceLock::new() }))
    }

    /// The same, where a legal move has led to it.
    pub fn after(before: &KeptPosition, m: Move, board: Bitboards, number: NonZeroU32) -> KeptPosition {
        let from = Some((Arc::downgrade(&before.0), m));
        KeptPosition(Arc::new(Kept { bitboards: Some((board, number)), from, whole: OnceLock::new() }))
    }

    /// Its bitboards, if it is a position of standard chess.
    pub fn bitboards(&self) -> Option<Bitboards> {
        match self.0.bitboards {
            Some((board, _)) => Some(board),
            None => Bitboards::new(self),
        }
    }

    /// [`fingerprint`] of the position.
    pub fn fingerprint(&self) -> u64 {
        match &self.0.bitboards {
            Some((board, _)) => fingerprint_of_bitboards(board),
            None => fingerprint(self),
        }
    }

    /// It is this position with its clocks, as far as that costs little to tell: a legal one of chess.
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

    /// It is kept as these bitboards.
    pub fn is_of_bitboards(&self, board: &Bitboards, number: NonZeroU32) -> bool {
        self.0.bitboards.as_ref() == Some(&(*board, number))
    }
}

impl From<Position> for KeptPosition {
    fn from(position: Position) -> KeptPosition {
        KeptPosition(Arc::new(Kept { bitboards: None, from: None, whole: OnceLock::from(position) }))
    }
}

impl Deref for KeptPosition {
    type Target = Position;

    fn deref(&self) -> &Position {
        self.0.whole.get_or_init(|| self.0.made())
    }
}
