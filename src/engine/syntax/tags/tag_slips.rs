//! Stray text among a game's tags: before or after a tag, without beginning the movetext. Shared by the game scanner
//! and the grammar.

use crate::syntax::comments::is_tag_pair;
use crate::syntax::lexer::{RawToken, raw_at};
use crate::syntax::lines::{BYTE_ORDER_MARK, after_blank_line, are_wide_blanks, at_line_start, line_ends};
use crate::syntax::tags::is_name;
use crate::syntax::words;

/// Maximum length of stray text after a tag, in bytes.
const LONGEST_SLIP: usize = 64;

/// End of a number alone on its line, or after a tag on its line, if tags continue on the next line: no movetext begins
/// with it. `None` if more text is needed (only without `last`).
fn lone_number_end(bytes: &[u8], at: usize, last: bool) -> Option<Option<usize>> {
    let Some((RawToken::Number, end)) = raw_at(bytes, at) else { return Some(None) };
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
        Some(b'[') if is_tag_pair(bytes, next, last)? => Some(Some(end)),
        _ => Some(None),
    }
}

/// End of stray text among the tags, before an empty line: text directly after a tag, as in `[White "x"]Nf3`, or one
/// word or sign beside a tag or on its own line, if another tag that begins no game follows on the same or the next
/// line. After the last tag: one word or sign before an empty line and `1.`. A game on one line has a terminator.
/// `None` if more text is needed (only without `last`).
pub(in crate::syntax) fn slip_end(bytes: &[u8], at: usize, last: bool) -> Option<Option<usize>> {
    let (before, rest) = (bytes[..at].trim_ascii_end(), &bytes[at..]);
    let lines = line_ends(&bytes[before.len()..at]);
    if lines < 2
        && rest[0].is_ascii_digit()
        && let Some(end) = lone_number_end(bytes, at, last)?
    {
        return Some(Some(end));
    }
    let is_below = match lines {
        0 if before.last().is_some_and(|byte| b"]\")}>".contains(byte)) => false,
        1 => true,
        _ => return Some(None),
    };
    if matches!(rest[0], b'{' | b';') || rest.starts_with(BYTE_ORDER_MARK) {
        return Some(None);
    }
    let Some(len) = rest.iter().take(LONGEST_SLIP).position(|byte| matches!(byte, b'[' | b'\r' | b'\n')) else {
        let more = !last && rest.len() < LONGEST_SLIP;
        return if more { None } else { Some(None) };
    };
    let text = rest[..len].trim_ascii_end();
    let end = at + text.len();
    if !may_be_slip(text, before.len() == at && before.ends_with(b"]")) {
        return Some(None);
    }
    let lines = match &rest[len..] {
        [b'\r'] if !last => return None,
        [b'[', ..] => 0,
        line => match line.iter().position(|byte| !byte.is_ascii_whitespace()) {
            None => return if last || line_ends(line) > MOST_LINES { Some(None) } else { None },
            Some(blanks) => line_ends(&line[..blanks]),
        },
    };
    let next = at + len + rest[len..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let is_one = !text.contains(&b' ') && (text != b"*" || !is_below);
    match bytes[next..] {
        [b'[', ..] if lines < 2 => {
            let follows = is_tag_pair(bytes, next, last)? && !begins_game(bytes, at, next);
            Some(follows.then_some(end))
        }
        [b'1', b'.', ..] if (2..=MOST_LINES).contains(&lines) && is_one => match raw_at(bytes, next)? {
            (_, end) if end == bytes.len() && !last => None,
            (_, number) => Some((&bytes[next..number] == b"1.").then_some(end)),
        },
        [b'1'] if !last => None,
        _ => Some(None),
    }
}

/// Maximum number of line ends to read past.
const MOST_LINES: usize = 4;

/// Whether the text can be stray text rather than movetext. `is_glued`: it directly follows a tag.
fn may_be_slip(text: &[u8], is_glued: bool) -> bool {
    let ends = |word: &[u8]| words::is_terminator(word) || words::is_near_terminator(word);
    let is_sign = std::str::from_utf8(text).map_or(text.len() == 1, |text| text.chars().nth(1).is_none());
    let is_word = text.iter().all(|byte| words::is_word_byte(*byte) && *byte != b'"')
        || !text.iter().any(|byte| byte.is_ascii_alphanumeric() || b" {};\"*".contains(byte));
    let is_nag = || {
        let digits = text.strip_prefix(b"$").filter(|digits| digits.first().is_some_and(u8::is_ascii_digit));
        digits.is_some_and(|digits| digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.'))
    };
    match is_glued {
        _ if text.is_empty() || are_wide_blanks(text) => false,
        _ if is_sign || is_nag() => true,
        // A program's comment, which is no null move here.
        _ if text.starts_with(b"-- ") => true,
        true => !text.iter().any(|byte| b"{};%\"*".contains(byte)) && !text.split(u8::is_ascii_whitespace).any(ends),
        false => is_word && !ends(text),
    }
}

/// How far back to search for a tag of the same name, in bytes.
const BACK: usize = 4096;

/// Whether the tag at `next` begins another game than that of the tags before `at`: it repeats one of their names, or
/// begins the roster. Only the two tags with which VGN begins may precede the roster.
#[cold]
fn begins_game(bytes: &[u8], at: usize, next: usize) -> bool {
    let len = bytes[next + 1..].iter().take_while(|byte| is_name(**byte)).count();
    let name = &bytes[next..next + 1 + len];
    let before = &bytes[at.saturating_sub(BACK)..at];
    let has = |name: &[u8]| {
        let mut found = memchr::memmem::find_iter(before, name);
        found.any(|n| before.get(n + name.len()).is_none_or(|byte| !is_name(*byte)))
    };
    has(name) || (name == b"[Event" && !has(b"[GameFormat") && !has(b"[MoveFormat"))
}
