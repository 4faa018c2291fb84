//! From places in the transcript's text to bytes of the game, and back.

use std::ops::Range;

use super::tags::Shift;

/// A token of the transcript's movetext, and the bytes that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// In bytes of the transcript's text.
    pub text: Range<u32>,
    /// In bytes from the section's start.
    pub bytes: Range<u32>,
}

/// Where the parts of a game and of its transcript are.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// In the order of the text.
    pub list: Vec<Place>,
    pub shift: Shift,
    /// The length of the game's tags.
    pub tags: u32,
    /// The length of the transcript's tags, without those that come from the section.
    pub transcript_tags: u32,
    /// The length of all of the transcript's tags.
    pub transcript_head: u32,
    /// The length of the section.
    pub section: u32,
}

impl Places {
    /// The first token that stands for the byte at this offset of the section.
    pub(super) fn at(&self, offset: u32) -> Option<&Place> {
        // Tags come first, wherever in the section they are; both parts are in the order of its bytes.
        let tags = self.list.partition_point(|place| place.text.end <= self.transcript_head);
        let (tags, movetext) = self.list.split_at(tags);
        [tags, movetext].into_iter().find_map(|part| {
            let place = part.get(part.partition_point(|place| place.bytes.end <= offset))?;
            place.bytes.contains(&offset).then_some(place)
        })
    }

    /// The bytes of the game that a range of the transcript's text stands for.
    pub(super) fn game_range(&self, range: &Range<u32>) -> Range<u32> {
        if range.end <= self.transcript_tags {
            let start = self.shift.start(range.start);
            return start..self.shift.end(range.end).max(start);
        }
        let bytes = self.section_range(range);
        let end = self.tags + bytes.end;
        if range.start < self.transcript_tags {
            self.shift.start(range.start)..end
        } else {
            self.tags + bytes.start..end
        }
    }

    /// The bytes of the section that a range behind the tags stands for; of what stands for none, the next ones.
    fn section_range(&self, range: &Range<u32>) -> Range<u32> {
        let first = self.list.partition_point(|place| place.text.end <= range.start);
        let touched = &self.list[first..];
        let count = touched.iter().take_while(|place| place.text.start < range.end).count().max(1);
        let touched = &touched[..count.min(touched.len())];
        let start = touched.iter().map(|place| place.bytes.start).min().unwrap_or(self.section);
        let end = touched.iter().map(|place| place.bytes.end).max().unwrap_or(self.section);
        start..end
    }
}
