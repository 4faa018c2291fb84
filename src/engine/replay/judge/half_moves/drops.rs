//! Pieces dropped from the pocket (crazyhouse, rule G2), in the notations that have drops.

use std::ops::Range;

use shakmaty::{Move, Role, Square};

use super::moves::JudgedMove;
use super::near_moves::suggestions;
use crate::lint::Code;
use crate::notation::MoveText;
use crate::replay::judge::Judge;
use crate::rules::{Play, RuleScope};
use crate::variants::row;

impl Judge<'_> {
    /// Judges a drop. In a variant without drops the board after it is unknown. In crazyhouse an illegal drop is an
    /// error in SAN; in notations that can record illegal moves it is a warning, and play continues (rules D1 and D2).
    pub(crate) fn drop(&mut self, range: &Range<u32>, text: &MoveText, role: Role, to: Square) -> Option<JudgedMove> {
        let position = self.line.position()?;
        if position.pockets().is_none() {
            let name = row(position.variant()).in_words();
            let message = format!("`{}` drops a piece, but {name} has no drops", self.slice(range));
            self.report.add(Code::IllegalMove, range.clone(), message);
            return None;
        }
        let m = Move::Put { role, to };
        let play = Play::Move(m);
        let allows_illegal = self.notation.allows_illegal;
        let rule_scope = if allows_illegal { self.rule_scope().unwrap_or(RuleScope::Basic) } else { RuleScope::Full };
        let illegal = position.judge(&play, rule_scope);
        if let Some(why) = illegal {
            if !allows_illegal {
                return self.illegal_san(range, &why.to_string());
            }
            let excused = self.line.stray || self.line.fault_reported || self.rule_scope().is_none();
            if !excused && !self.after_board_end(range) {
                let shown = self.slice(range).to_owned();
                let near = if self.report.wants_fixes() { self.near_moves(&shown, range.end) } else { Vec::new() };
                let message = format!("`{shown}` is not legal here: {why}");
                self.report.add_fixed(Code::IllegalMove, range.clone(), message, || suggestions(range, &near));
            }
        }
        let mut played = JudgedMove::new(play, text);
        played.illegal = illegal;
        if let Some(letter) = text.habits.foreign {
            self.record_foreign_move(range, letter, &played);
        }
        if text.habits.import_form {
            let message = format!("`{}` is not how {} writes this move", self.slice(range), self.notation.name);
            played.faults.push((Code::ImportFormat, message));
        }
        Some(played)
    }
}
