//! Boundaries of a game's movetext, shared by the game scanner and the grammar.

use super::comments::is_tag_pair;
use super::lexer::{RawToken, raw_at};
use super::lines::{are_wide_blanks, at_line_start, is_byte_order_marks};
use super::terminators::early_terminators::continues_below;
use super::words::{self, WordClass};

/// End of stray bracketed text: bracketed text on one line is one stray token, and so is a lone bracket.
pub(super) fn stray_bracket(bytes: &[u8], open: usize) -> usize {
    let stops = |b: &u8| matches!(b, b']' | b'[' | b'{' | b'}' | b'(' | b')' | b'\n' | b'\r');
    match bytes[open + 1..].iter().position(stops) {
        Some(n) if bytes[open + 1 + n] == b']' => open + n + 2,
        _ => open + 1,
    }
}

/// Whether the token begins the movetext. Before any tag, only tokens that cannot be words of prose do; after tags,
/// every token of a game does, and with a `MoveFormat` of unknown words (`format`) any word.
#[inline]
pub(super) fn begins_movetext(raw: RawToken, text: &[u8], tags: bool, format: bool) -> bool {
    match raw {
        RawToken::Number => tags || text.contains(&b'.'),
        RawToken::Word if is_byte_order_marks(text) || are_wide_blanks(text) => false,
        RawToken::Word => match words::classify(text) {
            WordClass::Move | WordClass::Board | WordClass::Terminator => true,
            WordClass::Attempt => tags,
            WordClass::Stray | WordClass::NearTerminator => tags && format,
        },
        RawToken::Star => true,
        RawToken::Nag | RawToken::CompositeNag | RawToken::ParenOpen => tags,
        _ => false,
    }
}

/// Whether a number that ends at `end` begins the movetext of a game without tags, even if it has no period of its own.
/// A half-move must follow on its line: `1 e4`, `1 . e4` (PGN 8.2.2.1). `None` if more text is needed (only
/// without `last`).
pub(super) fn begins_with_number(bytes: &[u8], end: usize, last: bool) -> Option<bool> {
    let run = |at: usize, of: &[u8]| at + bytes[at..].iter().take_while(|b| of.contains(b)).count();
    let at = run(run(run(end, b" \t"), b"."), b" \t");
    let found = raw_at(bytes, at);
    let end = found.map_or(bytes.len(), |(_, end)| end);
    if end == bytes.len() && !last {
        return None;
    }
    Some(found.is_some_and(|(raw, end)| raw == RawToken::Word && words::classify(&bytes[at..end]) == WordClass::Move))
}

/// Whether the `[` at `at`, after movetext, begins the tags of a new game: its line begins like a tag, or it begins a
/// complete tag pair. `None` if more text is needed (only without `last`).
pub(super) fn cuts(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if is_tag_pair(bytes, at, last)? {
        return continues_below(bytes, at, last).map(|continues| !continues);
    }
    begins_like_tag(bytes, at, last)
}

/// Whether the line of the `[` at `at` begins like a tag, complete or not. `None` if more text is needed (only without
/// `last`).
pub(super) fn begins_like_tag(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let named = bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    if !named || !at_line_start(bytes, at) {
        return Some(false);
    }
    match memchr::memchr3(b'"', b'\n', b'\r', &bytes[at..]) {
        None => last.then_some(false),
        Some(n) => Some(bytes[at + n] == b'"'),
    }
}

/// Whether the token is one of the four terminators of rule C1.
pub(super) fn is_terminator(raw: RawToken, text: &[u8]) -> bool {
    raw == RawToken::Star || (raw == RawToken::Word && words::is_terminator(text))
}
