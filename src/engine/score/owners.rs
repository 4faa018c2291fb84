//! The half-moves of one line to which a comment can belong (rule C4): the last two.

use crate::replay::ResolvedMove;
use crate::replay::after::{CommentedMove, MoveName, NameableMoves};

/// The last half-moves of a line, up to a place in it. Half-moves are known by the indices that the caller gives them.
#[derive(Clone, Debug, Default)]
pub struct LineOwners {
    /// The last one first.
    last: [Option<usize>; 2],
    nameable: NameableMoves,
    /// The number before the next half-move.
    written_number: Option<i64>,
    /// Difference between the numbers of the text and the true ones, from the last number on.
    ahead: i64,
}

impl LineOwners {
    /// Passes a number, with or without its periods.
    pub fn number(&mut self, text: &str) {
        let digits = text.split(|c: char| !c.is_ascii_digit()).next();
        self.written_number = digits.and_then(|digits| digits.parse().ok());
    }

    /// Passes a half-move.
    pub fn played(&mut self, index: usize, half_move: &ResolvedMove) {
        if let Some(written) = self.written_number.take() {
            self.ahead = written - i64::from(half_move.number);
        }
        self.nameable.played(MoveName { number: half_move.number, color: half_move.color }, self.ahead);
        self.last = [Some(index), self.last[0]];
    }

    /// The last half-move.
    pub fn last(&self) -> Option<usize> {
        self.last[0]
    }

    /// The half-move that a comment names by its command, by the true number or by that of the text; `None` if it names
    /// none of the last two. `comment` includes its `{` or `;`.
    pub fn named_by(&self, comment: &str) -> Option<usize> {
        match self.nameable.of_comment(comment)? {
            CommentedMove::Last => self.last[0],
            CommentedMove::BeforeLast => self.last[1],
        }
    }
}
