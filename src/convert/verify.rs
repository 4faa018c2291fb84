//! A converted game read back, where the rules do not vouch for it.

use super::outcome::Loss;
use super::outline::slice;
use crate::analysis::apply;
use crate::analysis::{Context, Edit, Resolved, resolve_game};
use crate::rules::Position;

/// Whether every half-move is legal: what is written of such a game is read as it was meant.
pub(super) fn is_legal_play(resolved: &Resolved) -> bool {
    resolved.moves.iter().all(|half_move| {
        let (Some(before), Some(play)) = (&half_move.before, &half_move.play) else { return false };
        play.as_move().is_some_and(|m| before.is_legal(m))
    })
}

/// Reads the converted game, and says the first half-move after which its board is not the one of the game: a notation
/// may leave out what an illegal move needs to be told (`UCI` has no letter for a man that was not there).
pub(super) fn difference(
    text: &str,
    resolved: &Resolved,
    edits: &[Edit],
    to: &str,
    context: &Context<'_>,
) -> Option<Loss> {
    differs(text, resolved, &resolve_game(&apply(text, edits), context), to)
}

/// The first half-move of a game after which the board is not the one of the same game in another notation. Variations
/// count where the other game has them.
pub(super) fn differs(text: &str, resolved: &Resolved, converted: &Resolved, to: &str) -> Option<Loss> {
    let whole = converted.moves.len() >= resolved.moves.len();
    let mut read = converted.moves.iter();
    for half_move in resolved.moves.iter().filter(|half_move| whole || half_move.depth == 0) {
        let Some(after) = &half_move.after else { continue };
        let again = read.next().and_then(|again| again.after.as_ref());
        let same = |again: &Position| {
            again.board() == after.board() && again.turn() == after.turn() && again.pockets() == after.pockets()
        };
        if !again.is_some_and(same) {
            let old = slice(text, &half_move.range);
            let message = format!("{to} cannot say `{old}` so that it leads to the same board");
            return Some(Loss::new(half_move.range.clone(), message));
        }
    }
    None
}
