//! Glyphs that books and programs print after moves (`±`, `+=`, `N`): recognizes them as words and attached to moves.
//! `notation::nag` has their meanings.

use super::words::{self, WordClass, with_hyphens};

/// Maximum length of a move before a glyph, in bytes: `Pa7-b8xR=Q+` and figurines.
const LONGEST_MOVE: usize = 13;

/// ASCII glyphs. Any dash may replace a hyphen.
const ASCII: &[&str] = &[
    "=", "+=", "=+", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "+--", "--+", "++--", "--++", "=/&", "+>", "->", "~", "N",
    "RR", "D", "TN", "inf", "unclear", "zz", "ZZ",
];

/// Offset of a glyph attached to a move, in bytes of the word: `Qh5±`, `Nf3+=`, `e2e4+-`, `Pe4-d5xP±`.
pub(super) fn glued_glyph(word: &[u8]) -> Option<usize> {
    if may_end_with_glyph(word) { glyph_behind_move(std::str::from_utf8(word).ok()?) } else { None }
}

/// Whether a glyph can end the word: false for a plain move, with or without its mark.
#[inline]
pub(super) fn may_end_with_glyph(word: &[u8]) -> bool {
    !matches!(word, [.., b'1'..=b'8'] | [.., b'1'..=b'8' | b'O', b'+' | b'#'] | [.., b'-', b'O'])
}

fn glyph_behind_move(word: &str) -> Option<usize> {
    // The first split that leaves a move gives the longest glyph.
    let mut places = word.char_indices().map(|(at, _)| at).filter(|at| (2..=LONGEST_MOVE).contains(at));
    places.find(|&at| {
        let (head, tail) = word.split_at(at);
        is_glyph(tail) && can_stand_behind(head, tail)
    })
}

/// Whether the tail is an ASCII glyph with any dashes, or consists of signs of which at least one is not ASCII.
pub(super) fn is_glyph(tail: &str) -> bool {
    let sign = |c: char| matches!(c, '+' | '-' | '=' | '/' | '~') || (!c.is_ascii() && !is_move_letter(c));
    // A plus before other signs is the move's check mark.
    ASCII.contains(&&*with_hyphens(tail)) || (!tail.is_ascii() && !tail.starts_with('+') && tail.chars().all(sign))
}

/// Whether the letter may belong to a move. Letters of other alphabets may name pieces, except Ø. Micro sign and Delta
/// are glyphs.
fn is_move_letter(c: char) -> bool {
    (c.is_alphabetic() && !matches!(c, '\u{b5}' | '\u{3bc}' | '\u{394}' | '\u{192}' | '\u{d8}' | '\u{f8}'))
        || ('\u{2654}'..='\u{265f}').contains(&c)
}

/// Whether the word ends as a half-move does, so that the signs behind it are a glyph. A pawn on its last rank may lack
/// the piece it becomes: `e8=`, `e8N`.
fn can_stand_behind(head: &str, tail: &str) -> bool {
    let core = head.trim_end_matches(['+', '#']);
    let is_unpromoted = match core.as_bytes() {
        b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" => return true,
        [.., b'=', b'Q' | b'R' | b'B' | b'N'] | [_, _, b'a'..=b'h', b'1' | b'8', b'q' | b'r' | b'b' | b'n'] => false,
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8'] if tail.chars().all(char::is_alphabetic) => true,
        [b'a'..=b'h' | b'P', .., b'a'..=b'h', b'1' | b'8'] | [b'a'..=b'h', b'1' | b'8'] => true,
        [.., b'a'..=b'h', b'1'..=b'8'] => false,
        _ => return false,
    };
    let may_promote = is_unpromoted && tail.is_ascii() && !tail.starts_with(['+', '-']);
    !may_promote && matches!(words::classify(core.as_bytes()), WordClass::Move | WordClass::Attempt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_split_from_moves() {
        for (word, head) in [
            ("Qh5\u{b1}", "Qh5"),
            ("Nf3+=", "Nf3"),
            ("e4=", "e4"),
            ("Nbxd7+-", "Nbxd7"),
            ("Qh4+-+", "Qh4+"),
            ("Qh7#+-", "Qh7#"),
            ("O-O=", "O-O"),
            ("O-O-O\u{221e}", "O-O-O"),
            ("e8=Q+\u{2212}", "e8=Q"),
            ("Qh5+\u{b1}", "Qh5+"),
            ("Nf3N", "Nf3"),
            ("exd5RR", "exd5"),
            ("Nf3=/\u{221e}", "Nf3"),
            ("e2-e4\u{25a1}", "e2-e4"),
            ("\u{2658}f3\u{2a72}", "\u{2658}f3"),
            ("Sf3unclear", "Sf3"),
            ("e2e4+-", "e2e4"),
            ("e2e4+=", "e2e4"),
            ("g1f3=", "g1f3"),
            ("h7h8q=", "h7h8q"),
            ("e2e4\u{b1}", "e2e4"),
            ("e7e8q\u{b1}", "e7e8q"),
            ("e7e8q+-", "e7e8q"),
            ("e2-e4+-", "e2-e4"),
            ("Ng1-f3N", "Ng1-f3"),
            ("e4xd5=", "e4xd5"),
            ("Pe2-e4+-", "Pe2-e4"),
            ("Pe2-e4=", "Pe2-e4"),
            ("Pa7-b8xR=Q+\u{221e}", "Pa7-b8xR=Q+"),
            ("bf1-b5unclear", "bf1-b5"),
            ("Qd1-h5++-", "Qd1-h5+"),
        ] {
            assert_eq!(glued_glyph(word.as_bytes()).map(|at| &word[..at]), Some(head), "{word}");
        }
    }

    #[test]
    fn moves_and_words_stay_whole() {
        for word in [
            "e4",
            "Nf3+",
            "Qh7#",
            "e8=Q",
            "e8=Q+",
            "e8N",
            "e8=",
            "e8D",
            "fxg8=S",
            "O-O",
            "O-O-O+",
            "Pe2-e4",
            "pe4-d5xp",
            "Pe4-d5xN",
            "Pe5-d6en",
            "Pa7-a8=N",
            "Pa7-a8=",
            "Pa7-b8xR=Q+#",
            "Pe2-e4##",
            "Pe2-e4#+",
            "KC",
            "QC+#",
            "Ra1-a8#+",
            "e7e8N",
            "e7e8q",
            "e2e4N",
            "e7e8=",
            "a2b1=",
            "gxf6ep",
            "1-0",
            "1/2-1/2",
            "hello",
            "N",
            "=",
            "\u{b1}",
            "Nf3++",
            "8/8/8",
            "e2\u{2013}e4",
            "0\u{2013}0",
            "\u{41a}\u{440}g1",
        ] {
            assert_eq!(glued_glyph(word.as_bytes()), None, "{word}");
        }
    }
}
