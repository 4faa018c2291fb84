//! The tag `ECO` against the opening that was played.

use super::Judge;
use super::tag_values::classified;
use crate::analysis::{Code, Edit, Fix};
use crate::rules::Bitboards;

impl Judge<'_> {
    /// The first position is known: where it is the usual one, the opening can be held against the tag.
    pub(super) fn begin_opening(&mut self) {
        let Some(given) = self.tags.value(self.text, "ECO").and_then(|value| classified(value.trim().as_bytes()))
        else {
            return;
        };
        let usual = self.start.as_ref().and_then(Bitboards::new) == Some(Bitboards::initial());
        if usual && self.tags.get(self.text, "FEN").is_none() {
            self.played.begin(Some(given));
        }
    }

    /// Only a game that was read whole can contradict the tag.
    pub(super) fn judge_opening(&mut self) {
        if self.structure_errors || self.silent || self.unread > 0 {
            return;
        }
        let Some(opening) = self.played.contradiction() else { return };
        let Some(tag) = self.tags.get(self.text, "ECO").cloned() else { return };
        let given = tag.value(self.text).into_owned();
        let eco = opening.eco.to_string();
        let message = format!("`{given}` cannot be the code of this game, whose opening is {eco}, {}", opening.name);
        let inner = tag.inner(self.text);
        self.report.add_fixed(Code::EcoMismatch, inner.clone(), message, || {
            vec![Fix::choice(format!("write {eco}"), vec![Edit::replace(inner, eco)])]
        });
    }
}
