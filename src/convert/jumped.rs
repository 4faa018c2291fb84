//! Numbers that have jumped: counting anew removes the sign that half-moves may be missing.

use shakmaty::Color;

use super::outcome::Loss;
use super::outline::{SourceOutline, slice};
use crate::replay::Resolved;
use crate::syntax::Token;

/// The numbers that become others where a game is counted anew, each line from its beginning.
pub(super) fn jumped_numbers(text: &str, outline: &SourceOutline, resolved: &Resolved) -> Vec<Loss> {
    let loss = |start: &u32| {
        let at = outline.items.binary_search_by_key(start, |item| item.range.start).ok()?;
        let number = outline.items.get(at).filter(|item| item.token == Token::MoveNumber)?;
        let next = resolved.moves.partition_point(|half_move| half_move.range.start < number.range.end);
        let half_move = resolved.moves.get(next).filter(|half_move| half_move.play.is_some())?;
        let old = slice(text, &number.range);
        let new = match half_move.color {
            Color::White => format!("{}.", half_move.number),
            Color::Black => format!("{}...", half_move.number),
        };
        let message = format!("the number `{old}` becomes `{new}`: half-moves may be missing before it");
        Some(Loss::new(number.range.clone(), message))
    };
    resolved.jumped.iter().filter_map(loss).collect()
}
