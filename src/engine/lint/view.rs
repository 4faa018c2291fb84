//! The game as read so far, for checks.

use std::borrow::Cow;
use std::ops::Range;

use super::{GameFormat, TagEvent};
use crate::rules::Position;

/// The information about a game that a check can use, independent of the reader.
pub trait GameView {
    /// The text in a range of the game.
    fn slice(&self, range: &Range<u32>) -> &str;

    /// PGN or VGN (rule A5).
    fn format(&self) -> GameFormat;

    /// Whether there is any tag.
    fn has_tags(&self) -> bool;

    /// The tag with a name in common use, given by its index ([`super::in_use`]); the last one counts (rule B11).
    fn tag(&self, in_use: u8) -> Option<TagEvent<'_>>;

    /// The current board, after the last half-move on this line; `None` if it is not known, as before the first
    /// half-move of a variation.
    fn position(&self) -> Option<Cow<'_, Position>>;

    /// Number of open variations.
    fn depth(&self) -> usize;

    /// Half-moves of the main line so far.
    fn main_line_half_moves(&self) -> u32;

    /// The game's terminator, once it has been read.
    fn terminator(&self) -> Option<Range<u32>>;

    /// The terminator required by the board (rule D4), if the text has another one.
    fn result_on_board(&self) -> Option<&'static str>;

    /// Whether every half-move so far could be read and played, and the structure of the text has no faults.
    fn is_read_whole(&self) -> bool;
}
