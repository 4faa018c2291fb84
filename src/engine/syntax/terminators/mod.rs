//! The end of a game after its terminator: shared by the game scanner and the clean pass.

pub(in crate::syntax) mod early_terminators;
pub(in crate::syntax) mod result_ends;

use super::boundaries::is_terminator;
use super::lexer::raw_at;
use super::lines::{BYTE_ORDER_MARK, at_line_start, is_line_end, line_end, skip_space};
use super::prose::is_list_or_stars;

/// End of the game whose terminator ends at `at`. The blanks and the line end after it belong to the game, and so do
/// byte order marks directly after them, which do not begin the next game either. `None` if more text is needed (only
/// without `last`); a mark that begins directly after the bytes, after a line end, is not awaited.
#[inline]
pub fn after_terminator(bytes: &[u8], at: usize, last: bool) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let end = match rest.get(blanks..) {
        Some([b'\r', b'\n', ..]) => at + blanks + 2,
        Some([b'\r']) | Some([]) if !last => return None,
        Some([byte, ..]) if is_line_end(*byte) => at + blanks + 1,
        _ => at + blanks,
    };
    if bytes.get(end) == Some(&BYTE_ORDER_MARK[0]) { after_marks(bytes, end, last) } else { Some(end) }
}

/// Same for a game with tags or half-moves: further terminators, separated only by white space, belong to it too and
/// are no games without tags and moves.
pub(in crate::syntax) fn after_terminators(bytes: &[u8], mut at: usize, last: bool) -> Option<usize> {
    loop {
        let end = after_terminator(bytes, at, last)?;
        match second_terminator(bytes, end, last)? {
            Some(next) => at = next,
            None => return Some(end),
        }
    }
}

/// End of the next terminator after a game that ends at `end`, if there is one: white space may precede it, but no byte
/// order mark, which begins another file. `None` if more text is needed (only without `last`); a terminator that begins
/// directly after the bytes is not awaited.
#[inline]
pub fn second_terminator(bytes: &[u8], end: usize, last: bool) -> Option<Option<usize>> {
    if end == bytes.len() || bytes[..end].ends_with(BYTE_ORDER_MARK) {
        return Some(None);
    }
    let at = skip_space(bytes, end);
    match bytes.get(at) {
        Some(b'*') if is_no_terminator(bytes, at, last)? => Some(None),
        Some(b'0' | b'1' | b'*') => terminator_at(bytes, at, last),
        Some(_) => Some(None),
        None => last.then_some(None),
    }
}

/// Whether the star at `at` begins a list item, or stars that separate paragraphs.
#[cold]
fn is_no_terminator(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if !at_line_start(bytes, at) {
        return Some(false);
    }
    let end = line_end(bytes, at);
    if end == bytes.len() && !last {
        return None;
    }
    Some(is_list_or_stars(&bytes[at..end]))
}

#[cold]
fn terminator_at(bytes: &[u8], at: usize, last: bool) -> Option<Option<usize>> {
    let (raw, end) = raw_at(bytes, at)?;
    if end == bytes.len() && !last {
        return None;
    }
    Some(is_terminator(raw, &bytes[at..end]).then_some(end))
}

#[cold]
fn after_marks(bytes: &[u8], mut at: usize, last: bool) -> Option<usize> {
    while bytes[at..].starts_with(BYTE_ORDER_MARK) {
        at += BYTE_ORDER_MARK.len();
    }
    let rest = &bytes[at..];
    let begun = !rest.is_empty() && BYTE_ORDER_MARK.starts_with(rest);
    (last || !begun).then_some(at)
}
