//! Large documents on their way from the wire to the server's state.
//!
//! A message that opens a document holds its whole text. Read as other messages are, through a tree of JSON values, the
//! text would be held three times at once. So such a message is taken apart here: its text goes straight from the bytes
//! of the message into the rope that the server keeps, and travels beside the message, which goes on without it.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use ropey::{Rope, RopeBuilder};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Request;

/// Shorter messages are read as all others are.
const LARGE: usize = 1 << 16;
/// The text is given to the rope in pieces of about so many bytes.
const PIECE: usize = 1 << 16;

const METHOD: &str = "textDocument/didOpen";

/// Where the text of the message that is just being handled lies for its handler.
#[derive(Clone, Debug, Default)]
pub struct Luggage(Arc<Mutex<Option<Rope>>>);

impl Luggage {
    /// Lays a text down.
    pub fn put(&self, text: Option<Rope>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// Takes the text, if there is one.
    pub fn take(&self) -> Option<Rope> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    /// Requests are not meant.
    id: Option<Value>,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, rename = "textDocument")]
    text_document: Item<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item<'a> {
    uri: String,
    language_id: String,
    version: i32,
    #[serde(borrow)]
    text: &'a RawValue,
}

/// A large message that opens a document, without its text, and the text. `None` if it is none, or not as it should be.
pub fn take_apart(body: &[u8]) -> Option<(Request, Rope)> {
    if body.len() < LARGE {
        return None;
    }
    let message: Message<'_> = serde_json::from_slice(body).ok()?;
    if message.method != METHOD || message.id.is_some() {
        return None;
    }
    let item = message.params.text_document;
    let text = rope_of(item.text.get())?;
    let item = json!({"uri": item.uri, "languageId": item.language_id, "version": item.version, "text": ""});
    Some((Request::build(METHOD).params(json!({"textDocument": item})).finish(), text))
}

/// The text of a JSON string. Halves of characters are read as U+FFFD (see `surrogates`).
fn rope_of(json: &str) -> Option<Rope> {
    let mut rest = json.strip_prefix('"')?.strip_suffix('"')?;
    let mut rope = RopeBuilder::new();
    let mut piece = String::with_capacity(PIECE + 4);
    while !rest.is_empty() {
        let plain = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
        // What is plain for long is not gathered.
        let plain = rest.floor_char_boundary(plain.min(PIECE));
        let (text, after) = rest.split_at_checked(plain)?;
        piece.push_str(text);
        rest = after;
        if rest.starts_with('\\') {
            let (character, after) = unescaped(rest)?;
            piece.push(character);
            rest = after;
        }
        if piece.len() >= PIECE {
            rope.append(&piece);
            piece.clear();
        }
    }
    rope.append(&piece);
    Some(rope.finish())
}

/// The character of the escape that a text begins with, and the rest.
fn unescaped(text: &str) -> Option<(char, &str)> {
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

/// The character of the hexadecimal digits that a text begins with, with a second escape where two are one character.
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

    use super::*;

    fn opening(text: &str) -> String {
        let item = json!({"uri": "file:///a.pgn", "languageId": "pgn", "version": 3, "text": text});
        json!({"jsonrpc": "2.0", "method": METHOD, "params": {"textDocument": item}}).to_string()
    }

    #[test]
    fn a_large_document_travels_beside_its_message() {
        let text = "1. e4 \"é♔🨀\" \\ \t\u{1}\r\n".repeat(10_000);
        let (request, rope) = take_apart(opening(&text).as_bytes()).expect("it is one");
        assert_eq!(rope, text.as_str());
        let expected = json!({"uri": "file:///a.pgn", "languageId": "pgn", "version": 3, "text": ""});
        assert_eq!(request.params(), Some(&json!({"textDocument": expected})));
        assert_eq!(request.method(), METHOD);
    }

    #[test]
    fn other_messages_are_left_alone() {
        let text = "x".repeat(LARGE);
        assert!(take_apart(opening("1. e4").as_bytes()).is_none());
        for (what, instead) in [
            ("didOpen", "didChange"),
            ("\"version\":3", "\"version\":\"3\""),
            ("{\"jsonrpc\"", "{\"id\":1,\"jsonrpc\""),
        ] {
            let other = opening(&text).replace(what, instead);
            assert!(take_apart(other.as_bytes()).is_none(), "{instead}");
        }
        assert!(take_apart(&opening(&text).as_bytes()[..LARGE]).is_none());
        let broken = opening(&text).replace("xxxx\"", "\\x\"");
        assert!(take_apart(broken.as_bytes()).is_none());
    }

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
        }
        for json in ["", "\"", "x", r#""\u12""#, r#""\x""#, r#""\"#] {
            assert!(rope_of(json).is_none(), "{json}");
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
            let mended = super::super::surrogates::mend(json.as_bytes()).unwrap_or_else(|| json.clone().into_bytes());
            let expected: String = serde_json::from_slice(&mended).expect("a string");
            prop_assert_eq!(rope_of(&json).expect("a string"), expected);
        }
    }
}
