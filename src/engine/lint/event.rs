//! The events of a game that checks receive, in text order. Ranges are in bytes of the game's text.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;

use crate::rules::Play;

/// One element of a game.
#[derive(Clone, Debug)]
pub enum Event<'e> {
    /// A tag pair with name and value. The view knows all tags of the game.
    Tag(TagEvent<'e>),
    /// The end of the tags: formats, variant and first board are known.
    Opening,
    /// The number before a half-move, with the periods directly after it.
    Number(Range<u32>),
    /// A half-move. The view's board is the one after it.
    HalfMove { range: Range<u32>, number: u32, color: Color, play: Option<Play> },
    /// A NAG, or a suffix such as `!` or `?`.
    Glyph(Range<u32>),
    /// A comment with its braces or semicolon, among the tags or in the movetext.
    Comment(Range<u32>),
    /// The `(` of a variation.
    Variation(Range<u32>),
    /// The `)` of the innermost variation.
    VariationEnd(Range<u32>),
    /// A terminator, of the game or of a variation.
    Terminator(Range<u32>),
    /// The end of the game.
    End,
}

/// A tag pair that has a name and a value.
#[derive(Clone, Debug)]
pub struct TagEvent<'e> {
    pub name: &'e str,
    /// Index of the name among those in common use.
    pub in_use: Option<u8>,
    /// UTF-8, with escapes resolved (rule B2).
    pub value: Cow<'e, [u8]>,
    /// From `[` to `]`.
    pub range: Range<u32>,
    /// Between the quotes.
    pub inner: Range<u32>,
}

impl TagEvent<'_> {
    /// The value as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.value)
    }
}

/// A set of kinds of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events(u16);

impl Events {
    pub const TAG: Events = Events(1);
    pub const OPENING: Events = Events(1 << 1);
    pub const NUMBER: Events = Events(1 << 2);
    pub const HALF_MOVE: Events = Events(1 << 3);
    pub const GLYPH: Events = Events(1 << 4);
    pub const COMMENT: Events = Events(1 << 5);
    pub const VARIATION: Events = Events(1 << 6);
    pub const VARIATION_END: Events = Events(1 << 7);
    pub const TERMINATOR: Events = Events(1 << 8);
    pub const END: Events = Events(1 << 9);

    /// All events of the movetext.
    pub const MOVETEXT: Events = Events(0b1_1111_1100);

    pub const ALL: Events = Events((1 << Events::KINDS) - 1);

    /// Number of kinds.
    pub const KINDS: usize = 10;

    #[must_use]
    pub const fn and(self, other: Events) -> Events {
        Events(self.0 | other.0)
    }

    #[inline]
    pub const fn meets(self, other: Events) -> bool {
        self.0 & other.0 != 0
    }

    /// Index of a single kind.
    pub(super) const fn place(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The kinds of the set, one by one.
    pub(super) fn kinds(self) -> impl Iterator<Item = Events> {
        (0..Events::KINDS).map(|place| Events(1 << place)).filter(move |kind| self.meets(*kind))
    }
}

impl Event<'_> {
    /// The range of an event of the movetext.
    pub fn range(&self) -> Option<&Range<u32>> {
        match self {
            Event::Number(range)
            | Event::HalfMove { range, .. }
            | Event::Glyph(range)
            | Event::Comment(range)
            | Event::Variation(range)
            | Event::VariationEnd(range)
            | Event::Terminator(range) => Some(range),
            Event::Tag(_) | Event::Opening | Event::End => None,
        }
    }

    #[inline(always)]
    pub fn kind(&self) -> Events {
        match self {
            Event::Tag(_) => Events::TAG,
            Event::Opening => Events::OPENING,
            Event::Number(_) => Events::NUMBER,
            Event::HalfMove { .. } => Events::HALF_MOVE,
            Event::Glyph(_) => Events::GLYPH,
            Event::Comment(_) => Events::COMMENT,
            Event::Variation(_) => Events::VARIATION,
            Event::VariationEnd(_) => Events::VARIATION_END,
            Event::Terminator(_) => Events::TERMINATOR,
            Event::End => Events::END,
        }
    }
}
