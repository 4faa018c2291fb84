//! The scan for games through a window of the text.

use std::borrow::Cow;
use std::ops::Range;

use super::lines::Lines;
use super::text::Text;
use crate::syntax::games::next_game_of_editor;

/// The scan of a text from a boundary, through a window that grows when a game needs it.
pub(super) struct Scan<'a, T: ?Sized> {
    text: &'a T,
    window: Cow<'a, str>,
    /// Where the window begins in the text, and how many bytes of it have been used.
    start: usize,
    used: usize,
    size: usize,
    /// The most bytes that are looked at in all.
    most: usize,
    looked_at: usize,
}

/// A game that the scan has found, in bytes of the whole text.
pub(super) struct Found {
    pub(super) range: Range<usize>,
    pub(super) is_game: bool,
    pub(super) binary: Option<usize>,
    pub(super) lines: Lines,
}

impl<'a, T: Text + ?Sized> Scan<'a, T> {
    /// Scans from `start` through a window of `size` bytes.
    pub(super) fn new(text: &'a T, start: usize, size: usize) -> Scan<'a, T> {
        let window = text.slice(start..start.saturating_add(size));
        let looked_at = window.len();
        Scan { text, window, start, used: 0, size, most: usize::MAX, looked_at }
    }

    /// Looks at no more than about so many bytes.
    pub(super) fn at_most(mut self, most: usize) -> Scan<'a, T> {
        self.most = most;
        self
    }

    /// The next game; none at the end.
    ///
    /// # Errors
    /// When more text would have to be looked at than may be.
    pub(super) fn next(&mut self) -> Result<Option<Found>, TooLong> {
        loop {
            let is_last = self.start + self.window.len() >= self.text.len();
            let span = next_game_of_editor(self.window.as_bytes(), self.used, is_last);
            // A second terminator that comes next would be the game's.
            if let Some(span) = span.filter(|span| is_last || span.range.end < self.window.len()) {
                // Bytes of a binary section may end inside what this text takes for a character.
                let end = self.window.ceil_char_boundary(span.range.end);
                let binary = span.binary.map(|binary| binary - span.range.start);
                let lines = Lines::of(&self.window.as_bytes()[self.used..end]);
                let range = self.start + self.used..self.start + end;
                self.used = end;
                return Ok(Some(Found { range, is_game: span.is_game, binary, lines }));
            }
            if is_last {
                return Ok(None);
            }
            // Growing only where one game fills the window keeps the whole scan linear.
            self.size = if self.used == 0 { self.size.saturating_mul(2) } else { self.size };
            self.start += std::mem::take(&mut self.used);
            if self.looked_at > self.most {
                return Err(TooLong);
            }
            self.window = self.text.slice(self.start..self.start.saturating_add(self.size));
            self.looked_at = self.looked_at.saturating_add(self.window.len());
        }
    }
}

/// A scan came to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;
