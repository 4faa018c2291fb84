//! Common insertions in movetext that are no PGN or VGN tokens but form one unit: an address, `e.p.` in parentheses, a
//! comma after a move.

use super::lexer::{RawToken, raw_at};
use super::lines::{is_space, skip_space};
use super::words::{self, WordClass};

/// Maximum length of an address, in bytes.
const LONGEST_ADDRESS: usize = 1_000;

/// Forms of `e.p.` in parentheses after a capture en passant.
const EN_PASSANT: [&[u8]; 4] = [b"ep", b"e.p", b"e.p.", b"en passant"];

/// End of the web or mail address at `at`, no part of which ends a game for the game scanner.
#[cold]
pub(super) fn address_end(bytes: &[u8], at: usize) -> Option<usize> {
    let most = bytes.len().min(at + LONGEST_ADDRESS);
    let len = bytes[at..most].iter().position(|byte| is_space(*byte) || b"()[]{};*$\"<>".contains(byte));
    let end = at + len.unwrap_or(most - at);
    if !is_address(&bytes[at..end]) {
        return None;
    }
    let mut next = at;
    while next < end {
        let (raw, token_end) = raw_at(bytes, next)?;
        let word = &bytes[next..token_end];
        match raw {
            RawToken::Word if words::is_terminator(word) || words::is_near_terminator(word) => return None,
            RawToken::Word | RawToken::Number | RawToken::Periods | RawToken::Suffix | RawToken::EnPassant => {
                next = token_end
            }
            _ => return None,
        }
    }
    (next == end).then_some(end)
}

fn is_address(text: &[u8]) -> bool {
    let name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    if let Some(colon) = text.windows(3).position(|three| three == b"://") {
        return colon > 1 && text[..colon].iter().all(u8::is_ascii_alphabetic) && text.get(colon + 3).is_some_and(name);
    }
    if text.starts_with(b"www.") {
        return text.get(4).is_some_and(name);
    }
    let Some(sign) = text.iter().position(|byte| *byte == b'@') else { return false };
    let host = text[sign + 1..].trim_ascii_end();
    let host = host.strip_suffix(b".").or(host.strip_suffix(b",")).unwrap_or(host);
    let Some(period) = host.iter().rposition(|byte| *byte == b'.') else { return false };
    let (place, country) = (&host[..period], &host[period + 1..]);
    sign > 0
        && place.first().is_some_and(name)
        && place.iter().all(|byte| name(byte) || *byte == b'.')
        && country.len() > 1
        && country.iter().all(u8::is_ascii_alphabetic)
}

/// The end of `(e.p.)` at `at`.
#[inline]
pub(super) fn en_passant_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at + 1..)?;
    if !matches!(rest.first(), Some(b'e' | b'E')) {
        return None;
    }
    let len = rest.iter().take(12).position(|byte| *byte == b')')?;
    EN_PASSANT.iter().any(|text| rest[..len].eq_ignore_ascii_case(text)).then_some(at + len + 2)
}

/// End of the words `en passant` at `at`, after the square of a move.
#[cold]
pub(super) fn en_passant_in_words(bytes: &[u8], at: usize) -> Option<usize> {
    const WORDS: &[u8] = b"en passant";
    let end = at + WORDS.len();
    let before = bytes[..at].trim_ascii_end();
    let is_behind_move = before.last().is_some_and(|last| matches!(last, b'3' | b'6' | b'+' | b'#'));
    let ends = bytes.get(end).is_none_or(|next| !words::is_word_byte(*next));
    (is_behind_move && ends && bytes.get(at..end)?.eq_ignore_ascii_case(WORDS)).then_some(end)
}

/// Whether the word names just the two files of a capture en passant, `ed`. The `e.p.` after it distinguishes it from
/// other words.
#[cold]
pub(super) fn is_short_en_passant(bytes: &[u8], at: usize, end: usize) -> bool {
    let word = &bytes[at..end];
    let files = words::without_mark(word);
    let [from @ b'a'..=b'h', to @ b'a'..=b'h'] = files else { return false };
    let next = skip_space(bytes, end);
    from.abs_diff(*to) == 1
        && match raw_at(bytes, next) {
            Some((RawToken::EnPassant, _)) => true,
            Some((RawToken::Word, end)) => bytes[next..end].eq_ignore_ascii_case(b"ep"),
            Some((RawToken::ParenOpen, _)) => en_passant_end(bytes, next).is_some(),
            _ => false,
        }
}

/// Whether a promotion may be separated from the word, because it is a pawn's move to a last rank.
#[inline]
pub(super) fn may_have_spaced_promotion(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h', .., b'1' | b'8'] | [b'a'..=b'h', .., b'1' | b'8', b'='])
}

