//! Half-moves with blanks inside: `O - O`, `e x d5`, `Ng1 - f3`, `Pe4 x Pd5`, `Pe4-d5 xP`.

use std::ops::Range;

use super::lexer::{RawToken, raw_at};
use super::lines::{skip_blanks, skip_space};
use super::words::{self, WordClass};

/// Whether a half-move may continue after the blank at `end`. Nearly always a letter or a number follows.
#[inline]
pub(crate) fn may_go_on(bytes: &[u8], end: usize) -> bool {
    matches!(bytes.get(end), Some(b' ' | b'\t'))
        && matches!(bytes.get(end + 1), Some(b'x' | b'X' | b':' | b'-' | b' ' | b'\t' | 0xc3))
}

/// End of the half-move that begins with the word from `at` to `end` and has blanks around its sign. `number` is the
/// last number before it.
#[cold]
pub(super) fn spaced_move_end(bytes: &[u8], at: usize, end: usize, number: &Range<usize>) -> Option<usize> {
    let word = &bytes[at..end];
    if has_both_squares(word) {
        return captured_end(bytes, end);
    }
    let (sign, right) = sign_behind(bytes, end)?;
    if matches!(word, b"O" | b"o" | b"O-O" | b"o-o" | b"0-0") {
        return if sign == MoveSign::Hyphen { castling_end(bytes, word, right) } else { None };
    }
    let names_captured = sign == MoveSign::Takes && matches!(word, [b'A'..=b'Z', b'a'..=b'h', b'1'..=b'8']);
    let square = right + usize::from(names_captured && bytes.get(right).is_some_and(|piece| is_piece(*piece)));
    let end = square_end(bytes, square)?;
    let source = word.strip_prefix(b"P").unwrap_or(word);
    let source = match source {
        [b'K' | b'Q' | b'R' | b'B' | b'N', source @ ..] => source,
        source => source,
    };
    let is_parted = match (source, sign) {
        // Without the sign, it would be a half-move by itself.
        ([b'a'..=b'h', b'1'..=b'8'], MoveSign::Takes) => true,
        ([b'a'..=b'h', b'1'..=b'8'], MoveSign::Hyphen) => is_one(bytes, at, end, number),
        ([] | [b'a'..=b'h'] | [b'1'..=b'8'], MoveSign::Takes | MoveSign::Times) => true,
        ([] | [b'a'..=b'h'] | [b'1'..=b'8'], MoveSign::Hyphen) => source.len() < word.len(),
        _ => false,
    };
    is_parted.then_some(end)
}

fn is_piece(letter: u8) -> bool {
    matches!(letter, b'K' | b'Q' | b'R' | b'B' | b'N' | b'P')
}

/// Whether the word is a half-move from square to square, with its piece: `Pe4-d5`.
fn has_both_squares(word: &[u8]) -> bool {
    matches!(word, [piece, b'a'..=b'h', b'1'..=b'8', b'-', b'a'..=b'h', b'1'..=b'8'] if is_piece(*piece))
}

