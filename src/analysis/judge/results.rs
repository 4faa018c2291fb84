//! The result in the tags against the game (rule B8), and the count of half-moves.

use super::Judge;
use crate::analysis::{Code, Edit, Fix, Related, Severity};

const TERMINATORS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl Judge<'_> {
    pub(super) fn judge_results(&mut self) {
        self.judge_result_tag();
        self.judge_ply_count();
        self.judge_opening();
    }

    fn judge_result_tag(&mut self) {
        let Some(tag) = self.tags.get(self.text, "Result").cloned() else { return };
        let value = tag.value(self.text).into_owned();
        let inner = tag.inner(self.text);
        let known = TERMINATORS.contains(&value.as_str());
        if self.is_vgn() {
            let words = match value.as_str() {
                "1-0" => "White wins",
                "0-1" => "Black wins",
                "1/2-1/2" => "Draw",
                "*" => "Unfinished",
                _ => return,
            };
            let message = "in VGN the tag Result is text for people; the terminator belongs after the moves";
            self.report.add_fixed(Code::ResultForPeople, inner.clone(), message, || {
                vec![Fix::safe(format!("write \"{words}\""), vec![Edit::replace(inner, words)])]
            });
            return;
        }
        if !known {
            let message = format!("`{value}` is not a result: expected 1-0, 0-1, 1/2-1/2 or *");
            self.report.add(Code::InvalidResultTag, inner, message);
            return;
        }
        let Some(terminator) = self.terminator.clone() else { return };
        let found = self.slice(&terminator);
        if found == value || self.right_result == Some(value.as_str()) {
            return;
        }
        let message = format!("the tag Result says `{value}`, but the game ends with `{found}`");
        let fixes = vec![
            Fix::choice(format!("write `{found}` in the tag"), vec![Edit::replace(inner.clone(), found)]),
            Fix::choice(
                format!("end the game with `{value}`"),
                vec![Edit::replace(terminator.clone(), value.as_str())],
            ),
        ];
        if let Some(diagnostic) = self.report.add_fixed(Code::ResultMismatch, inner, message, || fixes) {
            diagnostic.related.push(Related::new(terminator, "the terminator"));
        }
    }

    /// Only a game that was read whole can contradict its `PlyCount`.
    fn judge_ply_count(&mut self) {
        if self.structure_errors || self.silent || self.terminator.is_none() || self.unread > 0 {
            return;
        }
        let Some(tag) = self.tags.get(self.text, "PlyCount").cloned() else { return };
        let Ok(count) = tag.value(self.text).trim().parse::<u32>() else { return };
        let found = self.main_line_half_moves;
        if count == found {
            return;
        }
        let message = format!("the tag PlyCount says {count} half-moves, but the game has {found}");
        let inner = tag.inner(self.text);
        // Programs that do not count write 0 in every game.
        let level = if count == 0 { Severity::Hint } else { Code::PlyCountMismatch.entry().severity };
        self.report.add_fixed_at(level, Code::PlyCountMismatch, inner.clone(), message, || {
            // Another count may be all that tells of half-moves that were lost.
            let edits = vec![Edit::replace(inner, found.to_string())];
            vec![Fix { title: format!("write {found}"), edits, safe: count == 0 }]
        });
    }
}
