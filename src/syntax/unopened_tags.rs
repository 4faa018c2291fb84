//! Tags whose `[` was forgotten, or that stand in other brackets: shared by the grammar and the boundary scanner.

use super::lines::is_line_end;
use super::tags::{Quote, closing_quote, is_name};

/// Does the line end at `at`, but for blanks? `None`: more text is needed to know (only without `last`).
pub(super) fn ends_line(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    match bytes[at..].iter().find(|byte| !matches!(byte, b' ' | b'\t')) {
        None if !last => None,
        next => Some(next.is_none_or(|byte| is_line_end(*byte))),
    }
}

/// Can a tag without its `[` begin with this byte, with its name or with another bracket?
pub(super) fn begins_unopened_tag(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'('
}

/// The end of a tag that lacks its `[`, whose name stands at `at`: `Name "value"]` on a line of its own, or
/// `(Name "value")`. `None` there means that it is none; the outer `None` that more text is needed.
pub(super) fn unopened_tag_end(bytes: &[u8], at: usize, last: bool) -> Option<Option<usize>> {
    let more = if last { Some(None) } else { None };
    let blanks = |from: usize| from + bytes[from..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let bracket = bytes[at] == b'(';
    let start = at + usize::from(bracket);
    let name = start + bytes[start..].iter().take_while(|&&b| is_name(b)).count();
    let quote = blanks(name);
    match bytes.get(quote) {
        None => return more,
        Some(b'"') if name > start && quote > name && bytes[start].is_ascii_alphabetic() => {}
        Some(_) => return Some(None),
    }
    match closing_quote(bytes, quote + 1) {
        Quote::None(end) if end == bytes.len() => more,
        Quote::None(_) => Some(None),
        Quote::At(close) => match bytes.get(blanks(close + 1)) {
            None => more,
            Some(b')') if bracket => {
                let end = blanks(close + 1) + 1;
                Some(ends_line(bytes, end, last)?.then_some(end))
            }
            Some(b']') => Some(Some(blanks(close + 1) + 1)),
            Some(_) => Some(None),
        },
    }
}
