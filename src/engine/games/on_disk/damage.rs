//! The mapping between a section's bytes and the characters of its damaged text, where it can be determined.

use std::ops::Range;

/// The characters that an editor made of a section's bytes.
#[derive(Clone, Debug)]
pub struct SectionText {
    /// Start of each byte's character in the text, and the end of the last one; `None` if the text does not match the
    /// bytes.
    starts: Option<Vec<u32>>,
}

/// The character that an editor makes of `len` bytes.
struct Unit {
    len: usize,
    char: char,
}

impl SectionText {
    /// Aligns the editor's text of a section, and of what follows it, with the section's bytes: decoded as UTF-8 with
    /// U+FFFD for invalid bytes, or as ISO 8859-1. Line ends may differ.
    pub fn new(text: &str, section: &[u8]) -> SectionText {
        SectionText { starts: follow(text, section, utf8).or_else(|| follow(text, section, latin1)) }
    }

    /// The characters that represent a range of bytes, both counted from the section's start, the text in bytes of
    /// UTF-8. At least one character, which may represent adjacent bytes too.
    pub fn range(&self, bytes: &Range<usize>) -> Option<Range<u32>> {
        let starts = self.starts.as_ref()?;
        let (start, last) = (*starts.get(bytes.start)?, *starts.get(bytes.end.max(bytes.start + 1) - 1)?);
        // The next byte with a later start: one character may represent several bytes.
        let end = starts[bytes.end.max(bytes.start + 1)..].iter().find(|next| **next > last)?;
        Some(start..*end)
    }

    /// The first byte that the character at `offset` of the text represents.
    pub fn byte_at(&self, offset: u32) -> Option<usize> {
        let starts = self.starts.as_ref()?;
        let next = starts.partition_point(|start| *start <= offset);
        let start = starts.get(next.checked_sub(1)?).filter(|_| next < starts.len())?;
        Some(starts.partition_point(|other| other < start))
    }
}

fn follow(text: &str, section: &[u8], unit: fn(&[u8]) -> Unit) -> Option<Vec<u32>> {
    let mut starts = Vec::with_capacity(section.len() + 1);
    let (mut at, mut bytes) = (0, section);
    while !bytes.is_empty() {
        let expected = unit(bytes);
        let rest = &text[at..];
        let found = rest.chars().next()?;
        let is_line_end = |char| matches!(char, '\n' | '\r');
        let (len, width) = if is_line_end(expected.char) && is_line_end(found) {
            let len = if bytes.starts_with(b"\r\n") { 2 } else { 1 };
            (len, if rest.starts_with("\r\n") { 2 } else { 1 })
        } else if found == expected.char {
            (expected.len, found.len_utf8())
        } else {
            return None;
        };
        let start = u32::try_from(at).ok()?;
        starts.extend(std::iter::repeat_n(start, len));
        at += width;
        bytes = &bytes[len..];
    }
    starts.push(u32::try_from(at).ok()?);
    Some(starts)
}

/// Follows the Encoding Standard: one U+FFFD for each maximal prefix of an incomplete character.
fn utf8(bytes: &[u8]) -> Unit {
    let four = &bytes[..bytes.len().min(4)];
    let chunk = four.utf8_chunks().next();
    match chunk.and_then(|chunk| chunk.valid().chars().next()) {
        Some(char) => Unit { len: char.len_utf8(), char },
        None => Unit { len: chunk_len(four), char: char::REPLACEMENT_CHARACTER },
    }
}

fn chunk_len(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().next().map_or(1, |chunk| chunk.invalid().len().max(1))
}

fn latin1(bytes: &[u8]) -> Unit {
    Unit { len: 1, char: char::from(bytes[0]) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bytes_map_to_characters() {
        let section = b"a\xff\xc3\xa9\xe2\x82b\r\n\0";
        let lossy = String::from_utf8_lossy(section).into_owned();
        assert_eq!(lossy, "a\u{fffd}é\u{fffd}b\r\n\0");
        let text = SectionText::new(&lossy, section);
        let ranges = [0..1, 1..2, 2..3, 3..4, 4..6, 1..3, 6..7, 7..8, 7..10];
        let found: Vec<_> = ranges
            .iter()
            .map(|bytes| text.range(bytes).map(|range| &lossy[range.start as usize..range.end as usize]))
            .collect();
        let r = "\u{fffd}";
        assert_eq!(
            found,
            [
                Some("a"),
                Some(r),
                Some("é"),
                Some("é"),
                Some(r),
                Some("\u{fffd}é"),
                Some("b"),
                Some("\r\n"),
                Some("\r\n\0")
            ]
        );
        assert_eq!(
            [text.byte_at(0), text.byte_at(4), text.byte_at(5), text.byte_at(6)],
            [Some(0), Some(2), Some(2), Some(4)]
        );
        assert_eq!(text.byte_at(99), None);
        let normal = SectionText::new("a\u{fffd}é\u{fffd}b\n\0 and more", section);
        assert_eq!(normal.range(&(9..10)), Some(11..12));
        let other = SectionText::new("a\u{fffd}", section);
        assert_eq!((other.range(&(0..1)), other.byte_at(0)), (None, None));
    }

    proptest! {
        #[test]
        fn any_bytes_are_followed_in_both_encodings(section in prop::collection::vec(any::<u8>(), 1..40), utf8: bool) {
            let text = match utf8 {
                true => String::from_utf8_lossy(&section).into_owned(),
                false => section.iter().map(|byte| char::from(*byte)).collect(),
            };
            let of = SectionText::new(&text, &section);
            let mut end = 0;
            for byte in 0..section.len() {
                let range = of.range(&(byte..byte + 1)).expect("it is followed");
                prop_assert!(range.start <= end && end <= range.end && text.get(range.start as usize..range.end as usize).is_some());
                prop_assert!(of.byte_at(range.start).is_some_and(|first| first <= byte));
                end = end.max(range.end);
            }
            prop_assert_eq!(end as usize, text.len());
            prop_assert_eq!(of.byte_at(end), None);
        }
    }
}
