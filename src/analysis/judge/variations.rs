//! Variations (rule C7): which move they replace, and what is left when they end.

use super::Judge;
use super::line::{Last, Line};
use crate::analysis::{Code, Fix};

impl Judge<'_> {
    pub(super) fn open_variation(&mut self) {
        if self.line.pending_number.is_some() && !self.line.stray {
            self.missing_half_move();
        }
        self.settle_comments();
        let inner = self.line.branch(0);
        let outer = std::mem::replace(&mut self.line, inner);
        self.outer.push(outer);
    }

    /// The `(` of the variation that was just opened.
    pub(super) fn anchor_pending(&mut self, open: u32) {
        self.line.open = open;
    }

    pub(super) fn close_variation(&mut self) {
        self.close_line();
        let closed = self.variation_end.take();
        let Some(mut outer) = self.outer.pop() else { return };
        outer.last = Last::Variation;
        outer.went_back_inside = outer.went_back_inside.or(self.line.first_went_back());
        let mut inner = std::mem::replace(&mut self.line, outer);
        if let (Some(fault), Some(end)) = (inner.anchor_fault.take(), closed) {
            self.anchor_fixes(*fault, inner.open..end);
        }
        if !inner.filled && !inner.stray && !self.structure_errors_at(inner.open) {
            let end = self.text[inner.open as usize..].find(')').map_or(inner.open + 1, |n| inner.open + n as u32 + 1);
            let range = inner.open..end;
            let empty = self.text[inner.open as usize + 1..].trim_start().starts_with(')');
            let cut = self.removal(&range);
            self.report.add_fixed(Code::EmptyVariation, range, "the variation is empty", || {
                if empty { vec![Fix::safe("remove the empty variation", vec![cut])] } else { Vec::new() }
            });
        }
    }

    /// The main line's own state, wherever play is.
    pub(super) fn main_line(&self) -> &Line {
        self.outer.first().unwrap_or(&self.line)
    }

    fn structure_errors_at(&self, open: u32) -> bool {
        self.report.diagnostics.iter().rev().take(4).any(|d| d.code == Code::UnclosedVariation && d.range.start == open)
    }
}
