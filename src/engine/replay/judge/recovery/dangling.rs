//! Numbers at the end of a line, without a half-move.

use crate::lint::cause::Cause;
use crate::lint::{Code, Fix};
use crate::replay::judge::Judge;

impl Judge<'_> {
    /// Reports a number at the end of a line. A glyph after it shows that a half-move is missing; a comment may concern
    /// the line, and the number be superfluous.
    pub(crate) fn dangling_number(&mut self) {
        if self.comment_swallowed_rest() {
            return;
        }
        let Some(number) = self.line.pending_number.clone() else { return };
        if self.moves_unjudged || self.line.stray {
            self.line.pending_number = None;
            return;
        }
        let gap = number.end..self.text.len() as u32;
        if self.line.glyph_for_move.take_if(|(before, _)| *before == number).is_some() {
            self.report.account(&Cause::MissingIn { gap: &gap });
            return self.missing_half_move(false);
        }
        self.take_number();
        let is_commented = self.text[number.end as usize..].trim_start().starts_with(['{', ';']);
        if is_commented {
            self.line.misplaced_comments.retain(|comment| comment.start < number.start);
            self.report.account(&Cause::MissingIn { gap: &gap });
        }
        // A single `2` may be a NAG that has lost its `$`.
        let is_number = self.names_due(&number) || self.slice(&number).contains(['.', ')', ':']);
        // Alone in parentheses it is an author's remark, such as `(1)`.
        let is_remark = self.text[..number.start as usize].trim_end().ends_with('(')
            && self.text[number.end as usize..].trim_start().starts_with(')');
        let (cut, safe) = (self.removal(&number), is_number && !is_commented && !is_remark);
        let message = format!("no move follows the number `{}`", self.slice(&number));
        self.report.add_fixed(Code::MoveNumber, number, message, || {
            vec![Fix { title: "remove the number".into(), edits: vec![cut], safe }]
        });
    }
}
