//! The main line of a game for an engine: its positions, and the evaluations that are in the text.

use std::ops::Range;

use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position as _};
use vgn_engine::lint::{EvaluationValue, PositionEvaluation};
use vgn_engine::replay::commands::commands;
use vgn_engine::rules::{Play, Position};
use vgn_engine::score::{MAIN, PlyPart, Score};
use vgn_uci::protocol::SearchRequest;

/// A position of the main line.
pub struct LinePosition {
    /// What an engine can be asked; `None` if the game is over there, or the board is none of the rules.
    pub request: Option<SearchRequest>,
    /// What it is worth if the game is over there.
    pub ended: Option<PositionEvaluation>,
    /// The evaluation in the text.
    pub written: Option<WrittenEvaluation>,
}

/// An evaluation in the text.
pub struct WrittenEvaluation {
    pub evaluation: PositionEvaluation,
    /// From `[%` to `]`, in bytes of the game's text.
    pub command: Range<u32>,
}

/// The positions of the main line: the first one, and that behind each half-move.
pub fn line_positions(score: &Score<'_>) -> Vec<LinePosition> {
    let line = &score.lines[MAIN];
    let mut request = score.resolved.start.as_ref().and_then(fresh);
    let mut positions = vec![position(request.clone(), written(score, &line.lead))];
    for ply in &line.plies {
        let half_move = score.half_move(*ply);
        let goes_on = match (&half_move.play, &mut request) {
            (Some(Play::Move(played)), Some(before)) => before.play(*played),
            _ => false,
        };
        if !goes_on {
            // A null move, or an illegal one: what came before is not told.
            request = half_move.after.as_deref().and_then(fresh);
        }
        positions.push(position(request.clone(), written(score, &score.plies[*ply].parts)));
    }
    positions
}

/// A position without what came before it. `None` if no engine can be asked about it, and the game is not over.
pub fn fresh_position(board: &Position) -> Option<LinePosition> {
    let found = position(Some(fresh(board)?), None);
    (found.request.is_some() || found.ended.is_some()).then_some(found)
}

fn position(request: Option<SearchRequest>, written: Option<WrittenEvaluation>) -> LinePosition {
    let ended = request.as_ref().and_then(|request| end_of(request.position()));
    LinePosition { request: request.filter(|_| ended.is_none()), ended, written }
}

/// A position without a history. `None` for a board that an engine may not survive: without a king, or with more pieces
/// than a game can reach.
fn fresh(position: &Position) -> Option<SearchRequest> {
    let legal = match position {
        Position::Legal(chess) => VariantPosition::Chess(chess.clone()),
        Position::Variant(variant) => (**variant).clone(),
        Position::Crowded(_) | Position::Free(_) => return None,
    };
    Some(SearchRequest::from_position(legal, position.castling_mode()))
}

/// What a position is worth in which the game is over.
fn end_of(position: &VariantPosition) -> Option<PositionEvaluation> {
    // That neither side can mate is for the engine to say.
    if !position.is_variant_end() && !position.legal_moves().is_empty() {
        return None;
    }
    let won = |winner: Color| EvaluationValue::Mate { moves: 0, winner };
    let value = match position.outcome().winner() {
        Some(winner) => won(winner),
        None => EvaluationValue::Pawns(0.0),
    };
    Some(PositionEvaluation { value, depth: None })
}

/// The evaluation among these parts.
fn written(score: &Score<'_>, parts: &[PlyPart]) -> Option<WrittenEvaluation> {
    parts.iter().find_map(|part| {
        let PlyPart::Comment(comment) = part else { return None };
        let mut found = commands(score.slice(comment)).filter(|command| command.name == "eval");
        let (command, evaluation) =
            found.find_map(|command| Some((command.range.clone(), evaluation(command.operands)?)))?;
        let within = |at: usize| comment.start + at as u32;
        Some(WrittenEvaluation { evaluation, command: within(command.start)..within(command.end) })
    })
}

/// An evaluation. One that says more than a value and a depth has no depth here: it is not replaced by a deeper one.
fn evaluation(operands: &str) -> Option<PositionEvaluation> {
    let read = PositionEvaluation::read(operands)?;
    let is_whole = operands.split([',', '/']).count() <= 2;
    Some(if is_whole { read } else { PositionEvaluation { depth: None, ..read } })
}
