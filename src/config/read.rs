//! The text of a configuration file, and the same settings as an editor sends them.
//!
//! ```toml
//! strictness = "full"        # off, basic or full: how closely moves are judged (rule D1)
//!
//! [diagnostics]              # error, warning, information, hint or off
//! over-disambiguated = "off"
//! illegal-move = "error"
//! all = "warning"            # every diagnostic that has no line of its own
//!
//! [hover]
//! board = "ascii"            # unicode or ascii: how boards are drawn in an editor's hovers
//!
//! [convert]
//! to = "FCN"                 # the notation that an editor offers first
//! ```
//!
//! An editor sends an object of the same shape.

use std::ops::Range;

use toml::de::DeTable;

use crate::analysis::{Settings, Strictness};
use crate::ide::BoardStyle;
use crate::notation::{Medium, Notation, REGISTRY, find};

use super::entries::{self, Entry, Value};
use super::{Level, Levels, Selector, nearest};

/// What a configuration file sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub levels: Levels,
    /// `None` leaves the default, here and below.
    pub strictness: Option<Strictness>,
    /// How boards are drawn in hovers.
    pub board: Option<BoardStyle>,
    /// The notation that conversions offer first.
    pub convert_to: Option<&'static Notation>,
}

/// Something in a configuration file that is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// One plain sentence.
    pub message: String,
    /// The file is not TOML here; otherwise it is TOML that names something unknown.
    pub broken: bool,
}

const KEYS: [&str; 4] = ["strictness", "diagnostics", "hover", "convert"];
/// What editors keep beside the server's settings: how it is found and traced.
const EDITOR_KEYS: [&str; 2] = ["server", "trace"];
const STRICTNESS: [(&str, Strictness); 3] =
    [("off", Strictness::Off), ("basic", Strictness::Basic), ("full", Strictness::Full)];

impl Config {
    /// Changes the settings.
    pub fn apply(&self, settings: &mut Settings) {
        self.levels.apply(settings);
        if let Some(strictness) = self.strictness {
            settings.strictness = strictness;
        }
    }
}

/// Reads a configuration file's text. What is not understood is left out and noted, in the order of the text.
pub fn parse(text: &str) -> (Config, Vec<Notice>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { text, config: Config::default(), notices: Vec::new() };
    for error in errors {
        reader.note(error.span().unwrap_or(0..0), error.message().to_string(), true);
    }
    reader.file(&entries::of_toml(table.get_ref()));
    reader.notices.sort_by_key(|notice| (notice.line, notice.column));
    (reader.config, reader.notices)
}

/// Reads the settings that an editor sends. What is not understood is left out and said, a plain sentence each.
pub fn parse_json(value: &serde_json::Value) -> (Config, Vec<String>) {
    let mut reader = Reader { text: "", config: Config::default(), notices: Vec::new() };
    if value.is_null() {
        return (reader.config, Vec::new());
    }
    let Some(mut entries) = entries::of_json(value) else {
        return (reader.config, vec!["the settings are an object, as in {\"strictness\": \"full\"}".to_owned()]);
    };
    entries.retain(|entry| !EDITOR_KEYS.contains(&entry.key.as_str()));
    reader.file(&entries);
    (reader.config, reader.notices.into_iter().map(|notice| notice.message).collect())
}

struct Reader<'a> {
    text: &'a str,
    config: Config,
    notices: Vec<Notice>,
}

