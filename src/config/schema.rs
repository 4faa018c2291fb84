//! The JSON schema of `vgn.toml`, for editors of TOML: Taplo, Tombi, Even Better TOML.
//!
//! It is made from the tables that the reader reads with, and a test holds both to the same keys and values.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};
use vgn_engine::format::{CommentLines, INDENTS, MoveLines, Numbers, TagOrder, VariationLines, WIDTHS};
use vgn_engine::lint::CATALOGUE;
use vgn_engine::lint::portability::ReaderSet;
use vgn_engine::notation::{Medium, REGISTRY};
use vgn_engine::preferences::BoardStyle;

use super::DiagnosticLevel;
use super::read::STRICTNESS;

/// The schema, in draft 7, which every editor of TOML reads. A key that the reader would skip is an error in it.
pub fn schema() -> Value {
    let mut schema = section(
        "Settings of vgn-lsp for the chess games in this folder and below",
        [
            (
                "strictness",
                one_of("How strictly moves are judged in notations that can record illegal ones", names(&STRICTNESS)),
            ),
            ("portable", portable()),
            ("diagnostics", diagnostics()),
            (
                "hover",
                section(
                    "What an editor shows under the cursor",
                    [("board", one_of("How boards are drawn", names(&BoardStyle::NAMES)))],
                ),
            ),
            (
                "convert",
                section(
                    "Conversions in an editor",
                    [("to", one_of("The notation that is offered first", notations().collect()))],
                ),
            ),
            ("format", format()),
            ("hints", hints()),
            (
                "lens",
                section(
                    "What an editor shows above a game",
                    [
                        ("game", switch("Result, number of moves, opening")),
                        ("convert", switch("A conversion of the game")),
                        ("copy", switch("A copy of the position at the end, as FEN")),
                        ("duplicates", switch("The number of the game's duplicates in the workspace")),
                        ("book", switch("Where the game leaves the book")),
                    ],
                ),
            ),
        ],
    );
    let root = schema.as_object_mut().expect("a section is an object");
    root.insert("$schema".into(), "http://json-schema.org/draft-07/schema#".into());
    root.insert("title".into(), "vgn.toml".into());
    schema
}

fn format() -> Value {
    section(
        "How games are laid out",
        [
            ("width", number("Maximum number of characters in a line", WIDTHS)),
            (
                "moves",
                one_of("Lines as long as they can be, or one for each pair of half-moves", names(&MoveLines::NAMES)),
            ),
            (
                "variations",
                one_of("Variations within the lines, or on lines of their own", names(&VariationLines::NAMES)),
            ),
            ("indent", number("Blanks before lines of variations, for each level", INDENTS)),
            ("comments", one_of("Comments within the lines, or on lines of their own", names(&CommentLines::NAMES))),
            ("numbers", one_of("After what Black's half-move has its number", names(&Numbers::NAMES))),
            ("tags", one_of("The order of tag pairs", names(&TagOrder::NAMES))),
        ],
    )
}

fn hints() -> Value {
    let off_or_notation = ["off"].into_iter().chain(notations()).collect();
    section(
        "What an editor shows within the text",
        [
            ("nags", switch("The glyph of a NAG such as `$14`")),
            ("numbers", switch("Move numbers that the text omits")),
            ("notation", one_of("Half-moves in another notation", off_or_notation)),
            ("evaluations", switch("The value of `[%eval]`")),
            ("times", switch("The time spent on a half-move by `[%clk]` or `[%emt]`")),
            ("opening", switch("The name of the opening, where the game leaves the book")),
            ("transpositions", switch("Where another line, of this game or another, is met")),
            ("commands", switch("What a command in a comment speaks of")),
            ("engine", switch("The evaluation of a chess engine that runs")),
        ],
    )
}

