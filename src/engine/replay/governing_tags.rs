//! Tags that decide how a game's moves are read, and the usual names that unknown names were probably intended as.

use std::sync::LazyLock;

use crate::notation::find;
use crate::source::near::{self, MeasuredWord};
use crate::syntax::tag_list::known_names::{KNOWN, ROSTER, known_name};
use crate::syntax::tag_list::two_parts;
use crate::variants::{GameRules, known_variant};

/// Tags that decide how moves are read (rules A5, B4, B6 and B12).
pub(super) const GOVERNING: [&str; 5] = ["GameFormat", "MoveFormat", "SetUp", "FEN", "Variant"];

/// Longest name, in bytes, that may be a misspelt `FEN`.
pub(super) const LONGEST_LIKE_FEN: usize = 4;

/// Number of separators between the ranks of a board.
pub(super) const RANKS: usize = 7;

/// Whether the value is possible for any of these tags, and decides how moves are read.
pub(super) fn is_governing_value(value: &str) -> bool {
    GOVERNING.iter().any(|name| governs(name, value))
}

/// Whether the value is possible for the tag and decides how moves are read.
pub(super) fn governs(name: &str, value: &str) -> bool {
    match name {
        "GameFormat" => two_parts(value).0.eq_ignore_ascii_case("VGN"),
        "MoveFormat" => find(two_parts(value).0).is_some(),
        "SetUp" | "FEN" => value.bytes().filter(|byte| *byte == b'/').count() >= RANKS,
        "Variant" => known_variant(value).is_some_and(|rules| rules != GameRules::default()),
        _ => false,
    }
}

/// The usual name that the tag was probably intended to have.
pub(super) fn intended_name(name: &str, value: &str) -> Option<&'static str> {
    let is_fen = resembles_fen(name) && governs("FEN", value);
    if is_fen { Some("FEN") } else { nearest_known_name(name) }
}

/// Whether a short name may be a misspelt `FEN`. Only a board in the tag's value confirms it.
pub(super) fn resembles_fen(name: &str) -> bool {
    let is_short = matches!(name.len(), 2..=3) || name.len() == LONGEST_LIKE_FEN && name.starts_with(['F', 'f']);
    is_short && name != "FEN" && near::distance(&name.to_ascii_uppercase(), "FEN", 1).is_some()
}

/// The usual name that is nearest to an unknown one. `None` for names of fewer than 4 or more than 30 bytes.
pub(super) fn nearest_known_name(name: &str) -> Option<&'static str> {
    if name.len() < 4 || name.len() > 30 {
        return None;
    }
    let same_letters = KNOWN.iter().copied().find(|known| known.eq_ignore_ascii_case(name));
    same_letters.or_else(|| {
        static MEASURED: LazyLock<Vec<MeasuredWord<'static>>> =
            LazyLock::new(|| KNOWN.iter().copied().map(MeasuredWord::new).collect());
        let limit = if name.len() < 6 { 1 } else { 2 };
        near::nearest_measured(name, MEASURED.iter().copied(), limit).into_iter().next()
    })
}

/// Length in bytes of the shortest name that may be a misspelt roster tag.
const SHORTEST_LIKE_ROSTER: usize = 3;

/// The names of the roster that differ from an unknown name by one letter.
pub(super) fn roster_names_near(name: &str) -> impl Iterator<Item = &'static str> {
    let is_long = name.len() >= SHORTEST_LIKE_ROSTER && known_name(name).is_none();
    let near = move |roster: &&str| is_long && near::distance(name, roster, 1).is_some();
    ROSTER.into_iter().filter(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn a_value_governs_only_if_it_changes_how_moves_are_read() {
        let governing = [("GameFormat", "vgn:x"), ("MoveFormat", "UCI"), ("FEN", BOARD), ("Variant", "Crazyhouse")];
        for (name, value) in governing {
            assert!(governs(name, value) && is_governing_value(value), "{name}: {value}");
        }
        for (name, value) in [("GameFormat", "PGN"), ("SetUp", "1"), ("Variant", "Standard"), ("Site", "UCI")] {
            assert!(!governs(name, value), "{name}: {value}");
        }
    }

    #[test]
    fn a_short_name_is_fen_only_with_a_board() {
        for name in ["FN", "FEM", "fen", "fenn"] {
            assert_eq!(intended_name(name, BOARD), Some("FEN"), "{name}");
            assert_eq!(intended_name(name, "London"), None, "{name}");
        }
        assert_eq!(intended_name("ABEN", BOARD), None);
        assert_eq!(intended_name("Whiite", "x"), Some("White"));
    }
}
