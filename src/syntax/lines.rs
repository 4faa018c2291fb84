//! Line ends as rule A3 has them: `\n`, `\r\n` and a bare `\r`.

/// Is the byte one of the two that end lines?
pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// White space between tokens.
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// The offset of the line end at or after `at`, or the text's length.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |n| at + n)
}

/// How many lines end in a text: with more than one among blanks, a line of them is empty.
pub fn line_ends(text: &[u8]) -> usize {
    let is_end = |at: &usize| text[*at] == b'\r' || !text[..*at].ends_with(b"\r");
    memchr::memchr2_iter(b'\n', b'\r', text).filter(is_end).count()
}

/// What some programs write at the start of a file. Where files were joined, it stands between games.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Is the text one byte order mark, or a run of them?
#[inline]
pub(super) fn is_byte_order_marks(text: &[u8]) -> bool {
    let are_marks = |text: &[u8]| text.chunks(BYTE_ORDER_MARK.len()).all(|mark| mark == BYTE_ORDER_MARK);
    text.first() == Some(&BYTE_ORDER_MARK[0]) && are_marks(text)
}

/// The end of the blanks beyond ASCII at `at`, no-break spaces and others, which web pages and word processors write;
/// `at` where none stand. In a text that is no UTF-8 only the no-break space is known, where nothing says that it is a
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

/// Is the text nothing but such blanks?
#[inline]
pub(super) fn are_wide_blanks(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| !byte.is_ascii()) && wide_blanks_end(text, 0) == text.len()
}

/// Nothing but blanks, or a byte order mark, stands between the line's start and `at`.
pub(super) fn at_line_start(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    match before.iter().rposition(|b| !matches!(b, b' ' | b'\t')) {
        None => true,
        Some(n) => is_line_end(before[n]) || !before[n].is_ascii() && ends_with_mark(&before[..=n]),
    }
}

/// A line that ends with byte order marks, and holds nothing before them.
#[cold]
fn ends_with_mark(before: &[u8]) -> bool {
    let rest = without_marks(before);
    rest.len() < before.len() && rest.last().is_none_or(|byte| is_line_end(*byte))
}

/// The line before the line of `at` is empty but for blanks; `at` is at the start of its own line, before which byte
/// order marks may stand.
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

/// The text without the byte order marks that it ends with, and blanks behind them.
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

/// The first offset at or after `at` that holds no white space.
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
