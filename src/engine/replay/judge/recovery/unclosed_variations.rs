//! Variations without their end: what stands in its place, and where it belongs.

use std::ops::Range;

use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;

impl Judge<'_> {
    /// Reports a variation that begins at `range` and is not closed: `missing` parentheses are, and `insert` is the end of
    /// the text that is read as its part.
    pub(crate) fn unclosed_variation(&mut self, range: Range<u32>, insert: u32, missing: u32, on_new_line: bool) {
        let (end, goes_back) = (self.end_before_rewind(), self.line.first_rewind().is_some());
        let has_doubt = self.first_inner_brace().is_some_and(|comment| comment > range.start);
        let by_board = if missing == 1 && self.report.wants_fixes() {
            self.end_by_board(range.start, insert)
        } else {
            Some(insert)
        };
        let missing_end = self.drop_after_missing_end(range.start).filter(|_| missing == 1);
        if missing == 1
            && let Some(sign) = self.wrong_parenthesis(range.start)
        {
            let message = format!("the variation has no closing `)`: `{}` stands in its place", self.slice(&sign));
            let fix = Fix::choice("write `)`", vec![Edit::replace(sign, ")")]);
            return self.report_fixed(Code::UnclosedVariation, range, message, || vec![fix]);
        }
        self.drop_after_superfluous_opening(range.start);
        let is_between = self.separates_number(&range);
        let is_empty = self.text[range.end as usize..insert as usize].trim().is_empty();
        let fix = match is_empty || is_between {
            _ if has_doubt => None,
            true => Some(Fix::choice("remove `(`", vec![self.removal(&range)])),
            false if let Some(at) = missing_end => {
                Some(Fix::choice("insert `)` before the next variation", vec![Edit::insert(at, ")")]))
            }
            false if let Some(at) = end.filter(|_| missing == 1) => {
                Some(Fix::choice("insert `)` where the number goes back", vec![Edit::insert(at, ")")]))
            }
            // At the end it would take the half-moves of the line around it.
            false if goes_back || by_board.is_none() => None,
            false if let Some(at) = by_board.filter(|at| *at != insert) => {
                Some(Fix::choice("insert `)` where the line around it goes on", vec![Edit::insert(at, ")")]))
            }
            false => {
                let text = ")".repeat(missing as usize);
                let title = format!("insert `{text}`");
                let text = if on_new_line { [self.line_end(), &text].concat() } else { text };
                Some(Fix::choice(title, vec![Edit::insert(insert, text)]))
            }
        };
        let message = match missing {
            1 => "the variation has no closing `)`".to_owned(),
            _ => format!("the variation and those around it have no closing `)`: {missing} are missing"),
        };
        self.report_fixed(Code::UnclosedVariation, range, message, || fix.into_iter().collect());
    }
}
