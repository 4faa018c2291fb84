//! Changes of a document's text, as sent by a client.

use serde::Deserialize;
use serde_json::value::RawValue;
use tower_lsp::lsp_types::Range;

use crate::lsp::transport::json_text::JsonText;
use crate::lsp::transport::raw_message::{RawMessage, text_of};

/// Texts below this length, in bytes, are read at once; of longer ones, only the difference from the document's text.
const SHORT: usize = 1 << 16;

/// A change of a range of a document's text, or of the whole text.
#[derive(Clone, Debug)]
pub struct TextChange {
    pub range: Option<Range>,
    pub text: NewText,
}

/// The replacing text.
#[derive(Clone, Debug)]
pub enum NewText {
    Plain(String),
    Json(JsonText),
}

/// A change as it stands in its message.
#[derive(Debug, Deserialize)]
pub struct ContentChange<'a> {
    range: Option<Range>,
    #[serde(borrow)]
    text: &'a RawValue,
}

impl ContentChange<'_> {
    /// The change; `None` if its text is not a string.
    pub fn read(&self, message: &RawMessage) -> Option<TextChange> {
        let text = match self.text.get().len() {
            ..SHORT => NewText::Plain(text_of(self.text)?),
            SHORT.. => NewText::Json(message.text(self.text)?),
        };
        Some(TextChange { range: self.range, text })
    }
}

#[cfg(test)]
impl From<tower_lsp::lsp_types::TextDocumentContentChangeEvent> for TextChange {
    fn from(event: tower_lsp::lsp_types::TextDocumentContentChangeEvent) -> TextChange {
        TextChange { range: event.range, text: NewText::Plain(event.text) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tower_lsp::lsp_types::Position;

    use super::*;

    fn message(changes: Value) -> RawMessage {
        let message = json!({"jsonrpc": "2.0", "method": "change", "params": changes}).to_string();
        RawMessage::read(message.into_bytes(), |_, _| true).expect("a message")
    }

    #[test]
    fn a_long_text_stays_in_its_message() {
        let short = "1. e4 \"é♔🨀\" \\ \t\u{1}\r\n".to_owned();
        let long = short.repeat(10_000);
        let range = Range::new(Position::new(1, 2), Position::new(3, 4));
        let message = message(json!([{"range": range, "rangeLength": 7, "text": short}, {"text": long}]));
        let changes: Vec<ContentChange<'_>> = message.params().expect("changes");
        let changes: Vec<TextChange> = changes.iter().map(|change| change.read(&message).expect("a change")).collect();
        assert_eq!([changes[0].range, changes[1].range], [Some(range), None]);
        assert!(matches!(&changes[0].text, NewText::Plain(text) if *text == short));
        assert!(matches!(&changes[1].text, NewText::Json(json) if json.text() == long));
    }

    #[test]
    fn what_is_no_text_is_no_change() {
        for wrong in [json!(5), json!(null), json!({"a": "b"}), json!(["x".repeat(SHORT)])] {
            let message = message(json!([{"text": wrong}]));
            let changes: Vec<ContentChange<'_>> = message.params().expect("changes");
            assert!(changes[0].read(&message).is_none(), "{wrong}");
        }
    }
}
