//! The section `[lens]`: code lenses, which an editor shows above a game.
//!
//! ```toml
//! [lens]
//! game = false       # result, number of moves, opening
//! convert = false    # "Convert…"
//! copy = false       # "Copy FEN"
//! duplicates = false # "3 duplicates"
//! book = false       # "leaves the book at 14... Nf6"
//! ```

use vgn_engine::preferences::LensKinds;

use super::entries::ConfigEntry;
use super::nearest;
use super::read::ConfigReader;

/// The lenses that a configuration sets; `None` leaves the value of another source, or the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LensChoice {
    pub game: Option<bool>,
    pub convert: Option<bool>,
    pub copy: Option<bool>,
    pub duplicates: Option<bool>,
    pub book: Option<bool>,
}

impl LensChoice {
    /// Changes the kinds of lenses.
    pub fn apply(&self, kinds: &mut LensKinds) {
        kinds.game = self.game.unwrap_or(kinds.game);
        kinds.convert = self.convert.unwrap_or(kinds.convert);
        kinds.copy = self.copy.unwrap_or(kinds.copy);
        kinds.duplicates = self.duplicates.unwrap_or(kinds.duplicates);
        kinds.book = self.book.unwrap_or(kinds.book);
    }
}

pub(super) const KEYS: [&str; 5] = ["game", "convert", "copy", "duplicates", "book"];

impl ConfigReader {
    pub(super) fn lens(&mut self, entries: &[ConfigEntry]) {
        for entry in entries {
            match entry.key.as_str() {
                "game" => self.config.lens.game = self.switch(entry),
                "convert" => self.config.lens.convert = self.switch(entry),
                "copy" => self.config.lens.copy = self.switch(entry),
                "duplicates" => self.config.lens.duplicates = self.switch(entry),
                "book" => self.config.lens.book = self.switch(entry),
                name => match nearest(name, KEYS) {
                    Some(near) => self.unknown_key(entry, "lens", near),
                    None => self.unknown_key(entry, "lens", &KEYS.join("`, `")),
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EffectiveConfig, parse};

    #[test]
    fn each_lens_can_be_switched() {
        let (config, notices) = parse("[lens]\ngame = true\nconvert = true\n");
        assert_eq!(notices.first, []);
        let lens = EffectiveConfig::of([&config]).preferences.lens;
        assert_eq!((lens.game, lens.convert, lens.copy), (true, true, false));
        let (_, notices) = parse("[lens]\ngames = true\n");
        assert!(notices.first[0].message.contains("`game`"), "{notices:?}");
    }
}
