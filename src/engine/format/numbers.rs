//! The move numbers that follow from the half-moves, and a comparison with the written ones.

use super::tokens::{Tokens, slice};
use crate::syntax::Token;
use crate::syntax::tag_list::unescaped;

/// Number and side of the next half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExpectedNumber {
    pub number: u32,
    pub black: bool,
}

/// Maximum length of a number with its periods, in bytes.
pub(super) const NUMBER: usize = 13;

impl ExpectedNumber {
    /// The move number as written before the half-move, with its periods; `buffer` must be filled with periods.
    pub(super) fn written(self, buffer: &mut [u8; NUMBER]) -> &str {
        let end = NUMBER - if self.black { 0 } else { 2 };
        let (mut start, mut rest) = (NUMBER - 3, self.number);
        while rest > 0 || start == NUMBER - 3 {
            start -= 1;
            buffer[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        std::str::from_utf8(&buffer[start..end]).unwrap_or_default()
    }

    /// Whether stray text, which stays as it is, ends with the number: `<br> 2.`.
    pub(super) fn ends(self, stray: &str) -> bool {
        let mut buffer = [b'.'; NUMBER];
        let rest = stray.trim_end().strip_suffix(self.written(&mut buffer));
        rest.is_some_and(|rest| !rest.ends_with(|sign: char| sign.is_alphanumeric() || sign == '.'))
    }
}

/// Counts the half-moves of the current line and of the lines around it.
#[derive(Clone, Debug)]
pub(super) struct MoveCounter {
    next: u64,
    /// The line has a half-move.
    played: bool,
    outer: Vec<(u64, bool)>,
}

impl MoveCounter {
    /// Starts at the game's initial position (PGN 9.7.2).
    pub(super) fn of(text: &str, tokens: &Tokens) -> MoveCounter {
        let fen = tokens.fen.as_ref().map(|fen| slice(text, fen).trim_matches('"'));
        let board = fen.map(unescaped).unwrap_or_default();
        let mut fields = board.split_ascii_whitespace().skip(1);
        let black = fields.next() == Some("b");
        let number: u32 = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1);
        MoveCounter { next: u64::from(number.max(1)) * 2 + u64::from(black), played: false, outer: Vec::new() }
    }

    pub(super) fn turn(&self) -> ExpectedNumber {
        ExpectedNumber { number: u32::try_from(self.next / 2).unwrap_or(u32::MAX), black: self.next % 2 == 1 }
    }

    pub(super) fn half_move(&mut self) {
        self.next += 1;
        self.played = true;
    }

    /// Opens a variation, which replaces the half-move before it (PGN 8.2.5). False if there is none.
    pub(super) fn open(&mut self) -> bool {
        let played = self.played;
        self.outer.push((self.next, played));
        (self.next, self.played) = (self.next - u64::from(played), false);
        played
    }

    pub(super) fn close(&mut self) {
        if let Some(outer) = self.outer.pop() {
            (self.next, self.played) = outer;
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.outer.len()
    }
}

/// Every written number is that of the next half-move. Otherwise a number may say which move was meant.
pub(super) fn are_right(text: &str, tokens: &Tokens) -> bool {
    let mut count = MoveCounter::of(text, tokens);
    let mut written: Option<(u32, usize)> = None;
    let mut begins = true;
    for item in &tokens.items {
        match item.token {
            Token::MoveNumber => {
                let number = slice(text, &item.range);
                let digits = number.trim_end_matches('.');
                let Ok(parsed) = digits.parse() else { return false };
                if written.replace((parsed, number.len() - digits.len())).is_some() {
                    return false;
                }
            }
            Token::Periods => match &mut written {
                Some((_, periods)) if slice(text, &item.range).bytes().all(|byte| byte == b'.') => {
                    *periods += item.range.len();
                }
                _ => return false,
            },
            Token::Move => {
                let turn = count.turn();
                let agrees = |(number, periods): (u32, usize)| {
                    let blacks = periods > 1;
                    number == turn.number && (!blacks || turn.black) && !(begins && turn.black && !blacks)
                };
                if !written.take().is_none_or(agrees) {
                    return false;
                }
                count.half_move();
                begins = false;
            }
            Token::VariationOpen if !count.open() => return false,
            Token::VariationOpen => begins = true,
            Token::VariationClose => {
                count.close();
                begins = false;
            }
            _ => {}
        }
        // A number without a half-move.
        if written.is_some()
            && !matches!(item.token, Token::MoveNumber | Token::Periods | Token::BraceComment | Token::LineComment)
        {
            return false;
        }
    }
    written.is_none()
}

#[cfg(test)]
mod tests {
    use crate::format::tests::{LAYOUT, laid_out};

    #[test]
    fn a_number_at_the_end_of_a_kept_line_is_not_written_again() {
        for (text, after) in [
            ("1. e4  e5\n<br> 2.\nNf3  Nc6 *\n", "1. e4 e5\n<br> 2.\nNf3 Nc6 *\n"),
            ("1. e4  e5\n<br> 12.\nNf3  Nc6 *\n", "1. e4 e5\n<br> 12.\n2. Nf3 Nc6 *\n"),
            ("1. e4  e5\n<br>\n2.\nNf3  Nc6 *\n", "1. e4 e5\n<br>\n2. Nf3 Nc6 *\n"),
        ] {
            assert_eq!(laid_out(text, &LAYOUT), after);
        }
    }

    #[test]
    fn times_and_evaluations_stay_as_they_are() {
        for decimal in ["1.30", "0.31", "(0.31)", "=0.00", "12.11.2020"] {
            let text = format!("1. e4 {decimal} e5\n2. Nf3  Nc6 *\n");
            assert_eq!(laid_out(&text, &LAYOUT), format!("1. e4 {decimal} e5\n2. Nf3 Nc6 *\n"));
        }
    }
}
