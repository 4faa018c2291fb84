//! The entries of a configuration, from TOML or from an editor's JSON.

use std::ops::Range;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One entry with its ranges in the text; entries from JSON have empty ones.
pub(super) struct ConfigEntry {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: ConfigValue,
    pub value_span: Range<usize>,
}

/// A value of a type that configuration uses.
pub(super) enum ConfigValue {
    Text(String),
    Number(u64),
    Switch(bool),
    Table(Vec<ConfigEntry>),
    List(Vec<ConfigValue>),
    /// A fraction and so on: valid nowhere.
    Other,
}

/// A table's entries in the order of the text.
pub(super) fn of_toml(table: &DeTable<'_>) -> Vec<ConfigEntry> {
    let mut entries: Vec<ConfigEntry> = table
        .iter()
        .map(|(key, found)| ConfigEntry {
            key: key.get_ref().to_string(),
            key_span: key.span(),
            value: toml_value(found),
            value_span: found.span(),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    entries
}

fn toml_value(value: &Spanned<DeValue<'_>>) -> ConfigValue {
    match value.get_ref() {
        DeValue::String(text) => ConfigValue::Text(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => {
            number.as_str().parse().map_or(ConfigValue::Other, ConfigValue::Number)
        }
        DeValue::Boolean(is_on) => ConfigValue::Switch(*is_on),
        DeValue::Table(table) => ConfigValue::Table(of_toml(table)),
        DeValue::Array(values) => ConfigValue::List(values.iter().map(toml_value).collect()),
        _ => ConfigValue::Other,
    }
}

/// An object's entries. `null` is what editors send for a setting without a value: it is omitted. An empty list is an
/// empty object: Lua has one empty table.
pub(super) fn of_json(value: &Json) -> Option<Vec<ConfigEntry>> {
    let entry = |(key, found): (&String, &Json)| {
        let value = match found {
            Json::Null => return None,
            Json::String(text) => ConfigValue::Text(text.clone()),
            Json::Number(number) => number.as_u64().map_or(ConfigValue::Other, ConfigValue::Number),
            Json::Bool(is_on) => ConfigValue::Switch(*is_on),
            Json::Array(values) if !values.is_empty() => {
                let text =
                    |value: &Json| value.as_str().map_or(ConfigValue::Other, |text| ConfigValue::Text(text.into()));
                ConfigValue::List(values.iter().map(text).collect())
            }
            _ => of_json(found).map_or(ConfigValue::Other, ConfigValue::Table),
        };
        Some(ConfigEntry { key: key.clone(), key_span: 0..0, value, value_span: 0..0 })
    };
    match value {
        Json::Object(fields) => Some(fields.iter().filter_map(entry).collect()),
        Json::Array(items) if items.is_empty() => Some(Vec::new()),
        _ => None,
    }
}

impl ConfigValue {
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            ConfigValue::Text(text) => Some(text),
            _ => None,
        }
    }
}
