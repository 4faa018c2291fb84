//! The text of a configuration file.
//!
//! ```toml
//! strictness = "full"        # off, basic or full: how closely moves are judged (rule D1)
//!
//! [diagnostics]              # error, warning, information, hint or off
//! over-disambiguated = "off"
//! illegal-move = "error"
//! all = "warning"            # every diagnostic that has no line of its own
//! ```

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::analysis::{Settings, Strictness};

use super::{Level, Levels, Selector, nearest};

/// What a configuration file sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub levels: Levels,
    /// `None` leaves the default.
    pub strictness: Option<Strictness>,
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

const KEYS: [&str; 2] = ["strictness", "diagnostics"];
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
    reader.file(table.get_ref());
    reader.notices.sort_by_key(|notice| (notice.line, notice.column));
    (reader.config, reader.notices)
}

struct Reader<'a> {
    text: &'a str,
    config: Config,
    notices: Vec<Notice>,
}

impl Reader<'_> {
    fn file(&mut self, table: &DeTable<'_>) {
        for (key, value) in in_order(table) {
            match &**key.get_ref() {
                "strictness" => self.strictness(value),
                "diagnostics" => match value.get_ref().as_table() {
                    Some(table) => self.diagnostics(table),
                    None => self.warn(value.span(), "`diagnostics` is a section, as in `[diagnostics]`".into()),
                },
                name => {
                    let hint = match nearest(name, KEYS) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None if name.parse::<Selector>().is_ok() => {
                            "a diagnostic's level stands in the section `[diagnostics]`".into()
                        }
                        None => format!("known are `{}`", KEYS.join("` and `")),
                    };
                    self.warn(key.span(), format!("nothing is called `{name}` here; {hint}"));
                }
            }
        }
    }

    fn strictness(&mut self, value: &Spanned<DeValue<'_>>) {
        let named = value.get_ref().as_str();
        match STRICTNESS.iter().find(|(name, _)| Some(*name) == named) {
            Some((_, strictness)) => self.config.strictness = Some(*strictness),
            None => self.unknown_value("strictness", value, &STRICTNESS.map(|(name, _)| name)),
        }
    }

    fn diagnostics(&mut self, table: &DeTable<'_>) {
        for (key, value) in in_order(table) {
            let name = &**key.get_ref();
            let selector = match name.parse::<Selector>() {
                Ok(selector) => selector,
                Err(_) if KEYS.contains(&name) => {
                    self.warn(key.span(), format!("`{name}` stands before the first section"));
                    continue;
                }
                Err(unknown) => {
                    self.warn(key.span(), unknown.to_string());
                    continue;
                }
            };
            match value.get_ref().as_str().and_then(Level::from_name) {
                Some(level) => self.config.levels.set(selector, level),
                None => self.unknown_value(name, value, &Level::NAMES),
            }
        }
    }

    fn unknown_value(&mut self, key: &str, value: &Spanned<DeValue<'_>>, known: &[&str]) {
        let expected = format!("`{key}` is one of \"{}\"", known.join("\", \""));
        let message = match value.get_ref().as_str() {
            Some(text) => match nearest(text, known.iter().copied()) {
                Some(near) => format!("{expected}, not \"{text}\"; did you mean \"{near}\"?"),
                None => format!("{expected}, not \"{text}\""),
            },
            None => format!("{expected}, in quotes"),
        };
        self.warn(value.span(), message);
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

/// A table's entries in the order of the text.
fn in_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> impl Iterator<Item = (&'t Spanned<toml::de::DeString<'i>>, &'t Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries.into_iter()
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

    proptest! {
        #[test]
        fn any_text_is_read(text in "[\\[\\]a-z\"= \n\r.é#{}0-9]{0,60}") {
            let (_, notices) = parse(&text);
            prop_assert!(notices.iter().all(|notice| notice.line >= 1 && notice.column >= 1));
        }
    }
}
