//! The text of a file, whatever holds it.

use std::borrow::Cow;
use std::ops::Range;

/// Text that can be asked for pieces of it: a string, or an editor's rope.
pub trait Text {
    /// The length in bytes.
    fn len(&self) -> usize;

    /// There is no text.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a range of bytes. Ends past the text's end mean its end, and ends inside a character its start.
    fn slice(&self, range: Range<usize>) -> Cow<'_, str>;

    /// The start of the character that holds the byte at `offset`; past the text's end its end.
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
