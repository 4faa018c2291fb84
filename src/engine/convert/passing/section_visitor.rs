//! Reads a clean PGN game as the events of a binary section, and copies its tags.

use std::ops::Range;

use shakmaty::Color;

use super::repeated_tags::UnknownTagNames;
use crate::convert::losses::loss_tally::LossTally;
use crate::convert::sections::stray_loss;
use crate::convert::tags::VGN;
use crate::notation::{BinaryEvent, HoldsEvent, Notation, TokenContent};
use crate::replay::after::begins_with_after;
use crate::replay::{Deviation, PlayedMove, Visitor};
use crate::rules::Bitboards;
use crate::syntax::results::words;

pub(super) struct SectionVisitor<'t, 'a> {
    bytes: &'t [u8],
    /// Start of the game.
    start: usize,
    /// End of the bytes copied to `out`.
    copied: usize,
    /// The first line end in the game.
    line_end: &'static str,
    /// End of the last tag.
    pub(super) tags_end: Option<usize>,
    unknown: UnknownTagNames,
    /// The terminator in the `Result` tag.
    pub(super) result: Option<&'t str>,
    /// The board after the last half-move.
    pub(super) board: Option<Bitboards>,
    /// The terminator after the half-moves.
    pub(super) written_terminator: Option<&'t str>,
    to: &'static Notation,
    holds: HoldsEvent,
    /// Whether the last token was a backslash, which can stand only before a NAG.
    is_behind_backslash: bool,
    /// Whether the last token was a number.
    is_numbered: bool,
    /// For each open variation its `(`.
    open: Vec<usize>,
    /// The number of variations open before the outermost one that is left out.
    dropped: Option<usize>,
    /// Whether a written variation ended after the last half-move of the line.
    is_behind_variation: bool,
    pub(super) lost: LossTally,
    /// Whether the section cannot hold all of the game as it is.
    pub(super) is_more: bool,
    /// Whether the notation has comments.
    holds_comments: bool,
    /// Whether all comments that it may hold are ASCII.
    pub(super) is_ascii: bool,
    events: &'a mut Vec<BinaryEvent>,
    out: &'a mut Vec<u8>,
}

impl<'t, 'a> SectionVisitor<'t, 'a> {
    /// A visitor of the game that starts at `at`, whose lines end with `line_end`.
    pub(super) fn new(
        bytes: &'t [u8],
        at: usize,
        line_end: &'static str,
        to: &'static Notation,
        holds: HoldsEvent,
        events: &'a mut Vec<BinaryEvent>,
        out: &'a mut Vec<u8>,
    ) -> SectionVisitor<'t, 'a> {
        SectionVisitor {
            bytes,
            start: at,
            copied: at,
            line_end,
            tags_end: None,
            unknown: UnknownTagNames::default(),
            result: None,
            board: None,
            written_terminator: None,
            to,
            holds,
            is_behind_backslash: false,
            is_numbered: false,
            open: Vec::new(),
            dropped: None,
            is_behind_variation: false,
            lost: LossTally::default(),
            is_more: false,
            holds_comments: holds(&BinaryEvent::Comment(String::new())).is_ok(),
            is_ascii: true,
            events,
            out,
        }
    }

    /// Copies the text up to `end`.
    pub(super) fn copy_to(&mut self, end: usize) {
        self.out.extend_from_slice(&self.bytes[self.copied..end]);
        self.copied = end;
    }

    /// Whether the notation has bytes for an event. If not, its range becomes a loss.
    fn is_held(&mut self, event: &BinaryEvent, range: Range<usize>) -> bool {
        match (self.holds)(event) {
            Ok(()) => true,
            Err(why) => {
                self.lose(why.reason().to_owned(), range);
                false
            }
        }
    }

    fn lose(&mut self, message: String, range: Range<usize>) {
        let [start, end] = [range.start, range.end].map(|at| (at - self.start) as u32);
        self.lost.one(message, start..end);
    }

