//! Boards in the movetext with a superfluous or wrong character: a blank or a bracket in the ranks, a letter repeated in
//! the fields after them. They are read as one half-move.

use crate::syntax::boards::{is_castling, is_clock, is_side, is_square};
use crate::syntax::words::{is_near_terminator, is_terminator};

/// Maximum length in bytes of a board's ranks, including a superfluous character.
const LONGEST: usize = 92;

const RANKS: usize = 8;

/// Maximum length in bytes of a field with a superfluous character.
const LONGEST_FIELD: usize = 6;

/// End of the ranks of a board that begin at `at` and contain one character that is foreign to boards: eight ranks of
/// eight squares, except the rank in which the character may replace a square. `in_variation`: a `)` may end the
/// variation. `None` if there are no such ranks. A character that begins a longer token for the scan of games is not
/// accepted.
pub(in crate::syntax) fn torn_ranks_end(bytes: &[u8], at: usize, in_variation: bool) -> Option<usize> {
    let mut sums = [0_u32; RANKS];
    let (mut rank, mut end, mut torn) = (0, at, None);
    while end < bytes.len().min(at + LONGEST) {
        match bytes[end] {
            digit @ b'1'..=b'8' => sums[rank] += u32::from(digit - b'0'),
            byte if b"PNBRQKpnbrqk".contains(&byte) => sums[rank] += 1,
            b'~' => {}
            b'/' if rank + 1 < RANKS => rank += 1,
            byte if torn.is_some() || (rank + 1 == RANKS && sums[rank] == RANKS as u32) => {
                if !byte.is_ascii_whitespace() {
                    return None;
                }
                break;
            }
            b'{' | b'(' | b'[' | b';' | b'/' | 0x80.. => return None,
            b')' if in_variation => return None,
            _ => {
                end += usize::from(bytes[end..].starts_with(b"\r\n"));
                torn = Some(end);
            }
        }
        end += 1;
    }
    let wrong = || sums.iter().filter(|sum| **sum != RANKS as u32).count();
    let is_torn = torn.is_some_and(|torn| torn > at && torn + 1 < end);
    (is_torn && rank + 1 == RANKS && wrong() <= 1 && sums.iter().all(|sum| (7..=9).contains(sum))).then_some(end)
}

/// End of the fields of a board whose ranks end at `ranks`, if exactly one field is unreadable or has a superfluous
/// character. `None` if all fields are readable, or more than one is not.
pub(in crate::syntax) fn odd_fields_end(bytes: &[u8], ranks: usize, clocks: bool) -> Option<usize> {
    let places: [fn(&[u8]) -> bool; 5] = [is_side, is_rights, is_target, is_clock, is_clock];
    let places = &places[..if clocks { 5 } else { 3 }];
    let is_right = |place: usize, word: &[u8]| places.get(place).is_some_and(|is_right| is_right(word));
    let (mut at, mut place, mut right, mut odd) = (ranks, 0, 0, None);
    while let Some(word) = word_behind(bytes, at).filter(|_| place < places.len()) {
        let next = at + bytes[at..].iter().take_while(|byte| is_blank(byte)).count() + word.len();
        let is_next = !clocks
            && is_right(place + 1, word)
            && !(place == 0 && (is_side(&word[..1]) || matches!(word, [b'a'..=b'h'])));
        if is_right(place, word) || is_next {
            place += 1 + usize::from(!is_right(place, word));
            right += 1;
        } else if odd.is_none() && word.len() <= LONGEST_FIELD {
            let behind = word_behind(bytes, next).unwrap_or_default();
            let near = (place..places.len()).find(|place| is_near(places[*place], word));
            let is_printed = word != b"--" && !word.iter().any(u8::is_ascii_alphanumeric);
            let is_glyph = word.ends_with(b"!") || word.ends_with(b"?") || is_printed;
            odd = Some(place);
            place = match near.filter(|_| !is_glyph) {
                Some(near) => {
                    // Two fields without the blank between them.
                    right += usize::from(is_side(&word[..1]));
                    near + 1
                }
                None if is_right(place + 1, behind) => place + 1,
                None if is_right(place, behind) => place,
                None => return None,
            };
        } else {
            break;
        }
        at = next;
    }
    (odd.is_some() && right >= if clocks { 3 } else { 1 }).then_some(at)
}

