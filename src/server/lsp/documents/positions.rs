//! Positions of the protocol ⇄ byte offsets.
//!
//! A position is a line and a count of code units in it, in the negotiated encoding. Lines end with `\n`, `\r\n` or a
//! bare `\r`, and nothing else. A position past the end of its line means that end; a line past the last means the end
//! of the text; a position inside a character means that character's start.

use std::ops::Range;

use ropey::{Rope, RopeSlice};
use tower_lsp::lsp_types::{self, Position, PositionEncodingKind};

/// The code unit of a position's `character`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClientEncoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client supports.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl ClientEncoding {
    /// The first one that the client offers, which it likes best; else UTF-16.
    pub fn agreed(offered: &[PositionEncodingKind]) -> ClientEncoding {
        const ALL: [ClientEncoding; 3] = [ClientEncoding::Utf8, ClientEncoding::Utf16, ClientEncoding::Utf32];
        let known = |kind: &PositionEncodingKind| ALL.into_iter().find(|known| known.kind() == *kind);
        offered.iter().find_map(known).unwrap_or_default()
    }

    /// The protocol's name of the encoding.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            ClientEncoding::Utf8 => PositionEncodingKind::UTF8,
            ClientEncoding::Utf16 => PositionEncodingKind::UTF16,
            ClientEncoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }
}

/// The byte offset of a position, clamped to the text.
pub fn offset(text: &Rope, position: Position, encoding: ClientEncoding) -> usize {
    let line = position.line as usize;
    if line >= text.len_lines() {
        return text.len_bytes();
    }
    let content = without_line_end(text.line(line));
    let character = position.character as usize;
    let in_line = match encoding {
        ClientEncoding::Utf8 if character >= content.len_bytes() => content.len_bytes(),
        ClientEncoding::Utf8 => content.char_to_byte(content.byte_to_char(character)),
        ClientEncoding::Utf16 if character >= content.len_utf16_cu() => content.len_bytes(),
        ClientEncoding::Utf16 => content.char_to_byte(content.utf16_cu_to_char(character)),
        ClientEncoding::Utf32 => content.char_to_byte(character.min(content.len_chars())),
    };
    text.line_to_byte(line) + in_line
}

/// The position of a byte offset, clamped to the text.
pub fn position(text: &Rope, offset: usize, encoding: ClientEncoding) -> Position {
    let offset = offset.min(text.len_bytes());
    let line = text.byte_to_line(offset);
    let start = text.line_to_byte(line);
    let content = without_line_end(text.line(line));
    let in_line = (offset - start).min(content.len_bytes());
    let char_in_line = content.byte_to_char(in_line);
    let character = match encoding {
        ClientEncoding::Utf8 => content.char_to_byte(char_in_line),
        ClientEncoding::Utf16 => content.char_to_utf16_cu(char_in_line),
        ClientEncoding::Utf32 => char_in_line,
    };
    Position { line: units(line), character: units(character) }
}

/// The bytes of a range of positions; swapped ends are put in order.
pub fn bytes(text: &Rope, range: lsp_types::Range, encoding: ClientEncoding) -> Range<usize> {
    let (start, end) = (offset(text, range.start, encoding), offset(text, range.end, encoding));
    start.min(end)..start.max(end)
}

/// The positions of a range of bytes.
pub fn range(text: &Rope, bytes: Range<usize>, encoding: ClientEncoding) -> lsp_types::Range {
    lsp_types::Range { start: position(text, bytes.start, encoding), end: position(text, bytes.end, encoding) }
}

/// Counts lines and characters forwards from the start of a part of a text: many positions cost no more than one.
#[derive(Debug)]
pub struct PositionCounter<'t> {
    part: &'t str,
    encoding: ClientEncoding,
    at: usize,
    place: Position,
}

