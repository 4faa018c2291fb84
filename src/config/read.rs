//! The text of a configuration file, and the same settings from an editor.
//!
//! ```toml
//! strictness = "full"        # off, basic or full: how strictly moves are judged (rule D1)
//! portable = ["scid"]        # the programs that games are written for
//!
//! [diagnostics]              # error, warning, information, hint or off
//! over-disambiguated = "off"
//! illegal-move = "error"
//! all = "warning"            # every diagnostic without a line of its own
//!
//! [hover]
//! board = "ascii"            # unicode or ascii: the style of boards in an editor's hovers
//!
//! [convert]
//! to = "FCN"                 # the notation that an editor offers first
//!
//! [format]                   # see `super::format`
//! width = 79
//! [hints]                    # see `super::hints`
//! nags = true
//! [lens]                     # see `super::lens`
//! game = true
//! ```
//!
//! An editor sends an object of the same structure.

use std::ops::Range;

use toml::de::DeTable;
use vgn_engine::lint::portability::{Portability, ReaderSet};
use vgn_engine::lint::{Settings, Strictness, presented};
use vgn_engine::notation::{Medium, Notation, REGISTRY, find};
use vgn_engine::preferences::BoardStyle;

use super::entries::{self, ConfigEntry, ConfigValue};
use super::format::FormatChoice;
use super::hints::HintChoice;
use super::lens::LensChoice;
use super::notices::{Notice, Notices, place};
use super::{DiagnosticLevel, DiagnosticLevels, LevelSelector, nearest};

/// The settings of a configuration file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub levels: DiagnosticLevels,
    /// `None` leaves the default, here and below.
    pub strictness: Option<Strictness>,
    /// The readers for which games are written.
    pub portable: Option<ReaderSet>,
    /// The style of boards in hovers.
    pub board: Option<BoardStyle>,
    /// The notation that conversions offer first.
    pub convert_to: Option<&'static Notation>,
    /// The layout of games.
    pub format: FormatChoice,
    /// The kinds of inlay hints.
    pub hints: HintChoice,
    /// The kinds of code lenses.
    pub lens: LensChoice,
}

/// Maximum number of faults that are put in words; the others are only counted.
const MOST_NOTICES: usize = 100;

pub(super) const KEYS: [&str; 8] =
    ["strictness", "portable", "diagnostics", "hover", "convert", "format", "hints", "lens"];
/// Settings of the editor's extension itself: how it finds and traces the server, and how it shows binary files.
const EDITOR_KEYS: [&str; 5] = ["binary", "board", "engine", "server", "trace"];
pub(super) const STRICTNESS: [(&str, Strictness); 3] =
    [("off", Strictness::Off), ("basic", Strictness::Basic), ("full", Strictness::Full)];

impl Config {
    /// Changes the settings.
    pub fn apply(&self, settings: &mut Settings) {
        self.levels.apply(settings);
        if let Some(strictness) = self.strictness {
            settings.strictness = strictness;
        }
        if let Some(readers) = self.portable {
            settings.set_portability(Portability { readers, as_hints: false });
        }
    }
}

/// Reads a configuration file's text. Unknown settings are skipped and noted, in the order of the text.
pub fn parse(text: &str) -> (Config, Notices) {
    let (table, mut errors) = DeTable::parse_recoverable(text);
    let mut reader = ConfigReader::default();
    errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
    for error in errors {
        let range = error.span().unwrap_or(0..0);
        if !reader.is_broken(range.start) {
            let line = lines_around(text, &range);
            reader.note(range, || error.message().to_string(), true);
            reader.broken_lines.push(line);
        }
    }
    reader.file(&entries::of_toml(table.get_ref()));
    let mut notices = reader.notices;
    // Faults that follow from the parser's recovery are not reported.
    let broken: Vec<usize> =
        notices.first.iter().filter(|notice| notice.broken).map(|notice| notice.range.start).collect();
    notices.first.retain(|notice| {
        notice.broken || !broken.iter().any(|at| (notice.range.start..=notice.range.end).contains(at))
    });
    notices.first.sort_by_key(|notice| notice.range.start);
    place(text, &mut notices.first);
    (reader.config, notices)
}

