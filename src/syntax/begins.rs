//! What begins a game's movetext or ends it, and what is a slip before either: shared by the scan for games and the
//! grammar.

use super::comments::is_tag_pair;
use super::going_on::goes_on_below;
use super::lexer::{Raw, raw_at};
use super::lines::{BYTE_ORDER_MARK, after_blank_line, are_wide_blanks, at_line_start, is_byte_order_marks, line_ends};
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

/// Is the word one letter straight behind a tag, as in `[WhiteElo "2491"]B`? That is a slip, and the tags go on.
pub(super) fn is_glued_letter(bytes: &[u8], at: usize, end: usize) -> bool {
    end == at + 1 && bytes[at].is_ascii_alphabetic() && matches!(bytes[..at].last(), Some(b']' | b'"'))
}

/// The longest text behind a tag that is taken for a slip, in bytes.
const LONGEST_SLIP: usize = 64;

/// The end of a number alone on its line, or behind a tag on it, where the next line goes on with tags: no movetext begins
/// with it. `None`: more text is needed (only without `last`).
fn lone_number_end(bytes: &[u8], at: usize, last: bool) -> Option<Option<usize>> {
    let Some((Raw::Number, end)) = raw_at(bytes, at) else { return Some(None) };
    let before = bytes[..at].trim_ascii_end();
    let is_below = at_line_start(bytes, at) && !after_blank_line(bytes, at);
    if before.last() != Some(&b']') || !(is_below || line_ends(&bytes[before.len()..at]) == 0) {
        return Some(None);
    }
    let blanks = |at: usize| at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line = blanks(end);
    let next = match &bytes[line..] {
        [b'\r', b'\n', ..] => blanks(line + 2),
        [] | [b'\r'] if !last => return None,
        [b'\r' | b'\n', ..] => blanks(line + 1),
        _ => line,
    };
    match bytes.get(next) {
        None if !last => None,
        Some(b'[') if is_tag_pair(bytes, next, last)? && !begins_roster(bytes, next) => Some(Some(end)),
        _ => Some(None),
    }
}

/// The end of text that is a slip among the tags: straight behind one, as in `[White "x"]Nf3`, where another tag follows
/// on its line or the next one; or one word straight before one, as in `f[Opening "x"]`, where no empty line has ended the
/// tags. A game on one line has a terminator. `None`: more text is needed (only without `last`).
pub(super) fn glued_end(bytes: &[u8], at: usize, last: bool) -> Option<Option<usize>> {
    if bytes[at].is_ascii_digit()
        && let Some(end) = lone_number_end(bytes, at, last)?
    {
        return Some(Some(end));
    }
    let is_behind_tag = bytes[..at].last() == Some(&b']');
    let begins_tag_line = || at_line_start(bytes, at) && !after_blank_line(bytes, at);
    if !is_behind_tag && !begins_tag_line() {
        return Some(None);
    }
    let rest = &bytes[at..];
    if rest.starts_with(BYTE_ORDER_MARK) {
        return Some(None);
    }
    let len = rest.iter().take(LONGEST_SLIP).position(|byte| b"[{};%\"\r\n*".contains(byte));
    let Some(len) = len else {
        let more = !last && rest.len() < LONGEST_SLIP;
        return if more { None } else { Some(None) };
    };
    let end = at + len;
    let text = &bytes[at..end];
    let ends = |word: &[u8]| words::is_terminator(word) || words::is_near_terminator(word);
    let next = match &bytes[end..] {
        [b'[', ..] => end,
        [b'\r', b'\n', ..] => end + 2,
        [b'\r'] if !last => return None,
        [b'\r' | b'\n', ..] => end + 1,
        _ => return Some(None),
    };
    if len == 0 || text.split(u8::is_ascii_whitespace).any(ends) {
        return Some(None);
    }
    if !is_behind_tag && (next > end || text.iter().any(|byte| !words::is_word_byte(*byte))) {
        return Some(None);
    }
    match bytes.get(next) {
        None if !last => None,
        Some(b'[') if !is_tag_pair(bytes, next, last)? => Some(None),
        // With a half-move before it and with one behind it, it stands in the movetext.
        Some(b'[') if !is_behind_tag && (is_inside(bytes, next, last)? || begins_roster(bytes, next)) => Some(None),
        Some(b'[') => Some(Some(end)),
        _ => Some(None),
    }
}

/// Does the tag whose `[` stands at `at` begin the roster, and so a game?
fn begins_roster(bytes: &[u8], at: usize) -> bool {
    bytes[at + 1..].starts_with(b"Event ")
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
        if goes_on_below(bytes, at, last)? {
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
fn is_inside(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
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
