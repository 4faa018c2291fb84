//! Variations whose half-move to replace was not read: it is in stray text, or in a comment without its end.

use std::ops::Range;

use shakmaty::Color;

use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::line::JudgeLine;

impl Judge<'_> {
    /// Anchors the variation if the half-move that its number names may be the stray text before it, or the second of
    /// two half-moves without a blank between them, or if the last half-move before it is none. False if it is not so.
    pub(crate) fn anchors_on_unread(
        &mut self,
        (number, color): (u32, Option<Color>),
        half_move: Option<&Range<u32>>,
    ) -> bool {
        let Some(outer) = self.outer_lines.last() else { return false };
        let is_due = outer.names(0, number, color);
        if outer.is_stray_numbered() || outer.glyph_for_move.is_some() || !outer.is_known() && is_due {
            self.line.anchor_on(outer, 1);
            self.line.adopt_number(number, color);
            self.line.lose_board();
            return true;
        }
        if outer.stray && is_due {
            self.line.anchor_on(outer, 0);
            return true;
        }
        if outer.is_known() || outer.played < 2 || !outer.names(2, number, color) {
            return false;
        }
        let Some(text) = half_move.and_then(|half_move| self.read_text(self.slice(half_move))) else { return false };
        let fits = |back: u32| outer.boards.back(back).position().map(|before| legal_play(&before, &text).is_some());
        let is_none = fits(1) == Some(false) && fits(2) == Some(true);
        if is_none {
            self.line.anchor_on(outer, 2);
        }
        is_none
    }

    /// Reports the comment before the variation, if it has no end and holds the half-move that the number names, which
    /// is none of the two before the variation: VGN may name either (rule C7).
    pub(crate) fn is_in_comment(&mut self, number: u32, color: Option<Color>) -> bool {
        let is_before = |outer: &JudgeLine| (1..=2).any(|back| outer.names(back, number, color));
        let outer = self.outer_lines.last().filter(|outer| !is_before(outer));
        let comment = outer.and_then(|outer| outer.suspicious_comment.clone());
        let Some(comment) = comment.filter(|comment| !self.is_line_comment(comment)) else { return false };
        if self.half_moves_in(&comment) == 0 {
            return false;
        }
        let Some(outer) = self.outer_lines.last_mut() else { return false };
        outer.suspicious_comment = None;
        self.line.anchor_on(outer, 0);
        outer.lose_board();
        self.swallowed_by(comment, None);
        self.line.adopt_number(number, color);
        self.line.lose_board();
        true
    }
}
