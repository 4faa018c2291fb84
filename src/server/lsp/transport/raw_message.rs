//! A request or notification in its bytes: only the requested fields are deserialized, and nothing is copied.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;
use tower_lsp::jsonrpc::{Error, Id, Result};

use super::json_text::{self, JsonText};
use super::{lenient, surrogates};

/// A request or a notification.
#[derive(Clone, Debug)]
pub struct RawMessage {
    pub method: String,
    /// `None` for notifications.
    pub id: Option<Id>,
    bytes: Arc<Vec<u8>>,
    params: Range<usize>,
}

#[derive(Deserialize)]
struct RawEnvelope<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow)]
    method: Cow<'a, str>,
    /// `null` is an identifier too.
    #[serde(default, deserialize_with = "present")]
    id: Option<Id>,
    #[serde(borrow)]
    params: &'a RawValue,
}

fn present<'de, D: Deserializer<'de>>(id: D) -> std::result::Result<Option<Id>, D::Error> {
    Id::deserialize(id).map(Some)
}

impl RawMessage {
    /// Parses the message, if `is_wanted` accepts it and it has parameters.
    ///
    /// # Errors
    /// The bytes, if not.
    pub fn read(
        bytes: Vec<u8>,
        is_wanted: impl FnOnce(&str, Option<&Id>) -> bool,
    ) -> std::result::Result<RawMessage, Vec<u8>> {
        let read = |bytes: &[u8]| {
            let envelope: RawEnvelope<'_> = serde_json::from_slice(bytes).ok()?;
            let wanted = envelope.jsonrpc == "2.0" && is_wanted(&envelope.method, envelope.id.as_ref());
            let params = wanted.then(|| place(envelope.params, bytes)).flatten()?;
            Some((envelope.method.into_owned(), envelope.id, params))
        };
        match read(&bytes) {
            Some((method, id, params)) => Ok(RawMessage { method, id, bytes: Arc::new(bytes), params }),
            None => Err(bytes),
        }
    }

    /// The parameters.
    ///
    /// # Errors
    /// If they do not fit the method.
    pub fn params<'a, P: Deserialize<'a>>(&'a self) -> Result<P> {
        let params = self.bytes.get(self.params.clone()).unwrap_or_default();
        serde_json::from_slice(params).map_err(|error| Error::invalid_params(error.to_string()))
    }

    /// The parameters without what cannot be read.
    ///
    /// # Errors
    /// If they do not fit the method even so.
    pub fn lenient_params<P: DeserializeOwned>(&self) -> Result<P> {
        self.params().or_else(|error| {
            let mut params: Value = self.params()?;
            lenient::read(&mut params).map_err(|_| error)
        })
    }

    /// A string of the parameters, as a range of the message; `None` for another value.
    pub fn text(&self, string: &RawValue) -> Option<JsonText> {
        let json = string.get();
        let is_string = json.len() >= 2 && json.starts_with('"') && json.ends_with('"');
        let place = place(string, &self.bytes).filter(|_| is_string)?;
        Some(JsonText::new(self.bytes.clone(), place))
    }

    /// The message with lone surrogates replaced, and with positions that the types can express; `None` if it cannot be
    /// read even so.
    pub fn repaired(&self) -> Option<RawMessage> {
        let params = self.bytes.get(self.params.clone())?;
        let repaired = surrogates::repair(params);
        let mut params: Value = serde_json::from_slice(repaired.as_deref().unwrap_or(params)).ok()?;
        lenient::clamp_positions(&mut params);
        let bytes = serde_json::to_vec(&params).ok()?;
        Some(RawMessage { params: 0..bytes.len(), bytes: Arc::new(bytes), ..self.clone() })
    }
}

/// The range of a part in its message.
fn place(part: &RawValue, message: &[u8]) -> Option<Range<usize>> {
    let json = part.get();
    let start = (json.as_ptr() as usize).checked_sub(message.as_ptr() as usize)?;
    (message.get(start..start + json.len())? == json.as_bytes()).then_some(start..start + json.len())
}

/// The text of a JSON string; `None` for another value.
pub fn text_of(string: &RawValue) -> Option<String> {
    Some(json_text::unescaped(string.get().strip_prefix('"')?.strip_suffix('"')?))
}