impl Reader<'_> {
    fn file(&mut self, entries: &[Entry]) {
        for entry in entries {
            match entry.key.as_str() {
                "strictness" => self.config.strictness = self.one_of(entry, &STRICTNESS),
                "diagnostics" => self.section(entry, Self::diagnostics),
                "hover" => self.section(entry, Self::hover),
                "convert" => self.section(entry, Self::convert),
                name => {
                    let hint = match nearest(name, KEYS) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None if name.parse::<Selector>().is_ok() => {
                            "a diagnostic's level stands in the section `[diagnostics]`".into()
                        }
                        None => format!("known are `{}`", KEYS.join("`, `")),
                    };
                    self.warn(entry.key_span.clone(), format!("nothing is called `{name}` here; {hint}"));
                }
            }
        }
    }

    fn section(&mut self, entry: &Entry, read: fn(&mut Self, &[Entry])) {
        match &entry.value {
            Value::Table(entries) => read(self, entries),
            _ => {
                let message = format!("`{0}` is a section, as in `[{0}]`", entry.key);
                self.warn(entry.value_span.clone(), message);
            }
        }
    }

    fn diagnostics(&mut self, entries: &[Entry]) {
        for entry in entries {
            let name = entry.key.as_str();
            let selector = match name.parse::<Selector>() {
                Ok(selector) => selector,
                Err(_) if KEYS.contains(&name) => {
                    self.warn(entry.key_span.clone(), format!("`{name}` stands before the first section"));
                    continue;
                }
                Err(unknown) => {
                    self.warn(entry.key_span.clone(), unknown.to_string());
                    continue;
                }
            };
            match entry.value.text().and_then(Level::from_name) {
                Some(level) => self.config.levels.set(selector, level),
                None => self.unknown_value(entry, &Level::NAMES),
            }
        }
    }

    fn hover(&mut self, entries: &[Entry]) {
        for entry in entries {
            match entry.key.as_str() {
                "board" => self.config.board = self.one_of(entry, &BoardStyle::NAMES),
                _ => self.unknown_key(entry, "hover", "board"),
            }
        }
    }

    fn convert(&mut self, entries: &[Entry]) {
        for entry in entries {
            match entry.key.as_str() {
                "to" => self.config.convert_to = self.text_notation(entry),
                _ => self.unknown_key(entry, "convert", "to"),
            }
        }
    }

    fn text_notation(&mut self, entry: &Entry) -> Option<&'static Notation> {
        let found = entry.value.text().and_then(find).filter(|notation| notation.medium == Medium::Text);
        if found.is_none() {
            let text = REGISTRY.iter().filter(|notation| notation.medium == Medium::Text);
            self.unknown_value(entry, &text.map(|notation| notation.name).collect::<Vec<_>>());
        }
        found
    }

    fn one_of<T: Copy>(&mut self, entry: &Entry, known: &[(&str, T)]) -> Option<T> {
        let named = entry.value.text();
        let found = known.iter().find(|(name, _)| Some(*name) == named).map(|(_, value)| *value);
        if found.is_none() {
            self.unknown_value(entry, &known.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        }
        found
    }

    fn unknown_key(&mut self, entry: &Entry, section: &str, known: &str) {
        let message = format!("nothing is called `{}` in the section `[{section}]`; known is `{known}`", entry.key);
        self.warn(entry.key_span.clone(), message);
    }

    fn unknown_value(&mut self, entry: &Entry, known: &[&str]) {
        let expected = format!("`{}` is one of \"{}\"", entry.key, known.join("\", \""));
        let message = match entry.value.text() {
            Some(text) => match nearest(text, known.iter().copied()) {
                Some(near) => format!("{expected}, not \"{text}\"; did you mean \"{near}\"?"),
                None => format!("{expected}, not \"{text}\""),
            },
            None => format!("{expected}, in quotes"),
        };
        self.warn(entry.value_span.clone(), message);
    }

    fn warn(&mut self, span: Range<usize>, message: String) {
        self.note(span, message, false);
    }

    fn note(&mut self, span: Range<usize>, message: String, broken: bool) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        self.notices.push(Notice { line, column, message, broken });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Code, Severity};
    use proptest::prelude::*;

    fn notices(text: &str) -> Vec<String> {
        parse(text).1.iter().map(|n| format!("{}:{}: {}", n.line, n.column, n.message)).collect()
    }

    #[test]
    fn levels_and_strictness_are_set() {
        let (config, notices) = parse(
            "strictness = \"basic\"\n[diagnostics]\nall = \"hint\"\nstray-text = \"off\"\nnull-move = \"error\"\n",
        );
        assert_eq!(notices, []);
        let mut settings = Settings::default();
        config.apply(&mut settings);
        assert_eq!(settings.strictness, Strictness::Basic);
        assert_eq!(settings.level(Code::StrayText), None);
        assert_eq!(settings.level(Code::NullMove), Some(Severity::Error));
        assert_eq!(settings.level(Code::UnclosedTag), Some(Severity::Hint));
    }

    #[test]
    fn what_is_not_understood_is_named_with_its_place_and_the_rest_holds() {
        let text = "strictnes = \"full\"\n\n[diagnostics]\nstray-txt = \"off\"\nnull-move = \"eror\"\n\
                    stray-text = 3\nstrictness = \"off\"\nillegal-move = \"hint\"\n";
        assert_eq!(
            notices(text),
            [
                "1:1: nothing is called `strictnes` here; did you mean `strictness`?",
                "4:1: no diagnostic has the code `stray-txt`; did you mean `stray-text`?",
                "5:13: `null-move` is one of \"error\", \"warning\", \"information\", \"hint\", \"off\", not \"eror\"; \
                 did you mean \"error\"?",
                "6:14: `stray-text` is one of \"error\", \"warning\", \"information\", \"hint\", \"off\", in quotes",
                "7:1: `strictness` stands before the first section",
            ]
        );
        let mut settings = Settings::default();
        parse(text).0.apply(&mut settings);
        assert_eq!(settings.level(Code::IllegalMove), Some(Severity::Hint));
    }

    #[test]
    fn text_that_is_not_toml_is_broken_where_it_is_and_read_as_far_as_it_goes() {
        let (config, notices) = parse("strictness = \"off\"\n[diagnostics\n");
        assert!(notices.iter().any(|notice| notice.broken && notice.line == 2), "{notices:?}");
        assert_eq!(config.strictness, Some(Strictness::Off));
    }

    #[test]
    fn a_code_outside_its_section_is_told_where_it_belongs() {
        assert_eq!(
            notices("null-move = \"off\""),
            ["1:1: nothing is called `null-move` here; a diagnostic's level stands in the section `[diagnostics]`"]
        );
    }

    #[test]
    fn what_editors_ask_for_is_read() {
        let (config, notes) = parse_json(&serde_json::json!({
            "server": {"path": "x"},
            "strictness": null,
            "hover": {"board": "ascii"},
            "convert": {"to": "sfen"},
            "diagnostics": {"stray-text": "off", "null-move": 1},
            "strictnes": "off",
        }));
        assert_eq!(config.board, Some(BoardStyle::Ascii));
        assert_eq!(config.convert_to.map(|notation| notation.name), Some("SFEN"));
        assert_eq!(config.strictness, None);
        let mut settings = Settings::default();
        config.apply(&mut settings);
        assert_eq!(settings.level(Code::StrayText), None);
        assert_eq!(
            notes,
            [
                "`null-move` is one of \"error\", \"warning\", \"information\", \"hint\", \"off\", in quotes",
                "nothing is called `strictnes` here; did you mean `strictness`?",
            ]
        );
        assert_eq!(parse_json(&serde_json::json!([1])).1.len(), 1);
        assert_eq!(parse_json(&serde_json::Value::Null), (Config::default(), Vec::new()));
    }

    #[test]
    fn sections_for_editors_are_read_from_a_file_too() {
        let (config, found) = parse("[hover]\nboard = \"asci\"\n[convert]\nto = \"BCCF\"\nfrom = \"SAN\"\n");
        assert_eq!(config, Config::default());
        assert_eq!(found.iter().map(|notice| notice.line).collect::<Vec<_>>(), [2, 4, 5]);
        assert!(found[0].message.ends_with("did you mean \"ascii\"?"), "{found:?}");
        assert_eq!(notices("hover = 1"), ["1:9: `hover` is a section, as in `[hover]`"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[\\[\\]a-z\"= \n\r.é#{}0-9]{0,60}") {
            let (_, notices) = parse(&text);
            prop_assert!(notices.iter().all(|notice| notice.line >= 1 && notice.column >= 1));
        }
    }
}
