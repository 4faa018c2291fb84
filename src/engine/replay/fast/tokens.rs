//! Tokens of the movetext that can be read in only one way, with their lengths: text that the lexer could split
//! differently (`1.5`, `$5.1`) is excluded.

use shakmaty::Color;

use super::word::ends_token;
use crate::notation::nag;

/// Longer numbers are not read.
const MOST_DIGITS: usize = 8;

/// A token that begins with a digit.
pub(crate) enum DigitToken {
    /// `12.` before White's half-move, `12...` before Black's (rule C2).
    Number {
        number: u32,
        color: Color,
        len: usize,
    },
    Terminator,
}

/// The number or the terminator at the start of `text`.
#[inline(always)]
pub(crate) fn digits(text: &[u8]) -> Option<DigitToken> {
    let mut number = 0;
    let mut len = 0;
    while let digit @ b'0'..=b'9' = text.get(len)? {
        number = number * 10 + u32::from(digit - b'0');
        len += 1;
        if len > MOST_DIGITS {
            return None;
        }
    }
    match text[len..] {
        [b'.', b' ' | b'\n' | b'\r' | b'a'..=b'h' | b'A'..=b'Z', ..] => {
            Some(DigitToken::Number { number, color: Color::White, len: len + 1 })
        }
        [b'.', b'.', b'.', b' ' | b'\n' | b'\r' | b'a'..=b'h' | b'A'..=b'Z', ..] => {
            Some(DigitToken::Number { number, color: Color::Black, len: len + 3 })
        }
        [b'-' | b'/', ..] => Some(DigitToken::Terminator),
        _ => None,
    }
}

/// The number of the NAG at the start of `text` and its length, if the NAG has a meaning.
pub(crate) fn glyph(text: &[u8]) -> Option<(u32, usize)> {
    let len = text.get(1..)?.iter().position(|b| !b.is_ascii_digit())?;
    if !(1..=MOST_DIGITS).contains(&len) || !ends_token(text[1 + len]) {
        return None;
    }
    let number = text[1..=len].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    nag::has_meaning(number).then_some((number, 1 + len))
}

/// The number of the NAG for a suffix such as `!?` at the start of `text`, and the suffix's length.
pub(crate) fn suffix(text: &[u8]) -> Option<(u32, usize)> {
    let len = text.iter().position(|b| !matches!(b, b'!' | b'?'))?;
    if !ends_token(text[len]) {
        return None;
    }
    Some((nag::of_suffix(std::str::from_utf8(&text[..len]).ok()?)?, len))
}
