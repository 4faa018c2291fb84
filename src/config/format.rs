//! The section `[format]`: the layout of games.
//!
//! ```toml
//! [format]
//! width = 79                 # maximum number of characters in a line
//! moves = "filled"           # or "pairs": a line for each pair of half-moves
//! variations = "filled"      # or "lines": each on lines of its own
//! indent = 2                 # blanks before such lines, per level of variation
//! comments = "filled"        # or "lines", "empty-lines": on lines of their own, surrounded by empty lines
//! numbers = "comments"       # or "variations", "annotations": after what Black's half-move has its number; or "keep"
//! tags = "roster"            # or "export": the other tags by name; or "keep": as they are
//! ```

use std::ops::RangeInclusive;

use vgn_engine::format::{CommentLines, INDENTS, Layout, MoveLines, Numbers, TagOrder, VariationLines, WIDTHS};

use super::entries::{ConfigEntry, ConfigValue};
use super::nearest;
use super::read::ConfigReader;

/// The layout options that a configuration sets; `None` leaves the value of another source, or the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatChoice {
    pub width: Option<u32>,
    pub moves: Option<MoveLines>,
    pub variations: Option<VariationLines>,
    pub indent: Option<u32>,
    pub comments: Option<CommentLines>,
    pub numbers: Option<Numbers>,
    pub tags: Option<TagOrder>,
}

impl FormatChoice {
    /// Changes a layout.
    pub fn apply(&self, layout: &mut Layout) {
        layout.width = self.width.unwrap_or(layout.width);
        layout.moves = self.moves.unwrap_or(layout.moves);
        layout.variations = self.variations.unwrap_or(layout.variations);
        layout.indent = self.indent.unwrap_or(layout.indent);
        layout.comments = self.comments.unwrap_or(layout.comments);
        layout.numbers = self.numbers.unwrap_or(layout.numbers);
        layout.tags = self.tags.unwrap_or(layout.tags);
    }
}

pub(super) const KEYS: [&str; 7] = ["width", "moves", "variations", "indent", "comments", "numbers", "tags"];

impl ConfigReader {
    pub(super) fn format(&mut self, entries: &[ConfigEntry]) {
        for entry in entries {
            match entry.key.as_str() {
                "width" => self.config.format.width = self.number(entry, WIDTHS),
                "moves" => self.config.format.moves = self.one_of(entry, &MoveLines::NAMES),
                "variations" => self.config.format.variations = self.one_of(entry, &VariationLines::NAMES),
                "indent" => self.config.format.indent = self.number(entry, INDENTS),
                "comments" => self.config.format.comments = self.one_of(entry, &CommentLines::NAMES),
                "numbers" => self.config.format.numbers = self.one_of(entry, &Numbers::NAMES),
                "tags" => self.config.format.tags = self.one_of(entry, &TagOrder::NAMES),
                name => match nearest(name, KEYS) {
                    Some(near) => self.unknown_key(entry, "format", near),
                    None => self.unknown_key(entry, "format", &KEYS.join("`, `")),
                },
            }
        }
    }

    fn number(&mut self, entry: &ConfigEntry, range: RangeInclusive<u32>) -> Option<u32> {
        let number = match entry.value {
            ConfigValue::Number(number) => u32::try_from(number).ok().filter(|number| range.contains(number)),
            _ => None,
        };
        if number.is_none() {
            self.warn(entry.value_span.clone(), || {
                format!("`{}` is a number from {} to {}", entry.key, range.start(), range.end())
            });
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EffectiveConfig, parse, parse_json};

    #[test]
    fn a_layout_is_read_and_the_last_source_wins() {
        let (file, notices) = parse("[format]\nwidth = 100\ntags = \"keep\"\nmoves = \"pairs\"\n");
        assert!(notices.first.is_empty(), "{notices:?}");
        let (editor, _) = parse_json(&serde_json::json!({"format": {"width": 60, "variations": "lines", "indent": 0}}));
        let layout = EffectiveConfig::of([&editor, &file]).preferences.layout;
        let expected = Layout {
            width: 100,
            moves: MoveLines::Pairs,
            variations: VariationLines::Lines,
            indent: 0,
            tags: TagOrder::Keep,
            ..Layout::default()
        };
        assert_eq!(layout, expected);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let text = "[format]\nwidth = 5\nindent = \"2\"\nmoves = \"pair\"\ntag = \"keep\"\nx = 1\n";
        let messages: Vec<String> = parse(text).1.first.into_iter().map(|notice| notice.message).collect();
        assert_eq!(
            messages,
            [
                "`width` is a number from 20 to 10000",
                "`indent` is a number from 0 to 16",
                "`moves` is one of \"filled\", \"pairs\", not \"pair\"; did you mean \"pairs\"?",
                "there is no setting `tag` in the section `[format]`; expected `tags`",
                "there is no setting `x` in the section `[format]`; expected `width`, `moves`, `variations`, `indent`, \
                 `comments`, `numbers`, `tags`",
            ]
        );
    }
}
