//! Numbers with a parenthesis in the place of their period, `1)`: inside a variation it may as well be the variation's
//! end.
//!
//! The scan for games and the grammar ask at the first doubt of a game, and hold to the answer: so both agree.

use super::begins::{cuts, may_end_game, stray_bracket};
use super::comments::{CommentEnd, comment_end};
use super::lexer::{Raw, raw_at};
use super::lines::{at_line_start, is_space, line_end};
use super::words::{self, Word};

/// What parentheses straight behind numbers are in the variations of a game, where a half-move follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enclosed {
    /// Parts of the numbers: so each variation has its end, and no end is left over.
    Numbers,
    /// Ends of variations, for the same reason.
    Ends,
    /// Either way, ends are missing or left over.
    Unclear,
}

/// Does the `)` at `paren` stand straight behind the number of a half-move?
pub(super) fn is_behind_number(bytes: &[u8], paren: usize) -> bool {
    let before = |from: usize, of: fn(&u8) -> bool| from - bytes[..from].iter().rev().take_while(|b| of(b)).count();
    let periods = before(paren, |byte| *byte == b'.');
    let digits = before(periods, u8::is_ascii_digit);
    let apart = |byte: u8| is_space(byte) || matches!(byte, b'(' | b')' | b'{' | b'}');
    digits < periods && (digits == 0 || apart(bytes[digits - 1]))
}

/// Does a half-move come next, behind comments perhaps? `None`: more text is needed to know (only without `last`).
pub(super) fn is_before_move(bytes: &[u8], mut at: usize, last: bool) -> Option<bool> {
    loop {
        let Some((raw, end)) = raw_at(bytes, at) else { return last.then_some(false) };
        if end == bytes.len() && !last {
            return None;
        }
        at = match raw {
            Raw::Space | Raw::Periods | Raw::LineComment => end,
            Raw::Brace => match comment_end(bytes, at, last) {
                CommentEnd::Closed(end) => end,
                CommentEnd::Unclosed(_) => return Some(false),
                CommentEnd::More => return None,
            },
            Raw::Word => {
                return Some(matches!(words::classify(&bytes[at..end]), Word::Move | Word::Attempt | Word::Board));
            }
            _ => return Some(false),
        };
    }
}

/// The answer for a game, of which the first `)` that is in doubt stands at `at`, in `depth` variations. Looks no
/// further than the game's end, wherever that will be. `None`: more text is needed to know (only without `last`).
#[cold]
pub(super) fn enclosed(bytes: &[u8], mut at: usize, depth: usize, last: bool) -> Option<Enclosed> {
    // How many variations are open in either reading, while no end is left over.
    let mut open = [Some(depth), Some(depth)];
    // A variation does not end with the number that it begins with.
    let number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let before = bytes[..at].iter().rev().skip_while(|byte| number(byte)).find(|byte| !is_space(**byte));
    let mut begun = before != Some(&b'(');
    loop {
        let found = raw_at(bytes, at).filter(|(_, end)| *end < bytes.len() || last);
        let Some((raw, end)) = found else {
            // More may come, behind a comment too.
            if last { break } else { return None }
        };
        let mut next = end;
        match raw {
            Raw::Brace => match comment_end(bytes, at, last) {
                CommentEnd::Closed(end) => next = end,
                CommentEnd::Unclosed(_) => return Some(Enclosed::Unclear),
                CommentEnd::More => return None,
            },
            _ if bytes[at] == b'%' && at_line_start(bytes, at) => {
                next = line_end(bytes, at);
                if next == bytes.len() && !last {
                    return None;
                }
            }
            Raw::Open if cuts(bytes, at, last)? => break,
            Raw::Open => next = stray_bracket(bytes, at),
            Raw::ParenOpen => {
                open.iter_mut().flatten().for_each(|open| *open += 1);
                begun = false;
            }
            Raw::ParenClose => {
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
            Raw::Word => begun = true,
            _ => {}
        }
        if open == [None, None] {
            break;
        }
        at = next;
    }
    Some(match open {
        [Some(0), _] => Enclosed::Numbers,
        [_, Some(0)] => Enclosed::Ends,
        _ => Enclosed::Unclear,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_behind_numbers_are_what_makes_them_balance() {
        for (text, expected) in [
            ("2) d4 exd4) 3) Bb5 a6 *", Enclosed::Numbers),
            ("2) Bc4 (2) d4 d5) Nf6) 2... Nc6 *", Enclosed::Numbers),
            ("2) {good} Bc4 Nf6)\n\n[Event \"2) d4\"]", Enclosed::Numbers),
            ("2) ... Nf6 {)}) 3) Bb5 *", Enclosed::Numbers),
            ("2) e5 2. Nf3 *", Enclosed::Ends),
            ("2) e5 (2. d4 3) 2... Nc6 3) d4 *", Enclosed::Ends),
            ("2) e5 2) Nf3 (2) d4 *", Enclosed::Unclear),
            ("2) e5) 2. Nf3) Nc6 *", Enclosed::Unclear),
            ("2) e5 {", Enclosed::Unclear),
        ] {
            assert_eq!(enclosed(text.as_bytes(), 1, 1, true), Some(expected), "{text}");
            // What comes in pieces is not decided before its time, nor otherwise.
            for cut in 2..text.len() {
                let found = enclosed(&text.as_bytes()[..cut], 1, 1, false);
                assert!(found.is_none_or(|found| found == expected), "{text} {cut}");
            }
        }
    }

    #[test]
    fn numbers_are_known_from_behind() {
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