/// Reads the settings of an editor. Unknown settings are skipped and noted, without a place in a text.
pub fn parse_json(value: &serde_json::Value) -> (Config, Notices) {
    let mut reader = ConfigReader::default();
    if value.is_null() {
        return (reader.config, reader.notices);
    }
    match entries::of_json(value) {
        Some(mut entries) => {
            entries.retain(|entry| !EDITOR_KEYS.contains(&entry.key.as_str()));
            reader.file(&entries);
        }
        None => reader.warn(0..0, || "the settings are an object, as in {\"strictness\": \"full\"}".to_owned()),
    }
    (reader.config, reader.notices)
}

/// The lines that contain the range, with their line ends.
fn lines_around(text: &str, range: &Range<usize>) -> Range<usize> {
    let (before, _) = text.split_at_checked(range.start).unwrap_or((text, ""));
    let rest = text.get(range.end..).unwrap_or_default();
    before.rfind('\n').map_or(0, |end| end + 1)..range.end + rest.find('\n').unwrap_or(rest.len()) + 1
}

#[derive(Default)]
pub(super) struct ConfigReader {
    pub(super) config: Config,
    notices: Notices,
    /// Lines that are not TOML: further errors in one follow from the first and are not reported. `[[[[` has dozens.
    broken_lines: Vec<Range<usize>>,
}

