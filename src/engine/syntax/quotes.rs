//! The quotes of tag values: where a value ends.

use super::lines::is_line_end;

/// The closing quote of a value.
pub(super) enum ClosingQuote {
    At(usize),
    /// None before the end of the line or of the text, at this offset.
    None(usize),
}

/// The first unescaped quote at or after `from` on its line.
pub(super) fn closing_quote(bytes: &[u8], from: usize) -> ClosingQuote {
    let mut at = from;
    while let Some(n) = memchr::memchr3(b'"', b'\n', b'\r', &bytes[at..]) {
        let found = at + n;
        if bytes[found] != b'"' {
            return ClosingQuote::None(found);
        }
        let escapes = bytes[from..found].iter().rev().take_while(|&&b| b == b'\\').count();
        if escapes % 2 == 0 {
            return ClosingQuote::At(found);
        }
        at = found + 1;
    }
    ClosingQuote::None(bytes.len())
}

/// End of the first quote on this line, before any `[`, that is followed by blanks and `]`.
pub(super) fn quote_and_close(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let ClosingQuote::At(quote) = closing_quote(bytes, at) {
        if bytes[at..quote].contains(&b'[') {
            return None;
        }
        let blank = bytes[quote + 1..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        if bytes.get(quote + 1 + blank) == Some(&b']') {
            return Some(quote + 1);
        }
        at = quote + 1;
    }
    None
}

/// Whether the `{` at `open` is superfluous: a value and its `]` are the rest of the line, or the next line, as in
/// `[White {"Carlsen"]`. `None` if more text is needed (only without `last`).
pub(super) fn value_in_brace(bytes: &[u8], open: usize, last: bool) -> Option<bool> {
    let blanks = |at: usize| at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let mut start = blanks(open + 1);
    start = match &bytes[start..] {
        [] | [b'\r'] if !last => return None,
        [b'\r', b'\n', ..] => blanks(start + 2),
        [b'\r' | b'\n', ..] => blanks(start + 1),
        _ => start,
    };
    let end = start + bytes[start..].iter().position(|byte| is_line_end(*byte)).unwrap_or(bytes.len() - start);
    if end == bytes.len() && !last {
        return None;
    }
    let text = bytes[start..end].trim_ascii();
    let is_closed = text.strip_suffix(b"]").is_some_and(|text| text.trim_ascii_end().ends_with(b"\""));
    Some(is_closed && text.starts_with(b"\"") && !text.contains(&b'}'))
}
