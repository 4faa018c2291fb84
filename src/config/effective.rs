//! The effective configuration of a document, from all its sources.

use vgn_engine::format::Layout;
use vgn_engine::lint::Settings;
use vgn_engine::lint::portability::Portability;
use vgn_engine::notation::{FCN, Notation};
use vgn_engine::preferences::{BoardStyle, HintKinds, LensKinds};

use super::Config;

/// All settings that configuration decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectiveConfig {
    pub settings: Settings,
    pub preferences: Preferences,
}

/// The settings that the analysis does not depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// The style of boards in hovers.
    pub board: BoardStyle,
    /// The notation that conversions offer first.
    pub convert_to: &'static Notation,
    /// The layout of games.
    pub layout: Layout,
    /// The kinds of inlay hints.
    pub hints: HintKinds,
    /// The kinds of code lenses.
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

impl EffectiveConfig {
    /// The same in an editor, where the default readers are those of [`Portability::IN_EDITORS`].
    pub fn in_editor<'c>(sources: impl IntoIterator<Item = &'c Config> + Clone) -> EffectiveConfig {
        let is_chosen = sources.clone().into_iter().any(|config| config.portable.is_some());
        let mut effective = EffectiveConfig::of(sources);
        if !is_chosen {
            effective.settings.set_portability(Portability::IN_EDITORS);
        }
        effective
    }

    /// The defaults, changed by each source in turn, so that the last one wins.
    pub fn of<'c>(sources: impl IntoIterator<Item = &'c Config>) -> EffectiveConfig {
        let mut effective = EffectiveConfig::default();
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
