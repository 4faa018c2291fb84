//! Large texts on their way from the wire to the server's state.
//!
//! A message that opens a document, or changes much of it, holds a long text. Read as other messages are, through a
//! tree of JSON values, the text would be held three times at once. So such a message is taken apart here: its text
//! travels beside the message, which goes on without it: one that is opened as the rope that the server keeps, made
//! from the bytes of the message; those of changes as they stand in these bytes, until it is known what they change.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ropey::Rope;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Request;
use tower_lsp::lsp_types::{Range, TextDocumentContentChangeEvent};

use super::json_text::{self, JsonText};

/// Shorter messages are read as all others are.
const LARGE: usize = 1 << 16;

/// A message's method stands within so many bytes of its beginning, or of its end.
const END: usize = 512;

const OPEN: &str = "textDocument/didOpen";
const CHANGE: &str = "textDocument/didChange";

/// Where the texts of the message that is just being handled lie for its handler.
#[derive(Clone, Debug, Default)]
pub struct Luggage(Arc<Mutex<Option<Large>>>);

/// What travels beside a message.
#[derive(Debug)]
pub enum Large {
    Opened(Rope),
    Changes(Vec<Change>),
}

/// A change of a document's text: of a range, or of all of it.
#[derive(Clone, Debug)]
pub struct Change {
    pub range: Option<Range>,
    pub text: NewText,
}

/// The text that takes the place of what stood there.
#[derive(Clone, Debug)]
pub enum NewText {
    Plain(String),
    Json(JsonText),
}

impl From<TextDocumentContentChangeEvent> for Change {
    fn from(event: TextDocumentContentChangeEvent) -> Change {
        Change { range: event.range, text: NewText::Plain(event.text) }
    }
}

impl Luggage {
    /// Lays texts down.
    pub fn put(&self, large: Option<Large>) {
        *self.lock() = large;
    }

    /// Takes the text of a document that is opened, if it is there.
    pub fn take_opened(&self) -> Option<Rope> {
        match self.lock().take() {
            Some(Large::Opened(text)) => Some(text),
            _ => None,
        }
    }

    /// Takes the changes of a document, if they are there.
    pub fn take_changes(&self) -> Option<Vec<Change>> {
        match self.lock().take() {
            Some(Large::Changes(changes)) => Some(changes),
            _ => None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Large>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Deserialize)]
struct Message<'a, P> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    /// Requests are not meant.
    id: Option<Value>,
    params: P,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opening<'a> {
    #[serde(borrow)]
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Changing<'a> {
    text_document: Value,
    #[serde(borrow)]
    content_changes: Vec<Event<'a>>,
}

#[derive(Deserialize)]
struct Event<'a> {
    range: Option<Range>,
    #[serde(borrow)]
    text: &'a RawValue,
}

/// A large message without its texts, and the texts.
///
/// # Errors
/// The message, if it is none of those that hold texts, or not as it should be.
pub fn take_apart(message: Vec<u8>) -> Result<(Request, Large), Vec<u8>> {
    if message.len() < LARGE {
        return Err(message);
    }
    // The name may be part of a text as well, so that it must be read where it stands; but to read a message of another
    // kind twice would take long.
    let names = |method: &str| {
        let ends = [&message[..END], &message[message.len() - END..]];
        ends.iter().any(|end| memchr::memmem::find(end, method.as_bytes()).is_some())
    };
    if names(OPEN) {
        opening(&message).ok_or(message)
    } else if names(CHANGE) {
        changing(message)
    } else {
        Err(message)
    }
}

/// The parameters of a notification, if it is the one that is meant.
fn params<'a, P: Deserialize<'a>>(message: &'a [u8], method: &str) -> Option<P> {
    let message: Message<'a, P> = serde_json::from_slice(message).ok()?;
    (message.method == method && message.id.is_none()).then_some(message.params)
}

fn opening(message: &[u8]) -> Option<(Request, Large)> {
    let item = params::<Opening<'_>>(message, OPEN)?.text_document;
    let text = json_text::rope_of(item.text.get())?;
    let item = json!({"uri": item.uri, "languageId": item.language_id, "version": item.version, "text": ""});
    Some((Request::build(OPEN).params(json!({"textDocument": item})).finish(), Large::Opened(text)))
}

