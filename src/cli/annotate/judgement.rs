//! Mistakes of a main line, and its accuracy.

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
struct Evaluations {
    before: PositionEvaluation,
    after: PositionEvaluation,
}

impl Evaluations {
    fn around(known: &[KnownPosition], at: usize) -> Option<Evaluations> {
        Some(Evaluations { before: known.get(at)?.evaluation?, after: known.get(at + 1)?.evaluation? })
    }

    /// The winning chances that the half-move gave away, from -2 to 2.
    fn lost_chances(self, color: Color) -> f64 {
        let lost = self.before.winning_chances() - self.after.winning_chances();
        color.fold_wb(lost, -lost)
    }

    /// In hundredths of a pawn, from 0; beyond ten pawns nothing more is lost.
    fn lost_centipawns(self, color: Color) -> f64 {
        let lost = centipawns(self.before) - centipawns(self.after);
        color.fold_wb(lost, -lost).max(0.0)
    }

    /// How well the half-move keeps the winning chances, in percent: lichess's curve.
    fn accuracy(self, color: Color) -> f64 {
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

/// What a summary comment begins with, by which it is recognized.
pub const SUMMARY: &str = "Accuracy: ";

/// The words of a comment on the whole game. `None` if no half-move is judged.
pub fn summary(
    known: &[KnownPosition],
    colors: &[Color],
    grades: &[Option<MistakeGrade>],
    engine: &str,
) -> Option<String> {
    let side = |side: Color| {
        let own = (0..colors.len()).filter(|at| colors[*at] == side);
        let judged: Vec<Evaluations> = own.filter_map(|at| Evaluations::around(known, at)).collect();
        let mean = |of: &dyn Fn(Evaluations) -> f64| {
            judged.iter().map(|evaluations| of(*evaluations)).sum::<f64>() / judged.len() as f64
        };
        let counted = |grade| {
            let both = grades.iter().zip(colors);
            both.filter(|(found, color)| **found == Some(grade) && **color == side).count()
        };
        (!judged.is_empty()).then(|| SideSummary {
            accuracy: mean(&|evaluations| evaluations.accuracy(side)),
            lost: mean(&|evaluations| evaluations.lost_centipawns(side)),
            mistakes: [MistakeGrade::Inaccuracy, MistakeGrade::Mistake, MistakeGrade::Blunder].map(counted),
        })
    };
    let sides = [("White", side(Color::White)), ("Black", side(Color::Black))];
    let list = |of: &dyn Fn(&SideSummary) -> String| {
        let told = sides.iter().filter_map(|(name, side)| Some(format!("{name} {}", of(side.as_ref()?))));
        told.collect::<Vec<_>>().join(", ")
    };
    if sides.iter().all(|(_, side)| side.is_none()) {
        return None;
    }
    let [inaccuracies, mistakes, blunders] = [0, 1, 2].map(|at| list(&|side| side.mistakes[at].to_string()));
    Some(format!(
        "{SUMMARY}{}. Average loss in centipawns: {}. Inaccuracies: {inaccuracies}. Mistakes: {mistakes}. Blunders: \
         {blunders}. Evaluated by {engine}.",
        list(&|side| format!("{:.1} %", side.accuracy)),
        list(&|side| format!("{:.0}", side.lost)),
    ))
}

struct SideSummary {
    /// In percent.
    accuracy: f64,
    /// In hundredths of a pawn.
    lost: f64,
    /// Inaccuracies, mistakes, blunders.
    mistakes: [usize; 3],
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(evaluations: &[&str]) -> Vec<KnownPosition> {
        let read =
            |text: &&str| KnownPosition { evaluation: PositionEvaluation::read(text), ..KnownPosition::default() };
        evaluations.iter().map(read).collect()
    }

    #[test]
    fn a_game_is_summed_up() {
        let known = known(&["0.3", "0.3", "0.5", "-1", "-1"]);
        let colors = [Color::White, Color::Black, Color::White, Color::Black];
        let grades = [None, None, Some(MistakeGrade::Mistake), None];
        assert_eq!(
            summary(&known, &colors, &grades, "Fish").as_deref(),
            Some(
                "Accuracy: White 76.8 %, Black 96.0 %. Average loss in centipawns: White 75, Black 10. Inaccuracies: \
                 White 0, Black 0. Mistakes: White 1, Black 0. Blunders: White 0, Black 0. Evaluated by Fish."
            )
        );
        assert_eq!(summary(&[], &[], &[], "Fish"), None);
    }
}
