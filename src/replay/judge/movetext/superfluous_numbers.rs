//! Superfluous move numbers: the half-move before or after them has its own number, or needs none.

use std::borrow::Cow;
use std::ops::Range;

use super::number_text::NumberText;
use super::variations::after_variations;
use crate::lint::{Code, Fix};
use crate::notation::read_placement;
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::line::VariationAnchor;
use crate::replay::judge::recovery::habits::TWICE;
use crate::rules::Position;

/// Maximum number of bytes after a number searched for its half-move.
const LONGEST: usize = 1 << 12;

impl Judge<'_> {
    /// Reports a superfluous number: one that names another half-move than the one due, whose own number precedes it,
    /// or one after the last half-move and not directly before the next. False if it may be something else.
    pub(crate) fn is_superfluous(&mut self, range: &Range<u32>) -> bool {
        if self.moves_unjudged || self.line.stray || self.line.drift != 0 || self.line.suppositions.is_doubtful() {
            return false;
        }
        let pending = self.line.pending_number.clone();
        let next = self.text[range.end as usize..].trim_start_matches([' ', '\t']).as_bytes().first();
        if pending.is_none() && next.is_none_or(u8::is_ascii_alphabetic) {
            return false;
        }
        let is_found = match self.line.anchor {
            _ if self.line.glyph_for_move.is_some() => false,
            VariationAnchor::Known if !self.line.is_known() => false,
            VariationAnchor::Known if self.names_due(range) => false,
            VariationAnchor::Known => match &pending {
                // The beginnings of two half-moves may be the same; boards differ.
                Some(first) => self.has_boards() && self.names_due(first) && self.is_before_due(range),
                None => self.line.played > 0 && self.is_line_certain() && self.precedes_due(range),
            },
            VariationAnchor::Pending if !self.has_boards() => false,
            VariationAnchor::Pending => {
                let is_first = pending.is_some_and(|first| self.names_replaced(&first));
                is_first && !self.names_replaced(range) && self.is_before_due(range)
            }
        };
        if is_found {
            let cut = self.removal(range);
            let message = format!("no move follows the number `{}`", self.slice(range));
            let fix = || vec![Fix::choice("remove the number", vec![cut])];
            self.report.add_fixed(Code::MoveNumber, range.clone(), message, fix);
        }
        is_found
    }

    /// Reports a repetition of the pending number without a period, as in `1. 1`; the first one stays. Returns whether
    /// it is one.
    pub(crate) fn repeats_without_period(&mut self, range: &Range<u32>) -> bool {
        let Some(first) = self.line.pending_number.clone() else { return false };
        let (written, again) = (NumberText::read(self.slice(&first)), NumberText::read(self.slice(range)));
        let is_bare = again.color().is_none() && written.color().is_some() && written.number == again.number;
        if is_bare && !self.moves_unjudged && !self.line.stray {
            let cut = self.removal(range);
            let message = format!("the number `{}` stands twice", self.slice(range));
            self.report.record_kind(range, TWICE);
            let fix = || vec![Fix::safe("remove one of them", vec![cut])];
            self.report.add_fixed(Code::MoveNumber, range.clone(), message, fix);
        }
        is_bare
    }

    /// No half-move is missing on the line: boards show that, and so does a main line with a known board.
    fn is_line_certain(&self) -> bool {
        !self.in_variation() || self.has_boards()
    }

    /// The half-move that is due directly follows the number.
    fn is_before_due(&self, number: &Range<u32>) -> bool {
        self.is_due(self.text_after(number).trim_start())
    }

    /// After the number, there is either another number, which is the one due, or a glyph and then what is due.
    fn precedes_due(&self, number: &Range<u32>) -> bool {
        let after = self.text_after(number).trim_start();
        let Some(rest) = after_annotations(after).filter(|rest| !rest.starts_with(['.', '\u{2026}'])) else {
            return false;
        };
        match self.is_number_due(rest) {
            Some(is_due) => is_due,
            None => after.starts_with(['$', '!', '?']) && self.is_due(rest),
        }
    }

    /// Whether the number at the text's beginning names the half-move that is due; `None` if there is no number.
    fn is_number_due(&self, text: &str) -> Option<bool> {
        let word = first_word(text);
        let periods = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if periods.len() == word.len() || !periods.starts_with('.') {
            return None;
        }
        let written = NumberText::read(word);
        let is_due = written.number == Some(self.line.number);
        Some(is_due && written.color().is_none_or(|color| color == self.line.color))
    }

    fn text_after(&self, number: &Range<u32>) -> &str {
        let start = number.end as usize;
        &self.text[start..self.text.floor_char_boundary(start + LONGEST)]
    }

    /// The text begins with a half-move that can be played on the current board.
    fn is_due(&self, text: &str) -> bool {
        let word = first_word(text);
        let boards: Vec<Cow<'_, Position>> = match (self.line.anchor, self.outer_lines.last()) {
            (VariationAnchor::Pending, Some(outer)) => {
                [1, 2].iter().filter_map(|&n| outer.boards.back(n).position()).collect()
            }
            _ => self.line.position().into_iter().collect(),
        };
        if self.has_boards() {
            return read_placement(word)
                .is_some_and(|placement| boards.iter().any(|board| board.move_to(&placement).is_some()));
        }
        self.read_text(word).is_some_and(|read| boards.iter().any(|board| legal_play(board, &read).is_some()))
    }
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || "(){};$!?".contains(c));
    &text[..end.unwrap_or(text.len())]
}

/// The text after the NAGs, comments and variations with which it begins.
fn after_annotations(text: &str) -> Option<&str> {
    let mut rest = after_variations(text)?;
    while rest.starts_with(['$', '!', '?']) {
        let signs = rest.trim_start_matches(['$', '!', '?']);
        rest = after_variations(signs.trim_start_matches(|c: char| c.is_ascii_digit() && rest.starts_with('$')))?;
    }
    Some(rest)
}
