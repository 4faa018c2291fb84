//! Whether a game is of another variant than chess.

use vgn_engine::rules::Variant;

use super::{ReadingWay, WalkPlace, WalkedGame};

/// Watches a walk for what tells the variant of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VariantWatch {
    /// The tag `Variant` has a value.
    is_named: bool,
    /// `None` if no board is known.
    start: Option<Variant>,
}

impl VariantWatch {
    pub(crate) fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.is_named |= name == b"Variant" && !matches!(value, b"" | b"?");
    }

    pub(crate) fn start(&mut self, place: &WalkPlace<'_>) {
        self.start = Some(place.board.variant());
    }

    /// Whether nobody knows the rules of its variant.
    pub(crate) fn is_unknown(&self, game: &WalkedGame) -> bool {
        self.is_named && self.start.is_none() && game.way != ReadingWay::Plain
    }

    /// Whether its variant is not chess, known or not; Chess960 is chess here.
    pub(crate) fn is_other(&self, game: &WalkedGame) -> bool {
        self.is_unknown(game) || self.start.is_some_and(|variant| variant != Variant::Chess)
    }
}
