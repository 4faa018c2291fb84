//! Common insertions in movetext that are no PGN or VGN tokens but form one unit: a draw offer, a sign before a number, a
//! comma after a move.

use super::lexer::{RawToken, raw_at};
use super::lines::skip_space;
use super::words::{self, WordClass};

/// Whether the word is a number with a sign before it, and periods after it: `"2...`, not `,0.5-0.5`.
#[cold]
pub(super) fn is_sign_before_number(bytes: &[u8], at: usize, end: usize) -> bool {
    let [sign, digits @ ..] = &bytes[at..end] else { return false };
    // A check mark belongs to the half-move before it.
    (sign.is_ascii_punctuation() && !matches!(sign, b'+' | b'#' | b'-'))
        && (1..=3).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && bytes.get(end) == Some(&b'.')
        && matches!(raw_at(bytes, at + 1), Some((RawToken::Number, _)))
}

/// End of a draw offer as on a score sheet, `(=)`, whose `(` is at `at`.
#[inline]
pub(super) fn draw_offer_end(bytes: &[u8], at: usize) -> Option<usize> {
    bytes[at..].starts_with(b"(=)").then_some(at + 3)
}

/// End of a number with a hyphen in place of its period: `1- e4`, `1-e4`.
#[cold]
pub(super) fn dashed_number_end(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let len = bytes[at..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=3).contains(&len) || bytes[at] == b'0' || bytes.get(at + len) != Some(&b'-') {
        return None;
    }
    let number = at + len + 1;
    let is_move =
        |at: usize, end: usize| bytes[at].is_ascii_alphabetic() && words::classify(&bytes[at..end]) == WordClass::Move;
    if number < end {
        // Games are cut by whole words.
        return (is_move(number, end) && words::classify(&bytes[at..end]) == WordClass::Move).then_some(number);
    }
    let next = skip_space(bytes, end);
    matches!(raw_at(bytes, next), Some((RawToken::Word, end)) if is_move(next, end)).then_some(number)
}

/// Whether a suffix is `e.p.`, in any spelling, rather than an assessment of a half-move.
pub fn is_en_passant_suffix(suffix: &str) -> bool {
    suffix.starts_with(['e', 'E'])
}

/// End of the move in a word that consists of a move and a comma, if a game follows and not the rest of a sentence.
#[cold]
pub(super) fn move_before_comma(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let is_move = |word: &[u8]| words::classify(word.strip_suffix(b",").unwrap_or(word)) == WordClass::Move;
    if bytes[end - 1] != b',' || !is_move(&bytes[at..end]) {
        return None;
    }
    let next = skip_space(bytes, end);
    let of_game = match raw_at(bytes, next) {
        Some((RawToken::Word, end)) => is_move(&bytes[next..end]) || words::is_terminator(&bytes[next..end]),
        _ => true,
    };
    of_game.then_some(end - 1)
}
