//! The entries of a configuration, whether they were written as TOML or came as JSON from an editor.

use std::ops::Range;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One entry with its places in the text; what came as JSON has none.
pub(super) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: Value,
    pub value_span: Range<usize>,
}

/// A value as far as configuration looks at it.
pub(super) enum Value {
    Text(String),
    Number(u64),
    Switch(bool),
    Table(Vec<Entry>),
    /// A list, a fraction and so on: right nowhere.
    Other,
}

/// A table's entries in the order of the text.
pub(super) fn of_toml(table: &DeTable<'_>) -> Vec<Entry> {
    let value = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().map_or(Value::Other, Value::Number),
        DeValue::Boolean(is_on) => Value::Switch(*is_on),
        DeValue::Table(table) => Value::Table(of_toml(table)),
        _ => Value::Other,
    };
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, found)| Entry {
            key: key.get_ref().to_string(),
            key_span: key.span(),
            value: value(found),
            value_span: found.span(),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    entries
}

/// An object's entries. `null` is what editors send for a setting without a value: it is left out.
pub(super) fn of_json(value: &Json) -> Option<Vec<Entry>> {
    let entry = |(key, found): (&String, &Json)| {
        let value = match found {
            Json::Null => return None,
            Json::String(text) => Value::Text(text.clone()),
            Json::Number(number) => number.as_u64().map_or(Value::Other, Value::Number),
            Json::Bool(is_on) => Value::Switch(*is_on),
            Json::Object(_) => Value::Table(of_json(found).unwrap_or_default()),
            _ => Value::Other,
        };
        Some(Entry { key: key.clone(), key_span: 0..0, value, value_span: 0..0 })
    };
    Some(value.as_object()?.iter().filter_map(entry).collect())
}

impl Value {
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}
