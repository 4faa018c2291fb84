//! Games written one behind the other, such that each is read as a game of its own.

use vgn_engine::convert::open_comment_at_end;

use crate::batch::FileFault;
use crate::batch::inputs::InputFile;
use crate::convert::{GameBorder, is_open_comment};

/// Where a game comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameOrigin {
    /// The file, among the inputs.
    pub file: u32,
    /// The number of the game in it, from 1.
    pub number: u64,
    /// The line of its first letter, from 1.
    pub line: u64,
}

/// What is between the games of one output.
pub struct GameJoiner {
    border: GameBorder,
    /// The game that was written last, and where it comes from.
    last: Vec<u8>,
    origin: GameOrigin,
}

impl Default for GameJoiner {
    fn default() -> GameJoiner {
        // Each game may come from another file.
        GameJoiner { border: GameBorder::new(true), last: Vec::new(), origin: GameOrigin::default() }
    }
}

/// Why a game would be read as a part of the game before it.
#[derive(Clone, Copy, Debug)]
pub struct NotApart {
    /// The game before it, with the line of its comment if that is open.
    before: GameOrigin,
    is_open_comment: bool,
    next: GameOrigin,
}

impl NotApart {
    /// The fault of the game before, which is to be changed.
    pub fn fault(&self, inputs: &[InputFile]) -> FileFault {
        let name = |origin: GameOrigin| inputs.get(origin.file as usize).map_or("-", |input| input.name.as_str());
        let GameOrigin { number, line, .. } = self.before;
        let next = format!("game {} of {} would be read as a part of it", self.next.number, name(self.next));
        let message = match self.is_open_comment {
            true => format!("game {number}: the comment on line {line} has no closing `}}`, and {next}: close it"),
            false => format!("game {number}, on line {line}, has no terminator, and {next}: end it with `*`"),
        };
        FileFault::new(name(self.before), message)
    }
}

impl GameJoiner {
    /// The bytes of the next game with what comes before and behind it.
    ///
    /// # Errors
    ///
    /// If it would be read as a part of the game before.
    pub fn next(
        &mut self,
        game: &[u8],
        text_len: usize,
        is_game: bool,
        origin: GameOrigin,
    ) -> Result<Vec<u8>, NotApart> {
        self.border.open();
        let before = self.border.separator(game).map_err(|why| self.not_apart(is_open_comment(why), origin))?;
        let is_binary = text_len < game.len();
        let line_end = if memchr::memmem::find(game, b"\r\n").is_some() { "\r\n" } else { "\n" };
        // A section ends itself.
        let behind = if is_binary { String::new() } else { line_end.repeat(2) };
        let written = [before, game, behind.as_bytes()].concat();
        self.border.pass(&written, u64::from(is_game), is_binary);
        self.last.clear();
        self.last.extend_from_slice(game);
        self.origin = origin;
        Ok(written)
    }

    fn not_apart(&self, is_open_comment: bool, next: GameOrigin) -> NotApart {
        let mut before = self.origin;
        let text = std::str::from_utf8(&self.last).unwrap_or_default();
        if let Some(at) = open_comment_at_end(text).filter(|_| is_open_comment) {
            before.line += memchr::memchr_iter(b'\n', &self.last[..at]).count() as u64;
        }
        NotApart { before, is_open_comment, next }
    }
}
