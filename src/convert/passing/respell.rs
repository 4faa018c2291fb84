//! A clean PGN game as a VGN game: the game's own bytes, but for what must change.

use std::ops::Range;

use shakmaty::Color;

use crate::analysis::results::words;
use crate::analysis::{Cleaner, Heard, Listener, line_end_of};
use crate::convert::tags::VGN;
use crate::notation::{Codec, EndMark, Notation, Written};

/// Adds the game that starts at `at` as a VGN game whose moves are in `to`, or stay as they are; its end.
pub(super) fn respell(
    cleaner: &mut Cleaner,
    bytes: &[u8],
    at: usize,
    last: bool,
    to: Option<&'static Notation>,
    out: &mut Vec<u8>,
) -> Option<usize> {
    let mut text = Text { bytes, copied: at, start: at, to, tagged: false, last: None, out };
    let game = cleaner.listen(bytes, at, last, &mut text)?;
    text.copy_to(game.end);
    Some(game.end)
}

/// The last half-move of the line, which may have to tell how the game ends (rule F3).
struct LastMove {
    written: Written<'static>,
    /// Where its text stands in `out`.
    range: Range<usize>,
}

struct Text<'a> {
    bytes: &'a [u8],
    /// The bytes up to here have their place in `out`.
    copied: usize,
    /// Where the game starts.
    start: usize,
    to: Option<&'static Notation>,
    tagged: bool,
    last: Option<LastMove>,
    out: &'a mut Vec<u8>,
}

impl Text<'_> {
    fn copy_to(&mut self, end: usize) {
        self.out.extend_from_slice(&self.bytes[self.copied..end]);
        self.copied = end;
    }

    fn replace(&mut self, range: Range<usize>, text: &[u8]) {
        self.copy_to(range.start);
        self.out.extend_from_slice(text);
        self.copied = range.end;
    }

    /// The tags that tell the formats stand before all others.
    fn format_tags(&mut self) {
        let line_end = line_end_of(&self.bytes[self.start..]);
        let mut tags = format!("[GameFormat \"{VGN}\"]{line_end}");
        if let Some(to) = self.to {
            tags += &format!("[MoveFormat \"{}\"]{line_end}", to.tag_value());
        }
        self.out.extend_from_slice(tags.as_bytes());
    }

    fn is_glued(&self, end: usize) -> bool {
        self.bytes.get(end).is_some_and(|byte| !byte.is_ascii_whitespace())
    }
}

impl Listener for Text<'_> {
    fn tag(&mut self, open: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        if !std::mem::replace(&mut self.tagged, true) {
            self.copy_to(open);
            self.format_tags();
        }
        match &self.bytes[name] {
            // A board has its own place in VGN.
            b"FEN" | b"SetUp" => None,
            b"Result" => {
                let words = words(std::str::from_utf8(&self.bytes[value.clone()]).ok()?)?;
                self.replace(value, words.as_bytes());
                Some(())
            }
            _ => Some(()),
        }
    }

    fn number(&mut self, range: Range<usize>, color: Color) {
        let glued = self.is_glued(range.end);
        match color {
            Color::White => self.copy_to(range.end),
            Color::Black => self.replace(range.end - 2..range.end, b"5"),
        }
        if glued {
            self.out.push(b' ');
        }
    }

    fn half_move(&mut self, range: Range<usize>, heard: Heard<'_>) -> Option<()> {
        let Some(Codec::Moves { write, .. }) = self.to.map(|to| &to.codec) else { return Some(()) };
        let check = heard.after.is_check();
        // Stalemate has a mark in some notations.
        if !check && !heard.after.certainly_can_move() {
            return None;
        }
        let end = if heard.mate { EndMark::Over } else { EndMark::None };
        let written = Written { check, end, ..Written::new(heard.mv) };
        let text = write(&written).ok()?;
        self.replace(range, text.as_bytes());
        let at = self.out.len();
        self.last = Some(LastMove { written, range: at - text.len()..at });
        Some(())
    }

    fn glyph(&mut self, range: Range<usize>, number: u32) {
        if self.bytes[range.start] != b'$' {
            let glued = range.start > 0 && !self.bytes[range.start - 1].is_ascii_whitespace();
            let lead = if glued { " " } else { "" };
            self.replace(range, format!("{lead}${number}").as_bytes());
        }
    }

    /// Comments may have to go to another place.
    fn comment(&mut self, _: Range<usize>) -> Option<()> {
        None
    }

    fn variation(&mut self) -> Option<()> {
        None
    }

    fn terminator(&mut self, range: Range<usize>) {
        let end = match &self.bytes[range] {
            b"1-0" | b"0-1" => EndMark::Won,
            b"1/2-1/2" => EndMark::Drawn,
            _ => return,
        };
        let Some(LastMove { written, range }) = self.last.take() else { return };
        let Some(Codec::Moves { write, .. }) = self.to.map(|to| &to.codec) else { return };
        if written.end == EndMark::None
            && let Ok(text) = write(&Written { end, ..written })
        {
            self.out.splice(range, text.into_bytes());
        }
    }
}
