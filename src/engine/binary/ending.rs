//! The terminator of a game with a binary section (rule E1): from the section, else from the board, else from the tag
//! `Result`.

use shakmaty::{Color, KnownOutcome, Outcome};

use crate::notation::BinaryEvent;
use crate::replay::Resolved;
use crate::syntax::results;

/// The terminator that the section itself records.
pub fn recorded_result(event: Option<&BinaryEvent>) -> Option<&'static str> {
    match event {
        Some(BinaryEvent::End(outcome)) => Some(terminator(*outcome)),
        _ => None,
    }
}

fn terminator(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => "1-0",
        Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => "0-1",
        Outcome::Known(KnownOutcome::Draw) => "1/2-1/2",
        Outcome::Unknown => "*",
    }
}

/// The terminator that follows from the board at the end of the main line, if any.
pub fn result_on_board(game: &Resolved) -> Option<&'static str> {
    let position = game.end.as_ref()?;
    let winner = |winner: Color| winner.fold_wb("1-0", "0-1");
    if let Some(end) = position.variant_end() {
        Some(end.winner.map_or("1/2-1/2", winner))
    } else if position.is_checkmate() {
        Some(winner(!position.turn()))
    } else {
        position.is_stalemate().then_some("1/2-1/2")
    }
}

/// The terminator that the value of a `Result` tag stands for; `*` without a tag.
pub fn of_tag(result: Option<&str>) -> &'static str {
    result.map_or("*", results::terminator)
}
