//! JSON strings read piece by piece, so that a large one is never held twice.

use std::ops::Range;
use std::sync::Arc;

use ropey::{Rope, RopeBuilder};

/// Approximate length of a piece, in bytes.
pub const PIECE: usize = 1 << 16;
/// Length of the longest escape, in bytes: a surrogate pair.
const LONGEST_ESCAPE: usize = 12;

/// A string in the bytes of a message.
#[derive(Clone, Debug)]
pub struct JsonText {
    message: Arc<Vec<u8>>,
    /// Without its quotes.
    range: Range<usize>,
}

impl JsonText {
    /// The string in a range of a message, quotes included.
    pub fn new(message: Arc<Vec<u8>>, range: Range<usize>) -> JsonText {
        JsonText { message, range: range.start + 1..range.end.saturating_sub(1) }
    }

    /// The string with its escapes, without its quotes.
    pub fn escaped(&self) -> &str {
        let bytes = self.message.get(self.range.clone()).unwrap_or_default();
        // The message has been validated as UTF-8 before.
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    #[cfg(test)]
    pub fn text(&self) -> String {
        unescaped(self.escaped())
    }
}

/// The text of a JSON string, quotes included. Lone surrogates are read as U+FFFD (see `surrogates`).
pub fn rope_of(json: &str) -> Option<Rope> {
    let mut rest = json.strip_prefix('"')?.strip_suffix('"')?;
    let mut rope = RopeBuilder::new();
    let mut piece = String::with_capacity(2 * PIECE);
    while !rest.is_empty() {
        rest = next_piece(rest, &mut piece)?;
        rope.append(&piece);
    }
    Some(rope.finish())
}

/// The text between the quotes of a JSON string, up to the first fault.
pub fn unescaped(escaped: &str) -> String {
    let (mut text, mut piece, mut rest) = (String::with_capacity(escaped.len()), String::new(), escaped);
    while let Some(after) = next_piece(rest, &mut piece).filter(|_| !rest.is_empty()) {
        text.push_str(&piece);
        rest = after;
    }
    text
}

/// Reads the next piece of text into `piece`, replacing its content; returns the rest. `None`: it is not JSON.
pub fn next_piece<'a>(escaped: &'a str, piece: &mut String) -> Option<&'a str> {
    piece.clear();
    let mut rest = escaped;
    while !rest.is_empty() && piece.len() < PIECE {
        let (text, after) = rest.split_at_checked(before_escape(rest))?;
        piece.push_str(text);
        rest = after;
        if rest.starts_with('\\') {
            let (character, after) = character(rest)?;
            piece.push(character);
            rest = after;
        }
    }
    Some(rest)
}

/// Number of bytes before the next escape, or within this piece. Searching further would read a long line once per
/// piece.
fn before_escape(text: &str) -> usize {
    let near = &text.as_bytes()[..text.len().min(PIECE)];
    text.floor_char_boundary(memchr::memchr(b'\\', near).unwrap_or(near.len()))
}

/// An offset at which the last piece of a text may begin: no escape crosses it. `None` if there is none.
pub fn last_piece(escaped: &str) -> Option<usize> {
    let bytes = escaped.as_bytes();
    let last = bytes.len().checked_sub(PIECE)?;
    let is_apart = |at: &usize| {
        let before = &bytes[at.saturating_sub(LONGEST_ESCAPE)..*at];
        escaped.is_char_boundary(*at) && !before.contains(&b'\\')
    };
    (last.saturating_sub(PIECE)..=last).rev().find(is_apart)
}

/// The character of the escape at the start of a text, and the rest.
fn character(text: &str) -> Option<(char, &str)> {
    let (kind, rest) = (text.as_bytes().get(1)?, text.get(2..)?);
    let character = match kind {
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'"' | b'\\' | b'/' => char::from(*kind),
        b'u' => return unicode(rest),
        _ => return None,
    };
    Some((character, rest))
}

/// The character of the hexadecimal digits at the start of a text, including the second escape of a surrogate pair.
fn unicode(text: &str) -> Option<(char, &str)> {
    let unit = |text: &str| u16::from_str_radix(text.get(..4)?, 16).ok();
    let (first, rest) = (unit(text)?, text.get(4..)?);
    if let (0xD800..=0xDBFF, Some(second)) = (first, rest.strip_prefix("\\u").and_then(unit))
        && let Some(Ok(character)) = char::decode_utf16([first, second]).next()
    {
        return Some((character, rest.get(6..)?));
    }
    Some((char::from_u32(u32::from(first)).unwrap_or(char::REPLACEMENT_CHARACTER), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    #[test]
    fn halves_of_characters_are_replaced() {
        for (json, text) in [
            (r#""\ud83e\ude00a""#, "🨀a"),
            (r#""\ud83ea""#, "\u{fffd}a"),
            (r#""\ude00\ud83e""#, "\u{fffd}\u{fffd}"),
            (r#""\ud83e\ud83e\ude00""#, "\u{fffd}🨀"),
            (r#""\ud83e\u0041""#, "\u{fffd}A"),
            (r#""\u00e9\/\\\"""#, "é/\\\""),
        ] {
            assert_eq!(rope_of(json).expect("a string"), text, "{json}");
            assert_eq!(unescaped(&json[1..json.len() - 1]), text, "{json}");
        }
        for json in ["", "\"", "x", r#""\u12""#, r#""\x""#, r#""\"#] {
            assert!(rope_of(json).is_none(), "{json}");
        }
    }

    #[test]
    fn an_escape_is_searched_within_one_piece() {
        let line = "e4 ".repeat(PIECE);
        for (text, looked) in [
            (line.clone(), PIECE),
            (format!("{line}\\n"), PIECE),
            (format!("{}\\n{line}", "e".repeat(PIECE)), PIECE),
            ("é".repeat(PIECE).replace("éé", "aéb"), PIECE),
            (format!("e4\\n{line}"), 2),
            ("e4".to_owned(), 2),
        ] {
            assert!((looked - 1..=looked).contains(&before_escape(&text)), "{}", before_escape(&text));
        }
    }

    proptest! {
        #[test]
        fn any_text_arrives_as_it_was(text in "[a-z🨀é\"\\\\\n\r\t\u{0}-\u{1f}]{0,200}", times in 1..2000usize) {
            let text = text.repeat(times);
            prop_assert_eq!(rope_of(&Value::from(text.as_str()).to_string()).expect("a string"), text);
        }

        #[test]
        fn any_escapes_are_read_as_other_messages_have_them(text in "([a\u{1F600}]|\\\\u(d8|dc|00)[0-9a-f]{2}|\\\\[nrt\"/]){0,20}") {
            let json = format!("\"{text}\"");
            let repaired = super::super::surrogates::repair(json.as_bytes()).unwrap_or_else(|| json.clone().into_bytes());
            let expected: String = serde_json::from_slice(&repaired).expect("a string");
            prop_assert_eq!(rope_of(&json).expect("a string"), expected);
        }

        #[test]
        fn a_text_may_be_read_from_its_end(
            text in "([a\u{1F600}]{1,20}|\\\\u(d8|dc|00)[0-9a-f]{2}|\\\\[nrt\"\\\\]){0,200}",
            times in 100..1000usize,
        ) {
            let escaped = text.repeat(times);
            let (mut whole, mut rest) = (String::new(), &escaped[..]);
            while let Some(at) = last_piece(rest) {
                whole = unescaped(&rest[at..]) + &whole;
                rest = &rest[..at];
            }
            prop_assert_eq!(unescaped(rest) + &whole, unescaped(&escaped));
        }
    }
}