impl<'t> PositionCounter<'t> {
    /// Starts at the beginning of a text, on line 0.
    pub fn new(part: &'t str, encoding: ClientEncoding) -> PositionCounter<'t> {
        PositionCounter { part, encoding, at: 0, place: Position::default() }
    }

    /// Starts at a part that begins at this byte of a text.
    pub fn from(text: &Rope, start: usize, part: &'t str, encoding: ClientEncoding) -> PositionCounter<'t> {
        PositionCounter { place: position(text, start, encoding), ..PositionCounter::new(part, encoding) }
    }

    /// The position of an offset in the part; offsets must not decrease from call to call.
    pub fn to(&mut self, offset: usize) -> Position {
        let passed = &self.part[self.at..offset];
        self.at = offset;
        let mut line = passed;
        while let Some(end) = memchr::memchr2(b'\n', b'\r', line.as_bytes()) {
            let behind = &line[end..];
            line = behind.strip_prefix("\r\n").unwrap_or(&behind[1..]);
            self.place = Position::new(self.place.line + 1, 0);
        }
        let units = match self.encoding {
            ClientEncoding::Utf8 => line.len(),
            ClientEncoding::Utf16 if line.is_ascii() => line.len(),
            ClientEncoding::Utf16 => line.encode_utf16().count(),
            ClientEncoding::Utf32 => line.chars().count(),
        };
        self.place.character += u32::try_from(units).unwrap_or(u32::MAX);
        self.place
    }

    /// The positions of a range of the part, by [`PositionCounter::to`].
    pub fn range(&mut self, range: Range<u32>) -> lsp_types::Range {
        lsp_types::Range { start: self.to(range.start as usize), end: self.to(range.end as usize) }
    }
}

fn without_line_end(line: RopeSlice<'_>) -> RopeSlice<'_> {
    let mut end = line.len_chars();
    if end > 0 && line.char(end - 1) == '\n' {
        end -= 1;
    }
    if end > 0 && line.char(end - 1) == '\r' {
        end -= 1;
    }
    line.slice(..end)
}

fn units(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Converts a range of the document into one of the part at `part`, which contains it.
pub fn within(part: &Range<usize>, range: &Range<usize>) -> Range<usize> {
    range.start - part.start..range.end - part.start
}

/// Converts a range of a game's text into one of its document.
pub fn in_document(game: &Range<usize>, range: Range<u32>) -> Range<usize> {
    game.start + range.start as usize..game.start + range.end as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn counts_what_was_agreed() {
        // é is 2 bytes and 1 unit, ♔ is 3 and 1, 🨀 is 4 and 2.
        let text = Rope::from_str("é♔🨀x\nb");
        for (byte, utf16, utf32) in [(0, 0, 0), (2, 1, 1), (5, 2, 2), (9, 4, 3), (10, 5, 4)] {
            let units = [(ClientEncoding::Utf8, byte), (ClientEncoding::Utf16, utf16), (ClientEncoding::Utf32, utf32)];
            for (encoding, units) in units {
                let units = u32::try_from(units).expect("a short text");
                assert_eq!(position(&text, byte, encoding), at(0, units));
                assert_eq!(offset(&text, at(0, units), encoding), byte);
                let whole = text.to_string();
                assert_eq!(PositionCounter::new(&whole, encoding).to(byte), at(0, units));
            }
        }
        assert_eq!(position(&text, 11, ClientEncoding::Utf16), at(1, 0));
    }

    #[test]
    fn inside_a_character_is_its_start() {
        let text = Rope::from_str("a🨀b");
        assert_eq!(offset(&text, at(0, 2), ClientEncoding::Utf16), 1);
        assert_eq!(offset(&text, at(0, 3), ClientEncoding::Utf8), 1);
        assert_eq!(position(&text, 3, ClientEncoding::Utf8), at(0, 1));
    }

    #[test]
    fn every_line_end_of_the_protocol_and_no_other() {
        let text = Rope::from_str("a\nb\r\nc\rd\u{2028}e\u{85}f\u{c}g");
        assert_eq!(position(&text, 2, ClientEncoding::Utf8), at(1, 0));
        assert_eq!(position(&text, 5, ClientEncoding::Utf8), at(2, 0));
        assert_eq!(position(&text, 7, ClientEncoding::Utf8), at(3, 0));
        assert_eq!(position(&text, text.len_bytes(), ClientEncoding::Utf16), at(3, 7));
        // There is no position between `\r` and `\n`: it is the end of the line.
        assert_eq!(position(&text, 4, ClientEncoding::Utf8), at(1, 1));
    }

    #[test]
    fn what_lies_outside_is_clamped() {
        let text = Rope::from_str("ab\r\ncd");
        for encoding in [ClientEncoding::Utf8, ClientEncoding::Utf16, ClientEncoding::Utf32] {
            assert_eq!(offset(&text, at(0, 99), encoding), 2);
            assert_eq!(offset(&text, at(1, u32::MAX), encoding), 6);
            assert_eq!(offset(&text, at(2, 0), encoding), 6);
            assert_eq!(offset(&text, at(u32::MAX, u32::MAX), encoding), 6);
            assert_eq!(position(&text, 99, encoding), at(1, 2));
            assert_eq!(bytes(&text, lsp_types::Range::new(at(1, 1), at(0, 1)), encoding), 1..5);
            assert_eq!(offset(&Rope::new(), at(3, 3), encoding), 0);
        }
    }

    #[test]
    fn the_client_chooses_among_what_is_known() {
        let agreed = |offered: &[&'static str]| {
            let offered: Vec<_> = offered.iter().copied().map(PositionEncodingKind::new).collect();
            ClientEncoding::agreed(&offered)
        };
        assert_eq!(agreed(&[]), ClientEncoding::Utf16);
        assert_eq!(agreed(&["utf-32", "utf-16"]), ClientEncoding::Utf32);
        assert_eq!(agreed(&["utf-16", "utf-8"]), ClientEncoding::Utf16);
        assert_eq!(agreed(&["utf-7", "utf-8"]), ClientEncoding::Utf8);
        assert_eq!(agreed(&["utf-7"]), ClientEncoding::Utf16);
    }
}
