//! What a parenthesis too many puts in doubt: where its variation ends, which half-moves stand in it, and so whatever
//! depends on that.

use super::Judge;
use crate::analysis::cause::{Cause, Key};
use crate::analysis::{Code, Diagnostic};

impl Judge<'_> {
    /// A `)` that closes no variation may be the true end of the one before it, if half-moves stand between them, or of one
    /// that a comment has swallowed.
    pub(super) fn may_end_variation(&self, parenthesis: u32) -> bool {
        if !self.suspicious.is_empty() {
            return true;
        }
        let before = &self.text[..parenthesis as usize];
        before.rfind(')').is_some_and(|end| before[end..].contains(char::is_alphanumeric))
    }

    /// A number that goes back behind a `)` too many, and an annotation between it and the end of a variation, show where
    /// the variation should have ended: they have no fault of their own, and the `)` is not removed unasked. Nor does an
    /// annotation move to another half-move in such a game.
    pub(super) fn doubt_brackets(&mut self) {
        let brackets = [Code::UnclosedVariation, Code::UnopenedVariation];
        if !self.report.drafts().iter().any(|found| brackets.contains(&found.code)) {
            return;
        }
        let text = self.text;
        let is_blank = |from: u32, to: u32| text.get(from as usize..to as usize).is_some_and(|s| s.trim().is_empty());
        let key = |found: &Diagnostic| -> Key { (found.code, found.range.start, found.range.end) };
        let drafts = self.report.drafts();
        let mut beside: Vec<Key> = Vec::new();
        let mut doubtful: Vec<u32> = Vec::new();
        let mut order: Vec<&Diagnostic> = drafts.iter().collect();
        order.sort_by_key(|found| found.range.start);
        for pair in order.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            if !is_blank(first.range.end, second.range.start) {
                continue;
            }
            let is_too_many = |found: &Diagnostic| self.one_cause.unopened.binary_search(&found.range.start).is_ok();
            let shows = match (first.code, second.code) {
                (Code::UnopenedVariation, Code::MoveNumber) if is_too_many(first) => Some((second, first)),
                (Code::NagPlacement | Code::CommentPlacement, Code::UnopenedVariation)
                    if text[..first.range.start as usize].trim_end().ends_with(')') =>
                {
                    Some((first, second))
                }
                _ => None,
            };
            if let Some((sign, parenthesis)) = shows {
                beside.push(key(sign));
                doubtful.push(parenthesis.range.start);
            }
        }
        beside.sort_unstable_by_key(|(_, start, end)| (*start, *end));
        self.report.account(&Cause::ParenthesisBeside { signs: &beside });
        for found in self.report.drafts_mut() {
            let annotates = matches!(found.code, Code::NagPlacement | Code::CommentPlacement);
            let is_doubtful =
                found.code == Code::UnopenedVariation && doubtful.binary_search(&found.range.start).is_ok();
            if annotates || is_doubtful {
                found.fixes.iter_mut().for_each(|fix| fix.safe = false);
            }
        }
    }
}
