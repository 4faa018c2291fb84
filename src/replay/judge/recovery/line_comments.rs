//! Comments up to the end of their line, which a slip has begun: the rest of the line, with the end of the game or of a
//! variation, is in them.

use std::ops::Range;

use crate::lint::Diagnostic;
use crate::replay::judge::Judge;
use crate::replay::results::TERMINATORS;

impl Judge<'_> {
    /// Records a comment that begins with a `;`.
    pub(crate) fn record_line_comment(&mut self, range: &Range<u32>) {
        let text = self.slice(range);
        if text.contains(')') || ends_game(text) {
            self.comments.cutting = Some(range.clone());
        }
    }

    /// If the comment has begun by a slip, its place is no fault of its own.
    pub(crate) fn judge_line_comment(&mut self) {
        let start = self.begun_by_slip().map(|comment| comment.start);
        self.causes.lost_comments.extend(start);
    }

    /// Whether the game has no terminator because the comment has taken it.
    pub(crate) fn line_comment_took_terminator(&self) -> bool {
        self.begun_by_slip().is_some_and(|comment| {
            ends_game(self.slice(comment)) && self.text[comment.end as usize..].trim().is_empty()
        })
    }

    /// Whether the variation that begins at `open` has no end because the comment has taken it.
    pub(crate) fn line_comment_took_parenthesis(&self, open: u32) -> bool {
        self.begun_by_slip().is_some_and(|comment| comment.start > open && self.slice(comment).contains(')'))
    }

    /// The comment, if what it cuts off before it has been reported, or is a number that will be.
    fn begun_by_slip(&self) -> Option<&Range<u32>> {
        let comment = self.comments.cutting.as_ref()?;
        let before = self.text[..comment.start as usize].trim_end().len() as u32;
        let is_cut = |found: &Diagnostic| (before..=comment.start).contains(&found.range.end);
        let is_number_cut = self.line.pending_number.as_ref().is_some_and(|number| number.end == before);
        (is_number_cut || self.report.drafts().iter().any(is_cut)).then_some(comment)
    }
}

/// Whether the last word of a comment is a terminator.
fn ends_game(comment: &str) -> bool {
    comment.rsplit([' ', '\t', ';']).next().is_some_and(|word| TERMINATORS.contains(&word))
}
