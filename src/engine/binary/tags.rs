//! The tags before a section: its notation, and the transcript's version of the tags.

use std::ops::Range;

use crate::notation::{Medium, Notation, find};
use crate::replay::shape_of;
use crate::syntax::tag_list::{Tag, Tags, two_parts};
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

/// Whether a game's tags declare a binary move section.
pub fn is_binary(tags: &str) -> bool {
    // Most games have no such tag, so their tags need not be parsed.
    memchr::memmem::find(tags.as_bytes(), b"MoveFormat").is_some() && BinaryTags::of(tags).is_some()
}

/// The binary notation of a game's moves, if its tags declare one.
pub fn binary_notation(tags: &str) -> Option<&'static Notation> {
    BinaryTags::of(tags).map(|binary| binary.notation)
}

/// Range of the value of `MoveFormat` between its quotes, in bytes of the tags' text, if it names a binary notation.
pub(crate) fn format_value(tags: &str) -> Option<Range<u32>> {
    BinaryTags::of(tags).map(|binary| binary.format.inner(tags))
}

/// The tags of a game with a binary section.
pub(super) struct BinaryTags {
    pub tags: Tags,
    /// The tag `MoveFormat`.
    pub format: Tag,
    pub notation: &'static Notation,
}

impl BinaryTags {
    /// `None` if the game's moves are text.
    pub(super) fn of(text: &str) -> Option<BinaryTags> {
        let mut reader = TagCollector { text, ..TagCollector::default() };
        parse::<dyn Sink>(text, &shape_of, &mut reader);
        let tags = reader.tags;
        let format = tags.get(text, "MoveFormat")?.clone();
        let value = format.value(text);
        let notation = find(two_parts(&value).0).filter(|notation| notation.medium == Medium::Binary)?;
        Some(BinaryTags { tags, format, notation })
    }

    /// The tags with the notation of the transcript.
    pub(super) fn transcript(&self, text: &str, transcript: &Notation) -> (String, Shift) {
        let value = self.format.inner(text);
        let name = transcript.tag_value();
        let (before, after) = (&text[..value.start as usize], &text[value.end as usize..]);
        (format!("{before}{name}{after}"), Shift { value, transcript_len: name.len() as u32 })
    }

    /// Whether no tag follows the tag `MoveFormat` (rule B10).
    pub(super) fn format_is_last(&self) -> bool {
        self.tags.list.last().is_none_or(|last| last.range.start <= self.format.range.start)
    }
}

/// Offset of the transcript's tags from the game's after the one value that differs.
#[derive(Clone, Debug)]
pub(super) struct Shift {
    /// Range of the value in the game's tags.
    value: Range<u32>,
    /// Length of the value in the transcript.
    transcript_len: u32,
}

impl Shift {
    fn in_transcript(&self) -> Range<u32> {
        self.value.start..self.value.start + self.transcript_len
    }

    /// The game's offset for an offset in the transcript's tags; for an offset inside the value, the value's start.
    pub(super) fn start(&self, offset: u32) -> u32 {
        match offset {
            _ if offset >= self.in_transcript().end => offset - self.in_transcript().end + self.value.end,
            _ => offset.min(self.value.start),
        }
    }

    /// Same as [`Shift::start`], but inside the value it is the value's end.
    pub(super) fn end(&self, offset: u32) -> u32 {
        if self.in_transcript().contains(&offset) && offset > self.value.start {
            self.value.end
        } else {
            self.start(offset)
        }
    }

    /// Whether the range overlaps the value.
    pub(super) fn touches(&self, range: &Range<u32>) -> bool {
        let value = self.in_transcript();
        range.start < value.end && range.end > value.start
    }
}

/// Collects the tags of a text.
#[derive(Default)]
struct TagCollector<'t> {
    text: &'t str,
    tags: Tags,
    /// Start of the tag's first token, which is not a `[` if that is missing.
    start: Option<u32>,
    name: Option<Range<u32>>,
    value: Option<Range<u32>>,
    close: Option<u32>,
}

impl Sink for TagCollector<'_> {
    fn start(&mut self, node: Node) {
        if node == Node::TagPair {
            *self = TagCollector { text: self.text, tags: std::mem::take(&mut self.tags), ..TagCollector::default() };
        }
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        self.start.get_or_insert(range.start);
        match token {
            Token::TagName => self.name = Some(range),
            Token::TagValue => self.value = Some(range),
            Token::TagClose => self.close = Some(range.end),
            _ => {}
        }
    }

    fn finish(&mut self, node: Node) {
        if node == Node::TagPair
            && let (Some(name), Some(value)) = (self.name.take(), self.value.take())
        {
            let (start, end) = (self.start.unwrap_or(name.start), self.close.unwrap_or(value.end));
            self.tags.push(self.text, start..end, name, value);
        }
    }

    fn error(&mut self, _: SyntaxError) {}
}
