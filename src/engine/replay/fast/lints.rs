//! Lints asked about a game that is read plainly. Their findings go to the visitor.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;

use super::{FastReader, Visitor};
use crate::lint::{Event, Events, Findings, GameFormat, GameView, TagEvent};
use crate::rules::Position;
use crate::syntax::tag_list::name_index;

/// Ranges of a tag, in bytes of the game.
#[derive(Clone, Debug)]
pub(super) struct TagPlace {
    pub in_use: Option<u8>,
    pub open: u32,
    pub name_end: u32,
    /// Start of the value, after its quote; a value with escapes is not clean.
    pub value: u32,
    pub value_end: u32,
}

impl TagPlace {
    /// From `[` to `]`.
    pub(super) fn range(&self) -> Range<u32> {
        self.open..self.value_end + 2
    }
}

impl<L: Visitor> FastReader<'_, L> {
    /// Asks the lints about an event of the movetext, if any of them wants its kind.
    #[inline(always)]
    pub(super) fn ask_lints(&mut self, kind: Events, event: impl FnOnce(&Self) -> Event<'static>) -> Option<()> {
        if L::ASKS_LINTS && self.lints.wants(kind) { self.ask(&event(self)) } else { Some(()) }
    }

    /// Asks the lints about the end of the game.
    pub(super) fn ask_lints_at_end(&mut self) -> Option<()> {
        if self.lints.wants(Events::END) { self.ask(&Event::End) } else { Some(()) }
    }

    /// Reports missing tags, and asks the lints about each tag that they want, and about the opening.
    pub(super) fn check_tags(&mut self) -> Option<()> {
        self.check_roster()?;
        if self.lints.wants(Events::TAG) {
            let places = self.places;
            for place in places.iter().filter(|place| self.lints.wants_tag(place.in_use)) {
                let tag = tag_event(self.bytes, self.start, place)?;
                self.ask(&Event::Tag(tag))?;
            }
        }
        if self.lints.wants(Events::OPENING) { self.ask(&Event::Opening) } else { Some(()) }
    }

    /// A range in bytes of the game.
    pub(super) fn of_game(&self, range: Range<usize>) -> Range<u32> {
        (range.start - self.start) as u32..(range.end - self.start) as u32
    }

    #[inline(never)]
    fn ask(&mut self, event: &Event<'_>) -> Option<()> {
        let mut memories = std::mem::take(self.memories);
        let mut findings = Findings::new(&*self, self.visitor.detail());
        self.lints.ask(&mut memories, event, &mut findings);
        let any = findings.any();
        let found = findings.into_found();
        *self.memories = memories;
        // Text that is not UTF-8 must be decoded by the judge.
        if self.is_undecoded.get() || any && found.is_empty() {
            return None;
        }
        found.into_iter().try_for_each(|finding| self.visitor.find(finding))
    }
}

impl<L: Visitor> FastReader<'_, L> {
    /// The name of a tag, if it is UTF-8.
    pub(super) fn name_of(&self, place: &TagPlace) -> Option<&str> {
        match place.in_use {
            Some(index) => Some(name_index::name(index)),
            None => {
                let name = self.start + place.open as usize + 1..self.start + place.name_end as usize;
                std::str::from_utf8(&self.bytes[name]).ok()
            }
        }
    }
}

/// The tag, if it is UTF-8.
fn tag_event<'b>(bytes: &'b [u8], start: usize, place: &TagPlace) -> Option<TagEvent<'b>> {
    let slice = |from: u32, to: u32| &bytes[start + from as usize..start + to as usize];
    let value = slice(place.value, place.value_end);
    if !value.is_ascii() {
        std::str::from_utf8(value).ok()?;
    }
    Some(TagEvent {
        name: match place.in_use {
            Some(index) => name_index::name(index),
            None => std::str::from_utf8(slice(place.open + 1, place.name_end)).ok()?,
        },
        in_use: place.in_use,
        value: Cow::Borrowed(value),
        range: place.range(),
        inner: place.value..place.value_end,
    })
}

impl<L: Visitor> GameView for FastReader<'_, L> {
    fn slice(&self, range: &Range<u32>) -> &str {
        let bytes = &self.bytes[self.start + range.start as usize..self.start + range.end as usize];
        std::str::from_utf8(bytes).unwrap_or_else(|_| {
            self.is_undecoded.set(true);
            ""
        })
    }

    fn format(&self) -> GameFormat {
        GameFormat::Pgn
    }

    fn has_tags(&self) -> bool {
        !self.places.is_empty()
    }

    fn tag(&self, in_use: u8) -> Option<TagEvent<'_>> {
        if !self.tags.has(in_use) {
            return None;
        }
        let place = self.places.iter().find(|place| place.in_use == Some(in_use))?;
        let tag = tag_event(self.bytes, self.start, place);
        if tag.is_none() {
            self.is_undecoded.set(true);
        }
        tag
    }

    fn position(&self) -> Option<Cow<'_, Position>> {
        if !self.outer.is_empty() && self.line.played == 0 {
            return None;
        }
        Some(Cow::Owned(self.line.board().position(NonZeroU32::new(self.line.number)?)))
    }

    fn depth(&self) -> usize {
        self.outer.len()
    }

    fn main_line_half_moves(&self) -> u32 {
        self.outer.first().map_or(self.line.played, |main| main.played)
    }

    fn terminator(&self) -> Option<Range<u32>> {
        self.terminator.clone()
    }

    /// A game with a different result on the board is not clean.
    fn result_on_board(&self) -> Option<&'static str> {
        None
    }

    fn is_read_whole(&self) -> bool {
        true
    }
}
