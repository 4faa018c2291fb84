//! The tag `ECO`, compared with the opening that was played.

use crate::lint::{Code, Edit, Fix, classified};
use crate::openings::{PawnHistory, named};
use crate::replay::judge::Judge;
use crate::rules::Bitboards;

/// The opening of the main line.
#[derive(Default)]
pub(crate) struct OpeningLine {
    pub played: PawnHistory,
    /// Its boards.
    pub boards: Vec<Bitboards>,
}

impl Judge<'_> {
    /// Starts recording the opening, if the game has an `ECO` tag and begins from the usual position.
    pub(crate) fn begin_opening(&mut self) {
        let Some(given) = self.tags.value(self.text, "ECO").and_then(|value| classified(value.trim().as_bytes()))
        else {
            return;
        };
        let usual = self.start.as_ref().and_then(Bitboards::standard) == Some(Bitboards::initial());
        if usual && self.tags.get(self.text, "FEN").is_none() {
            self.opening.played.begin(Some(given));
        }
    }

    /// Records the board after a half-move of the main line's opening.
    pub(crate) fn see_opening(&mut self, board: &Bitboards) {
        self.opening.played.record(board);
        self.opening.boards.push(*board);
    }

    /// Reports an `ECO` tag that the opening contradicts, if the game could be read completely.
    pub(crate) fn judge_opening(&mut self) {
        if self.structure_errors || self.moves_unjudged || self.counts.unread > 0 || !self.opening.played.contradicts()
        {
            return;
        }
        let Some(tag) = self.tags.get(self.text, "ECO").cloned() else { return };
        let given = tag.value(self.text).into_owned();
        let opening = self.opening.boards.iter().rev().find_map(named);
        let mut message = format!("`{given}` cannot be the code of this game");
        if let Some(opening) = opening {
            message += &format!(", whose opening is {}, {}", opening.eco, opening.name);
        }
        if let Some(square) = self.opening.played.unmoved() {
            message += &format!(": the pawn on {square} has not moved, but in every line of {} it has", given.trim());
        } else {
            message += &format!(": the pawns have not stood as in any line of {}", given.trim());
        }
        let inner = tag.inner(self.text);
        let proper = opening.map(|opening| opening.eco).filter(|eco| self.opening.played.allows(*eco));
        self.report.add_fixed(Code::EcoMismatch, inner.clone(), message, || {
            let write = |eco: String| Fix::choice(format!("write {eco}"), vec![Edit::replace(inner, eco)]);
            proper.map(|eco| write(eco.to_string())).into_iter().collect()
        });
    }
}
