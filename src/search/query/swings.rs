//! The term `swing`: an evaluation in the text that differs much from the one a half-move before.

use shakmaty::Color;
use vgn_engine::lint::{EvaluationValue, PositionEvaluation};

use super::QueryError;
use super::lexer::QueryWords;
use super::record::GameRecord;
use crate::WalkStep;

/// A change from one half-move to the next that is looked for.
#[derive(Clone, Debug)]
pub(super) struct SoughtSwing {
    /// The side it is good for; `None`: either.
    good_for: Option<Color>,
    /// The smallest change, in hundredths of a pawn.
    least: i64,
}

/// What a mate is worth, in hundredths of a pawn; also the most that any evaluation counts.
const MATE: i64 = 10_000;

impl SoughtSwing {
    /// `swing 1.5`, `swing white 1.5` or `swing 150cp`.
    ///
    /// # Errors
    ///
    /// If no such number comes next.
    pub fn read(words: &mut QueryWords) -> Result<SoughtSwing, QueryError> {
        const EXPECTED: &str = "a number of pawns such as 1.5, or of their hundredths such as 150cp";
        let good_for = match () {
            () if words.take("white") => Some(Color::White),
            () if words.take("black") => Some(Color::Black),
            () => None,
        };
        let token = words.value(EXPECTED)?;
        let (number, factor) = token.text.strip_suffix("cp").map_or((&token.text[..], 100.0), |number| (number, 1.0));
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let least = number.parse::<f64>().ok().filter(|_| is_plain).map(|number| (number * factor).round());
        match least.filter(|least| (1.0..=2.0 * MATE as f64).contains(least)) {
            Some(least) => Ok(SoughtSwing { good_for, least: least as i64 }),
            None => Err(token.error(&format!("expected {EXPECTED}"))),
        }
    }

    /// The first half-move of the main line by which the evaluation changes so much; `game` has the game's bytes.
    pub fn first<'r>(&self, record: &'r GameRecord, game: &[u8]) -> Option<&'r WalkStep> {
        let evaluations = evaluations(record, game);
        let mut pairs = evaluations.windows(2).zip(&record.steps);
        let is_swing = |pair: &[Option<i64>]| match pair {
            [Some(before), Some(after)] => match self.good_for {
                Some(color) => color.fold_wb(after - before, before - after) >= self.least,
                None => (after - before).abs() >= self.least,
            },
            _ => false,
        };
        pairs.find(|(pair, _)| is_swing(pair)).map(|(_, step)| step)
    }
}

/// The evaluations before the first half-move and behind each, from White's side, in hundredths of a pawn.
fn evaluations(record: &GameRecord, game: &[u8]) -> Vec<Option<i64>> {
    let mut found = vec![None; record.steps.len() + 1];
    let (mut at, mut depth, mut end) = (0, 0_usize, record.start);
    for (place, text) in record.comments(game) {
        // The parentheses between two comments say whether this is one of a variation.
        while let Some(step) = record.steps.get(at).filter(|step| step.range.start < place.start) {
            (at, depth, end) = (at + 1, 0, step.range.end);
        }
        let between = game.get(end.saturating_sub(record.start)..place.start.saturating_sub(record.start));
        // Before the first half-move are tags, but no variations.
        for byte in between.filter(|_| at > 0).unwrap_or_default() {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        end = end.max(place.end);
        if depth == 0 && found[at].is_none() {
            found[at] = PositionEvaluation::of_comment(&text).map(|evaluation| hundredths(evaluation.value));
        }
    }
    found
}

fn hundredths(value: EvaluationValue) -> i64 {
    match value {
        EvaluationValue::Pawns(pawns) => ((pawns * 100.0).round() as i64).clamp(-MATE, MATE),
        EvaluationValue::Mate { winner, .. } => winner.fold_wb(MATE, -MATE),
    }
}
