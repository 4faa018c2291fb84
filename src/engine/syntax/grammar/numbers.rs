//! Numbers of the movetext: their extent, and which ones are moves with mistyped letters.

use super::super::lexer::{RawToken, raw_at};
use super::super::lines::{is_space, skip_space};
use super::super::words;
use super::{MoveShape, Parser, Sink};

/// Signs before an evaluation.
const SIGNS: [&str; 6] = ["+", "-", "=", "\u{2212}", "\u{2013}", "\u{b1}"];

/// Whether the digits are a half-move in ICCF numeric notation, perhaps with a promotion.
fn are_squares(digits: &[u8]) -> bool {
    matches!(digits.len(), 4 | 5) && digits.iter().all(|digit| matches!(digit, b'1'..=b'8'))
}

impl<S: Sink + ?Sized> Parser<'_, S> {
    /// End of the number at the cursor; the lexer's token ends at `end`.
    #[inline]
    pub(super) fn number_end(&self, end: usize) -> usize {
        match self.bytes.get(end) {
            Some(b'0'..=b'9') => self.odd_number_end(end),
            Some(_) if matches!(self.shape, MoveShape::Board { .. }) => self.odd_number_end(end),
            _ => end,
        }
    }

    /// End of a number that may share its digit with a board: in `1.5k2/8/…` the 5 belongs to the board if a board
    /// begins with it and none after it.
    #[inline(never)]
    fn odd_number_end(&self, end: usize) -> usize {
        let text = &self.bytes[self.at..end];
        if text.ends_with(b".5") && self.is_before_squares(end - 2) {
            return end - 1;
        }
        let board = matches!(self.shape, MoveShape::Board { .. }) && text.ends_with(b".5");
        let glued = self.bytes.get(end).is_some_and(|&b| words::is_word_byte(b));
        let eight = |from: usize| {
            let word = self.bytes[from..].iter().take_while(|&&b| words::is_word_byte(b));
            let rank = word.take_while(|&&b| b != b'/');
            rank.map(|b| if b.is_ascii_digit() { u32::from(b - b'0') } else { 1 }).sum::<u32>() == 8
        };
        if board && glued && eight(end - 1) { end - 1 } else { end }
    }

    /// Whether the digits after the period at `period` are a half-move in ICCF numeric notation, `1.5254`.
    fn is_before_squares(&self, period: usize) -> bool {
        let digits = self.bytes[period + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.shape == MoveShape::Word && are_squares(&self.bytes[period + 1..period + 1 + digits])
    }

    /// End of the decimal number at the cursor, which is a time or an evaluation and no move number: `1.30`, `+0.31`,
    /// `0.31/12`, `12.11.2020`. `1.5` may be the number of Black's half-move, and `1.00` a castling.
    #[inline(never)]
    pub(super) fn decimal_end(&self) -> Option<usize> {
        let count = |from: usize| self.bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let sign = SIGNS.iter().find(|sign| self.bytes[self.at..].starts_with(sign.as_bytes())).map_or(0, |s| s.len());
        let start = self.at + sign;
        let period = start + count(start);
        let (mut end, mut groups) = (period, 0);
        while self.bytes.get(end) == Some(&b'.') && count(end + 1) > 0 {
            end += 1 + count(end + 1);
            groups += 1;
        }
        if period == start || groups == 0 || self.shape == MoveShape::Unknown {
            return None;
        }
        let is_zero = self.bytes[start..period].iter().all(|byte| *byte == b'0');
        if sign == 0 && groups == 1 {
            let fraction = &self.bytes[period + 1..end];
            let is_castling = !is_zero && matches!(fraction, b"00" | b"000" | b"0000");
            if fraction == b"5" || is_castling || self.is_before_squares(period) {
                return None;
            }
        }
        // The depth of an evaluation.
        if self.bytes.get(end) == Some(&b'/') && self.shape == MoveShape::Word {
            end += 1 + count(end + 1);
        }
        // The digits stay with a board such as `8/8/…` or a result such as `1-0`.
        let parted = self.bytes.get(end).is_none_or(|next| is_space(*next) || b"(){},;$!?".contains(next));
        parted.then_some(end)
    }

    /// End of the period at the cursor; the lexer's token ends at `end`. In `1 .5` the 5 belongs to it.
    pub(super) fn half_end(&self, end: usize) -> usize {
        let line = self.bytes[..self.at].trim_ascii_end().len();
        let behind_number = self.number.end == line && self.bytes[self.number.clone()].iter().all(u8::is_ascii_digit);
        let half = matches!(self.bytes[end..], [b'5'] | [b'5', b' ' | b'\t' | b'\r' | b'\n', ..]);
        if half && behind_number && line > 0 && end == self.at + 1 { end + 1 } else { end }
    }

    /// Whether the period at the cursor, which ends at `end`, is followed by the 5 of a number for Black.
    pub(super) fn is_lost_half(&self, end: usize) -> bool {
        let half = matches!(self.bytes[end..], [b'5'] | [b'5', b' ' | b'\t' | b'\r' | b'\n', ..]);
        half && end == self.at + 1 && self.shape == MoveShape::Word
    }

    /// Whether the word before the cursor ends with more digits than a square has, as in `e2-e41`.
    pub(super) fn ends_with_number(&self) -> bool {
        let before = &self.bytes[..self.at];
        let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let word = before.len() - digits;
        digits > 1 || (digits == 1 && word > 0 && matches!(before[word - 1], b'+' | b'#' | b'Q' | b'R' | b'B' | b'N'))
    }

    /// Whether the number at the cursor is in a move's place: `56` for `e6`, `00` for `O-O`, or `5254` for `e2e4` in
    /// ICCF numeric notation.
    #[inline]
    pub(super) fn is_move_of_digits(&self, end: usize) -> bool {
        self.bytes[end - 1] != b'.' && self.are_digits_of_move(end)
    }

    #[cold]
    fn are_digits_of_move(&self, end: usize) -> bool {
        match self.bytes[self.at..end] {
            // UCI's null move.
            [b'0', b'0', b'0', b'0'] => true,
            [b'0', b'0'] | [b'0', b'0', b'0'] => self.shape == MoveShape::Word,
            [b'1'..=b'8', b'1'..=b'8'] if self.shape == MoveShape::Word => {
                // The number is the game's only content.
                let is_alone = || self.number.is_empty() && self.bytes[end..].trim_ascii().is_empty();
                self.is_behind_number() || (!self.counts_on(end) && self.is_before_number(end) && !is_alone())
            }
            ref digits if self.shape == MoveShape::Word && digits.iter().all(u8::is_ascii_digit) => {
                !self.number.is_empty() && !self.counts_on(end) && (are_squares(digits) || self.is_before_number(end))
            }
            _ => false,
        }
    }

    /// Whether a number with its periods precedes the cursor.
    pub(super) fn is_behind_number(&self) -> bool {
        let before = self.bytes[..self.at].trim_ascii_end();
        before.ends_with(b".") && self.number.end == before.len()
    }

    /// Whether the number continues the numbering after the last one.
    fn counts_on(&self, end: usize) -> bool {
        let number = |range: &[u8]| {
            let digits = range.iter().take_while(|b| b.is_ascii_digit()).take(9);
            digits.fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
        };
        let last = number(&self.bytes[self.number.clone()]);
        (last..=last + 1).contains(&number(&self.bytes[self.at..end]))
    }

    /// Whether a number with a period, a terminator, or the end of the text or of the variation comes next.
    fn is_before_number(&self, end: usize) -> bool {
        let next = skip_space(self.bytes, end);
        match raw_at(self.bytes, next) {
            None | Some((RawToken::Star | RawToken::ParenClose, _)) => true,
            Some((RawToken::Number, end)) => self.bytes[next..end].contains(&b'.'),
            Some((RawToken::Word, end)) => words::is_terminator(&self.bytes[next..end]),
            _ => false,
        }
    }
}
