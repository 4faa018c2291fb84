//! A game's tokens as a flat list, with its tags.

use std::borrow::Cow;
use std::ops::Range;

use crate::lint::{Cancellation, NEVER};
use crate::replay::parse_game;
use crate::syntax::tag_list::{between_quotes, unescaped};
use crate::syntax::{Node, Sink, SyntaxError, SyntaxErrorKind, Token};

/// A tag pair with a name and a value, in bytes of the game's text.
#[derive(Clone, Debug)]
pub struct TagRanges {
    /// From `[` to `]`.
    pub range: Range<u32>,
    pub name: Range<u32>,
    /// With its quotes.
    pub value: Range<u32>,
}

/// A token of the movetext, without white space; periods are part of their number. Each `(` has a matching `)`, which
/// is empty if missing in the text; an unmatched `)` is stray text.
#[derive(Clone, Debug)]
pub struct OutlineToken {
    pub token: Token,
    pub range: Range<u32>,
}

/// An incomplete tag: the start of its first token, its name and its value.
type PartialTag = (Option<u32>, Option<Range<u32>>, Option<Range<u32>>);

/// Tags and movetext of one game.
#[derive(Debug, Default)]
pub struct SourceOutline {
    pub tags: Vec<TagRanges>,
    pub items: Vec<OutlineToken>,
    /// PGN's escapes among the tags.
    pub escapes: Vec<Range<u32>>,
    /// Comments before and among the tags.
    pub tag_comments: Vec<OutlineToken>,
    /// Start of the game's first token; the text's length if there is none.
    pub start: u32,
    /// Byte order marks after the file's own.
    pub marks: Option<Range<u32>>,
    /// Whether there is a binary move section.
    pub binary: bool,
    /// Stray text among the tags.
    pub stray_tags: Vec<Range<u32>>,
    /// Tags without a name or a value.
    pub broken_tags: Vec<Range<u32>>,
    /// Tags with a quote in their name or at its end, as in `[Whi"te "x"]`: where the name ends is not certain.
    pub torn_tags: Vec<Range<u32>>,
    movetext: bool,
    /// For each open variation, whether its `)` was seen.
    closed: Vec<bool>,
    open: Option<PartialTag>,
}

impl SourceOutline {
    pub fn of(text: &str) -> SourceOutline {
        SourceOutline::read(text, NEVER)
    }

    /// The outline of one game's text; incomplete after cancellation in a large game.
    pub fn read(text: &str, cancel: &dyn Cancellation) -> SourceOutline {
        let mut outline = SourceOutline { start: text.len() as u32, ..SourceOutline::default() };
        parse_game::<dyn Sink>(text, &mut outline, cancel);
        outline
    }

    /// The last tag with this name, which counts (rule B11).
    pub fn tag(&self, text: &str, name: &str) -> Option<&TagRanges> {
        self.tags.iter().rfind(|tag| slice(text, &tag.name) == name)
    }

    /// All tags with this name: when the one that counts is removed, its duplicates are removed too.
    pub fn tags_named<'o>(&'o self, text: &'o str, name: &'o str) -> impl Iterator<Item = &'o TagRanges> {
        self.tags.iter().filter(move |tag| slice(text, &tag.name) == name)
    }

    /// The other tags with the name of this one.
    pub fn duplicates_of<'o>(&'o self, text: &'o str, tag: &'o TagRanges) -> impl Iterator<Item = &'o TagRanges> {
        self.tags_named(text, slice(text, &tag.name)).filter(move |other| other.range != tag.range)
    }

    /// Whether there is VGN-only content beside `MoveFormat`: `.5` numbers, a board in `SetUp` (rule A5). `EndDate`
    /// does not count: chess.com writes it into each of its PGN games, and PGN allows any tag (PGN 8.1).
    pub fn has_vgn(&self, text: &str) -> bool {
        let half = |item: &OutlineToken| item.token == Token::MoveNumber && slice(text, &item.range).ends_with(".5");
        let board = |tag: &TagRanges| tag.value(text).contains('/');
        self.items.iter().any(half) || (self.tag(text, "FEN").is_none() && self.tag(text, "SetUp").is_some_and(board))
    }

    /// The terminator of the main line.
    pub fn terminator(&self) -> Option<&OutlineToken> {
        let mut depth = 0_i32;
        let mut found = None;
        for item in &self.items {
            match item.token {
                Token::VariationOpen => depth += 1,
                Token::VariationClose => depth -= 1,
                Token::Terminator if depth == 0 => found = Some(item),
                _ => {}
            }
        }
        found
    }
}

