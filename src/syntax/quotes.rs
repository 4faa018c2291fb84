//! The quotes of tag values: where a value ends.

use std::ops::Range;

use super::lines::{is_line_end, skip_blanks};

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

/// A value between brackets of its own: `["x"]]`, `[x]]`, `("x")]`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BracketedValue {
    /// The value, if it is in quotes.
    pub quoted: Option<Range<usize>>,
    /// Offset of the closing bracket before the tag's `]`.
    pub close: usize,
}

/// The value between the brackets of which the first is at `open`, in quotes unless they are square. The inner `None` means that there is none; the outer `None` means
/// that more text is needed (only without `last`).
pub(super) fn value_in_brackets(bytes: &[u8], open: usize, last: bool) -> Option<Option<BracketedValue>> {
    let closing = match bytes[open] {
        b'[' => b']',
        b'(' => b')',
        b'{' => b'}',
        _ => b'>',
    };
    let first = skip_blanks(bytes, open + 1);
    let (quoted, close) = match bytes.get(first) {
        Some(b'"') => match closing_quote(bytes, first + 1) {
            ClosingQuote::At(quote) => (Some(first..quote + 1), skip_blanks(bytes, quote + 1)),
            ClosingQuote::None(stop) => return if stop < bytes.len() || last { Some(None) } else { None },
        },
        Some(_) if closing != b']' => return Some(None),
        _ => {
            let len = bytes[first..].iter().position(|byte| b"[]{}\";\r\n".contains(byte));
            (None, len.map_or(bytes.len(), |len| first + len))
        }
    };
    let is_closed = bytes.get(close) == Some(&closing) && close > first;
    let second = if is_closed { bytes.get(skip_blanks(bytes, close + 1)) } else { None };
    match second {
        None if !last && (is_closed || close == bytes.len()) => None,
        second => Some((second == Some(&b']')).then_some(BracketedValue { quoted, close })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_does_not_decide_what_stands_in_brackets() {
        for (text, expected) in [
            ("[\"b\"]]\n", Some((Some(1..4), 4))),
            ("[ b ] ]\n", Some((None, 4))),
            ("[b] x\n", None),
            ("[\"b\n", None),
            ("[b [c]]\n", None),
            ("(\"b\")]\n", Some((Some(1..4), 4))),
            ("{ \"b\" } ]\n", Some((Some(2..5), 6))),
            ("<\"b\"]\n", None),
            ("(b)]\n", None),
        ] {
            let expected = expected.map(|(quoted, close)| BracketedValue { quoted, close });
            assert_eq!(value_in_brackets(text.as_bytes(), 0, true), Some(expected), "{text:?}");
            let expected = value_in_brackets(text.as_bytes(), 0, true);
            for at in 1..text.len() {
                let seen = value_in_brackets(&text.as_bytes()[..at], 0, false);
                assert!(seen.is_none() || seen == expected, "{:?}", &text[..at]);
            }
        }
    }
}
