//! Games written one behind the other, such that each is read as a game of its own.

use crate::convert::GameBorder;

/// What is between the games of one output.
pub struct GameJoiner {
    border: GameBorder,
}

impl Default for GameJoiner {
    fn default() -> GameJoiner {
        // Each game may come from another file.
        GameJoiner { border: GameBorder::new(true) }
    }
}

/// Why a game would be read as a part of the one before it, as the end of a sentence.
pub const NOT_APART: &str = "would be read as a part of the game before it: end that game with a terminator such as `*`, and \
                             close its last comment";

impl GameJoiner {
    /// The bytes of the next game with what comes before and behind it; `None` if it would be read as a part of the
    /// game before.
    pub fn next(&mut self, game: &[u8], text_len: usize, is_game: bool) -> Option<Vec<u8>> {
        self.border.open();
        let before = self.border.separator(game).ok()?;
        let is_binary = text_len < game.len();
        let line_end = if memchr::memmem::find(game, b"\r\n").is_some() { "\r\n" } else { "\n" };
        // A section ends itself.
        let behind = if is_binary { String::new() } else { line_end.repeat(2) };
        let written = [before, game, behind.as_bytes()].concat();
        self.border.pass(&written, u64::from(is_game), is_binary);
        Some(written)
    }
}