impl TagRanges {
    /// The text between the quotes, with escapes.
    pub fn raw<'t>(&self, text: &'t str) -> &'t str {
        slice(text, &self.inner(text))
    }

    /// The value, with escapes resolved (rule B2).
    pub fn value<'t>(&self, text: &'t str) -> Cow<'t, str> {
        unescaped(self.raw(text))
    }

    /// The range between the quotes.
    pub fn inner(&self, text: &str) -> Range<u32> {
        between_quotes(text, &self.value)
    }
}

/// The text of a range.
pub fn slice<'t>(text: &'t str, range: &Range<u32>) -> &'t str {
    &text[range.start as usize..range.end as usize]
}

impl Sink for SourceOutline {
    fn start(&mut self, node: Node) {
        match node {
            Node::TagPair => self.open = Some((None, None, None)),
            Node::Movetext => self.movetext = true,
            Node::Variation => self.closed.push(false),
            Node::Game | Node::TagSection => {}
        }
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        if token == Token::ByteOrderMark && range.start > 0 && self.start > range.start {
            self.marks = Some(range);
            return;
        }
        if matches!(token, Token::Space | Token::ByteOrderMark) {
            return;
        }
        self.start = self.start.min(range.start);
        if let Some((start, ..)) = &mut self.open {
            // A tag may lack its `[`.
            start.get_or_insert(range.start);
        }
        match token {
            Token::TagName => self.open.iter_mut().for_each(|open| open.1 = Some(range.clone())),
            Token::TagValue => self.open.iter_mut().for_each(|open| open.2 = Some(range.clone())),
            Token::TagClose => {
                if let Some((Some(start), Some(name), Some(value))) = self.open.clone() {
                    self.tags.push(TagRanges { range: start..range.end, name, value });
                    self.open = None;
                }
            }
            Token::Binary => self.binary = true,
            Token::Periods if let Some(last) = self.items.last_mut().filter(|last| last.token == Token::MoveNumber) => {
                last.range.end = range.end;
            }
            Token::VariationClose => match self.closed.last_mut() {
                Some(closed) => {
                    *closed = true;
                    self.items.push(OutlineToken { token, range });
                }
                None => self.items.push(OutlineToken { token: Token::Stray, range }),
            },
            _ if self.movetext => self.items.push(OutlineToken { token, range }),
            Token::Escape => self.escapes.push(range),
            Token::BraceComment | Token::LineComment => self.tag_comments.push(OutlineToken { token, range }),
            Token::Stray => self.stray_tags.push(range),
            _ => {}
        }
    }

    fn finish(&mut self, node: Node) {
        // A variation without its `)` ends here.
        if node == Node::Variation && self.closed.pop() == Some(false) {
            let end = self.items.last().map_or(0, |last| last.range.end);
            self.items.push(OutlineToken { token: Token::VariationClose, range: end..end });
        }
        // A tag without its `]` still counts.
        if node == Node::TagPair {
            match self.open.take() {
                Some((Some(start), Some(name), Some(value))) => {
                    self.tags.push(TagRanges { range: start..value.end, name, value })
                }
                Some((Some(start), name, value)) => {
                    let end = value.or(name).map_or(start + 1, |last| last.end);
                    self.broken_tags.push(start..end);
                }
                Some((None, ..)) | None => {}
            }
        }
    }

    fn error(&mut self, error: SyntaxError) {
        if let SyntaxErrorKind::ExtraTagValue { quotes: Some(value) } = error.kind
            && let Some(tag) = self.tags.pop_if(|tag| tag.value == value && tag.name.end == value.start)
        {
            self.torn_tags.push(tag.range);
        }
    }
}
