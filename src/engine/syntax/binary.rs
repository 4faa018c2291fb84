//! Skips binary move sections to find the text after them (rules B10 and E1).
//!
//! The notation's row determines where a section ends; `notation` interprets its bytes.

use super::comments::is_tag_pair;
use super::games::Span;
use super::lines::{at_line_start, is_space, skip_space};
use super::tags::scan_tag;
use crate::notation::SectionEnd;

/// End of the section that starts at `start`; `by` is the notation's rule for the end, if known. `None` if more bytes
/// are needed (only without `last`).
///
/// A truncated section extends to the white space before the next line that begins with a complete tag pair, or to the
/// end of the bytes. Such a line before a possible terminator also shows truncation, because half-moves hardly ever
/// encode to one by chance. Only PGC records, whose lengths are known, may contain such a line.
pub(super) fn section_end(by: Option<&SectionEnd>, bytes: &[u8], start: usize, last: bool) -> Option<usize> {
    let section = &bytes[start..];
    let end = by.and_then(|by| (by.find)(section));
    if let (Some(SectionEnd { counted: true, .. }), Some(end)) = (by, end) {
        return Some(start + end);
    }
    let reach = end.map_or(bytes.len(), |end| start + end);
    // The tag pair itself may extend past `reach`: then the terminator was found inside it.
    let tag = memchr::memchr_iter(b'[', &bytes[start..reach])
        .map(|n| start + n)
        .filter(|&at| at_line_start(bytes, at))
        .find_map(|at| match is_tag_pair(bytes, at, last) {
            Some(false) => None,
            Some(true) => Some(Some(at)),
            None => Some(None),
        });
    match (tag, end) {
        (Some(None), _) => None,
        (Some(Some(tag)), _) => Some(before_space(bytes, start, tag)),
        (None, Some(_)) => Some(reach),
        (None, None) => last.then_some(bytes.len()),
    }
}

/// End of the tag pairs at the start of the text; 0 if there are none. A binary section may follow.
pub fn tags_end(bytes: &[u8]) -> usize {
    let mut end = 0;
    loop {
        let at = skip_space(bytes, end);
        if bytes.get(at) != Some(&b'[') || is_tag_pair(bytes, at, true) != Some(true) {
            return end;
        }
        match scan_tag(bytes, at, true, |_, _| {}) {
            Some(tag) if tag.end > at => end = tag.end,
            _ => return end,
        }
    }
}

/// The offset after the last byte before `tag` that is not white space.
fn before_space(bytes: &[u8], start: usize, tag: usize) -> usize {
    bytes[start..tag].iter().rposition(|&byte| !is_space(byte)).map_or(start, |n| start + n + 1)
}

impl Span {
    /// Length of the text before the binary section, if there is one.
    pub fn text_before_binary(&self) -> Option<usize> {
        self.binary.map(|at| at.saturating_sub(self.range.start))
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::games;

    /// The lengths of a file's games and of their binary sections.
    fn lengths(file: &[u8]) -> Vec<(usize, Option<usize>)> {
        games(file).map(|span| (span.range.len(), span.binary.map(|binary| span.range.end - binary))).collect()
    }

    fn file(parts: &[&[u8]]) -> Vec<u8> {
        parts.concat()
    }

    #[test]
    fn games_after_binary_sections_are_found() {
        let mut file = b"[MoveFormat \"BCCF:x\"]".to_vec();
        file.extend([0x31, 0x70, 0x5b, 0x2a, 0x18, 0xd1]);
        file.extend(b"\n\n[GameFormat \"VGN\"]\n[MoveFormat \"bcfen\"]");
        file.extend([0x28; 32]);
        file.push(0x88);
        file.extend(b"1. e4 1-0\n");
        assert_eq!(lengths(&file), [(27, Some(6)), (74, Some(33)), (10, None)]);
    }

    #[test]
    fn records_and_texts_may_hold_any_bytes() {
        let file = file(&[
            b"[MoveFormat \"PGC\"]",
            b"\x0a\x14\x00\x06\n[A \"tag\"] of text\x06\x07\x06\x03\x02\x06\x06\x04\x01\x00\x06\x06",
            b"\n[MoveFormat \"Brenner\"]",
            b"\x2c\x00 \x02 \xc0 \x00\x88\x2c\x03",
            b"\n[MoveFormat \"BRENNER2:x\"]",
            b"\x2c\xc0\x88",
            b"\n1. e4 *",
        ]);
        assert_eq!(lengths(&file), [(52, Some(34)), (34, Some(11)), (29, Some(3)), (8, None)]);
    }

    #[test]
    fn a_section_that_is_cut_off_leaves_the_next_game_alone() {
        for (format, section) in [
            ("BCCF", &[0x31, 0x70, 0x5b, 0x2a][..]),
            ("BCCF", &[0x31, 0x70, 0x5b]),
            ("BCFEN", &[0x28; 40]),
            ("PGC", &[0x03, 0x20, 0x01, 0x02]),
            ("BRENNER", &[0x2c, 0x00, b'a']),
            ("BRENNER2", &[0x2c, 0x2c]),
            ("BCCF1", &[0x31, 0x71]),
        ] {
            let tag = format!("[MoveFormat \"{format}\"]");
            let next = b"\n\n[Event \"x\"]\n\n1. e4 *\n\n[MoveFormat \"BRENNER\"]";
            let file = file(&[tag.as_bytes(), section, next, &[0x2c, 0x00, 0x00, 0xc0]]);
            let own = (tag.len() + section.len(), Some(section.len()));
            let expected = [own, (23, None), (27, Some(4))];
            assert_eq!(lengths(&file), expected, "{format} {section:02x?}");
        }
    }
}
