//! The positions of one game.

use crate::index::{IndexedGames, MoveCode};
use crate::{GameFacts, SearchKey};

/// The positions of a game's main line, ten bytes each.
#[derive(Debug, Default)]
pub struct GamePositions {
    pub facts: GameFacts,
    /// Sorted; as many as `played`.
    keys: Box<[SearchKey]>,
    played: Box<[MoveCode]>,
}

impl GamePositions {
    /// Those of a single game that was walked.
    pub fn of(game: &IndexedGames) -> GamePositions {
        let mut positions = game.played();
        positions.sort_unstable();
        positions.dedup();
        GamePositions {
            facts: game.rows.last().map(|row| row.facts).unwrap_or_default(),
            keys: positions.iter().map(|(key, _)| *key).collect(),
            played: positions.iter().map(|(_, played)| *played).collect(),
        }
    }

    /// What is played in a position; empty if the game does not reach it.
    pub fn played_in(&self, key: SearchKey) -> &[MoveCode] {
        let from = self.keys.partition_point(|other| *other < key);
        let count = self.keys[from..].partition_point(|other| *other == key);
        &self.played[from..from + count]
    }
}