impl ConfigReader {
    fn file(&mut self, entries: &[ConfigEntry]) {
        for entry in entries {
            match entry.key.as_str() {
                "strictness" => self.config.strictness = self.one_of(entry, &STRICTNESS),
                "portable" => self.portable(entry),
                "diagnostics" => self.section(entry, Self::diagnostics),
                "hover" => self.section(entry, Self::hover),
                "convert" => self.section(entry, Self::convert),
                "format" => self.section(entry, Self::format),
                "hints" => self.section(entry, Self::hints),
                "lens" => self.section(entry, Self::lens),
                name => self.warn(entry.key_span.clone(), || {
                    let hint = match nearest(name, KEYS) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None if name.parse::<LevelSelector>().is_ok() => {
                            "a diagnostic's level belongs in the section `[diagnostics]`".into()
                        }
                        None => format!("expected one of `{}`", KEYS.join("`, `")),
                    };
                    format!("there is no setting `{name}`; {hint}")
                }),
            }
        }
    }

    fn section(&mut self, entry: &ConfigEntry, read: fn(&mut Self, &[ConfigEntry])) {
        match &entry.value {
            ConfigValue::Table(entries) => read(self, entries),
            _ => {
                self.warn(entry.value_span.clone(), || format!("`{0}` is a section, as in `[{0}]`", entry.key));
            }
        }
    }

    fn diagnostics(&mut self, entries: &[ConfigEntry]) {
        for entry in entries {
            let name = entry.key.as_str();
            let Some(selector) = LevelSelector::from_name(name) else {
                self.warn(entry.key_span.clone(), || match name.parse::<LevelSelector>() {
                    Err(unknown) if !KEYS.contains(&name) => unknown.to_string(),
                    _ => format!("`{name}` belongs before the first section"),
                });
                continue;
            };
            match entry.value.text().and_then(DiagnosticLevel::from_name) {
                Some(level) => self.config.levels.set(selector, level),
                None => self.unknown_value(entry, &DiagnosticLevel::NAMES),
            }
        }
    }

    fn hover(&mut self, entries: &[ConfigEntry]) {
        for entry in entries {
            match entry.key.as_str() {
                "board" => self.config.board = self.one_of(entry, &BoardStyle::NAMES),
                _ => self.unknown_key(entry, "hover", "board"),
            }
        }
    }

    fn convert(&mut self, entries: &[ConfigEntry]) {
        for entry in entries {
            match entry.key.as_str() {
                "to" => self.config.convert_to = self.text_notation(entry, &[]),
                _ => self.unknown_key(entry, "convert", "to"),
            }
        }
    }

    /// A notation by its name; `others` are valid values that are not notations.
    pub(super) fn text_notation(&mut self, entry: &ConfigEntry, others: &[&str]) -> Option<&'static Notation> {
        let found = entry.value.text().and_then(find).filter(|notation| notation.medium == Medium::Text);
        if found.is_none() {
            let text = REGISTRY.iter().filter(|notation| notation.medium == Medium::Text);
            let names = others.iter().copied().chain(text.map(|notation| notation.name));
            self.unknown_value(entry, &names.collect::<Vec<_>>());
        }
        found
    }

    pub(super) fn one_of<T: Copy>(&mut self, entry: &ConfigEntry, known: &[(&str, T)]) -> Option<T> {
        let named = entry.value.text();
        let found = known.iter().find(|(name, _)| Some(*name) == named).map(|(_, value)| *value);
        if found.is_none() {
            self.unknown_value(entry, &known.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        }
        found
    }

    pub(super) fn unknown_key(&mut self, entry: &ConfigEntry, section: &str, known: &str) {
        self.warn(entry.key_span.clone(), || {
            format!("there is no setting `{}` in the section `[{section}]`; expected `{known}`", entry.key)
        });
    }

    fn unknown_value(&mut self, entry: &ConfigEntry, known: &[&str]) {
        self.unknown_value_of(entry, entry.value.text(), known);
    }

    pub(super) fn unknown_value_of(&mut self, entry: &ConfigEntry, text: Option<&str>, known: &[&str]) {
        self.warn(entry.value_span.clone(), || {
            let expected = format!("`{}` is one of \"{}\"", entry.key, known.join("\", \""));
            match text {
                Some(text) => match nearest(text, known.iter().copied()) {
                    Some(near) => format!("{expected}, not \"{text}\"; did you mean \"{near}\"?"),
                    None => format!("{expected}, not \"{text}\""),
                },
                None => format!("{expected}, in quotes"),
            }
        });
    }

    pub(super) fn warn(&mut self, span: Range<usize>, message: impl FnOnce() -> String) {
        self.note(span, message, false);
    }

    /// Whether the line of this offset has been noted as not TOML.
    fn is_broken(&self, at: usize) -> bool {
        let later = self.broken_lines.partition_point(|line| line.end <= at);
        self.broken_lines.get(later).is_some_and(|line| line.start <= at)
    }

    /// Notes a fault; its message is only computed if there is room for it.
    fn note(&mut self, range: Range<usize>, message: impl FnOnce() -> String, broken: bool) {
        if self.is_broken(range.start) {
            return;
        }
        if self.notices.first.len() >= MOST_NOTICES {
            self.notices.left_out += 1;
            return;
        }
        // Line and column are computed at the end (see `place`).
        self.notices.first.push(Notice { range, line: 1, column: 1, message: presented(&message()), broken });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use vgn_engine::lint::{Code, Severity};

    fn notices(text: &str) -> Vec<String> {
        parse(text).1.first.iter().map(|n| format!("{}:{}: {}", n.line, n.column, n.message)).collect()
    }

    #[test]
    fn levels_and_strictness_are_set() {
        let (config, notices) = parse(
            "strictness = \"basic\"\n[diagnostics]\nall = \"hint\"\nstray-text = \"off\"\nnull-move = \"error\"\n",
        );
        assert_eq!(notices, Notices::default());
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
                "1:1: there is no setting `strictnes`; did you mean `strictness`?",
                "4:1: no diagnostic has the code `stray-txt`; did you mean `stray-text`?",
                "5:13: `null-move` is one of \"error\", \"warning\", \"information\", \"hint\", \"off\", not \"eror\"; \
                 did you mean \"error\"?",
                "6:14: `stray-text` is one of \"error\", \"warning\", \"information\", \"hint\", \"off\", in quotes",
                "7:1: `strictness` belongs before the first section",
            ]
        );
        let mut settings = Settings::default();
        parse(text).0.apply(&mut settings);
        assert_eq!(settings.level(Code::IllegalMove), Some(Severity::Hint));
    }

    #[test]
    fn text_that_is_not_toml_is_broken_where_it_is_and_read_as_far_as_it_goes() {
        let (config, notices) = parse("strictness = \"off\"\n[diagnostics\n");
        assert!(notices.first.iter().any(|notice| notice.broken && notice.line == 2), "{notices:?}");
        assert_eq!(config.strictness, Some(Strictness::Off));
    }

    #[test]
    fn a_line_that_is_no_toml_is_one_fault() {
        for line in ["[[[[", "a = [[[[", "= = =", "\"\"\"", "a = {{{{", "]]]]", "[a]]]]]", "x = '"] {
            let (config, notices) = parse(&format!("strictness = \"off\"\n{line}\n"));
            assert_eq!((notices.first.len(), notices.left_out), (1, 0), "{line}: {notices:?}");
            assert_eq!(config.strictness, Some(Strictness::Off), "{line}");
        }
        let notices = parse("[[[[\nx = 1\n]]]]\n").1;
        assert!(notices.first.len() <= 3, "{notices:?}");
    }

    #[test]
    fn many_faults_are_counted() {
        let text = (0..20_000).fold(String::new(), |text, n| text + &format!("n{n} = {n}\n"));
        let notices = parse(&text).1;
        assert_eq!((notices.first.len(), notices.left_out), (100, 19_900));
        assert_eq!(notices.first[99].line, 100);
        let codes = parse(&format!("[diagnostics]\n{text}")).1;
        assert_eq!((codes.first.len(), codes.left_out), (100, 19_900));
        let object: serde_json::Map<_, _> = (0..500).map(|n| (format!("n{n}"), n.into())).collect();
        let messages = parse_json(&object.into()).1;
        assert_eq!((messages.first.len(), messages.left_out), (100, 400));
    }

    #[test]
    fn what_is_not_toml_is_one_fault_a_line() {
        let broken = parse(&"[".repeat(80)).1;
        assert_eq!((broken.first.len(), broken.left_out), (1, 0), "{broken:?}");
        let lines = parse("[[[[\nstrictness = \"off\"\n]]\n= 1\n").1;
        assert_eq!(lines.first.iter().map(|notice| notice.line).collect::<Vec<_>>(), [1, 3, 4], "{lines:?}");
    }

    #[test]
    fn what_is_quoted_can_be_seen() {
        for text in
            ["\"\\u001b[31m\\n\" = 1", "strictness = \"\\u001b]0;x\\u0007\\u202e\"", "[diagnostics]\n\"\\n\" = 1"]
        {
            let notices = parse(text).1;
            assert_eq!(notices.first.len(), 1, "{notices:?}");
            assert!(!notices.first[0].message.contains(|c: char| c.is_control() || c == '\u{202e}'), "{notices:?}");
        }
    }

    #[test]
    fn what_is_quoted_has_an_end() {
        let notices = parse(&format!("{} = 1\n", "o".repeat(100_000))).1;
        assert!(notices.first[0].message.chars().count() < 200, "{notices:?}");
    }

    #[test]
    fn a_code_outside_its_section_is_told_where_it_belongs() {
        assert_eq!(
            notices("null-move = \"off\""),
            ["1:1: there is no setting `null-move`; a diagnostic's level belongs in the section `[diagnostics]`"]
        );
    }

    #[test]
    fn what_editors_ask_for_is_read() {
        let (config, notes) = parse_json(&serde_json::json!({
            "server": {"path": "x"},
            "binary": {"openDecoded": true},
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
            notes.first.iter().map(|notice| notice.message.as_str()).collect::<Vec<_>>(),
            [
                "`null-move` is one of \"error\", \"warning\", \"information\", \"hint\", \"off\", in quotes",
                "there is no setting `strictnes`; did you mean `strictness`?",
            ]
        );
        assert_eq!(parse_json(&serde_json::json!([1])).1.first.len(), 1);
        assert_eq!(parse_json(&serde_json::Value::Null), (Config::default(), Notices::default()));
    }

    #[test]
    fn sections_for_editors_are_read_from_a_file_too() {
        let (config, found) = parse("[hover]\nboard = \"asci\"\n[convert]\nto = \"BCCF\"\nfrom = \"SAN\"\n");
        assert_eq!(config, Config::default());
        let found = found.first;
        assert_eq!(found.iter().map(|notice| notice.line).collect::<Vec<_>>(), [2, 4, 5]);
        assert!(found[0].message.ends_with("did you mean \"ascii\"?"), "{found:?}");
        assert_eq!(notices("hover = 1"), ["1:9: `hover` is a section, as in `[hover]`"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[\\[\\]a-z\"= \n\r.é#{}0-9]{0,60}") {
            let (_, notices) = parse(&text);
            for notice in &notices.first {
                let before = text.get(..notice.range.start).expect("a fault lies in the text");
                prop_assert_eq!(notice.line, before.matches('\n').count() + 1);
                prop_assert_eq!(notice.column, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1);
                prop_assert!(notice.range.end <= text.len());
            }
        }
    }
}
