//! Decimal numbers between half-moves: times and evaluations such as `1.30` and `0.31`, which are no move numbers (rule
//! C6). Only `1.5` is one, in VGN.

use std::ops::Range;

use super::number_text::NumberText;
use super::numbers::spell;
use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;
use crate::replay::judge::line::VariationAnchor;

impl Judge<'_> {
    /// Whether a number with `.5` in a PGN game names another half-move than the next one, and is an evaluation.
    pub(super) fn is_decimal_in_pgn(&self, range: &Range<u32>) -> bool {
        let text = self.slice(range);
        if !text.ends_with(".5") || self.is_vgn() || self.format.missing_reported || self.moves_unjudged {
            return false;
        }
        let number = NumberText::read(text).number.map(i64::from);
        let counted = i64::from(self.line.number);
        self.line.is_known()
            && self.line.anchor == VariationAnchor::Known
            && ![counted, counted + self.line.drift].contains(&number.unwrap_or(counted))
    }

    /// Reports a decimal number. It can be put in a comment; in VGN it may be a misspelt number, such as `1.6`.
    pub(super) fn decimal(&mut self, range: Range<u32>) {
        let text = self.slice(&range);
        let (number, _) = text.split_once('.').unwrap_or((text, ""));
        let is_due = number.parse() == Ok(self.line.number) && self.line.pending_number.is_none();
        let next = self.text[range.end as usize..].trim_start();
        if !self.is_vgn() || !is_due || !next.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
            let message =
                format!("`{text}` is not a move number, and has no other meaning in a game: put it in a comment");
            return self.report_words(range, message);
        }
        let fixed = spell(self.line.number, self.line.color, true);
        let message = format!("`{text}` is not a move number: `{fixed}` was expected");
        let edit = Edit::replace(range.clone(), self.spaced(&fixed, &range));
        self.report
            .add_fixed(Code::StrayText, range, message, || vec![Fix::choice(format!("write `{fixed}`"), vec![edit])]);
    }
}

/// Whether the text is a number with a fraction, perhaps with a sign before and a depth behind it: `+0.31/12`.
pub(super) fn is_decimal(text: &str) -> bool {
    let (number, depth) = text.split_once('/').unwrap_or((text, "0"));
    let number = number.trim_start_matches(['+', '-', '=', '\u{2212}', '\u{2013}', '\u{b1}']);
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    number.contains('.') && number.split('.').all(are_digits) && (depth.is_empty() || are_digits(depth))
}

#[cfg(test)]
mod tests {
    use super::is_decimal;

    #[test]
    fn decimals_have_digits_on_both_sides_of_the_period() {
        for text in ["1.30", "0.31", "12.5", "+0.31/12", "-1.5", "\u{2212}0.4", "12.11.2020", "=0.00"] {
            assert!(is_decimal(text), "{text}");
        }
        for text in ["1.", "1", ".5", "1..5", "1.e4", "1.5/x", "+", "1. 5", ""] {
            assert!(!is_decimal(text), "{text}");
        }
    }
}
