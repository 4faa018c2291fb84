//! The scan for games through a window of the text.

use std::borrow::Cow;
use std::ops::Range;

use super::lines::Lines;
use super::text::Text;
use crate::lint::{Cancellation, NEVER};
use crate::syntax::games::next_game_of_editor;

/// The scan of a text from a boundary, through a window that grows if a game needs it.
pub(super) struct Scan<'a, T: ?Sized> {
    text: &'a T,
    window: Cow<'a, str>,
    /// Start of the window in the text, and the number of bytes of the window that have been used.
    start: usize,
    used: usize,
    size: usize,
    bound: Bound<'a>,
    looked_at: usize,
}

/// Limits of a scan.
#[derive(Clone, Copy)]
pub struct Bound<'a> {
    /// Approximate maximum number of bytes read in total.
    pub(super) most: usize,
    cancel: &'a dyn Cancellation,
}

impl<'a> Bound<'a> {
    /// No limit.
    pub const NONE: Bound<'static> = Bound::bytes(usize::MAX);

    /// Limits the scan to about `most` bytes.
    pub const fn bytes(most: usize) -> Bound<'static> {
        Bound { most, cancel: NEVER }
    }

    /// No limit but cancellation, which is checked at intervals.
    pub fn unless(cancel: &'a dyn Cancellation) -> Bound<'a> {
        Bound { cancel, ..Bound::NONE }
    }
}

/// A game found by the scan, in bytes of the whole text.
pub(super) struct ScannedGame {
    pub(super) range: Range<usize>,
    pub(super) is_game: bool,
    pub(super) binary: Option<usize>,
    pub(super) lines: Lines,
}

impl<'a, T: Text + ?Sized> Scan<'a, T> {
    /// Scans from `start` through a window of `size` bytes.
    pub(super) fn new(text: &'a T, start: usize, size: usize, bound: Bound<'a>) -> Scan<'a, T> {
        let window = text.slice(start..start.saturating_add(size));
        let looked_at = window.len();
        Scan { text, window, start, used: 0, size, bound, looked_at }
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// If the scan reaches its bound.
    pub(super) fn next(&mut self) -> Result<Option<ScannedGame>, BoundReached> {
        loop {
            let is_last = self.start + self.window.len() >= self.text.len();
            let span = next_game_of_editor(self.window.as_bytes(), self.used, is_last);
            // An end at the edge of the window is not certain: a second terminator after it would belong to the game.
            if let Some(span) = span.filter(|span| is_last || span.range.end < self.window.len()) {
                // A binary section may end inside what this text takes for a character.
                let end = self.window.ceil_char_boundary(span.range.end);
                let binary = span.binary.map(|binary| binary - span.range.start);
                let lines = Lines::of(&self.window.as_bytes()[self.used..end]);
                let range = self.start + self.used..self.start + end;
                self.used = end;
                return Ok(Some(ScannedGame { range, is_game: span.is_game, binary, lines }));
            }
            if is_last {
                return Ok(None);
            }
            // The window grows only if one game fills it, which keeps the whole scan linear.
            self.size = if self.used == 0 { self.size.saturating_mul(2) } else { self.size };
            self.start += std::mem::take(&mut self.used);
            if self.looked_at > self.bound.most || self.bound.cancel.is_cancelled() {
                return Err(BoundReached);
            }
            self.window = self.text.slice(self.start..self.start.saturating_add(self.size));
            self.looked_at = self.looked_at.saturating_add(self.window.len());
        }
    }
}

/// A scan reached its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundReached;
