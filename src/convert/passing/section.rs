//! A clean PGN game as a VGN game with a binary section.
//!
//! Comments, NAGs and variations are events of the section as far as its notation has bytes for them. A game with
//! others is left to the general path, which lists them as losses.

use std::ops::Range;

use shakmaty::Color;

use super::repeated_tags::UnknownTagNames;
use super::{initial_start, line_end_at};
use crate::binary::LONGEST_SECTION;
use crate::convert::section_writer::outcome;
use crate::convert::stored_game::LONGEST_TEXT;
use crate::convert::tags::VGN;
use crate::lint::line_end_of;
use crate::notation::{BinaryEvent, Codec, HoldsEvent, Notation, TokenContent, WriteBinary};
use crate::replay::after::begins_with_after;
use crate::replay::results::words;
use crate::replay::{Deviation, FastPass, PlayedMove, Visitor};
use crate::rules::Bitboards;

/// Converts games to binary sections; reuses its memory for every game.
pub(super) struct Sectioner {
    to: &'static Notation,
    write: WriteBinary,
    holds: HoldsEvent,
    events: Vec<BinaryEvent>,
}

impl Sectioner {
    /// `None` for a text notation, and for one whose sections have no terminator.
    pub(super) fn new(to: &'static Notation) -> Option<Sectioner> {
        let Codec::Binary { write, holds, .. } = to.codec else { return None };
        to.has_terminator().then_some(Sectioner { to, write, holds, events: Vec::new() })
    }

    /// Appends the game that starts at `at`; returns its end.
    pub(super) fn section(
        &mut self,
        fast_pass: &mut FastPass,
        bytes: &[u8],
        at: usize,
        last: bool,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        self.events.clear();
        let line_end = line_end_at(bytes, at);
        let (to, start_len) = (self.to, out.len());
        let boards = to.content == TokenContent::Boards;
        let mut game = SectionVisitor {
            bytes,
            copied: at,
            line_end,
            tags_end: None,
            unknown: UnknownTagNames::default(),
            result: None,
            board: None,
            written_terminator: None,
            boards,
            holds: self.holds,
            is_numbered: false,
            depth: 0,
            is_behind_variation: false,
            is_more: false,
            is_ascii: true,
            events: &mut self.events,
            out,
        };
        let end = fast_pass.visit(bytes, at, last, &mut game)?.end;
        let (tags_end, written_terminator, result) = (game.tags_end?, game.written_terminator?, game.result);
        let on_board = game.board.as_ref().and_then(result_on);
        let is_utf8 = game.is_ascii || std::str::from_utf8(&bytes[at..end]).is_ok();
        if game.is_more || !is_utf8 || end - at > LONGEST_TEXT || line_end_of(&bytes[at..end]) != line_end {
            return None;
        }
        game.copy_to(tags_end);
        if !to.records_result() && on_board.or(result).unwrap_or("*") != written_terminator {
            if (result, on_board) != (None, None) {
                return None;
            }
            out.extend_from_slice(format!("{line_end}[Result \"{}\"]", words(written_terminator)?).as_bytes());
        }
        out.extend_from_slice(format!("{line_end}[MoveFormat \"{}\"]", to.tag_value()).as_bytes());
        // Non-ASCII bytes determine the encoding of a text, and those of the movetext are gone.
        std::str::from_utf8(&out[start_len..]).ok()?;
        self.events.push(BinaryEvent::End(outcome(written_terminator)));
        let section =
            (self.write)(&self.events, &initial_start()).ok().filter(|section| section.len() <= LONGEST_SECTION)?;
        out.extend_from_slice(&section);
        Some(end)
    }
}

/// The terminator determined by a last board, if any.
fn result_on(board: &Bitboards) -> Option<&'static str> {
    if board.is_checkmate() {
        return Some(board.turn().fold_wb("0-1", "1-0"));
    }
    board.is_stalemate().then_some("1/2-1/2")
}

struct SectionVisitor<'t, 'a> {
    bytes: &'t [u8],
    /// End of the bytes copied to `out`.
    copied: usize,
    /// The first line end in the game.
    line_end: &'static str,
    /// End of the last tag.
    tags_end: Option<usize>,
    unknown: UnknownTagNames,
    /// The terminator in the `Result` tag.
    result: Option<&'t str>,
    /// The board after the last half-move.
    board: Option<Bitboards>,
    /// The terminator after the half-moves.
    written_terminator: Option<&'t str>,
    /// Whether boards are recorded, not half-moves.
    boards: bool,
    holds: HoldsEvent,
    /// Whether the last token was a number.
    is_numbered: bool,
    /// Number of open variations.
    depth: usize,
    /// Whether a variation ended after the last half-move of the line.
    is_behind_variation: bool,
    /// Whether the section cannot hold all of the game as it is.
    is_more: bool,
    /// Whether all comments are ASCII.
    is_ascii: bool,
    events: &'a mut Vec<BinaryEvent>,
    out: &'a mut Vec<u8>,
}

impl SectionVisitor<'_, '_> {
    fn copy_to(&mut self, end: usize) {
        self.out.extend_from_slice(&self.bytes[self.copied..end]);
        self.copied = end;
    }

    /// Adds an event behind the last half-move. `None` if the notation has no bytes for it.
    fn add(&mut self, event: BinaryEvent) -> Option<()> {
        (self.holds)(&event).ok()?;
        self.events.push(event);
        Some(())
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
        self.events.push(match self.boards {
            true => BinaryEvent::Board(played.after.board()),
            false => BinaryEvent::Move(played.mv),
        });
        if self.depth == 0 {
            self.board = Some(*played.after);
        }
        Some(())
    }

    fn glyph(&mut self, _: Range<usize>, number: u32) {
        self.is_more |= self.is_behind_variation || self.add(BinaryEvent::Nag(number)).is_none();
    }

    fn comment(&mut self, range: Range<usize>) -> Option<()> {
        let comment = &self.bytes[range];
        // A comment before its half-move would move, and one after a variation would go before it.
        if self.is_numbered || self.is_behind_variation || begins_with_after(comment) {
            return None;
        }
        self.is_ascii &= comment.is_ascii();
        let text = std::str::from_utf8(comment.get(1..)?).ok()?;
        let text = if comment[0] == b'{' { text.strip_suffix('}')? } else { text };
        self.add(BinaryEvent::Comment(text.to_owned()))
    }

    fn variation(&mut self, _: usize) -> Option<()> {
        self.depth += 1;
        self.is_behind_variation = false;
        self.add(BinaryEvent::VariationBegin)
    }

    fn variation_end(&mut self, _: usize) {
        self.depth = self.depth.saturating_sub(1);
        self.is_behind_variation = true;
        self.is_more |= self.add(BinaryEvent::VariationEnd).is_none();
    }

    fn terminator(&mut self, range: Range<usize>) {
        self.written_terminator = std::str::from_utf8(&self.bytes[range]).ok();
    }

    /// Accepts deviations in tags and half-moves unchanged. Sections have no bytes for a backslash, and none for numbers.
    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        if deviation == Deviation::UnknownTag {
            self.unknown.expect();
        }
        (!matches!(deviation, Deviation::Backslash | Deviation::Numbers { .. })).then_some(())
    }
}
