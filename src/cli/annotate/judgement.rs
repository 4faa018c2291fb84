//! Mistakes of a main line, and what they cost.

use shakmaty::{Color, Move, Position as _};
use vgn_engine::lint::{EvaluationValue, MistakeGrade, MistakeThresholds, PositionEvaluation};

use super::main_line::LinePosition;
use super::positions::KnownPosition;

/// The grade of each half-move: by what it gives away, unless it is the engine's own choice, or the only one.
pub fn grades(
    line: &[LinePosition],
    known: &[KnownPosition],
    played: &[(Color, Option<Move>)],
    thresholds: &MistakeThresholds,
) -> Vec<Option<MistakeGrade>> {
    let grade = |(at, (color, played)): (usize, &(Color, Option<Move>))| {
        let loss = Evaluations::around(known, at)?.lost_chances(*color);
        let is_best = played.is_some() && known[at].best.first() == played.as_ref();
        let is_forced = line[at].request.as_ref().is_some_and(|request| request.position().legal_moves().len() == 1);
        thresholds.grade(loss).filter(|_| !is_best && !is_forced)
    };
    played.iter().enumerate().map(grade).collect()
}

/// The evaluations before and after a half-move.
#[derive(Clone, Copy)]
pub struct Evaluations {
    before: PositionEvaluation,
    after: PositionEvaluation,
}

impl Evaluations {
    /// Those around the half-move of this index, if both are known.
    pub fn around(known: &[KnownPosition], at: usize) -> Option<Evaluations> {
        Some(Evaluations { before: known.get(at)?.evaluation?, after: known.get(at + 1)?.evaluation? })
    }

    /// The winning chances that the half-move gave away, from -2 to 2.
    fn lost_chances(self, color: Color) -> f64 {
        let lost = self.before.winning_chances() - self.after.winning_chances();
        color.fold_wb(lost, -lost)
    }

    /// In hundredths of a pawn, from 0; beyond ten pawns nothing more is lost.
    pub fn lost_centipawns(self, color: Color) -> f64 {
        let lost = centipawns(self.before) - centipawns(self.after);
        color.fold_wb(lost, -lost).max(0.0)
    }

    /// How well the half-move keeps the winning chances, in percent: lichess's curve.
    pub fn accuracy(self, color: Color) -> f64 {
        // On lichess's scale of winning chances, from 0 to 100.
        let lost = (self.lost_chances(color) * 50.0).max(0.0);
        (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
    }
}

fn centipawns(evaluation: PositionEvaluation) -> f64 {
    const MOST: f64 = 1000.0;
    match evaluation.value {
        EvaluationValue::Pawns(pawns) => (pawns * 100.0).clamp(-MOST, MOST),
        EvaluationValue::Mate { winner, .. } => winner.fold_wb(MOST, -MOST),
    }
}
