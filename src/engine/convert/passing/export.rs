//! A clean PGN game in export format, with a new layout.

use std::ops::Range;

use shakmaty::Color;

use super::comments::braced;
use super::line_end_at;
use super::san_deviations::SanDeviations;
use crate::convert::export::ROSTER;
use crate::convert::export::wrap::{CharacterWidth, LineWrapper};
use crate::convert::numbers::decimal;
use crate::convert::portable::is_name_of_other_case;
use crate::lint::line_end_of;
use crate::replay::{Deviation, FastPass, PlayedMove, Visitor};
use crate::syntax::results::TERMINATORS;

/// Index of `Result` in the roster.
const RESULT: usize = 6;

/// Exports games; reuses its memory for every game.
pub(super) struct Exporter {
    /// Character encoding of the last game with non-ASCII bytes.
    characters: CharacterWidth,
    tags: Vec<ExportedTag>,
    movetext: Vec<u8>,
    terminator: Range<usize>,
    /// Whether the last board may contradict the terminator.
    pub minds_end: bool,
    is_portable: bool,
}

impl Exporter {
    /// `is_portable`: games that programs read differently are left.
    pub(super) fn new(is_portable: bool) -> Exporter {
        Exporter {
            characters: CharacterWidth::Utf8,
            tags: Vec::new(),
            movetext: Vec::new(),
            terminator: 0..0,
            minds_end: false,
            is_portable,
        }
    }

    /// Appends the game that starts at `at` in export format; returns its end.
    pub(super) fn export(
        &mut self,
        fast_pass: &mut FastPass,
        bytes: &[u8],
        at: usize,
        last: bool,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        let line_end = if self.is_portable { "\n" } else { line_end_at(bytes, at) };
        let mut end = self.lay_out(fast_pass, bytes, at, last, line_end)?;
        if !self.is_portable && line_end_of(&bytes[at..end]) != line_end {
            return None;
        }
        if !self.movetext.is_ascii() {
            let characters = CharacterWidth::of(&bytes[at..end]);
            if characters != std::mem::replace(&mut self.characters, characters) {
                end = self.lay_out(fast_pass, bytes, at, last, line_end)?;
            }
        }
        self.tags.sort_unstable_by(|a, b| a.place.cmp(&b.place).then_with(|| a.name(bytes).cmp(b.name(bytes))));
        let mut tag = |name: &[u8], value: &[u8]| {
            for part in [b"[", name, b" \"", value, b"\"]", line_end.as_bytes()] {
                out.extend_from_slice(part);
            }
        };
        let mut tags = self.tags.iter().peekable();
        for (place, name) in ROSTER.into_iter().enumerate() {
            match (tags.next_if(|tag| tag.place == place), name) {
                (Some(known), _) => tag(known.name(bytes), &bytes[known.value.clone()]),
                (None, "Date") => tag(b"Date", b"????.??.??"),
                (None, "Result") => tag(b"Result", &bytes[self.terminator.clone()]),
                (None, name) => tag(name.as_bytes(), b"?"),
            }
        }
        for other in tags {
            tag(other.name(bytes), &bytes[other.value.clone()]);
        }
        for part in [line_end.as_bytes(), &self.movetext, line_end.as_bytes()] {
            out.extend_from_slice(part);
        }
        Some(end)
    }

    /// Reads the game, and writes its movetext to wrapped lines.
    fn lay_out(
        &mut self,
        fast_pass: &mut FastPass,
        bytes: &[u8],
        at: usize,
        last: bool,
        line_end: &'static str,
    ) -> Option<usize> {
        self.tags.clear();
        self.movetext.clear();
        let lines = LineWrapper::new(&mut self.movetext, line_end, self.characters);
        let mut game = ExportVisitor {
            bytes,
            tags: &mut self.tags,
            unknown: false,
            lines,
            open: false,
            number: true,
            sets_up: false,
            ahead: 0,
            deviations: SanDeviations::default(),
            terminator: 0..0,
            minds_end: self.minds_end,
            portability: self.is_portable.then(PortableSigns::default),
        };
        let end = fast_pass.visit(bytes, at, last, &mut game)?.end;
        if game.portability.is_some_and(|portability| portability.is_broken) {
            return None;
        }
        game.lines.end_line();
        self.terminator = game.terminator;
        let result = self.tags.iter().find(|tag| tag.name(bytes) == b"Result");
        // Another result in the tag is named.
        result.is_none_or(|tag| bytes[tag.value.clone()] == bytes[self.terminator.clone()]).then_some(end)
    }
}

/// Maximum number of tags for a linear search of names.
const MOST_TAGS: usize = 200;

struct ExportedTag {
    /// Index in the roster; other tags follow, sorted by name.
    place: usize,
    name: Range<usize>,
    value: Range<usize>,
}

impl ExportedTag {
    fn name<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        &bytes[self.name.clone()]
    }
}

struct ExportVisitor<'a> {
    bytes: &'a [u8],
    tags: &'a mut Vec<ExportedTag>,
    /// Whether the next tag may be a duplicate.
    unknown: bool,
    lines: LineWrapper<'a>,
    /// Whether the last token was a `(`, after which no blank is written.
    open: bool,
    /// Whether Black's next half-move needs its number.
    number: bool,
    /// Whether a tag sets up the board.
    sets_up: bool,
    /// Offset of the numbers in the text from those to write.
    ahead: i64,
    deviations: SanDeviations,
    terminator: Range<usize>,
    minds_end: bool,
    portability: Option<PortableSigns>,
}

