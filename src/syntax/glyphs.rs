//! Glyphs that books and programs print after moves (`±`, `+=`, `N`): which words are some, and where one is glued to a
//! move. What they mean is `notation::nag`'s business.

use super::words::with_hyphens;

/// Those of ASCII. In place of a hyphen any dash may stand.
const ASCII: &[&str] = &[
    "=", "+=", "=+", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "+--", "--+", "++--", "--++", "=/&", "+>", "->", "~", "N",
    "RR", "D", "TN", "inf", "unclear", "zz", "ZZ",
];

/// Where in a word a glyph begins that is glued to a move of SAN: `Qh5±`, `Nf3+=`, `e4=`. In bytes of the word.
pub(super) fn glued_glyph(word: &[u8]) -> Option<usize> {
    if may_end_with_glyph(word) { glyph_behind_move(std::str::from_utf8(word).ok()?) } else { None }
}

/// Not of a plain move, with or without its mark.
#[inline]
pub(super) fn may_end_with_glyph(word: &[u8]) -> bool {
    !matches!(word, [.., b'1'..=b'8'] | [.., b'1'..=b'8' | b'O', b'+' | b'#'] | [.., b'-', b'O'])
}

/// One of those that are written in ASCII, and stands alone.
pub(super) fn is_ascii_glyph(word: &str) -> bool {
    ASCII.contains(&word)
}

fn glyph_behind_move(word: &str) -> Option<usize> {
    // The longest glyph, so the first place that parts a move from one.
    let mut places = word.char_indices().map(|(at, _)| at).filter(|at| (2..=12).contains(at));
    places.find(|&at| {
        let (head, tail) = word.split_at(at);
        is_glyph(tail) && can_stand_behind(head, tail)
    })
}

/// One of ASCII's with any dashes, or a word of signs alone of which some is beyond ASCII.
fn is_glyph(tail: &str) -> bool {
    let sign = |c: char| matches!(c, '+' | '-' | '=' | '/' | '~') || (!c.is_ascii() && !is_move_letter(c));
    // A plus in front of other signs is the move's.
    ASCII.contains(&&*with_hyphens(tail)) || (!tail.is_ascii() && !tail.starts_with('+') && tail.chars().all(sign))
}

/// Letters of other alphabets may be a piece's. Micro sign and Delta are glyphs.
fn is_move_letter(c: char) -> bool {
    (c.is_alphabetic() && !matches!(c, '\u{b5}' | '\u{3bc}' | '\u{394}' | '\u{192}'))
        || ('\u{2654}'..='\u{265f}').contains(&c)
}

/// Is the head a whole move, so that the tail is no part of it?
fn can_stand_behind(head: &str, tail: &str) -> bool {
    let core = head.trim_end_matches(['+', '#']);
    if matches!(core, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o") {
        return true;
    }
    let body = core.trim_start_matches(|c: char| c.is_ascii_uppercase() || is_move_letter(c) && !c.is_ascii());
    let letters = core[..core.len() - body.len()].chars().count();
    let (body, promoted) = match body.as_bytes() {
        [.., b'=', b'Q' | b'R' | b'B' | b'N'] => (&body[..body.len() - 2], true),
        _ => (body, false),
    };
    let bytes = body.as_bytes();
    let [source @ .., b'a'..=b'h', rank @ b'1'..=b'8'] = bytes else { return false };
    let coordinates = match source {
        [] | [b'a'..=b'h' | b'1'..=b'8' | b'x' | b':'] | [b'a'..=b'h' | b'1'..=b'8', b'x' | b':'] => false,
        [b'a'..=b'h', b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8', b'x' | b':' | b'-'] => true,
        _ => return false,
    };
    // Other notations have marks of their own behind coordinates; behind a pawn on the last rank a promotion begins.
    let promotes = letters == 0 && !promoted && matches!(rank, b'1' | b'8');
    letters <= 1 && !(tail.is_ascii() && (coordinates || promotes && !tail.starts_with(['+', '-'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_parted_from_moves() {
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
            "Pe2-e4=",
            "Ra1-a8#+",
            "e7e8N",
            "e2e4=",
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
