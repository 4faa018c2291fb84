//! What a walked game says, kept until its condition is told.

use std::borrow::Cow;
use std::ops::Range;

use vgn_engine::source::Encoding;

use crate::{GameFacts, WalkStep};

/// A game's tags, comments and glyphs. Its memory is reused from game to game.
#[derive(Default)]
pub(super) struct GameRecord {
    /// Texts of tags and comments, one after another.
    texts: Vec<u8>,
    /// Names and values.
    tags: Vec<(Range<usize>, Range<usize>)>,
    /// The places of comments in the walked text, and their texts.
    comments: Vec<(Range<usize>, Range<usize>)>,
    /// The places of glyphs in the walked text, and their numbers.
    pub glyphs: Vec<(Range<usize>, u32)>,
    pub facts: GameFacts,
    /// Half-moves of the main line.
    pub plies: u32,
    /// The half-moves of the main line up to the first that is in doubt, if somebody asks for them.
    pub steps: Vec<WalkStep>,
    /// Where the game starts in the walked text.
    pub start: usize,
}

impl GameRecord {
    pub fn clear(&mut self) {
        self.texts.clear();
        self.tags.clear();
        self.comments.clear();
        self.glyphs.clear();
        self.steps.clear();
        (self.facts, self.plies, self.start) = (GameFacts::default(), 0, 0);
    }

    pub fn take_tag(&mut self, name: &[u8], value: &[u8]) {
        self.facts.take_tag(name, value);
        let tag = (self.keep(name), self.keep(value));
        self.tags.push(tag);
    }

    pub fn take_comment(&mut self, place: Range<usize>, text: &[u8]) {
        let text = self.keep(text);
        self.comments.push((place, text));
    }

    /// Comments before this place in the walked text are not the game's.
    pub fn drop_comments_before(&mut self, start: usize) {
        self.comments.retain(|(place, _)| place.start >= start);
    }

    fn keep(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.texts.len();
        self.texts.extend_from_slice(text);
        start..self.texts.len()
    }

    /// The value of a tag, whose last one counts (rule B11); `game` has the game's bytes, by which its encoding is
    /// recognized.
    pub fn tag(&self, name: &str, game: &[u8]) -> Option<Cow<'_, str>> {
        let is_it =
            |tag: &&(Range<usize>, Range<usize>)| self.texts[tag.0.clone()].eq_ignore_ascii_case(name.as_bytes());
        let (_, value) = self.tags.iter().rev().find(is_it)?;
        Some(self.text(value, game))
    }

    /// The places and texts of comments, without their braces.
    pub fn comments<'r>(&'r self, game: &'r [u8]) -> impl Iterator<Item = (Range<usize>, Cow<'r, str>)> {
        self.comments.iter().map(move |(place, text)| {
            let text = text.clone();
            let bare = match (self.texts.get(text.start), self.texts.get(text.end.saturating_sub(1))) {
                (Some(b'{'), Some(b'}')) if text.len() > 1 => text.start + 1..text.end - 1,
                (Some(b'{' | b';'), _) => text.start + 1..text.end,
                _ => text,
            };
            (place.clone(), self.text(&bare, game))
        })
    }

    fn text(&self, range: &Range<usize>, game: &[u8]) -> Cow<'_, str> {
        let bytes = &self.texts[range.clone()];
        // What the judge has read is decoded already.
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Encoding::of(game).decode(bytes),
        }
    }
}
