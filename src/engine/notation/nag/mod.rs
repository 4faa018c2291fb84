//! Numeric Annotation Glyphs such as `$1`: their meanings, and their printed glyphs.

mod composite;
mod printed;
mod table;

pub use composite::CompositeNag;
pub use printed::{is_unmistakable, of_printed, printed_glyphs};
pub use table::NAGS;

/// One Numeric Annotation Glyph.
#[derive(Debug, PartialEq, Eq)]
pub struct Nag {
    /// The number after the `$`.
    pub number: u32,
    /// The meaning in words.
    pub meaning: &'static str,
    /// The printed glyph, if programs and books agree on one.
    pub glyph: Option<&'static str>,
    pub subject: NagSubject,
}

/// The subject of a NAG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NagSubject {
    /// `$0`.
    Nothing,
    /// The preceding move.
    Move,
    /// The position after the move.
    Position,
    /// The time left to a player.
    Clock,
    /// A phrase of the annotator: `with the idea`, `novelty`.
    Remark,
    /// Request to print a diagram of the position.
    Diagram,
}

/// The NAG with this number, or `None` if it has no known meaning.
pub fn nag(number: u32) -> Option<&'static Nag> {
    NAGS.binary_search_by_key(&number, |nag| nag.number).ok().map(|at| &NAGS[at])
}

/// Whether the number has a meaning; as [`nag`], but without a search.
#[inline]
pub fn has_meaning(number: u32) -> bool {
    MEANT.get(number as usize / 64).is_some_and(|meant| (meant >> (number % 64)) & 1 != 0)
}

/// One bit for each number.
static MEANT: [u64; 8] = {
    let (mut meant, mut at) = ([0; 8], 0);
    while at < NAGS.len() {
        let number = NAGS[at].number as usize;
        meant[number / 64] |= 1 << (number % 64);
        at += 1;
    }
    meant
};

/// The number of a suffix annotation (rule C3): `!` is 1, `?!` is 6.
pub fn of_suffix(suffix: &str) -> Option<u32> {
    match suffix {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}

/// The suffix annotation for NAGs 1 to 6: the inverse of [`of_suffix`].
pub fn suffix(number: u32) -> Option<&'static str> {
    (1..=6).contains(&number).then(|| nag(number)?.glyph).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_whole() {
        assert!(NAGS.is_sorted_by(|a, b| a.number < b.number));
        assert!((0..=146).all(|number| nag(number).is_some()));
        for number in [147, 219, 222, 237, 256, 299, 303, u32::MAX] {
            assert_eq!(nag(number), None, "{number}");
        }
    }

    #[test]
    fn numbers_with_a_meaning_are_those_of_the_table() {
        for number in (0..1000).chain([u32::MAX]) {
            assert_eq!(has_meaning(number), nag(number).is_some(), "{number}");
        }
    }

    #[test]
    fn meanings_of_the_specification() {
        for (number, meaning) in [
            (7, "forced move: all others lose quickly"),
            (26, "White has a moderate space advantage"),
            (53, "Black has a decisive center control advantage"),
            (65, "Black has a decisive queenside control advantage"),
            (85, "Black has a very strong pawn structure"),
            (94, "White has poor rook placement"),
            (97, "Black has good rook placement"),
            (105, "Black has good piece coordination"),
            (110, "White has played the opening well"),
            (129, "Black has played the ending very well"),
            (135, "Black has decisive counterplay"),
            (139, "Black has severe time control pressure"),
            (300, "only legal move"),
        ] {
            assert_eq!(nag(number).map(|nag| nag.meaning), Some(meaning), "${number}");
        }
    }

    #[test]
    fn suffixes_there_and_back() {
        for number in 0..10 {
            assert_eq!(suffix(number).and_then(of_suffix), (1..=6).contains(&number).then_some(number));
        }
        assert_eq!(of_suffix("!!!"), None);
    }
}
