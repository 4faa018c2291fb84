//! A position that is kept beside a half-move: of standard chess as bitboards, until somebody asks more of it.

use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::{Bitboards, Position, fingerprint, fingerprint_of_bitboards};

/// A position of those before and after the half-moves of a game. To clone it costs next to nothing, and the one after a
/// half-move is the one before the next. It is made of its bitboards when it is first asked as a [`Position`].
#[derive(Clone, Debug)]
pub struct KeptPosition(Arc<Kept>);

#[derive(Debug)]
struct Kept {
    /// With the number of the next move, where the position is one of standard chess and was played as such.
    bitboards: Option<(Bitboards, NonZeroU32)>,
    whole: OnceLock<Box<Position>>,
}

impl KeptPosition {
    /// The position of bitboards, in which the next move has this number.
    pub fn of_bitboards(board: Bitboards, number: NonZeroU32) -> KeptPosition {
        KeptPosition(Arc::new(Kept { bitboards: Some((board, number)), whole: OnceLock::new() }))
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

    /// It is kept as these bitboards.
    pub fn is_of_bitboards(&self, board: &Bitboards, number: NonZeroU32) -> bool {
        self.0.bitboards.as_ref() == Some(&(*board, number))
    }
}

impl From<Position> for KeptPosition {
    fn from(position: Position) -> KeptPosition {
        KeptPosition(Arc::new(Kept { bitboards: None, whole: OnceLock::from(Box::new(position)) }))
    }
}

impl Deref for KeptPosition {
    type Target = Position;

    fn deref(&self) -> &Position {
        let made = || self.0.bitboards.map_or_else(Position::initial, |(board, number)| board.position(number));
        self.0.whole.get_or_init(|| Box::new(made()))
    }
}
