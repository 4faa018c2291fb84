//! The positions of one game.

use super::{PlayedCode, PositionCollector};
use crate::{GameFacts, SearchKey};

/// The positions of a game, ten bytes each.
#[derive(Debug, Default)]
pub struct GamePositions {
    pub facts: GameFacts,
    /// Sorted; as many as `played`.
    keys: Box<[SearchKey]>,
    played: Box<[PlayedCode]>,
}

impl GamePositions {
    /// Those that were collected last.
    pub fn of(collected: &PositionCollector) -> GamePositions {
        let positions = collected.positions();
        GamePositions {
            facts: collected.facts(),
            keys: positions.iter().map(|(key, _)| *key).collect(),
            played: positions.iter().map(|(_, played)| *played).collect(),
        }
    }

    /// What is played in a position; empty if the game does not reach it.
    pub fn played_in(&self, key: SearchKey) -> &[PlayedCode] {
        let from = self.keys.partition_point(|other| *other < key);
        let count = self.keys[from..].partition_point(|other| *other == key);
        &self.played[from..from + count]
    }
}
