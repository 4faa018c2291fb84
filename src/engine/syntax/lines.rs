//! Line ends by rule A3: `\n`, `\r\n` and a bare `\r`.

/// Whether the byte is one of the two line end characters.
pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether the byte is white space between tokens.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Offset of the line end at or after `at`, or the text's length.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |n| at + n)
}

/// Number of line ends in a text: among blanks, more than one means an empty line.
pub fn line_ends(text: &[u8]) -> usize {
    let is_end = |at: &usize| text[*at] == b'\r' || !text[..*at].ends_with(b"\r");
    memchr::memchr2_iter(b'\n', b'\r', text).filter(is_end).count()
}

/// The UTF-8 byte order mark that some programs write at the start of a file. After files are joined, it occurs between
/// games.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether the text is a run of one or more byte order marks.
#[inline]
pub(super) fn is_byte_order_marks(text: &[u8]) -> bool {
    let are_marks = |text: &[u8]| text.chunks(BYTE_ORDER_MARK.len()).all(|mark| mark == BYTE_ORDER_MARK);
    text.first() == Some(&BYTE_ORDER_MARK[0]) && are_marks(text)
}

/// End of the non-ASCII blanks at `at` (no-break spaces and others, from web pages and word processors); `at` if there
/// are none. In a text that is not UTF-8 only the no-break space is recognized, where the context does not make it a
/// letter.
pub(super) fn wide_blanks_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        end += match bytes[end..] {
            [0xc2, 0xa0, ..] => 2,
            [0xe2, 0x80, 0x80..=0x8a | 0xaf, ..] | [0xe2, 0x81, 0x9f, ..] | [0xe3, 0x80, 0x80, ..] => 3,
            [0xa0, ..] if end == 0 || bytes[end - 1].is_ascii() || (end > at && bytes[end - 1] == 0xa0) => 1,
            _ => return end,
        };
    }
}

/// Whether the text consists of non-ASCII blanks only.
#[inline]
pub(super) fn are_wide_blanks(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| !byte.is_ascii()) && wide_blanks_end(text, 0) == text.len()
}

/// Whether a line begins at `at`, or only a byte order mark precedes it there: where PGN's escape `%` stands (rule C5).
pub(super) fn at_first_column(bytes: &[u8], at: usize) -> bool {
    !matches!(bytes[..at].last(), Some(b' ' | b'\t')) && at_line_start(bytes, at)
}

/// Whether only blanks or a byte order mark precede `at` on its line.
pub(super) fn at_line_start(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    match before.iter().rposition(|b| !matches!(b, b' ' | b'\t')) {
        None => true,
        Some(n) => is_line_end(before[n]) || !before[n].is_ascii() && ends_with_mark(&before[..=n]),
    }
}

/// Whether the last line consists of byte order marks.
#[cold]
fn ends_with_mark(before: &[u8]) -> bool {
    let rest = without_marks(before);
    rest.len() < before.len() && rest.last().is_none_or(|byte| is_line_end(*byte))
}

/// Whether the line before that of `at` is blank; `at` is at the start of its own line, possibly after byte order
/// marks.
pub(super) fn after_blank_line(bytes: &[u8], at: usize) -> bool {
    let mut rest = without_marks(&bytes[..at]);
    let mut ends = 0;
    while let Some((&last, before)) = rest.split_last() {
        match last {
            b'\n' => {
                ends += 1;
                rest = before.strip_suffix(b"\r").unwrap_or(before);
            }
            b'\r' => {
                ends += 1;
                rest = before;
            }
            b' ' | b'\t' => rest = before,
            _ => break,
        }
        if ends == 2 {
            return true;
        }
    }
    false
}

/// The text without trailing byte order marks and blanks after them.
pub(super) fn without_marks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let mut rest = &text[..text.len() - blanks];
    if !rest.ends_with(BYTE_ORDER_MARK) {
        return text;
    }
    while let Some(before) = rest.strip_suffix(BYTE_ORDER_MARK) {
        rest = before;
    }
    rest
}

/// The first offset at or after `from` that is neither a space nor a tab.
pub(super) fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The first offset at or after `at` that is not white space.
#[inline]
pub(super) fn skip_space(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&b| !is_space(b)).map_or(bytes.len(), |n| at + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_seen_with_every_line_end() {
        for mark in ["\u{feff}", "\u{feff} ", "\u{feff}\u{feff}"] {
            let marked = |before: &str| format!("{before}{mark}[");
            assert!(after_blank_line(marked("a\n\n").as_bytes(), marked("a\n\n").len() - 1));
            assert!(!after_blank_line(marked("a\n").as_bytes(), marked("a\n").len() - 1));
        }
        for text in ["a\n\n[", "a\r\n\r\n[", "a\r\r[", "a\n \t\n[", "a\n\n  ["] {
            assert!(after_blank_line(text.as_bytes(), text.len() - 1), "{text:?}");
        }
        for text in ["a\n[", "a\r\n[", "a\r[", "[", "\n["] {
            assert!(!after_blank_line(text.as_bytes(), text.len() - 1), "{text:?}");
        }
    }
}
