//! What games that stand near in the same file play from the same board.

use super::Site;
use super::board_here::BoardHere;
use crate::analysis::resolve_game;
use crate::rules::Play;

/// So many bytes of other games are played, which takes a few milliseconds.
const MOST: usize = 1 << 14;

/// Half-moves from the board at the cursor.
pub struct Played(Vec<Play>);

impl Played {
    /// Those of the games near by, in main lines and variations.
    pub fn near(site: &Site<'_>, board: &BoardHere) -> Played {
        let question = site.question;
        let (mut found, mut left) = (Vec::new(), MOST);
        for game in (question.neighbours)() {
            let Some(rest) = left.checked_sub(game.len()) else { continue };
            left = rest;
            let Some(game) = question.context.whole(&game, resolve_game(&game, &question.context)) else { break };
            let here = game.moves.into_iter().filter(|m| m.illegal.is_none()).filter(|m| {
                let before = m.before.as_ref();
                before.is_some_and(|before| {
                    before.board() == board.before.board() && before.turn() == board.before.turn()
                })
            });
            found.extend(here.filter_map(|m| m.play));
        }
        Played(found)
    }

    /// How often a half-move is among them.
    pub fn times(&self, play: &Play) -> usize {
        self.0.iter().filter(|played| *played == play).count()
    }
}
