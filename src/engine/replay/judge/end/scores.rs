//! Scores that no terminator records (PGN 8.2.6): that of a game which both players have lost (`0-0`), and points that an
//! arbiter has given (`1/2-0`). The tag `Termination` can say what has happened (PGN 9.8.1).

use std::ops::Range;

use crate::lint::{Code, Diagnostic, Edit, Fix};
use crate::replay::judge::Judge;
use crate::syntax::results::is_unrecorded_score;

const TITLE: &str = "write `*`, and the reason in the tag Termination";

impl Judge<'_> {
    /// Reports a castling `0-0` as the score of the game, if it is the end of the game: none is possible, or the tag
    /// `Result` has such a score too. False if it is a half-move.
    pub(crate) fn half_move_is_score(&mut self, range: &Range<u32>) -> bool {
        let text = self.slice(range);
        let may_be_score = text.starts_with('0') && is_unrecorded_score(text) && self.may_end_before(range.end);
        if !may_be_score || self.in_variation() || self.line.pending_number.is_some() {
            return false;
        }
        let may_castle = || self.read_text(text).is_none_or(|castling| self.possible(&castling));
        if self.score_in_tag().is_none() && (!self.line.is_known() || may_castle()) {
            return false;
        }
        self.unrecorded_score(range.clone());
        true
    }

    /// Reports a score in the place of the terminator.
    pub(crate) fn unrecorded_score(&mut self, range: Range<u32>) {
        let text = self.slice(&range);
        self.termination.near_terminator |= !self.in_variation();
        let message = format!("a game cannot end with `{text}`: expected `*`, and the reason in the tag Termination");
        let reason = if self.score_in_tag().is_none() { self.termination_tag(text) } else { None };
        let title = if reason.is_some() { TITLE } else { "write `*`" };
        let edits = reason.into_iter().chain([Edit::replace(range.clone(), "*")]).collect();
        self.report_fixed(Code::StrayText, range, message, || vec![Fix::choice(title, edits)]);
    }

    /// Makes the fix of such a score in the tag `Result`.
    pub(crate) fn score_tag_fix(&mut self) {
        let Some(score) = self.score_in_tag().filter(|_| self.report.wants_fixes()) else { return };
        let Some(tag) = self.tags.get(self.text, "Result").map(|tag| tag.inner(self.text)) else { return };
        let reason = self.termination_tag(&score);
        let title = if reason.is_some() { TITLE } else { "write `*`" };
        let edits = std::iter::once(Edit::replace(tag.clone(), "*")).chain(reason).collect();
        let is_of_tag = |found: &&mut Diagnostic| found.code == Code::InvalidResultTag && found.fixes.is_empty();
        if let Some(found) = self.report.drafts_mut().iter_mut().find(is_of_tag) {
            found.fixes = vec![Fix::choice(title, edits)];
        }
    }

    /// Such a score in the tag `Result` of a PGN game.
    fn score_in_tag(&self) -> Option<String> {
        let result = self.tags.value(self.text, "Result").filter(|_| !self.is_vgn())?;
        is_unrecorded_score(&result).then(|| result.into_owned())
    }

    /// A tag `Termination` behind the tag `Result`, if the game has none.
    fn termination_tag(&self, score: &str) -> Option<Edit> {
        let result = self.tags.get(self.text, "Result")?;
        let is_forfeit = score.bytes().all(|byte| !byte.is_ascii_digit() || byte == b'0');
        let reason = if is_forfeit { "double forfeit".to_owned() } else { format!("scored {score}") };
        let tag = format!("{}[Termination \"{reason}\"]", self.line_end());
        self.tags.get(self.text, "Termination").is_none().then(|| Edit::insert(result.range.end, tag))
    }
}