/// Whether the word is valid without one of its bytes, or is two fields without the blank between them.
fn is_near(is_right: fn(&[u8]) -> bool, word: &[u8]) -> bool {
    let without = |n: usize| [&word[..n], &word[n + 1..]].concat();
    (word.len() > 1 && (0..word.len()).any(|n| is_right(&without(n))))
        || (word.len() > 1 && is_side(&word[..1]) && (is_rights(&word[1..]) || is_target(&word[1..])))
}

/// The word after blanks at `at` that may be a field of a board, intact or damaged.
fn word_behind(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let start = at + bytes[at..].iter().take_while(|byte| is_blank(byte)).count();
    let rest = &bytes[start..];
    let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
    let word = &rest[..len];
    let is_other = |byte: &u8| b"/{(;[$".contains(byte) || !byte.is_ascii();
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = digits > 0 && word[digits..].starts_with(b".");
    let ends_game = is_terminator(word) || is_near_terminator(word) || word == b"*";
    (start > at && len > 0 && !word.iter().any(is_other) && !is_number && !ends_game).then_some(word)
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_rights(field: &[u8]) -> bool {
    field == b"-" || is_castling(field)
}

fn is_target(field: &[u8]) -> bool {
    field == b"-" || is_square(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANKS: &str = "r1bqkb1r/ppp2ppp/2n5/3np3/2B5/5N2/PPPP1PPP/RNBQK2R";

    #[test]
    fn one_sign_tears_no_board_apart() {
        for at in 1..RANKS.len() {
            for sign in [" ", "*", ")", "]", "}", "!", "?", ".", ",", "\n", "\r\n", "-"] {
                let text = format!("{}{sign}{} w KQkq - 0 6", &RANKS[..at], &RANKS[at..]);
                let end = torn_ranks_end(text.as_bytes(), 0, false);
                assert_eq!(end, Some(RANKS.len() + sign.len()), "{text}");
            }
            for sign in ["{", "(", "[", ";"] {
                let text = format!("{}{sign}{} w KQkq - 0 6", &RANKS[..at], &RANKS[at..]);
                assert_eq!(torn_ranks_end(text.as_bytes(), 0, false), None, "{text}");
            }
        }
        let two = format!("{RANKS} w - {RANKS} b -");
        assert_eq!(torn_ranks_end(two.as_bytes(), 0, false), None);
        assert_eq!(torn_ranks_end(b"8/8/8 w - 3. 8/8/8/8/8", 0, false), None);
    }

    #[test]
    fn one_field_may_be_odd() {
        for (fields, clocks) in [
            ("b KQQkq e3", false),
            ("b [ h3", false),
            ("w-", false),
            ("bk q", false),
            ("a KQkq", false),
            ("b ?d3", false),
            ("b* -", false),
            ("b = - 6 15", true),
            ("b - -} 0 26", true),
            ("w KQkq? - 2 3", true),
            ("b - - 3 31=", true),
            ("w - - 2 ,22", true),
        ] {
            let text = format!("{RANKS} {fields} 7. {RANKS} w");
            let is_bracket = fields.contains('[');
            let found = odd_fields_end(text.as_bytes(), RANKS.len(), clocks).map(|end| &text[RANKS.len() + 1..end]);
            assert_eq!(found, Some(fields).filter(|_| !is_bracket), "{fields}");
        }
        for (fields, clocks) in [("b KQkq e3", false), ("w KQkq!", false), ("w good move", false), ("w - - 0 1", true)]
        {
            let text = format!("{RANKS} {fields} 7. {RANKS} w");
            assert_eq!(odd_fields_end(text.as_bytes(), RANKS.len(), clocks), None, "{fields}");
        }
    }
}
