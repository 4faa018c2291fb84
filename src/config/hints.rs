//! The section `[hints]`: inlay hints, which an editor shows within the text.
//!
//! ```toml
//! [hints]
//! nags = true                # the glyph of `$14`
//! numbers = false            # omitted move numbers
//! notation = "off"           # or "FCN" and the like: half-moves in another notation
//! evaluations = false        # the value of `[%eval]`
//! times = false              # the time spent on a half-move by `[%clk]` or `[%emt]`
//! opening = false            # its name, where the game leaves the book
//! transpositions = false     # where another line, of this game or another, is met
//! commands = false           # the subject of `[%mdl 64]`, the half-move that `[%after 3.]` names
//! engine = false             # the evaluation of an engine that runs
//! ```

use vgn_engine::notation::Notation;
use vgn_engine::preferences::HintKinds;

use super::entries::{ConfigEntry, ConfigValue};
use super::nearest;
use super::read::ConfigReader;

/// The hints that a configuration sets; `None` leaves the value of another source, or the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintChoice {
    pub nags: Option<bool>,
    pub numbers: Option<bool>,
    /// The inner `None` is no notation.
    pub notation: Option<Option<&'static Notation>>,
    pub evaluations: Option<bool>,
    pub times: Option<bool>,
    pub opening: Option<bool>,
    pub transpositions: Option<bool>,
    pub commands: Option<bool>,
    pub engine: Option<bool>,
}

impl HintChoice {
    /// Changes the kinds of hints.
    pub fn apply(&self, kinds: &mut HintKinds) {
        kinds.nags = self.nags.unwrap_or(kinds.nags);
        kinds.numbers = self.numbers.unwrap_or(kinds.numbers);
        kinds.notation = self.notation.unwrap_or(kinds.notation);
        kinds.evaluations = self.evaluations.unwrap_or(kinds.evaluations);
        kinds.times = self.times.unwrap_or(kinds.times);
        kinds.opening = self.opening.unwrap_or(kinds.opening);
        kinds.transpositions = self.transpositions.unwrap_or(kinds.transpositions);
        kinds.commands = self.commands.unwrap_or(kinds.commands);
        kinds.engine = self.engine.unwrap_or(kinds.engine);
    }
}

pub(super) const KEYS: [&str; 9] =
    ["nags", "numbers", "notation", "evaluations", "times", "opening", "transpositions", "commands", "engine"];
const OFF: &str = "off";

impl ConfigReader {
    pub(super) fn hints(&mut self, entries: &[ConfigEntry]) {
        for entry in entries {
            match entry.key.as_str() {
                "nags" => self.config.hints.nags = self.switch(entry),
                "numbers" => self.config.hints.numbers = self.switch(entry),
                "notation" if entry.value.text() == Some(OFF) => self.config.hints.notation = Some(None),
                "notation" => self.config.hints.notation = self.text_notation(entry, &[OFF]).map(Some),
                "evaluations" => self.config.hints.evaluations = self.switch(entry),
                "times" => self.config.hints.times = self.switch(entry),
                "opening" => self.config.hints.opening = self.switch(entry),
                "transpositions" => self.config.hints.transpositions = self.switch(entry),
                "commands" => self.config.hints.commands = self.switch(entry),
                "engine" => self.config.hints.engine = self.switch(entry),
                name => match nearest(name, KEYS) {
                    Some(near) => self.unknown_key(entry, "hints", near),
                    None => self.unknown_key(entry, "hints", &KEYS.join("`, `")),
                },
            }
        }
    }

    pub(super) fn switch(&mut self, entry: &ConfigEntry) -> Option<bool> {
        if let ConfigValue::Switch(is_on) = entry.value {
            return Some(is_on);
        }
        self.warn(entry.value_span.clone(), || format!("`{}` is true or false", entry.key));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EffectiveConfig, parse, parse_json};

    #[test]
    fn each_kind_of_hint_can_be_switched() {
        let (config, notices) = parse(
            "[hints]\nnags = false\nnumbers = true\nnotation = \"fcn\"\nevaluations = true\ntimes = true\n\
             opening = true\ntranspositions = true\ncommands = true\nengine = true\n",
        );
        assert_eq!(notices.first, []);
        let kinds = EffectiveConfig::of([&config]).preferences.hints;
        let shown =
            (kinds.numbers, kinds.evaluations, kinds.times, kinds.opening, kinds.transpositions, kinds.commands);
        assert_eq!((kinds.nags, kinds.engine, shown), (false, true, (true, true, true, true, true, true)));
        assert_eq!(kinds.notation.map(|notation| notation.name), Some("FCN"));
        let off = parse_json(&serde_json::json!({"hints": {"notation": "off", "nags": true, "times": null}}));
        assert_eq!(off.1.first, []);
        let kinds = EffectiveConfig::of([&config, &off.0]).preferences.hints;
        assert_eq!((kinds.notation, kinds.nags, kinds.times), (None, true, true));
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let (_, notices) = parse("[hints]\nnag = true\nnags = \"on\"\nnotation = \"BCCF\"\n");
        let messages: Vec<_> = notices.first.iter().map(|notice| notice.message.as_str()).collect();
        assert_eq!(messages.len(), 3, "{messages:?}");
        assert_eq!(messages[0], "there is no setting `nag` in the section `[hints]`; expected `nags`");
        assert_eq!(messages[1], "`nags` is true or false");
        assert!(messages[2].starts_with("`notation` is one of \"off\", \"SAN\""), "{messages:?}");
    }
}
