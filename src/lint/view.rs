//! The game as it has been read so far, for checks.

use std::borrow::Cow;
use std::ops::Range;

use super::{GameFormat, TagSeen};
use crate::rules::Position;

/// What a check may ask of the game, whichever reader is on its way through it.
pub trait GameView {
    /// The text in a range of the game.
    fn slice(&self, range: &Range<u32>) -> &str;

    /// PGN or VGN (rule A5).
    fn format(&self) -> GameFormat;

    /// Has it a tag, of whatever name?
    fn has_tags(&self) -> bool;

    /// The first tag of a name in common use, by its index ([`super::in_use`]; rule B3: one name, one value).
    fn tag(&self, in_use: u8) -> Option<TagSeen<'_>>;

    /// The board now, after the half-move that was read last on this line; `None` when it is not known, as before the first
    /// half-move of a variation.
    fn position(&self) -> Option<Cow<'_, Position>>;

    /// How many variations are open.
    fn depth(&self) -> usize;

    /// Half-moves of the main line so far.
    fn main_line_half_moves(&self) -> u32;

    /// The terminator of the game, when it has been read.
    fn terminator(&self) -> Option<Range<u32>>;

    /// The terminator that the board asks for (rule D4), where another one stands.
    fn result_on_board(&self) -> Option<&'static str>;

    /// Every half-move so far could be read and played, and nothing was wrong with the structure of the text.
    fn is_read_whole(&self) -> bool;
}
