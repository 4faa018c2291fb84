//! What other games of the file play from the same board.

use super::Site;
use super::board_here::BoardHere;
use crate::ide::occurrences::Wanted;
use crate::rules::Play;

/// Half-moves from the board at the cursor, each with how often it is played.
pub struct Played(Vec<(Play, usize)>);

impl Played {
    /// Those of the games near by, in main lines and variations.
    pub fn near(site: &Site<'_>, board: &BoardHere) -> Played {
        Played((site.question.played)(Wanted::of(&board.before)))
    }

    /// How often a half-move is among them.
    pub fn times(&self, play: &Play) -> usize {
        self.0.iter().find(|(played, _)| played == play).map_or(0, |(_, times)| *times)
    }
}
