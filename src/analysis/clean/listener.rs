//! What others can hear of a game while it is read.

use std::ops::Range;

use shakmaty::{Color, Move};

use crate::rules::Bitboards;

/// A half-move of a clean game.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'a> {
    pub mv: Move,
    /// The number that it has, whether the text says it or not.
    pub number: u32,
    pub color: Color,
    /// The board after it.
    pub after: &'a Bitboards,
    /// It gives mate.
    pub mate: bool,
}

/// Hears of a game's tags and tokens in their order. Ranges are bytes of the whole text. That the game is clean is known
/// when it has been read to its end: what was heard of one that is not is void. Whoever answers `None` hears no more of
/// the game, which is then not taken for clean.
pub trait Listener {
    /// A tag: from its `[`, its name and its value without quotes.
    fn tag(&mut self, _open: usize, _name: Range<usize>, _value: Range<usize>) -> Option<()> {
        Some(())
    }

    /// The number of the half-move that follows, with its periods, for this side.
    fn number(&mut self, _range: Range<usize>, _color: Color) {}

    fn half_move(&mut self, _range: Range<usize>, _heard: Heard<'_>) -> Option<()> {
        Some(())
    }

    /// A NAG, or one of `!`, `?` and their like: the number that it has or stands for.
    fn glyph(&mut self, _range: Range<usize>, _number: u32) {}

    fn comment(&mut self, _range: Range<usize>) -> Option<()> {
        Some(())
    }

    /// A variation begins.
    fn variation(&mut self) -> Option<()> {
        Some(())
    }

    /// The variation that began last ends: its `)` stands at `close`.
    fn variation_end(&mut self, _close: usize) {}

    fn terminator(&mut self, _range: Range<usize>) {}
}

/// Hears nothing.
impl Listener for () {}
