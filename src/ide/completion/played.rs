//! Frequencies of the half-moves that other games of the file play from a position.

use super::Site;
use super::board_here::BoardHere;
use crate::ide::occurrences::Wanted;
use crate::rules::Play;

/// The half-moves and how often each is played.
pub struct Played(Vec<(Play, usize)>);

impl Played {
    /// Those of nearby games, in main lines and variations.
    pub fn near(site: &Site<'_>, board: &BoardHere) -> Played {
        Played((site.question.played)(Wanted::of(&board.before)))
    }

    /// The number of times that a half-move is played.
    pub fn times(&self, play: &Play) -> usize {
        self.0.iter().find(|(played, _)| played == play).map_or(0, |(_, times)| *times)
    }
}