/// Whether programs read the tokens of a clean game alike, as they are written.
#[derive(Default)]
struct PortableSigns {
    is_broken: bool,
    /// The current line has a half-move.
    is_played: bool,
    /// A comment, a variation or the terminator is behind it.
    is_parted: bool,
}

impl PortableSigns {
    fn require(&mut self, holds: bool) {
        self.is_broken |= !holds;
    }
}

impl ExportVisitor<'_> {
    fn begin_word(&mut self) {
        if !std::mem::take(&mut self.open) {
            self.lines.space();
        }
    }

    fn word(&mut self, word: &[u8]) {
        self.begin_word();
        self.lines.join(word);
    }

    /// Writes a number as one word, with `lead` before and `trail` after it.
    fn digits(&mut self, lead: &[u8], number: u32, trail: &[u8]) {
        self.word(lead);
        self.lines.join(decimal(number, &mut [0; 10]));
        self.lines.join(trail);
    }
}

impl Visitor for ExportVisitor<'_> {
    fn tag(&mut self, _: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        let twice = |tags: &[ExportedTag]| tags.iter().any(|tag| tag.name(self.bytes) == &self.bytes[name.clone()]);
        if self.portability.is_some() {
            let value = &self.bytes[value.clone()];
            let name = std::str::from_utf8(&self.bytes[name.clone()]).ok()?;
            let is_other = matches!(name, "FEN" | "SetUp" | "Variant") || is_name_of_other_case(name).is_some();
            let alike = |tag: &ExportedTag| tag.name(self.bytes).eq_ignore_ascii_case(name.as_bytes());
            if is_other
                || value.contains(&b'"')
                || value.contains(&b'\\')
                || self.unknown && self.tags.iter().any(alike)
            {
                return None;
            }
        }
        if std::mem::take(&mut self.unknown) && (self.tags.len() > MOST_TAGS || twice(self.tags)) {
            return None;
        }
        let name_bytes = &self.bytes[name.clone()];
        self.sets_up |= matches!(name_bytes, b"FEN" | b"SetUp") && self.bytes[value.clone()].contains(&b'/');
        let place = ROSTER.iter().position(|roster| roster.as_bytes() == name_bytes);
        let is_result = |value: &[u8]| TERMINATORS.iter().any(|result| result.as_bytes() == value);
        if place == Some(RESULT) && !is_result(&self.bytes[value.clone()]) {
            return None;
        }
        self.tags.push(ExportedTag { place: place.unwrap_or(ROSTER.len()), name, value });
        Some(())
    }

    fn half_move(&mut self, range: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        if let Some(portability) = &mut self.portability {
            (portability.is_played, portability.is_parted) = (true, false);
        }
        let number = u32::try_from(i64::from(played.number) - self.ahead).ok()?;
        match played.color {
            Color::White => self.digits(b"", number, b"."),
            Color::Black if self.number => {
                self.digits(b"", number, b"... ");
                // No line ends with it.
                self.open = true;
            }
            Color::Black => {}
        }
        let bytes = self.bytes;
        let text = &bytes[range];
        self.begin_word();
        match self.deviations.may_differ(&played) {
            true => self.deviations.write(text, &played, |part| self.lines.join(part)),
            false => self.lines.join(text),
        }
        self.number = false;
        Some(())
    }

    fn glyph(&mut self, range: Range<usize>, number: u32) {
        if let Some(portability) = &mut self.portability {
            portability.require((1..=255).contains(&number) && portability.is_played && !portability.is_parted);
        }
        let bytes = self.bytes;
        match bytes[range.start] {
            b'$' => self.word(&bytes[range]),
            _ => self.digits(b"$", number, b""),
        }
    }

    fn comment(&mut self, range: Range<usize>) -> Option<()> {
        let comment = &self.bytes[range];
        if let Some(portability) = &mut self.portability {
            let is_safe = comment.starts_with(b"{") && !comment.ends_with(b"\\}") && !comment.contains(&b'\n');
            portability.require(is_safe && !portability.is_parted && !comment.contains(&b'\r'));
            portability.is_parted = true;
        }
        self.begin_word();
        if comment.starts_with(b"{") {
            self.lines.comment(comment);
        } else {
            let mut in_braces = Vec::new();
            braced(comment, None, &mut in_braces)?;
            self.lines.comment(&in_braces);
        }
        self.number = true;
        Some(())
    }

    fn variation(&mut self, _: usize) -> Option<()> {
        if let Some(portability) = &mut self.portability {
            portability.require(portability.is_played);
            (portability.is_played, portability.is_parted) = (false, false);
        }
        self.word(b"(");
        (self.open, self.number) = (true, true);
        Some(())
    }

    fn variation_end(&mut self, _: usize) {
        if let Some(portability) = &mut self.portability {
            portability.require(portability.is_played);
            (portability.is_played, portability.is_parted) = (true, true);
        }
        self.lines.close();
        (self.open, self.number) = (false, true);
    }

    fn terminator(&mut self, range: Range<usize>) {
        self.portability.iter_mut().for_each(|portability| portability.is_parted = true);
        let bytes = self.bytes;
        self.word(&bytes[range.clone()]);
        self.terminator = range;
    }

    fn visits_variants(&self) -> bool {
        true
    }

    fn deviation(&mut self, deviation: Deviation) -> Option<()> {
        match deviation {
            Deviation::UnknownTag => self.unknown = true,
            Deviation::Terminator if self.minds_end => return None,
            // Without a board half-moves may be missing before the first number: the numbers are kept.
            Deviation::Numbers { ahead } if self.sets_up => self.ahead = ahead,
            _ => {}
        }
        self.deviations.note(deviation);
        Some(())
    }
}
