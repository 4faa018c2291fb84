//! Frequencies of the half-moves that other games play from a position.

use vgn_engine::rules::Play;

use super::board::CompletionBoard;
use super::{CompletionSite, MoveNumbers};
use crate::occurrences::PositionKey;

/// The half-moves and how often each is played.
pub struct MoveFrequencies {
    near: Vec<(Play, usize)>,
    everywhere: Vec<(Play, MoveNumbers)>,
}

impl MoveFrequencies {
    /// Those of nearby games, in main lines and variations, and those that are known of all games.
    pub fn of(site: &CompletionSite<'_>, board: &CompletionBoard) -> MoveFrequencies {
        MoveFrequencies {
            near: (site.query.played)(PositionKey::of(&board.before)),
            everywhere: (site.query.counted)(&board.before),
        }
    }

    /// The number of times that nearby games play a half-move.
    pub fn times(&self, play: &Play) -> usize {
        self.near.iter().find(|(played, _)| played == play).map_or(0, |(_, times)| *times)
    }

    /// What is known of a half-move in all games.
    pub fn numbers(&self, play: &Play) -> Option<&MoveNumbers> {
        self.everywhere.iter().find(|(played, _)| played == play).map(|(_, numbers)| numbers)
    }
}
