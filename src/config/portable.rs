//! The readers for which games are written: `portable`, a list of names or one name.
//!
//! ```toml
//! portable = ["lichess", "scid"]
//! ```

use vgn_engine::lint::portability::ReaderSet;

use super::entries::{ConfigEntry, ConfigValue};
use super::read::ConfigReader;

impl ConfigReader {
    /// A list of readers, or the name of one.
    pub(super) fn portable(&mut self, entry: &ConfigEntry) {
        let mut readers = ReaderSet::default();
        let values = match &entry.value {
            ConfigValue::List(values) => &values[..],
            // Lua has one empty table.
            ConfigValue::Table(entries) if entries.is_empty() => &[],
            value => std::slice::from_ref(value),
        };
        for value in values {
            match value.text().and_then(ReaderSet::from_name) {
                Some(named) => readers = readers.and(named),
                None => {
                    let known: Vec<&str> = ReaderSet::names().collect();
                    return self.unknown_value_of(entry, value.text(), &known);
                }
            }
        }
        self.config.portable = Some(readers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{parse, parse_json};
    use vgn_engine::lint::Settings;
    use vgn_engine::lint::portability::{Portability, Reader};

    fn notices(text: &str) -> Vec<String> {
        parse(text).1.first.iter().map(|n| format!("{}:{}: {}", n.line, n.column, n.message)).collect()
    }

    #[test]
    fn readers_are_named_in_a_list_or_alone() {
        let readers = |text: &str| parse(text).0.portable;
        let two = ReaderSet::of(&[Reader::Lichess, Reader::Scid]);
        assert_eq!(readers("portable = [\"scid\", \"lichess\"]"), Some(two));
        assert_eq!(readers("portable = \"all\""), Some(ReaderSet::ALL));
        assert_eq!(readers("portable = []"), Some(ReaderSet::default()));
        let from_editor = parse_json(&serde_json::json!({"portable": ["lichess", "scid"]})).0;
        assert_eq!(from_editor.portable, Some(two));
        assert_eq!(
            notices("portable = [\"lichess\", \"skid\"]"),
            ["1:12: `portable` is one of \"python-chess\", \"lichess\", \"chess.js\", \"kokopu\", \"pgn-parser\", \
                 \"pgn-extract\", \"scid\", \"all\", not \"skid\"; did you mean \"scid\"?"]
        );
        let mut settings = Settings::default();
        parse("portable = \"scid\"").0.apply(&mut settings);
        assert_eq!(settings.portability(), Portability { readers: ReaderSet::of(&[Reader::Scid]), as_hints: false });
    }
}
