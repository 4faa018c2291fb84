//! Mapping between ranges of the transcript's text and bytes of the game.

use std::ops::Range;

use super::tags::Shift;

/// A token of the transcript's movetext, and the bytes that it represents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptToken {
    /// In bytes of the transcript's text.
    pub text: Range<u32>,
    /// In bytes from the section's start.
    pub bytes: Range<u32>,
}

/// Mapping of the parts of a game to the parts of its transcript. Lengths are in bytes.
#[derive(Clone, Debug)]
pub(super) struct TranscriptMap {
    /// In text order.
    pub tokens: Vec<TranscriptToken>,
    pub shift: Shift,
    /// Length of the game's tags.
    pub tags: u32,
    /// Length of the transcript's tags, without those from the section.
    pub transcript_tags: u32,
    /// Length of all tags of the transcript.
    pub transcript_head: u32,
    /// Length of the section.
    pub section: u32,
}

impl TranscriptMap {
    /// The first token that represents the byte at this offset of the section.
    pub(super) fn at(&self, offset: u32) -> Option<&TranscriptToken> {
        // The transcript has all tags first, wherever they are in the section; both parts keep the order of the bytes.
        let tags = self.tokens.partition_point(|token| token.text.end <= self.transcript_head);
        let (tags, movetext) = self.tokens.split_at(tags);
        [tags, movetext].into_iter().find_map(|part| {
            let token = part.get(part.partition_point(|token| token.bytes.end <= offset))?;
            token.bytes.contains(&offset).then_some(token)
        })
    }

    /// The bytes of the game that a range of the transcript's text represents.
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

    /// The bytes of the section that a range after the tags represents; the next ones if it represents none.
    fn section_range(&self, range: &Range<u32>) -> Range<u32> {
        let first = self.tokens.partition_point(|token| token.text.end <= range.start);
        let touched = &self.tokens[first..];
        let count = touched.iter().take_while(|token| token.text.start < range.end).count().max(1);
        let touched = &touched[..count.min(touched.len())];
        let start = touched.iter().map(|token| token.bytes.start).min().unwrap_or(self.section);
        let end = touched.iter().map(|token| token.bytes.end).max().unwrap_or(self.section);
        start..end
    }
}
