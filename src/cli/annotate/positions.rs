//! The evaluations of a main line: those of the text, and those that an engine adds.

use shakmaty::{Color, Move};
use vgn_engine::lint::{EvaluationValue, PositionEvaluation};
use vgn_uci::process::EngineFault;
use vgn_uci::protocol::{EngineLine, EngineScore, SearchLimit, SearchRequest};

use super::engine_slot::EngineSlot;
use super::main_line::LinePosition;

/// A position with what is known of it.
#[derive(Default)]
pub struct KnownPosition {
    /// `None` if no engine can be asked about it.
    pub evaluation: Option<PositionEvaluation>,
    /// The evaluation is new, and belongs into the text.
    pub is_new: bool,
    /// The best moves, if it has been searched.
    pub best: Vec<Move>,
}

/// Evaluates all positions that are not evaluated well enough.
///
/// # Errors
///
/// If the engine fails, or does not play the variant.
pub fn evaluated(
    positions: &[LinePosition],
    engine: &mut EngineSlot,
    limit: SearchLimit,
) -> Result<Vec<KnownPosition>, EngineFault> {
    let mut known: Vec<KnownPosition> = positions.iter().map(|position| of_text(position, limit)).collect();
    let is_missing =
        |at: usize, known: &[KnownPosition]| known[at].evaluation.is_none() && positions[at].request.is_some();
    // The first position only serves to judge the first half-move.
    if !(1..positions.len()).any(|at| is_missing(at, &known)) {
        return Ok(known);
    }
    let mut asked: Option<&SearchRequest> = None;
    for at in 0..positions.len() {
        let Some(request) = positions[at].request.as_ref().filter(|_| is_missing(at, &known)) else { continue };
        begin(engine, &mut asked, request)?;
        if let Some(line) = engine.search(request, limit)?.lines.into_iter().next() {
            known[at] = KnownPosition { evaluation: Some(evaluation(&line)), is_new: at > 0, best: line.moves };
        }
    }
    Ok(known)
}

/// Searches positions with a kept evaluation for their best moves, which no text says: each by itself, and where that
/// finds another half-move than the played one, in the order of the run that wrote the evaluations. If this run finds
/// the evaluation again that is written there, its choice counts.
///
/// # Errors
///
/// If the engine fails.
pub fn find_kept_best(
    positions: &[LinePosition],
    doubtful: &[usize],
    played: &[(Color, Option<Move>)],
    known: &mut [KnownPosition],
    engine: &mut EngineSlot,
    limit: SearchLimit,
) -> Result<(), EngineFault> {
    for at in doubtful {
        known[*at].best = best_moves(&positions[*at], engine, limit)?;
    }
    // What an engine has seen before changes its choice; a search for a time is never the same one.
    let has_depth =
        |at: usize| positions[at].written.as_ref().is_some_and(|written| written.evaluation.depth.is_some());
    let is_open = |at: &usize| known[*at].best.first() != played[*at].1.as_ref() && has_depth(*at);
    let open: Vec<usize> = doubtful.iter().copied().filter(is_open).collect();
    let Some(last) = open.last().filter(|_| !matches!(limit, SearchLimit::Time(_))) else { return Ok(()) };
    let mut asked: Option<&SearchRequest> = None;
    for at in (0..=*last).filter(|at| *at == 0 || has_depth(*at)) {
        let Some(request) = &positions[at].request else { continue };
        begin(engine, &mut asked, request)?;
        let Some(line) = engine.search(request, limit)?.lines.into_iter().next() else { continue };
        let written = positions[at].written.as_ref().map(|written| written.evaluation.to_string());
        if open.contains(&at) && written == Some(evaluation(&line).to_string()) {
            known[at].best = line.moves;
        }
    }
    Ok(())
}

/// Searches a position again for its best moves.
///
/// # Errors
///
/// If the engine fails.
pub fn best_moves(
    position: &LinePosition,
    engine: &mut EngineSlot,
    limit: SearchLimit,
) -> Result<Vec<Move>, EngineFault> {
    let Some(request) = &position.request else { return Ok(Vec::new()) };
    begin(engine, &mut None, request)?;
    Ok(engine.search(request, limit)?.lines.into_iter().next().map(|line| line.moves).unwrap_or_default())
}

/// Tells the engine that a game begins: before the first question about one, and where its variant changes.
fn begin<'p>(
    engine: &mut EngineSlot,
    asked: &mut Option<&'p SearchRequest>,
    request: &'p SearchRequest,
) -> Result<(), EngineFault> {
    let kind = |request: &SearchRequest| (request.variant(), request.castling_mode());
    if asked.is_none_or(|before| kind(before) != kind(request)) {
        engine.new_game(request.variant(), request.castling_mode())?;
    }
    *asked = Some(request);
    Ok(())
}

fn of_text(position: &LinePosition, limit: SearchLimit) -> KnownPosition {
    let written = position.written.as_ref().map(|written| written.evaluation);
    let is_good = |written: &PositionEvaluation| match (limit, written.depth) {
        // An evaluation that does not say its depth is a person's, or another program's: it stays.
        (SearchLimit::Depth(wanted), Some(depth)) => depth >= wanted || position.request.is_none(),
        _ => true,
    };
    KnownPosition { evaluation: position.ended.or(written.filter(is_good)), ..KnownPosition::default() }
}

/// What a line is worth.
pub fn evaluation(line: &EngineLine) -> PositionEvaluation {
    let value = match line.score {
        EngineScore::Centipawns(value) => EvaluationValue::Pawns(f64::from(value) / 100.0),
        EngineScore::Mate(moves) => {
            EvaluationValue::Mate { moves: moves.unsigned_abs(), winner: Color::from_white(moves > 0) }
        }
    };
    PositionEvaluation { value, depth: Some(line.depth) }
}