    /// Adds an event behind the last half-move, unless it is in a variation that is left out.
    fn add(&mut self, event: BinaryEvent) {
        if self.dropped.is_none() {
            self.events.push(event);
        }
    }
}

impl Visitor for SectionVisitor<'_, '_> {
    fn tag(&mut self, open: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        self.unknown.tag(self.bytes, &name)?;
        if self.tags_end.is_none() {
            self.copy_to(open);
            self.out.extend_from_slice(format!("[GameFormat \"{VGN}\"]{}", self.line_end).as_bytes());
        }
        // The quote and the bracket follow the value.
        self.tags_end = Some(value.end + 2);
        match &self.bytes[name] {
            b"SetUp" | b"FEN" => return None,
            b"Result" if self.result.is_some() => return None,
            b"Result" => {
                let value_text = std::str::from_utf8(&self.bytes[value.clone()]).ok()?;
                let words = words(value_text)?;
                self.result = Some(value_text);
                self.copy_to(value.start);
                self.out.extend_from_slice(words.as_bytes());
                self.copied = value.end;
            }
            _ => {}
        }
        Some(())
    }

    fn number(&mut self, _: Range<usize>, _: Color) {
        self.is_numbered = true;
    }

    fn half_move(&mut self, _: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        (self.is_numbered, self.is_behind_variation) = (false, false);
        if self.dropped.is_some() {
            return Some(());
        }
        self.events.push(match self.to.content {
            TokenContent::Boards => BinaryEvent::Board(played.after.board()),
            TokenContent::Moves => BinaryEvent::Move(played.mv),
        });
        if self.open.is_empty() {
            self.board = Some(*played.after);
        }
        Some(())
    }

    fn glyph(&mut self, range: Range<usize>, number: u32) {
        if std::mem::take(&mut self.is_behind_backslash) {
            self.lose(stray_loss("\\", self.to), range.start - 1..range.start);
        }
        let event = BinaryEvent::Nag(number);
        if self.is_held(&event, range) {
            self.is_more |= self.is_behind_variation;
            self.add(event);
        }
    }

    fn comment(&mut self, range: Range<usize>) -> Option<()> {
        let comment = &self.bytes[range.clone()];
        let text: &[u8] = match comment {
            // Without a byte for any comment, it does not matter in which encoding this one is.
            _ if !self.holds_comments => b"",
            [b'{', text @ .., b'}'] | [_, text @ ..] => text,
            [] => return None,
        };
        self.is_ascii &= text.is_ascii();
        let event = BinaryEvent::Comment(std::str::from_utf8(text).ok()?.to_owned());
        if !self.is_held(&event, range) {
            return Some(());
        }
        // A comment before its half-move would move, and one after a variation would go before it.
        let moves = self.is_numbered || self.is_behind_variation || begins_with_after(comment);
        if moves && self.dropped.is_none() {
            return None;
        }
        self.add(event);
        Some(())
    }

    fn variation(&mut self, open: usize) -> Option<()> {
        self.is_behind_variation = false;
        if self.dropped.is_none() && (self.holds)(&BinaryEvent::VariationBegin).is_err() {
            self.dropped = Some(self.open.len());
        }
        self.open.push(open);
        self.add(BinaryEvent::VariationBegin);
        Some(())
    }

    fn variation_end(&mut self, _: usize) {
        let Some(open) = self.open.pop() else { return };
        if self.is_held(&BinaryEvent::VariationBegin, open..open + 1) {
            self.is_behind_variation = true;
            self.add(BinaryEvent::VariationEnd);
        } else if self.dropped == Some(self.open.len()) {
            self.dropped = None;
        }
    }

    fn terminator(&mut self, range: Range<usize>) {
        self.written_terminator = std::str::from_utf8(&self.bytes[range]).ok();
    }

    /// Accepts deviations in tags and half-moves unchanged. Sections have no bytes for numbers.
    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        match deviation {
            Deviation::UnknownTag => self.unknown.expect(),
            Deviation::Backslash => self.is_behind_backslash = true,
            Deviation::Numbers { .. } => return None,
            _ => {}
        }
        Some(())
    }
}
