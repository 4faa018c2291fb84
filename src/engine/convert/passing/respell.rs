//! A clean PGN game as a VGN game: the game's own bytes, with the necessary changes.

use std::ops::Range;

use shakmaty::Color;

use super::comments::CommentMover;
use super::line_end_at;
use super::repeated_tags::UnknownTagNames;
use super::spelling::Spelling;
use crate::convert::numbers::decimal;
use crate::convert::tags::VGN;
use crate::lint::line_end_of;
use crate::notation::{EndMark, Notation, SpelledMove};
use crate::replay::after::begins_with_after;
use crate::replay::{Deviation, FastPass, PlayedMove, Visitor};
use crate::syntax::results::words;
use crate::variants::{GameRules, known_variant, rules_value};

/// Converts games to VGN; reuses its memory for every game.
pub(super) struct Respeller {
    /// The notation of the moves; without it they are unchanged.
    spelling: Option<Spelling>,
    comments: CommentMover,
}

/// The last half-move of the main line, which may have to mark how the game ends (rule F3).
struct LastSpelled {
    written: SpelledMove<'static>,
    /// Range of its text in `out`.
    range: Range<usize>,
}

impl Respeller {
    /// Without a notation the moves are unchanged. `None` if the notation writes no moves.
    pub(super) fn new(to: Option<&'static Notation>) -> Option<Respeller> {
        let spelling = match to {
            Some(to) => Some(Spelling::of(to)?),
            None => None,
        };
        Some(Respeller { spelling, comments: CommentMover::default() })
    }

    /// Appends the game that starts at `at` as a VGN game; returns its end.
    pub(super) fn respell(
        &mut self,
        fast_pass: &mut FastPass,
        bytes: &[u8],
        at: usize,
        last: bool,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        self.comments.clear();
        let mut text = RespellVisitor {
            bytes,
            copied: at,
            start: at,
            line_end: line_end_at(bytes, at),
            spelling: self.spelling.as_mut(),
            tagged: false,
            unknown: UnknownTagNames::default(),
            numbered: false,
            ahead: 0,
            place: at,
            behind: at,
            comments: &mut self.comments,
            last: None,
            out,
        };
        let end = fast_pass.visit(bytes, at, last, &mut text)?.end;
        text.copy_to(end);
        Some(end).filter(|end| line_end_of(&bytes[at..*end]) == text.line_end)
    }
}

struct RespellVisitor<'a> {
    bytes: &'a [u8],
    /// End of the bytes copied to `out`.
    copied: usize,
    /// Start of the game.
    start: usize,
    /// The first line end in the game.
    line_end: &'static str,
    spelling: Option<&'a mut Spelling>,
    tagged: bool,
    unknown: UnknownTagNames,
    /// Whether the last token was a number.
    numbered: bool,
    /// Offset of the written numbers from the true ones.
    ahead: i64,
    /// End of the last half-move and its glyphs.
    place: usize,
    /// End of the brace comments behind them.
    behind: usize,
    comments: &'a mut CommentMover,
    last: Option<LastSpelled>,
    out: &'a mut Vec<u8>,
}

impl RespellVisitor<'_> {
    #[inline]
    fn copy_to(&mut self, end: usize) {
        self.out.extend_from_slice(&self.bytes[self.copied..end]);
        self.copied = end;
    }

    fn replace(&mut self, range: Range<usize>, text: &[u8]) {
        self.copy_to(range.start);
        self.out.extend_from_slice(text);
        self.copied = range.end;
    }

    /// Writes the format tags, which precede all other tags.
    fn format_tags(&mut self) {
        let line_end = self.line_end;
        let mut tags = format!("[GameFormat \"{VGN}\"]{line_end}");
        if let Some(Spelling { to, .. }) = &self.spelling {
            tags += &format!("[MoveFormat \"{}\"]{line_end}", to.tag_value());
        }
        self.out.extend_from_slice(tags.as_bytes());
    }

    /// Converts the set-up board: VGN has it in `SetUp`, and PGN's tag is removed with its line.
    fn set_up(&mut self, open: usize, close: usize) -> Option<()> {
        let line_end = match self.bytes[close..] {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => return None,
        };
        let alone = open == self.start || matches!(self.bytes[open - 1], b'\n' | b'\r');
        if !alone {
            return None;
        }
        self.replace(open..close + line_end, b"");
        Some(())
    }

    /// Adds the rules of a variant behind its tag: see [`crate::convert::tags`].
    fn variant(&mut self, value: Range<usize>, close: usize) -> Option<()> {
        let rules = known_variant(std::str::from_utf8(&self.bytes[value]).ok()?)?;
        if rules == GameRules::default() {
            return Some(());
        }
        self.copy_to(close);
        self.out.extend_from_slice(format!("{}[Rules \"{}\"]", self.line_end, rules_value(rules)).as_bytes());
        Some(())
    }

    /// Ends the half-move and its glyphs, and writes the comments that move behind it.
    #[inline]
    fn settle(&mut self) {
        if !self.comments.moved().is_empty() {
            self.copy_to(self.place);
            self.out.append(self.comments.moved());
        }
    }

    /// Same, including the variations behind its comments.
    #[inline(always)]
    fn settle_all(&mut self) {
        if self.comments.wait() {
            self.settle_what_waits();
        }
    }

    #[inline(never)]
    fn settle_what_waits(&mut self) {
        self.settle();
        if !self.comments.variations().is_empty() {
            self.copy_to(self.behind);
            self.out.append(self.comments.variations());
        }
    }
}