/// End of the captured piece behind the blanks at `at`, with promotion and marks: ` xP`, ` xR=Q+`.
fn captured_end(bytes: &[u8], at: usize) -> Option<usize> {
    let sign = skip_blanks(bytes, at);
    let [b'x' | b'X' | b':', rest @ ..] = &bytes[sign..] else { return None };
    let piece = skip_blanks(rest, 0);
    let rest = &rest[piece..];
    if !rest.first().is_some_and(|piece| is_piece(*piece)) {
        return None;
    }
    let promotion = if matches!(rest[1..], [b'=', b'Q' | b'R' | b'B' | b'N', ..]) { 2 } else { 0 };
    let marks = rest[1 + promotion..].iter().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let end = sign + 1 + piece + 1 + promotion + marks;
    ends_word(bytes, end).then_some(end)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveSign {
    Takes,
    /// A glyph when it follows a half-move.
    Times,
    Hyphen,
}

/// The sign after blanks at `at`, and the start of the next word, after further blanks.
fn sign_behind(bytes: &[u8], at: usize) -> Option<(MoveSign, usize)> {
    let start = skip_blanks(bytes, at);
    let (sign, len) = match &bytes[start..] {
        [b'x' | b'X' | b':', ..] => (MoveSign::Takes, 1),
        [0xc3, 0x97, ..] => (MoveSign::Times, 2),
        [b'-', ..] => (MoveSign::Hyphen, 1),
        _ => return None,
    };
    let right = skip_blanks(bytes, start + len);
    (start > at && right > start + len).then_some((sign, right))
}

/// End of a castling whose first part is `word` and whose next part begins at `at`.
fn castling_end(bytes: &[u8], word: &[u8], mut at: usize) -> Option<usize> {
    let rook = word[0];
    let mut rooks = word.len() / 2 + 1;
    loop {
        if bytes.get(at) != Some(&rook) {
            return None;
        }
        (at, rooks) = (at + 1, rooks + 1);
        match sign_behind(bytes, at) {
            Some((MoveSign::Hyphen, next)) if rooks < 3 && bytes.get(next) == Some(&rook) => at = next,
            _ => break,
        }
    }
    let end = at + bytes[at..].iter().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    ends_word(bytes, end).then_some(end)
}

/// End of the square at `at`, with promotion and marks.
fn square_end(bytes: &[u8], at: usize) -> Option<usize> {
    let [b'a'..=b'h', b'1'..=b'8', rest @ ..] = &bytes[at..] else { return None };
    let promotion = match rest {
        [b'=', b'Q' | b'R' | b'B' | b'N', ..] => 2,
        [b'Q' | b'R' | b'B' | b'N', ..] => 1,
        _ => 0,
    };
    let marks = rest[promotion..].iter().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let end = at + 2 + promotion + marks;
    ends_word(bytes, end).then_some(end)
}

fn ends_word(bytes: &[u8], end: usize) -> bool {
    bytes.get(end).is_none_or(|byte| !words::is_word_byte(*byte))
}

/// Whether two squares with a hyphen between them are one half-move rather than White's and Black's: they are if three
/// half-moves would share a number otherwise.
fn is_one(bytes: &[u8], at: usize, end: usize, number: &Range<usize>) -> bool {
    let before = bytes[..at].trim_ascii_end();
    if number.end != before.len() {
        // Black's half-move, after White's.
        return before.last().is_some_and(|byte| words::is_word_byte(*byte));
    }
    if before.ends_with(b"..") || before.ends_with(b".5") {
        return true;
    }
    let next = skip_space(bytes, end);
    let is_move = |end: usize| matches!(words::classify(&bytes[next..end]), WordClass::Move | WordClass::Attempt);
    matches!(raw_at(bytes, next), Some((RawToken::Word, end)) if is_move(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(text: &str) -> Option<&str> {
        let end = text.find(' ').unwrap_or(text.len());
        assert!(may_go_on(text.as_bytes(), end), "{text}");
        spaced_move_end(text.as_bytes(), 0, end, &(9..9)).map(|end| &text[..end])
    }

    #[test]
    fn blanks_around_a_sign_belong_to_the_half_move() {
        for (text, found) in [
            ("O - O e5", Some("O - O")),
            ("O - O - O+ e5", Some("O - O - O+")),
            ("O-O - O e5", Some("O-O - O")),
            ("o - o", Some("o - o")),
            ("O - 0", None),
            ("O - Oe", None),
            ("e x d5 c6", Some("e x d5")),
            ("N x e5+ c6", Some("N x e5+")),
            ("Nb \u{d7} d7", Some("Nb \u{d7} d7")),
            ("R1  x  e4", Some("R1  x  e4")),
            ("N - f3", Some("N - f3")),
            ("e5 x d6", Some("e5 x d6")),
            ("e x e8=Q#", Some("e x e8=Q#")),
            ("Pe4 x Pd5 c6", Some("Pe4 x Pd5")),
            ("Pe4-d5 xP c6", Some("Pe4-d5 xP")),
            ("Pa7-b8 x R=Q+", Some("Pa7-b8 x R=Q+")),
            ("Pe4-d5 xe5", None),
            ("e x Pd5", None),
            ("e - d5", None),
            ("e x dd5", None),
            ("a x", None),
            ("e4 - the best", None),
            ("e4 \u{d7} e5", None),
        ] {
            assert_eq!(parted(text), found, "{text}");
        }
    }

    #[test]
    fn a_hyphen_between_whites_half_move_and_blacks_is_none_of_either() {
        let is_parted = |text: &str, word: &str, number: &str| {
            let at = text.find(word).expect("the word");
            let start = text.find(number).expect("the number");
            spaced_move_end(text.as_bytes(), at, at + word.len(), &(start..start + number.len())).is_some()
        };
        assert!(is_parted("1. e2 - e4 e7 - e5 2.", "e2", "1."));
        assert!(is_parted("1. e2 - e4 e7 - e5 2.", "e7", "1."));
        assert!(is_parted("1... Ng8 - f6 2. c4", "Ng8", "1..."));
        assert!(!is_parted("1. e4 - e5 2. Nf3 - d6", "e4", "1."));
        assert!(!is_parted("1. e4 - e5 2. Nf3 - d6 *", "Nf3", "2."));
    }
}
