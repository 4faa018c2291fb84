//! A clean PGN game in export format, laid out anew.

use std::ops::Range;

use shakmaty::Color;

use crate::analysis::{Cleaner, Heard, Listener, line_end_of};
use crate::convert::export::ROSTER;
use crate::convert::wrap::Wrapped;

/// Adds the game that starts at `at` in export format; its end.
pub(super) fn export(cleaner: &mut Cleaner, bytes: &[u8], at: usize, last: bool, out: &mut Vec<u8>) -> Option<usize> {
    let line_end = line_end_of(&bytes[at..]);
    let mut game = Game { bytes, tags: Vec::new(), lines: Wrapped::new(line_end), number: true };
    let end = cleaner.listen(bytes, at, last, &mut game)?.end;
    game.tags.sort_by_key(|(name, _)| {
        let place = ROSTER.iter().position(|roster| roster.as_bytes() == *name);
        (place.unwrap_or(ROSTER.len()), *name)
    });
    for (name, value) in &game.tags {
        for part in [b"[", *name, b" \"", *value, b"\"]", line_end.as_bytes()] {
            out.extend_from_slice(part);
        }
    }
    out.extend_from_slice(line_end.as_bytes());
    out.extend_from_slice(game.lines.finish().as_bytes());
    out.extend_from_slice(line_end.as_bytes());
    Some(end)
}

struct Game<'a> {
    bytes: &'a [u8],
    tags: Vec<(&'a [u8], &'a [u8])>,
    lines: Wrapped,
    /// Black's next half-move needs its number.
    number: bool,
}

impl Game<'_> {
    fn word(&mut self, word: &str) {
        self.lines.space();
        self.lines.join(word);
    }

    /// A word of the game's own, which is ASCII.
    fn own_word(&mut self, range: Range<usize>) {
        let word = self.bytes.get(range).and_then(|word| std::str::from_utf8(word).ok());
        self.word(word.unwrap_or_default());
    }
}

impl Listener for Game<'_> {
    fn tag(&mut self, _: usize, name: Range<usize>, value: Range<usize>) -> Option<()> {
        let value = &self.bytes[value];
        // White space at the ends of a value would go, whatever is white space beyond ASCII.
        let plain = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
        self.tags.push((&self.bytes[name], value));
        (plain(value.first()) && plain(value.last())).then_some(())
    }

    fn half_move(&mut self, range: Range<usize>, heard: Heard<'_>) -> Option<()> {
        match heard.color {
            Color::White => self.word(&format!("{}.", heard.number)),
            Color::Black if self.number => self.word(&format!("{}...", heard.number)),
            Color::Black => {}
        }
        self.own_word(range);
        self.number = false;
        Some(())
    }

    fn glyph(&mut self, _: Range<usize>, number: u32) {
        self.word(&format!("${number}"));
        self.number = true;
    }

    /// Lines of comments may have to be broken.
    fn comment(&mut self, _: Range<usize>) -> Option<()> {
        None
    }

    fn variation(&mut self) -> Option<()> {
        None
    }

    fn terminator(&mut self, range: Range<usize>) {
        self.own_word(range);
    }
}