fn diagnostics() -> Value {
    let level = |about: &str| one_of(about, DiagnosticLevel::NAMES.to_vec());
    let codes = CATALOGUE.iter().map(|entry| (entry.name, level(&format!("{} ({})", entry.summary, entry.severity))));
    section(
        "Levels of diagnostics by their codes",
        [("all", level("Every diagnostic that has no line of its own"))].into_iter().chain(codes),
    )
}

fn portable() -> Value {
    let name = json!({"type": "string", "enum": ReaderSet::names().collect::<Vec<_>>()});
    json!({
        "description": "Programs that games are written for: what one of them reads otherwise than a text says is reported",
        "anyOf": [name, {"type": "array", "items": name}],
    })
}

/// The names of the notations in text.
fn notations() -> impl Iterator<Item = &'static str> {
    REGISTRY.iter().filter(|notation| notation.medium == Medium::Text).map(|notation| notation.name)
}

fn names<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(name, _)| *name).collect()
}

fn section<'a>(about: &str, settings: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let properties: Map<String, Value> = settings.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    json!({"description": about, "type": "object", "properties": properties, "additionalProperties": false})
}

fn one_of(about: &str, values: Vec<&str>) -> Value {
    json!({"description": about, "type": "string", "enum": values})
}

fn number(about: &str, range: RangeInclusive<u32>) -> Value {
    json!({"description": about, "type": "integer", "minimum": range.start(), "maximum": range.end()})
}

fn switch(about: &str) -> Value {
    json!({"description": about, "type": "boolean"})
}

#[cfg(test)]
mod tests {
    use super::super::read::KEYS;
    use super::super::{Notices, format, hints, lens, parse, parse_json};
    use super::*;

    /// The values that the schema allows a setting.
    fn allowed(setting: &Value) -> Vec<Value> {
        match setting["type"].as_str() {
            Some("string") => setting["enum"].as_array().expect("names").clone(),
            Some("integer") => vec![setting["minimum"].clone(), setting["maximum"].clone()],
            Some("boolean") => vec![true.into(), false.into()],
            _ => {
                let one = allowed(&setting["anyOf"][0]);
                let list = Value::Array(one.clone());
                one.into_iter().chain([list]).collect()
            }
        }
    }

    #[test]
    fn what_the_schema_allows_is_read() {
        let schema = schema();
        for (key, setting) in schema["properties"].as_object().expect("settings") {
            let (in_section, settings) = match setting["properties"].as_object() {
                Some(settings) => (true, settings.clone()),
                None => (false, Map::from_iter([(key.clone(), setting.clone())])),
            };
            for (name, setting) in settings {
                for value in allowed(&setting) {
                    let entry = json!({name.clone(): value});
                    let (_, notices) =
                        parse_json(&if in_section { json!({key.clone(): entry}) } else { entry.clone() });
                    assert_eq!(notices, Notices::default(), "{key}: {entry}");
                }
            }
        }
    }

    #[test]
    fn every_key_that_is_read_is_in_the_schema() {
        let schema = schema();
        let keys = |section: &Value| -> Vec<String> {
            let mut keys: Vec<String> = section["properties"].as_object().expect("keys").keys().cloned().collect();
            keys.sort();
            keys
        };
        let known = |keys: &[&str]| -> Vec<String> {
            let mut keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
            keys.sort();
            keys
        };
        assert_eq!(keys(&schema), known(&KEYS));
        for (section, read) in [("format", &format::KEYS[..]), ("hints", &hints::KEYS[..]), ("lens", &lens::KEYS[..])] {
            assert_eq!(keys(&schema["properties"][section]), known(read), "{section}");
        }
    }

    #[test]
    fn a_limit_of_the_schema_is_a_limit_of_the_reader() {
        let schema = schema();
        for key in ["width", "indent"] {
            let limit = schema["properties"]["format"]["properties"][key]["maximum"].as_u64().expect("a number");
            assert_eq!(parse(&format!("[format]\n{key} = {}\n", limit + 1)).1.first.len(), 1, "{key}");
        }
    }
}
