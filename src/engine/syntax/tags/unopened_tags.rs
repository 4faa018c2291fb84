//! Tags with missing or wrong brackets: shared by the grammar and the game scanner.

use std::ops::Range;

use crate::syntax::comments::closes_nearby;
use crate::syntax::lines::{at_line_start, is_line_end, is_space, line_ends, skip_space};
use crate::syntax::quotes::{ClosingQuote, closing_quote};
use crate::syntax::tags::is_name;

/// Whether only blanks follow `at` on its line. `None` if more text is needed (only without `last`).
fn ends_line(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    match bytes[at..].iter().find(|byte| !matches!(byte, b' ' | b'\t')) {
        None if !last => None,
        next => Some(next.is_none_or(|byte| is_line_end(*byte))),
    }
}

/// Whether a tag without its `[` can begin with this byte: with its name or with another sign.
#[inline]
pub(in crate::syntax) fn begins_unopened_tag(byte: u8) -> bool {
    !is_space(byte) && !matches!(byte, b'[' | b';' | b'%')
}

/// A tag without its `[`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct UnopenedTag {
    pub name: Range<usize>,
    /// With its quotes.
    pub value: Range<usize>,
    /// Offset after its `]` or its `)`.
    pub end: usize,
}

/// The tag without its `[` that begins at `at`, with its name or with another sign: `Name "value"]`, or `(Name
/// "value")` on its own line. `{Name "value"] text}` is a comment. The inner `None` means that there is none; the outer
/// `None` means that more text is needed.
pub(in crate::syntax) fn unopened_tag(bytes: &[u8], at: usize, last: bool) -> Option<Option<UnopenedTag>> {
    let more = if last { Some(None) } else { None };
    let blanks = |from: usize| from + bytes[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let start = at + sign_len(&bytes[at..]);
    let name = start + bytes[start..].iter().take_while(|&&b| is_name(b)).count();
    let quote = blanks(name);
    match bytes.get(quote) {
        None => return more,
        Some(b'"') if name > start && quote > name && bytes[start].is_ascii_alphabetic() => {}
        Some(_) => return Some(None),
    }
    match closing_quote(bytes, quote + 1) {
        ClosingQuote::None(end) if end == bytes.len() => more,
        ClosingQuote::None(_) => Some(None),
        ClosingQuote::At(close) => {
            let bracket = blanks(close + 1);
            let tag = UnopenedTag { name: start..name, value: quote..close + 1, end: bracket + 1 };
            match bytes.get(bracket) {
                None => more,
                Some(b')') if bytes[at] == b'(' => Some(ends_line(bytes, tag.end, last)?.then_some(tag)),
                Some(b']') if bytes[at] == b'{' => Some((!closes_nearby(bytes, at, tag.end, last)?).then_some(tag)),
                Some(b']') => Some(Some(tag)),
                Some(_) => Some(None),
            }
        }
    }
}

/// Whether the `{` at `at` stands in place of the `[` of a tag, and begins no comment. `None` if more text is needed (only
/// without `last`).
pub fn brace_begins_tag(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if at_line_start(bytes, at) { unopened_tag(bytes, at, last).map(|tag| tag.is_some()) } else { Some(false) }
}

/// Maximum length of a character, in bytes.
const LONGEST: usize = 4;

/// Length of the sign in place of a `[`. A letter belongs to the name.
fn sign_len(text: &[u8]) -> usize {
    match text[0] {
        byte if byte.is_ascii_alphabetic() => 0,
        byte if byte.is_ascii() => 1,
        _ => text.iter().take(LONGEST).take_while(|byte| !byte.is_ascii()).count(),
    }
}

/// End of the sign at `at` in place of the `]` after a tag's value: any character that ends the line, a quote only
/// directly after the value's own.
/// `None` if more text is needed (only without `last`).
pub(in crate::syntax) fn wrong_close(bytes: &[u8], at: usize, last: bool) -> Option<Option<usize>> {
    let end = at + sign_len(&bytes[at..]).max(1);
    let is_quote = bytes[at] == b'"' && !bytes[..at].ends_with(b"\"");
    if is_quote || bytes[at] == b']' || is_space(bytes[at]) || !ends_line(bytes, end, last)? {
        return Some(None);
    }
    if bytes[at] == b'{' {
        // A comment may continue over lines, but not over a tag or an empty line.
        let next = skip_space(bytes, end);
        let is_tag = bytes.get(next) == Some(&b'[');
        let is_sign = is_tag || line_ends(&bytes[end..next]) > 1;
        return if next == bytes.len() && !last { None } else { Some(is_sign.then_some(end)) };
    }
    Some(Some(end))
}
