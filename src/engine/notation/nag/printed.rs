//! Glyphs printed after moves by books and programs, with their NAGs.
//!
//! These are the glyphs of the Informator and of ChessBase, their ASCII spellings (Scid's and those of mail), the
//! characters that ChessBase's fonts have in place of Latin-1 characters, and words of the same meaning.

use shakmaty::Color;

/// A glyph with its NAGs after a move of White's and of Black's: they differ if the NAG includes the side with the
/// advantage and the glyph does not.
struct PrintedGlyph(&'static str, u32, u32);

const fn both(glyph: &'static str, number: u32) -> PrintedGlyph {
    PrintedGlyph(glyph, number, number)
}

/// A pair of consecutive NAGs: `white` after White's move, the next one after Black's.
const fn movers(glyph: &'static str, white: u32) -> PrintedGlyph {
    PrintedGlyph(glyph, white, white + 1)
}

#[rustfmt::skip]
static PRINTED: &[PrintedGlyph] = &[
    both("‼", 3), both("⁇", 4), both("⁉", 5), both("⁈", 6),
    both("□", 7), both("■", 7), both("☐", 7), both("▢", 7),
    both("=", 10),
    both("∞", 13), both("inf", 13), both("unclear", 13), both("~", 13), both("÷", 13),
    both("⩲", 14), both("+=", 14), both("+/=", 14), both("²", 14),
    both("⩱", 15), both("=+", 15), both("=/+", 15), both("³", 15),
    both("±", 16), both("+/-", 16),
    both("∓", 17), both("-/+", 17), both("µ", 17), both("μ", 17),
    both("+-", 18), both("-+", 19),
    both("+--", 20), both("++--", 20), both("--+", 21), both("--++", 21),
    // The side in zugzwang is not the one that has just moved.
    PrintedGlyph("⨀", 23, 22), PrintedGlyph("⊙", 23, 22), PrintedGlyph("☉", 23, 22), PrintedGlyph("zz", 23, 22), PrintedGlyph("ZZ", 23, 22),
    movers("○", 26), movers("◯", 26),
    movers("⟳", 32), movers("↻", 32), movers("↑↑", 32), movers("⇈", 32),
    movers("↑", 36), movers("ƒ", 36),
    movers("→", 40), both("+>", 40), both("->", 41),
    movers("=∞", 44), movers("=/∞", 44), movers("∞=", 44), movers("∞/=", 44), movers("©", 44), movers("=/&", 44), movers("⯹", 44),
    movers("⇆", 132), movers("⇄", 132), movers("⇌", 132), movers("⇋", 132),
    movers("⊕", 138), movers("⨁", 138),
    both("∆", 140), both("Δ", 140), both("△", 140),
    both("∇", 141), both("▽", 141),
    both("⌓", 142),
    both("RR", 145),
    both("N", 146), both("TN", 146),
    both("D", 220),
    both("⇔", 239), both("⇗", 240), both("↗", 240), both("⊞", 241), both("⟫", 242), both("»", 242), both("⟪", 243), both("«", 243),
    both("✕", 244), both("×", 244), both("✗", 244), both("⊥", 245), both("┴", 245),
];

/// The NAG of a printed glyph after a move of `mover`. Any dash counts as a hyphen.
pub fn of_printed(glyph: &str, mover: Color) -> Option<u32> {
    // Fast path: nearly all queried words are no glyphs.
    if !may_begin_glyph(*glyph.as_bytes().first()?) {
        return None;
    }
    let dash = |c| if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { c };
    // An emoji variation selector changes only the glyph's appearance.
    let plain: String = glyph.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')).map(dash).collect();
    let PrintedGlyph(_, white, black) = PRINTED.iter().find(|printed| printed.0 == plain)?;
    Some(if mover == Color::White { *white } else { *black })
}

/// Whether the glyph has one meaning wherever it is printed: an assessment of the position in PGN's own list (PGN 10), in
/// signs that are used for nothing else. Those of ASCII may be a check mark and something else behind a half-move.
pub fn is_unmistakable(glyph: &str) -> bool {
    let [white, black] = [Color::White, Color::Black].map(|mover| of_printed(glyph, mover));
    white == black && white.is_some_and(|number| number < 20) && is_of_signs(glyph)
}

fn is_of_signs(glyph: &str) -> bool {
    let is_sign = |c: char| matches!(c, '±' | '\u{2000}'..) || "+-=/".contains(c);
    glyph.len() > 1 && glyph.chars().all(is_sign)
}

fn may_begin_glyph(byte: u8) -> bool {
    !byte.is_ascii() || b"=+-~DNRTZiuz".contains(&byte)
}

/// Every glyph that [`of_printed`] recognizes, with hyphens for dashes.
pub fn printed_glyphs() -> impl Iterator<Item = &'static str> {
    PRINTED.iter().map(|printed| printed.0)
}

#[cfg(test)]
mod tests {
    use super::super::NAGS;
    use super::*;

    #[test]
    fn glyphs_mean_their_nags() {
        for (glyph, white, black) in [
            ("+-", 18, 18),
            ("+\u{2013}", 18, 18),
            ("\u{2212}+", 19, 19),
            ("±", 16, 16),
            ("∓", 17, 17),
            ("+=", 14, 14),
            ("=+", 15, 15),
            ("=", 10, 10),
            ("∞", 13, 13),
            ("inf", 13, 13),
            ("unclear", 13, 13),
            ("N", 146, 146),
            ("TN", 146, 146),
            ("RR", 145, 145),
            ("Δ", 140, 140),
            ("⌓", 142, 142),
            ("□", 7, 7),
            ("D", 220, 220),
            ("=/∞", 44, 45),
            ("⟳", 32, 33),
            ("↑", 36, 37),
            ("→", 40, 41),
            ("⇆", 132, 133),
            ("⨀", 23, 22),
            ("⊕", 138, 139),
            ("✕", 244, 244),
        ] {
            assert_eq!(of_printed(glyph, Color::White), Some(white), "{glyph}");
            assert_eq!(of_printed(glyph, Color::Black), Some(black), "{glyph}");
        }
        // The last one is in no list of annotations.
        for text in ["", "1-0", "e4", "--", "!", "x", "hello", "⌂"] {
            assert_eq!(of_printed(text, Color::White), None, "{text}");
        }
    }

    #[test]
    fn a_glyph_that_is_also_something_else_is_not_unmistakable() {
        for glyph in ["±", "∓", "∞", "⩲", "⩱", "□", "⁉", "±\u{fe0e}", "+-", "=+", "+/="] {
            assert!(is_unmistakable(glyph), "{glyph}");
        }
        for text in ["=", "+--", "N", "²", "µ", "÷", "→", "⨀", "∆", "⇔", "\u{2014}", "e4"] {
            assert!(!is_unmistakable(text), "{text}");
        }
    }

    #[test]
    fn the_glyphs_of_the_table_of_nags_are_among_them() {
        for nag in NAGS.iter().filter(|nag| nag.number > 6) {
            let Some(glyph) = nag.glyph else { continue };
            let read = [Color::White, Color::Black].map(|mover| of_printed(glyph, mover));
            assert!(read.contains(&Some(nag.number)) || nag.number == 238, "${} {glyph} {read:?}", nag.number);
        }
    }
}
