//! Comments that swallowed more than they should: the `}` of an earlier comment was forgotten, so that half-moves, and
//! perhaps parentheses, became text, up to the end of the next comment. A `{` inside a comment is allowed (rule C4), so
//! it is taken for a forgotten end only where the game does not go on after it.

use std::ops::Range;

use super::Judge;
use super::numbers::spell;
use crate::analysis::{Code, Edit, Fix};

impl Judge<'_> {
    /// A half-move was judged: if it does not fit and a suspicious comment stands before it, the comment is at fault,
    /// not the half-move. What was reported since there were `reported` diagnostics is taken back.
    pub(super) fn comment_before(&mut self, doubt: bool, reported: usize) {
        let Some(comment) = self.line.suspicious.take() else { return };
        self.suspicious.retain(|other| *other != comment);
        if !doubt {
            return;
        }
        self.report.diagnostics.truncate(reported);
        self.swallowed_by(comment);
        self.line.forget();
    }

    /// A variation without its end or its beginning: did a suspicious comment take the parenthesis?
    pub(super) fn comment_took_parenthesis(&mut self) -> bool {
        if self.parentheses_lost {
            return true;
        }
        let took = |range: &Range<u32>| self.slice(range).contains(['(', ')']);
        let Some(found) = self.suspicious.iter().position(took) else { return false };
        let comment = self.suspicious.remove(found);
        self.forgive_from(comment.start);
        self.swallowed_by(comment);
        true
    }

    fn swallowed_by(&mut self, comment: Range<u32>) {
        self.structure_errors = true;
        self.parentheses_lost |= self.slice(&comment).contains(['(', ')']);
        let text = self.slice(&comment);
        // The end belongs before the half-move that comes next, if its number stands in the comment.
        let (number, color) = (self.line.number, self.line.color);
        let next = [spell(number, color, self.is_vgn()), format!("{number}.")];
        let inner = text[1..].find('{').map_or(text.len(), |n| n + 1);
        let place = next.iter().find_map(|number| text[..inner].find(&format!(" {number}")));
        let open = comment.start..comment.start + 1;
        let at = place.map(|place| comment.start + text[..place].trim_end().len() as u32);
        self.fixed(Code::UnclosedComment, open, "the comment has no closing `}` before the next one begins", || {
            at.map(|at| Fix::choice("insert `}`", vec![Edit::insert(at, "}")])).into_iter().collect()
        });
    }
}
