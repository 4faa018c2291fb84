//! `Text` for ropes, so that games are scanned in them.

use std::borrow::Cow;
use std::ops::Range;

use ropey::Rope;

use crate::games::Text;

impl Text for Rope {
    fn len(&self) -> usize {
        self.len_bytes()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        let char = |offset: usize| self.byte_to_char(offset.min(self.len_bytes()));
        let end = char(range.end);
        Cow::from(Rope::slice(self, char(range.start).min(end)..end))
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        self.char_to_byte(self.byte_to_char(offset.min(self.len_bytes())))
    }
}
