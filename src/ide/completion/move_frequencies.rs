//! Frequencies of the half-moves that other games of the file play from a position.

use vgn_engine::rules::Play;

use super::CompletionSite;
use super::board::CompletionBoard;
use crate::occurrences::PositionKey;

/// The half-moves and how often each is played.
pub struct MoveFrequencies(Vec<(Play, usize)>);

impl MoveFrequencies {
    /// Those of nearby games, in main lines and variations.
    pub fn near(site: &CompletionSite<'_>, board: &CompletionBoard) -> MoveFrequencies {
        MoveFrequencies((site.query.played)(PositionKey::of(&board.before)))
    }

    /// The number of times that a half-move is played.
    pub fn times(&self, play: &Play) -> usize {
        self.0.iter().find(|(played, _)| played == play).map_or(0, |(_, times)| *times)
    }
}
