//! The text of a file, independent of its container.

use std::borrow::Cow;
use std::ops::Range;

/// Text that gives access to its slices: a string, or an editor's rope.
pub trait Text {
    /// Length in bytes.
    fn len(&self) -> usize;

    /// Whether the length is 0.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a range of bytes. An end past the text's end is clamped to it, and an end inside a character is
    /// moved to the character's start.
    fn slice(&self, range: Range<usize>) -> Cow<'_, str>;

    /// Start of the character that contains the byte at `offset`; the text's end if `offset` is past it.
    fn floor_char_boundary(&self, offset: usize) -> usize;
}

impl Text for str {
    fn len(&self) -> usize {
        str::len(self)
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        let end = self.floor_char_boundary(range.end);
        Cow::Borrowed(&self[self.floor_char_boundary(range.start).min(end)..end])
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        str::floor_char_boundary(self, offset)
    }
}