impl Visitor for RespellVisitor<'_> {
    fn tag(&mut self, open: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        self.unknown.tag(self.bytes, &name)?;
        if !std::mem::replace(&mut self.tagged, true) {
            self.copy_to(open);
            self.format_tags();
        }
        // The quote and the bracket follow the value.
        let close = value.end + 2;
        match &self.bytes[name] {
            b"SetUp" if &self.bytes[value.clone()] == b"1" => self.set_up(open, close)?,
            b"SetUp" => return None,
            b"FEN" => {
                self.replace(open..value.start, b"[SetUp \"FEN:");
                self.replace(value.end..close, b"\"]");
            }
            b"Result" => {
                let value_text = std::str::from_utf8(&self.bytes[value.clone()]).ok()?;
                let words = words(value_text)?;
                self.replace(value, words.as_bytes());
            }
            b"Variant" => self.variant(value, close)?,
            // They may say the same as the variant, or be no rules at all.
            b"Rules" | b"Pieces" => return None,
            _ => {}
        }
        Some(())
    }

    fn number(&mut self, range: Range<usize>, color: Color) {
        self.settle_all();
        let glued = !self.bytes.get(range.end).is_some_and(u8::is_ascii_whitespace);
        match color {
            Color::White => {}
            Color::Black => self.replace(range.end - 2..range.end, b"5"),
        }
        if glued {
            self.copy_to(range.end);
            self.out.push(b' ');
        }
        self.numbered = true;
    }

    fn half_move(&mut self, range: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        self.settle_all();
        if !std::mem::take(&mut self.numbered) && self.comments.begins_behind_white() {
            // At its new position the variation would need a number.
            return None;
        }
        (self.place, self.behind) = (range.end, range.end);
        let number = u32::try_from(i64::from(played.number) - self.ahead).ok()?;
        if let Some(before) = self.comments.pass(number, played.color) {
            self.copy_to(range.start);
            self.comments.take_out(before, self.bytes, self.out)?;
        }
        let Some(spelling) = &mut self.spelling else { return Some(()) };
        let (written, text) = spelling.spell(&played)?;
        self.out.extend_from_slice(&self.bytes[self.copied..range.start]);
        let start = self.out.len();
        self.out.extend_from_slice(text.as_bytes());
        self.copied = range.end;
        if self.comments.is_main_line() {
            self.last = Some(LastSpelled { written, range: start..self.out.len() });
        }
        Some(())
    }

    fn glyph(&mut self, range: Range<usize>, number: u32) {
        (self.place, self.behind) = (range.end, range.end);
        if self.bytes[range.start] != b'$' {
            let glued = range.start > 0 && !self.bytes[range.start - 1].is_ascii_whitespace();
            self.replace(range, if glued { b" $" } else { b"$" });
            self.out.extend_from_slice(decimal(number, &mut [0; 10]));
        }
    }

    fn comment(&mut self, range: Range<usize>) -> Option<()> {
        // A comment between a number and its half-move would have to move before or behind both. Text that looks like
        // the command to name a half-move must not be taken for one.
        if self.numbered || begins_with_after(&self.bytes[range.clone()]) {
            return None;
        }
        self.settle();
        if self.bytes[range.start] == b';' {
            self.settle_all();
        } else {
            self.behind = range.end;
        }
        let out = self.out.len() + (range.start - self.copied);
        self.comments.add(range, self.bytes, out);
        Some(())
    }

    fn variation(&mut self, open: usize) -> Option<()> {
        self.settle_all();
        self.comments.open(open, self.out.len() + (open - self.copied));
        Some(())
    }

    fn variation_end(&mut self, close: usize) {
        self.settle_all();
        self.copy_to(close + 1);
        self.comments.close(close + 1, self.out.len());
    }

    fn terminator(&mut self, range: Range<usize>) {
        self.settle_all();
        let end = match &self.bytes[range] {
            b"1-0" | b"0-1" => EndMark::Won,
            b"1/2-1/2" => EndMark::Drawn,
            _ => return,
        };
        let (Some(last), Some(spelling)) = (self.last.take(), &self.spelling) else { return };
        if let Some(text) = spelling.ended(last.written, end) {
            self.out.splice(last.range, text.into_bytes());
        }
    }

    fn visits_variants(&self) -> bool {
        true
    }

    /// Accepts deviations in tags and half-moves unchanged.
    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        match deviation {
            Deviation::Numbers { ahead } => self.ahead = ahead,
            Deviation::UnknownTag => self.unknown.expect(),
            _ => {}
        }
        Some(())
    }
}