fn changing(message: Vec<u8>) -> Result<(Request, Large), Vec<u8>> {
    let read = |message: &[u8]| {
        let changing = params::<Changing<'_>>(message, CHANGE)?;
        let places = changing.content_changes.iter();
        let places: Option<Vec<_>> =
            places.map(|event| Some((event.range, json_text::range_of(event.text, message)?))).collect();
        Some((changing.text_document, places?))
    };
    let Some((document, places)) = read(&message) else { return Err(message) };
    let message = Arc::new(message);
    let text = |place| NewText::Json(JsonText::new(message.clone(), place));
    let changes = places.into_iter().map(|(range, place)| Change { range, text: text(place) }).collect();
    let params = json!({"textDocument": document, "contentChanges": []});
    Ok((Request::build(CHANGE).params(params).finish(), Large::Changes(changes)))
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::Position;

    use super::*;

    fn opening(text: &str) -> String {
        let item = json!({"uri": "file:///a.pgn", "languageId": "pgn", "version": 3, "text": text});
        json!({"jsonrpc": "2.0", "method": OPEN, "params": {"textDocument": item}}).to_string()
    }

    fn changing(changes: &Value) -> String {
        let document = json!({"uri": "file:///a.pgn", "version": 3});
        let params = json!({"textDocument": document, "contentChanges": changes});
        json!({"jsonrpc": "2.0", "method": CHANGE, "params": params}).to_string()
    }

    #[test]
    fn a_large_document_travels_beside_its_message() {
        let text = "1. e4 \"é♔🨀\" \\ \t\u{1}\r\n".repeat(10_000);
        let (request, large) = take_apart(opening(&text).into_bytes()).expect("it is one");
        let Large::Opened(rope) = large else { panic!("{large:?}") };
        assert_eq!(rope, text.as_str());
        let expected = json!({"uri": "file:///a.pgn", "languageId": "pgn", "version": 3, "text": ""});
        assert_eq!(request.params(), Some(&json!({"textDocument": expected})));
        assert_eq!(request.method(), OPEN);
    }

    #[test]
    fn large_changes_travel_beside_their_message() {
        let text = "1. e4 \"é♔🨀\" \\ \t\u{1}\r\n".repeat(10_000);
        let range = Range::new(Position::new(1, 2), Position::new(3, 4));
        let changes = json!([{"range": range, "rangeLength": 7, "text": "\n"}, {"text": text}]);
        let (request, large) = take_apart(changing(&changes).into_bytes()).expect("it is one");
        let Large::Changes(changes) = large else { panic!("{large:?}") };
        let texts = changes.iter().map(|change| match &change.text {
            NewText::Json(json) => (change.range, json.text()),
            NewText::Plain(text) => panic!("{text}"),
        });
        assert_eq!(texts.collect::<Vec<_>>(), [(Some(range), "\n".to_owned()), (None, text)]);
        let document = json!({"uri": "file:///a.pgn", "version": 3});
        assert_eq!(request.params(), Some(&json!({"textDocument": document, "contentChanges": []})));
        assert_eq!(request.method(), CHANGE);
    }

    #[test]
    fn other_messages_are_left_alone() {
        let text = "x".repeat(LARGE);
        let is_left = |message: &str| {
            let left = take_apart(message.as_bytes().to_vec()).expect_err(&message[..60]);
            assert_eq!(left, message.as_bytes());
        };
        is_left(&opening("1. e4"));
        for (what, instead) in
            [("didOpen", "didSave"), ("\"version\":3", "\"version\":\"3\""), ("{\"jsonrpc\"", "{\"id\":1,\"jsonrpc\"")]
        {
            is_left(&opening(&text).replace(what, instead));
        }
        is_left(&opening(&text)[..LARGE]);
        is_left(&opening(&text).replace("xxxx\"", "\\x\""));
        is_left(&changing(&json!([{"text": 5}, {"text": text}])));
        is_left(&changing(&json!([{"text": text, "range": 1}])));
        is_left(&changing(&json!({"text": text})));
    }
}
