//! What begins a game's movetext or ends it: shared by the scan for games and the grammar.

use super::comments::is_tag_pair;
use super::going_on::{goes_on_below, goes_on_in_line};
use super::lexer::{Raw, raw_at};
use super::lines::{after_blank_line, are_wide_blanks, at_line_start, is_byte_order_marks};
use super::tag_slips::begins_roster;
use super::words::{self, Word};

/// Text in brackets on one line is one stray token, a lone bracket is one too.
pub(super) fn stray_bracket(bytes: &[u8], open: usize) -> usize {
    let stops = |b: &u8| matches!(b, b']' | b'[' | b'{' | b'}' | b'(' | b')' | b'\n' | b'\r');
    match bytes[open + 1..].iter().position(stops) {
        Some(n) if bytes[open + 1 + n] == b']' => open + n + 2,
        _ => open + 1,
    }
}

/// Does the token show that the movetext has begun? Before any tag only what cannot be a word of prose does; after tags
/// whatever a game can hold, and any word at all where a `MoveFormat` says that we may not know the words.
#[inline]
pub(super) fn begins_movetext(raw: Raw, text: &[u8], tags: bool, format: bool) -> bool {
    match raw {
        Raw::Number => tags || text.contains(&b'.'),
        Raw::Word if is_byte_order_marks(text) || are_wide_blanks(text) => false,
        Raw::Word => match words::classify(text) {
            Word::Move | Word::Board | Word::Terminator => true,
            Word::Attempt => tags,
            Word::Stray | Word::NearTerminator => tags && format,
        },
        Raw::Star => true,
        Raw::Nag | Raw::CompositeNag | Raw::ParenOpen => tags,
        _ => false,
    }
}

/// Does a number that ends at `end` begin the movetext of a game without tags, though it may have no period of its own?
/// A half-move follows on its line: `1 e4`, `1 . e4` (PGN 8.2.2.1), `1) e4`. `None`: more text is needed to know (only
/// without `last`).
pub(super) fn begins_with_number(bytes: &[u8], end: usize, last: bool) -> Option<bool> {
    let run = |at: usize, of: &[u8]| at + bytes[at..].iter().take_while(|b| of.contains(b)).count();
    let counted = end + usize::from(bytes.get(end) == Some(&b')'));
    let at = run(run(run(counted, b" \t"), b"."), b" \t");
    let found = raw_at(bytes, at);
    let end = found.map_or(bytes.len(), |(_, end)| end);
    if end == bytes.len() && !last {
        return None;
    }
    Some(found.is_some_and(|(raw, end)| raw == Raw::Word && words::classify(&bytes[at..end]) == Word::Move))
}

/// Do tags of a new game begin at the `[` at `at`, after movetext? A line that begins like a tag, or a whole tag pair.
/// `None`: more text is needed to know (only without `last`).
pub(super) fn cuts(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if is_tag_pair(bytes, at, last)? {
        if goes_on_below(bytes, at, last)? || goes_on_in_line(bytes, at, last)? {
            return Some(false);
        }
        return is_inside(bytes, at, last).map(|inside| !inside);
    }
    let named = bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    if !named || !at_line_start(bytes, at) {
        return Some(false);
    }
    match memchr::memchr3(b'"', b'\n', b'\r', &bytes[at..]) {
        None => last.then_some(false),
        Some(n) => Some(bytes[at + n] == b'"'),
    }
}

/// Does a whole tag pair whose `[` stands at `at` stand in the middle of the movetext, as in `f[Opening "x"] 5. d4`: glued
/// to a word, with more of the game behind it on its line? `None`: more text is needed to know (only without `last`).
pub(super) fn is_inside(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    if at == 0 || !words::is_word_byte(bytes[at - 1]) || begins_roster(bytes, at) {
        return Some(false);
    }
    let close = bytes[at..].windows(2).position(|pair| matches!(pair, b"\"]"));
    let end = close.map_or_else(|| at + 1, |n| at + n + 2);
    let blanks = bytes[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match bytes.get(end + blanks) {
        None => last.then_some(false),
        Some(next) => Some(!matches!(next, b'[' | b'\n' | b'\r')),
    }
}

/// May a game end with the token or before it, wherever it stands: a terminator, what may be meant for one, or the
/// first number of a game without tags?
pub(super) fn may_end_game(raw: Raw, bytes: &[u8], at: usize, end: usize) -> bool {
    let word = &bytes[at..end];
    match raw {
        Raw::Number => word == b"1." && at_line_start(bytes, at) && after_blank_line(bytes, at),
        Raw::HalfPoints => true,
        Raw::Word if words::is_near_terminator(word) => true,
        _ => is_terminator(raw, word),
    }
}

/// Is the token one of the four of rule C1?
pub(super) fn is_terminator(raw: Raw, text: &[u8]) -> bool {
    raw == Raw::Star || (raw == Raw::Word && words::is_terminator(text))
}
