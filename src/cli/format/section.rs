//! Places in a binary move section, and excerpts of its bytes.

use std::fmt::Write as _;
use std::ops::Range;

use vgn_engine::source::{FilePosition, Locator};

use super::PrintedGame;
use super::excerpt::Excerpt;

/// Number of bytes shown before and after the marked ones.
const MARGIN: usize = 8;
/// Maximum number of marked bytes shown.
const SHOWN: usize = 16;

/// The places of a section's bytes in their game: lines and columns continue from the text before it.
pub(super) struct SectionPlaces<'a> {
    /// The length of the text before it, decoded.
    text_len: usize,
    /// Its start in the game.
    start: FilePosition,
    bytes: Option<Locator<'a>>,
}

impl<'a> SectionPlaces<'a> {
    pub(super) fn new(game: &PrintedGame<'a>, text: &Locator<'_>) -> SectionPlaces<'a> {
        let bytes = (!game.section.is_empty()).then(|| Locator::new(game.section, game.encoding));
        let start = if bytes.is_some() { text.place(game.bytes.len()) } else { FilePosition::default() };
        SectionPlaces { text_len: game.text.len(), start, bytes }
    }

    /// The place in the game of an offset in the section; `None` for one in the text.
    pub(super) fn at(&self, offset: usize) -> Option<FilePosition> {
        let inside = self.bytes.as_ref()?.place(offset.checked_sub(self.text_len)?);
        let column = if inside.line == 0 { self.start.column + inside.column } else { inside.column };
        Some(FilePosition { line: self.start.line + inside.line, column, offset: self.start.offset + inside.offset })
    }
}

/// The bytes around a range of the section, as numbers.
pub(super) fn excerpt(section: &[u8], range: Range<usize>) -> Excerpt {
    let start = range.start.min(section.len());
    let end = range.end.clamp(start, section.len()).min(start + SHOWN);
    let (from, to) = (start.saturating_sub(MARGIN), (end + MARGIN).min(section.len()));
    let mut text = String::from(if from > 0 { "… " } else { "" });
    let mut marked = text.len()..text.len();
    for (at, byte) in section.iter().enumerate().take(to).skip(from) {
        if at > from {
            text.push(' ');
        }
        if at == start {
            marked = text.len()..text.len();
        }
        let _ = write!(text, "{byte:02X}");
        if at < end {
            marked.end = text.len();
        }
    }
    if start == to {
        marked = text.len()..text.len();
    }
    marked.end = marked.end.max(marked.start);
    if to < section.len() {
        text.push_str(" …");
    }
    Excerpt { text, range: marked }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(section: &[u8], range: Range<usize>) -> (String, String) {
        let excerpt = excerpt(section, range);
        let marked = excerpt.text[excerpt.range].to_owned();
        (excerpt.text, marked)
    }

    #[test]
    fn bytes_are_shown_around_the_fault() {
        assert_eq!(shown(&[1, 0xAB, 3], 1..2), ("01 AB 03".into(), "AB".into()));
        assert_eq!(shown(&[1, 2], 2..2), ("01 02".into(), String::new()));
        let long: Vec<u8> = (0..100).collect();
        let (text, marked) = shown(&long, 40..80);
        assert_eq!(marked, "28 29 2A 2B 2C 2D 2E 2F 30 31 32 33 34 35 36 37");
        assert!(text.starts_with("… 20 21 ") && text.ends_with(" 3F …"), "{text}");
    }
}
