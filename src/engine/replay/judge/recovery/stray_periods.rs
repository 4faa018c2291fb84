//! Periods of no number: `1. e4. e5`, `1. e4 . e5`.

use std::ops::Range;

use shakmaty::Color;

use crate::lint::{Code, Fix};
use crate::replay::judge::Judge;
use crate::replay::judge::line::PrecedingToken;

impl Judge<'_> {
    /// Reports a period that belongs to no number and to no other finding. Several periods announce Black's half-move.
    pub(crate) fn stray_period(&mut self, range: &Range<u32>) {
        let announces_black = range.len() > 1 && self.line.color == Color::Black;
        let before = self.text[..range.start as usize].trim_end().len();
        let is_reported = || self.report.last_drafts().iter().any(|found| found.range.end as usize >= before);
        if announces_black
            || self.line.stray
            || self.moves_unjudged
            || self.line.preceding == PrecedingToken::Terminator
            // The digits of a number may be missing.
            || self.text[..range.start as usize].ends_with('(')
            // The end of a half-move that cannot be read.
            || self.line.move_end == range.start && !self.line.is_known()
            || is_reported()
        {
            return;
        }
        let message = format!("`{}` belongs to no number, and has no other meaning in a game", self.slice(range));
        let cut = self.removal(range);
        self.report_fixed(Code::StrayText, range.clone(), message, || vec![Fix::safe("remove it", vec![cut])]);
    }
}