/// End of a promotion separated by blanks from its move, which ends at `end`: `hxg8 =N`, `e8= Q+`, `b1 Q`.
#[cold]
pub(super) fn spaced_promotion_end(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let blanks = |at: usize| at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let word = &bytes[at..end];
    let square = word.strip_suffix(b"=").unwrap_or(word);
    let [source @ .., b'a'..=b'h', b'1' | b'8'] = square else { return None };
    if !matches!(source, [] | [b'a'..=b'h'] | [b'a'..=b'h', b'x']) {
        return None;
    }
    let mut piece = blanks(end);
    if piece == end {
        return None;
    }
    if square.len() == word.len() && bytes.get(piece) == Some(&b'=') {
        piece = blanks(piece + 1);
    }
    let len = bytes[piece..].iter().take(4).take_while(|byte| words::is_word_byte(**byte)).count();
    let found = &bytes[piece..piece + len];
    let marks = found.get(1..)?;
    let is_piece = matches!(found[0], b'Q' | b'R' | b'B' | b'N') && matches!(marks, b"" | b"+" | b"#" | b"++");
    is_piece.then_some(piece + len)
}

/// Whether the word is a number with a letter in place of its first digit: `l4.`.
pub(super) fn is_misspelt_number(bytes: &[u8], at: usize, end: usize) -> bool {
    matches!(bytes[at..end], [b'l' | b'I', b'0'..=b'9']) && bytes.get(end) == Some(&b'.')
}

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

/// Words for check and mate, longest first.
const MARKS: [&str; 8] = ["schachmatt", "checkmate", "schach", "check", "mate", "matt", "mat", "ch"];

/// Start of the word for check or mate attached to a move, in bytes of the word: `Bb5ch`, `Qh4mate`.
#[cold]
pub(super) fn glued_mark(word: &[u8]) -> Option<usize> {
    let is_mark =
        |mark: &&&str| word.len() > mark.len() && word[word.len() - mark.len()..].eq_ignore_ascii_case(mark.as_bytes());
    let head = word.len() - MARKS.iter().find(is_mark)?.len();
    let ends = matches!(word[..head], [.., b'1'..=b'8' | b'O' | b'+' | b'#' | b'Q' | b'R' | b'B' | b'N']);
    (ends && words::classify(&word[..head]) == WordClass::Move).then_some(head)
}

/// End of an engine's evaluation at `at`: `+0.25`, `-1.3/12`, `0.00`. Move numbers have no sign and are not zero.
#[cold]
pub(super) fn evaluation_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = |at: usize, most: usize| {
        let len = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        (1..=most).contains(&len).then_some(at + len)
    };
    let start = match &bytes[at..] {
        [b'+' | b'-', ..] => at + 1,
        [0xe2, 0x88, 0x92, ..] => at + 3,
        [b'0', b'.', ..] => at,
        _ => return None,
    };
    let period = digits(start, 3).filter(|end| bytes.get(*end) == Some(&b'.'))?;
    let mut end = digits(period + 1, 2)?;
    if bytes.get(end) == Some(&b'/') {
        end = digits(end + 1, 2)?;
    }
    let is_apart = |byte: &u8| is_space(*byte) || b"(){};".contains(byte);
    // VGN's suffix of a number for Black.
    let is_half = &bytes[at..end] == b"0.5";
    (bytes.get(end).is_none_or(is_apart) && !is_half).then_some(end)
}

/// End of an evaluation in parentheses, `(+0.25)`, whose `(` is at `at`.
#[inline]
pub(super) fn evaluation_in_parentheses(bytes: &[u8], at: usize) -> Option<usize> {
    if !matches!(bytes.get(at + 1), Some(b'+' | b'-' | b'0' | 0xe2)) {
        return None;
    }
    let end = evaluation_end(bytes, at + 1)?;
    (bytes.get(end) == Some(&b')')).then_some(end + 1)
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
    suffix.starts_with(['e', 'E', '('])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_where_blanks_and_brackets_stand() {
        for (text, address) in [
            ("http://example.com/x?y=1 Nc6", Some("http://example.com/x?y=1")),
            ("https://lichess.org/abcd1234#12) 2.", Some("https://lichess.org/abcd1234#12")),
            ("www.example.com, e4", Some("www.example.com,")),
            ("a.b@c.org Nc6", Some("a.b@c.org")),
            ("bob@example.co.uk. 2.", Some("bob@example.co.uk.")),
            ("http://x.org/1.1-0 2.", None),
            ("N@f3 e4", None),
            ("N@f3.e5", None),
            ("://x", None),
            ("e4 e5", None),
            ("a.b", None),
        ] {
            assert_eq!(address_end(text.as_bytes(), 0).map(|end| &text[..end]), address, "{text}");
        }
    }
}
