//! `Text` for ropes, so that games are scanned in them.

use std::borrow::Cow;
use std::ops::Range;

use ropey::Rope;
use vgn_engine::games::Text;

/// A rope as a text to scan.
#[derive(Clone, Copy)]
pub struct RopeText<'r>(pub &'r Rope);

impl Text for RopeText<'_> {
    fn len(&self) -> usize {
        self.0.len_bytes()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        rope_slice(self.0, range)
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        self.0.char_to_byte(self.0.byte_to_char(offset.min(self.0.len_bytes())))
    }
}

/// [`Text::slice`] of a rope.
pub fn rope_slice(rope: &Rope, range: Range<usize>) -> Cow<'_, str> {
    let char = |offset: usize| rope.byte_to_char(offset.min(rope.len_bytes()));
    let end = char(range.end);
    Cow::from(rope.slice(char(range.start).min(end)..end))
}
