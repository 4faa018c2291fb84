//! Glyphs that books and programs print after moves (`±`, `+=`, `N`): recognizes them as words and attached to moves.
//! `notation::nag` has their meanings.

use std::borrow::Cow;

use super::words::{self, with_hyphens};

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

/// Whether the word is an ASCII glyph by itself.
pub(super) fn is_ascii_glyph(word: &str) -> bool {
    ASCII.contains(&word)
}

/// End of the glyph that begins the word, before a move: `±Nf3`.
#[cold]
pub(super) fn leading_glyph(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let word = std::str::from_utf8(&bytes[at..end]).ok()?;
    // Dashes and quotation marks belong to prose.
    let is_prose = |c: char| matches!(c, '\u{2010}'..='\u{205e}' | '\u{ab}' | '\u{bb}');
    let is_sign = |c: char| "+-=/~>&".contains(c) || (!c.is_ascii() && !is_move_letter(c) && !is_prose(c));
    let len = word.find(|c: char| !is_sign(c))?;
    let (glyph, rest) = word.split_at(len);
    let is_move = || words::is_plain_move(rest.as_bytes()) || matches!(rest, "O-O" | "O-O-O");
    (is_glyph(glyph) && is_move()).then_some(at + len)
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

/// Whether the head is a complete move, so that the tail is not part of it.
fn can_stand_behind(head: &str, tail: &str) -> bool {
    let core = head.trim_end_matches(['+', '#']);
    if matches!(core, "O-O" | "O-O-O" | "0-0" | "0-0-0" | "o-o" | "o-o-o" | "KC" | "QC" | "kc" | "qc") {
        return true;
    }
    // MCN allows capital letters in squares.
    let core = match core.as_bytes() {
        [b'A'..=b'H', b'1'..=b'8', b'A'..=b'H', b'1'..=b'8', ..] => Cow::Owned(core.to_ascii_lowercase()),
        _ => Cow::Borrowed(core),
    };
    let core = &*core;
    let body = without_piece(core);
    let has_letter = body.len() < core.len();
    // FCN's capture signs.
    let body = match body.as_bytes() {
        [
            b'a'..=b'h',
            b'1'..=b'8',
            b'-',
            ..,
            b'x',
            b'Q' | b'R' | b'B' | b'N' | b'P' | b'q' | b'r' | b'b' | b'n' | b'p',
        ] => &body[..body.len() - 2],
        [b'a'..=b'h', b'1'..=b'8', b'-', .., b'e', b'n'] => &body[..body.len() - 2],
        _ => body,
    };
    let (body, promoted) = without_promotion(body);
    let body = match body.as_bytes() {
        [.., b'x', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n'] if promoted => &body[..body.len() - 2],
        _ => body,
    };
    let [source @ .., b'a'..=b'h', rank @ b'1'..=b'8'] = body.as_bytes() else { return false };
    let is_bare = match source {
        [] | [b'a'..=b'h' | b'1'..=b'8' | b'x' | b':'] | [b'a'..=b'h' | b'1'..=b'8', b'x' | b':'] => false,
        [b'a'..=b'h', b'1'..=b'8'] => !has_letter,
        [b'a'..=b'h', b'1'..=b'8', b'x' | b':' | b'-'] => false,
        _ => return false,
    };
    // A promotion may follow a move to the last rank: after bare squares anywhere; with its sign only from a rank where
    // a pawn can stand.
    let may_promote = !promoted
        && match source {
            [_, from] if is_bare && tail.starts_with('=') => matches!((from, rank), (b'7', b'8') | (b'2', b'1')),
            _ => matches!(rank, b'1' | b'8') && may_be_pawns(core) || is_bare && is_promotion(tail),
        };
    !(tail.is_ascii() && may_promote && !tail.starts_with(['+', '-']))
}

/// The word without its piece letter; small letters count if squares follow: FCN's `ng1-f3`.
fn without_piece(word: &str) -> &str {
    let Some(first) = word.chars().next() else { return word };
    let rest = &word[first.len_utf8()..];
    let is_small = || matches!(first, 'p' | 'n' | 'b' | 'r' | 'q' | 'k') && rest.as_bytes().get(2) == Some(&b'-');
    if first.is_ascii_uppercase() || (!first.is_ascii() && is_move_letter(first)) || is_small() { rest } else { word }
}

/// The word without its promotion piece, and whether it had one: `=Q`, or UCI's `q` after the last rank.
fn without_promotion(word: &str) -> (&str, bool) {
    let is_piece = |byte: &u8| b"QRBNqrbn".contains(byte);
    match word.as_bytes() {
        [.., b'=', piece] if is_piece(piece) => (&word[..word.len() - 2], true),
        [b'a'..=b'h', b'2' | b'7', b'a'..=b'h', b'1' | b'8', piece] if is_piece(piece) => {
            (&word[..word.len() - 1], true)
        }
        _ => (word, false),
    }
}

/// Whether the word may be a pawn's move: no letter names another piece.
fn may_be_pawns(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h' | b'P' | b'p', ..])
}

/// Whether the text after squares looks like a promotion.
fn is_promotion(tail: &str) -> bool {
    matches!(tail, "N" | "RR" | "D")
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
            ("a1a8=", "a1a8"),
            ("A2A4=", "A2A4"),
            ("e2e4\u{b1}", "e2e4"),
            ("e7e8q\u{b1}", "e7e8q"),
            ("e7e8q+-", "e7e8q"),
            ("E7E8Q=", "E7E8Q"),
            ("e2-e4+-", "e2-e4"),
            ("Ng1-f3N", "Ng1-f3"),
            ("e4xd5=", "e4xd5"),
            ("Pe2-e4+-", "Pe2-e4"),
            ("Pe2-e4=", "Pe2-e4"),
            ("pe4-d5xp+=", "pe4-d5xp"),
            ("Pe4-d5xP\u{b1}", "Pe4-d5xP"),
            ("Pe5-d6en+-", "Pe5-d6en"),
            ("Pa7-b8xR=Q+\u{221e}", "Pa7-b8xR=Q+"),
            ("bf1-b5unclear", "bf1-b5"),
            ("Qd1-h5++-", "Qd1-h5+"),
            ("KC=", "KC"),
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
