//! An evaluation as `[%eval]` writes it, the winning chances that it stands for, and mistakes by it.

use std::fmt;

use shakmaty::Color;

/// The slope of winning chances against the evaluation in pawns, as fitted by lichess.
const STEEPNESS: f64 = 0.368_208;

/// An evaluation of a position, from White's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionEvaluation {
    pub value: EvaluationValue,
    /// How deep the engine looked, in half-moves; `None` if the text does not say so.
    pub depth: Option<u32>,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EvaluationValue {
    Pawns(f64),
    /// Moves to mate, and who mates.
    Mate {
        moves: u32,
        winner: Color,
    },
}

/// How bad a half-move is, by the winning chances that it gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MistakeGrade {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// The losses of winning chances, on a scale from -1 to 1, from which a half-move is an inaccuracy, a mistake or a
/// blunder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MistakeThresholds {
    pub inaccuracy: f64,
    pub mistake: f64,
    pub blunder: f64,
}

impl MistakeThresholds {
    /// Those of lichess.
    pub const USUAL: MistakeThresholds = MistakeThresholds { inaccuracy: 0.1, mistake: 0.2, blunder: 0.3 };

    /// The grade of a loss, if it is one.
    pub fn grade(&self, loss: f64) -> Option<MistakeGrade> {
        match loss {
            loss if loss >= self.blunder => Some(MistakeGrade::Blunder),
            loss if loss >= self.mistake => Some(MistakeGrade::Mistake),
            loss if loss >= self.inaccuracy => Some(MistakeGrade::Inaccuracy),
            _ => None,
        }
    }
}

impl MistakeGrade {
    /// The number of its NAG: that of `?!`, `?` or `??`.
    pub fn nag(self) -> u32 {
        match self {
            MistakeGrade::Inaccuracy => 6,
            MistakeGrade::Mistake => 2,
            MistakeGrade::Blunder => 4,
        }
    }
}

impl PositionEvaluation {
    /// Reads the operands of `[%eval]`. `None` if they are none.
    pub fn read(operands: &str) -> Option<PositionEvaluation> {
        let mut parts = operands.split([',', '/']);
        let value = parts.next()?.trim();
        let depth = parts.next().and_then(|depth| depth.trim().parse().ok());
        if value.contains(['#', 'M']) {
            let winner = Color::from_white(!value.contains('-'));
            let digits: String = value.chars().filter(char::is_ascii_digit).collect();
            return Some(PositionEvaluation {
                value: EvaluationValue::Mate { moves: digits.parse().unwrap_or(0), winner },
                depth,
            });
        }
        Some(PositionEvaluation { value: EvaluationValue::Pawns(pawns(operands)?), depth })
    }

    /// The first evaluation among the commands of a comment.
    pub fn of_comment(comment: &str) -> Option<PositionEvaluation> {
        let commands = comment.split("[%eval").skip(1).filter(|rest| rest.starts_with(char::is_whitespace));
        commands.filter_map(|rest| PositionEvaluation::read(rest.split_once(']')?.0.trim())).next()
    }

    /// White's winning chances, from -1 to 1.
    pub fn winning_chances(&self) -> f64 {
        match self.value {
            EvaluationValue::Pawns(pawns) => 2.0 / (1.0 + (-STEEPNESS * pawns).exp()) - 1.0,
            EvaluationValue::Mate { winner, .. } => winner.fold_wb(1.0, -1.0),
        }
    }
}

impl fmt::Display for PositionEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            EvaluationValue::Pawns(pawns) => write!(f, "{pawns:.2}")?,
            EvaluationValue::Mate { moves, winner } => write!(f, "#{}{moves}", winner.fold_wb("", "-"))?,
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

/// The pawns of an evaluation, if it is no mate. With a depth after a comma, as ChessBase writes it, a value without a
/// decimal point is in hundredths of a pawn.
pub fn pawns(operands: &str) -> Option<f64> {
    let value = operands.split([',', '/']).next()?.trim();
    let number: f64 = value.parse().ok().filter(|number: &f64| number.is_finite())?;
    let is_hundredths = !value.contains('.') && operands.contains(',');
    Some(if is_hundredths { number / 100.0 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_read_and_written() {
        for (text, written) in [
            ("0.3", "0.30"),
            ("-1.25,20", "-1.25,20"),
            ("30,20", "0.30,20"),
            ("#3", "#3"),
            ("#-12,7", "#-12,7"),
            ("-M5/9", "#-5,9"),
            ("0", "0.00"),
        ] {
            assert_eq!(PositionEvaluation::read(text).map(|read| read.to_string()).as_deref(), Some(written), "{text}");
        }
        assert_eq!(PositionEvaluation::read("x"), None);
        let of_comment = |text| PositionEvaluation::of_comment(text).map(|read| read.to_string());
        assert_eq!(
            of_comment("{[%evaluation 3] [%eval x] [%clk 1] [%eval 0.5,3] [%eval 2]}").as_deref(),
            Some("0.50,3")
        );
        assert_eq!(of_comment("{[%eval 0.5"), None);
    }

    #[test]
    fn losses_have_grades() {
        let grade = |loss| MistakeThresholds::USUAL.grade(loss).map(MistakeGrade::nag);
        assert_eq!([0.05, 0.1, 0.2, 0.3, 2.0].map(grade), [None, Some(6), Some(2), Some(4), Some(4)]);
        let chances = |text| PositionEvaluation::read(text).map(|read| (read.winning_chances() * 1000.0).round());
        assert_eq!(["0", "1", "-1", "#5", "#-5"].map(chances), [0.0, 182.0, -182.0, 1000.0, -1000.0].map(Some));
    }
}
