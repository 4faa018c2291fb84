//! What holds for a document when every source of configuration has been heard.

use crate::analysis::Settings;
use crate::format::Layout;
use crate::ide::{BoardStyle, HintKinds, LensKinds};
use crate::notation::{FCN, Notation};

use super::Config;

/// Everything that configuration decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effective {
    pub settings: Settings,
    pub preferences: Preferences,
}

/// What configuration decides beside the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// How boards are drawn in hovers.
    pub board: BoardStyle,
    /// The notation that conversions offer first.
    pub convert_to: &'static Notation,
    /// How games are laid out.
    pub layout: Layout,
    /// What is shown within the text.
    pub hints: HintKinds,
    /// What is shown above a game.
    pub lens: LensKinds,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            board: BoardStyle::default(),
            convert_to: &FCN,
            layout: Layout::default(),
            hints: HintKinds::default(),
            lens: LensKinds::default(),
        }
    }
}

impl Effective {
    /// The defaults changed by each source in turn, so that the last one wins.
    pub fn of<'c>(sources: impl IntoIterator<Item = &'c Config>) -> Effective {
        let mut effective = Effective::default();
        for config in sources {
            config.apply(&mut effective.settings);
            let preferences = &mut effective.preferences;
            preferences.board = config.board.unwrap_or(preferences.board);
            preferences.convert_to = config.convert_to.unwrap_or(preferences.convert_to);
            config.format.apply(&mut preferences.layout);
            config.hints.apply(&mut preferences.hints);
            config.lens.apply(&mut preferences.lens);
        }
        effective
    }
}
