//! Numbers with a parenthesis in place of the period, `1)`. Inside a variation the parenthesis may also end the
//! variation.
//!
//! The game scanner and the grammar decide at the first ambiguous parenthesis of a game and keep the decision for the
//! rest of the game, so that both agree.

use super::boundaries::{cuts, may_end_game, stray_bracket};
use super::comments::{CommentEnd, comment_end};
use super::lexer::{RawToken, raw_at};
use super::lines::{at_first_column, is_space, line_end};
use super::words::{self, WordClass};

/// Meaning of parentheses directly after numbers in a game's variations, where a half-move follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParenRole {
    /// They belong to the numbers: with this reading the parentheses balance.
    Numbers,
    /// They end variations: with this reading the parentheses balance.
    Ends,
    /// The parentheses balance in neither reading.
    Unclear,
}

/// Whether the `)` at `paren` directly follows the number of a half-move.
pub(super) fn is_behind_number(bytes: &[u8], paren: usize) -> bool {
    let before = |from: usize, of: fn(&u8) -> bool| from - bytes[..from].iter().rev().take_while(|b| of(b)).count();
    let periods = before(paren, |byte| *byte == b'.');
    let digits = before(periods, u8::is_ascii_digit);
    let apart = |byte: u8| is_space(byte) || matches!(byte, b'(' | b')' | b'{' | b'}');
    digits < periods && (digits == 0 || apart(bytes[digits - 1]))
}

/// Whether a half-move comes next, possibly after comments. `None` if more text is needed (only without `last`).
pub(super) fn is_before_move(bytes: &[u8], mut at: usize, last: bool) -> Option<bool> {
    loop {
        let Some((raw, end)) = raw_at(bytes, at) else { return last.then_some(false) };
        if end == bytes.len() && !last {
            return None;
        }
        at = match raw {
            RawToken::Space | RawToken::Periods | RawToken::LineComment => end,
            RawToken::Brace => match comment_end(bytes, at, last) {
                CommentEnd::Closed(end) => end,
                CommentEnd::Unclosed(_) => return Some(false),
                CommentEnd::More => return None,
            },
            RawToken::Word => {
                return Some(matches!(
                    words::classify(&bytes[at..end]),
                    WordClass::Move | WordClass::Attempt | WordClass::Board
                ));
            }
            _ => return Some(false),
        };
    }
}

/// The meaning for a game whose first ambiguous `)` is at `at`, at nesting depth `depth`. Looks no further than the
/// game's end, wherever the scan will put it. `None` if more text is needed (only without `last`).
#[cold]
pub(super) fn paren_role(bytes: &[u8], mut at: usize, depth: usize, last: bool) -> Option<ParenRole> {
    // Number of open variations in each reading, as long as no `)` is unmatched.
    let mut open = [Some(depth), Some(depth)];
    // A variation does not end with the number that it begins with.
    let number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let before = bytes[..at].iter().rev().skip_while(|byte| number(byte)).find(|byte| !is_space(**byte));
    let mut begun = before != Some(&b'(');
    loop {
        let found = raw_at(bytes, at).filter(|(_, end)| *end < bytes.len() || last);
        let Some((raw, end)) = found else {
            // More text may follow, also after a comment.
            if last { break } else { return None }
        };
        let mut next = end;
        match raw {
            RawToken::Brace => match comment_end(bytes, at, last) {
                CommentEnd::Closed(end) => next = end,
                CommentEnd::Unclosed(_) => return Some(ParenRole::Unclear),
                CommentEnd::More => return None,
            },
            _ if bytes[at] == b'%' && at_first_column(bytes, at) => {
                next = line_end(bytes, at);
                if next == bytes.len() && !last {
                    return None;
                }
            }
            RawToken::Open if cuts(bytes, at, last)? => break,
            RawToken::Open => next = stray_bracket(bytes, at),
            RawToken::ParenOpen => {
                open.iter_mut().flatten().for_each(|open| *open += 1);
                begun = false;
            }
            RawToken::ParenClose => {
                let behind_number = is_behind_number(bytes, at);
                let in_doubt = behind_number && is_before_move(bytes, end, last)?;
                for (ends, open) in [!in_doubt, true].into_iter().zip(&mut open) {
                    match open {
                        Some(0) if behind_number => {}
                        Some(_) if !ends => {}
                        Some(_) if in_doubt && !begun => *open = None,
                        Some(depth) => *open = depth.checked_sub(1),
                        None => {}
                    }
                }
            }
            _ if may_end_game(raw, bytes, at, end) => break,
            RawToken::Word => begun = true,
            _ => {}
        }
        if open == [None, None] {
            break;
        }
        at = next;
    }
    Some(match open {
        [Some(0), _] => ParenRole::Numbers,
        [_, Some(0)] => ParenRole::Ends,
        _ => ParenRole::Unclear,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_after_numbers_have_the_meaning_that_balances_them() {
        for (text, expected) in [
            ("2) d4 exd4) 3) Bb5 a6 *", ParenRole::Numbers),
            ("2) Bc4 (2) d4 d5) Nf6) 2... Nc6 *", ParenRole::Numbers),
            ("2) {good} Bc4 Nf6)\n\n[Event \"2) d4\"]", ParenRole::Numbers),
            ("2) ... Nf6 {)}) 3) Bb5 *", ParenRole::Numbers),
            ("2) e5 2. Nf3 *", ParenRole::Ends),
            ("2) e5 (2. d4 3) 2... Nc6 3) d4 *", ParenRole::Ends),
            ("2) e5 2) Nf3 (2) d4 *", ParenRole::Unclear),
            ("2) e5) 2. Nf3) Nc6 *", ParenRole::Unclear),
            ("2) e5 {", ParenRole::Unclear),
        ] {
            assert_eq!(paren_role(text.as_bytes(), 1, 1, true), Some(expected), "{text}");
            // A truncated text is undecided or gives the same answer.
            for cut in 2..text.len() {
                let found = paren_role(&text.as_bytes()[..cut], 1, 1, false);
                assert!(found.is_none_or(|found| found == expected), "{text} {cut}");
            }
        }
    }

    #[test]
    fn numbers_are_recognized_from_their_end() {
        for (text, number) in [
            ("2)", true),
            ("(12)", true),
            (" 1.)", true),
            ("3...)", true),
            ("Nf3)", false),
            ("$3)", false),
            ("$1.2)", false),
            ("1.5)", false),
            (")", false),
            (".)", false),
        ] {
            assert_eq!(is_behind_number(text.as_bytes(), text.len() - 1), number, "{text}");
        }
    }
}
