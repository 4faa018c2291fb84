//! Variations (rule C7): which move they replace, and what is left when they end.

use std::ops::Range;

use shakmaty::Color;

use super::Judge;
use super::line::{Anchor, Last, Line};
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
        let Some(mut outer) = self.outer.pop() else { return };
        outer.last = Last::Variation;
        outer.went_back_inside = outer.went_back_inside.or(self.line.first_went_back());
        let inner = std::mem::replace(&mut self.line, outer);
        if !inner.filled && !inner.stray && !self.structure_errors_at(inner.open) {
            let end = self.text[inner.open as usize..].find(')').map_or(inner.open + 1, |n| inner.open + n as u32 + 1);
            let range = inner.open..end;
            let empty = self.text[inner.open as usize + 1..].trim_start().starts_with(')');
            let cut = self.removal(&range);
            self.report.add_fixed(Code::EmptyVariation, range, "the variation holds no move", || {
                if empty { vec![Fix::safe("remove the empty variation", vec![cut])] } else { Vec::new() }
            });
        }
    }

    /// Anchors the variation by its first number, if it is still to be anchored. `color` is the side that the number is
    /// written for, if it tells.
    pub(super) fn anchor_by_number(&mut self, range: &Range<u32>, number: u32, color: Option<Color>) {
        if self.line.anchor == Anchor::Known {
            return;
        }
        let Some(outer) = self.outer.last() else { return };
        let drift = outer.drift;
        let named = |back: u32| {
            let (at, side) = outer.half_move_back(back);
            let counted = at == number || i64::from(at) + drift == i64::from(number);
            back <= outer.played && counted && color.is_none_or(|c| c == side)
        };
        // Without periods for Black, a number may be either side's: then PGN's rule decides.
        let back = [1, 2].into_iter().find(|&back| named(back));
        if let Some(back) = back {
            return self.line.anchor_on(outer, back);
        }
        let same_number = [1, 2]
            .into_iter()
            .find(|&back| back <= outer.played && i64::from(outer.half_move_back(back).0) + drift == i64::from(number));
        if let Some(back) = same_number {
            // The number is for the other side: on a line that is not known, so may this one's board be.
            let unknown = !outer.is_known();
            self.line.anchor_on(outer, back);
            if unknown {
                self.line.adopt(number, color);
                self.line.forget();
            }
            return;
        }
        let of_side = |back: &u32| *back <= outer.played && color.is_none_or(|c| c == outer.half_move_back(*back).1);
        let back = [1, 2].into_iter().find(of_side).unwrap_or(outer.played.min(1));
        let (at, side) = outer.half_move_back(back);
        let message = if outer.played == 0 {
            "there is no move before this variation for it to replace".to_owned()
        } else {
            let expected = super::numbers::spell(at, side, self.is_vgn());
            let named = super::numbers::spell(number, color.unwrap_or(side), self.is_vgn());
            format!("a variation here replaces {expected}, or the half-move before it, not {named}")
        };
        self.line.anchor_on(outer, back);
        // What follows counts from the number that was written.
        self.line.drift = i64::from(number) - i64::from(self.line.number);
        // Whether its moves fit the board is not held against it too.
        self.line.doubtful = true;
        self.report.add(Code::VariationAnchor, range.clone(), message);
    }

    /// A first move without a number replaces the last move before the variation.
    pub(super) fn anchor_by_move(&mut self) {
        if self.line.anchor == Anchor::Known {
            return;
        }
        let Some(outer) = self.outer.last() else { return };
        let back = outer.played.min(1);
        let nothing_before = outer.played == 0;
        let open = self.line.open;
        self.line.anchor_on(outer, back);
        if nothing_before {
            let message = "there is no move before this variation for it to replace";
            self.report.add(Code::VariationAnchor, open..open + 1, message);
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
