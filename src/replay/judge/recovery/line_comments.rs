//! Comments up to the end of their line, which a slip has begun: the rest of the line, with the end of the game or of a
//! variation, is in them.

use std::ops::Range;

use crate::lint::Diagnostic;
use crate::replay::judge::Judge;
use crate::syntax::is_terminator;

impl Judge<'_> {
    /// Records a comment that begins with a `;`.
    pub(crate) fn record_line_comment(&mut self, range: &Range<u32>) {
        let text = self.slice(range);
        let last = text.rsplit([' ', '\t', ';']).next().unwrap_or_default();
        let ends_game = last == "*" || is_terminator(last.as_bytes());
        if ends_game || text.contains(')') {
            self.comments.cutting = Some(range.clone());
        }
    }

    /// If the comment has begun by a slip, its place is no fault of its own.
    pub(crate) fn judge_line_comment(&mut self) {
        if self.took(|_| true) {
            self.causes.lost_comments.extend(self.comments.cutting.as_ref().map(|comment| comment.start));
        }
    }

    /// Whether the game has no terminator because the comment has taken it, and what is cut off before the comment has
    /// been reported, or will be.
    pub(crate) fn line_comment_took_terminator(&self) -> bool {
        self.took(|text| text.ends_with('*') || text.ends_with(|c: char| c.is_ascii_digit()))
            && self.comments.cutting.as_ref().is_some_and(|it| self.text[it.end as usize..].trim().is_empty())
    }

    /// Whether the variation has no end because the comment has taken it, and what is cut off before the comment has been
    /// reported.
    pub(crate) fn line_comment_took_parenthesis(&self, open: u32) -> bool {
        self.comments.cutting.as_ref().is_some_and(|it| it.start > open) && self.took(|text| text.contains(')'))
    }

    fn took(&self, holds_end: impl Fn(&str) -> bool) -> bool {
        let Some(comment) = self.comments.cutting.as_ref() else { return false };
        let before = self.text[..comment.start as usize].trim_end().len() as u32;
        let is_cut = |found: &Diagnostic| (before..=comment.start).contains(&found.range.end);
        let is_number_cut = self.line.pending_number.as_ref().is_some_and(|number| number.end == before);
        holds_end(self.slice(comment)) && (is_number_cut || self.report.drafts().iter().any(is_cut))
    }
}
