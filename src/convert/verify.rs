//! Reads a converted game back to verify it, if the rules do not guarantee the result.

use super::outcome::Loss;
use super::outline::slice;
use crate::replay::{Resolved, ResolvedMove};
use crate::rules::Position;

/// Whether every half-move is legal: then the written game is read as intended.
pub(super) fn is_legal_play(resolved: &Resolved) -> bool {
    resolved.moves.iter().all(|half_move| {
        let (Some(before), Some(play)) = (&half_move.before, &half_move.play) else { return false };
        play.as_move().is_some_and(|m| before.is_legal(m))
    })
}

/// The first half-move whose board differs from that of the same game in another notation. Variations are compared if
/// the other game has them; their positions in lines may differ.
pub(super) fn differs(text: &str, resolved: &Resolved, converted: &Resolved, to: &str) -> Option<Loss> {
    let whole = converted.moves.len() >= resolved.moves.len();
    let mut read = by_place(&converted.moves).into_iter();
    for half_move in by_place(&resolved.moves).into_iter().filter(|half_move| whole || half_move.depth == 0) {
        let Some(after) = &half_move.after else { continue };
        let again = read.next().and_then(|again| again.after.as_deref());
        let same = |again: &Position| {
            again.board() == after.board() && again.turn() == after.turn() && again.pockets() == after.pockets()
        };
        if !again.is_some_and(same) {
            let old = slice(text, &half_move.range);
            let message = format!("{to} cannot record `{old}` so that it leads to the same board");
            return Some(Loss::new(half_move.range.clone(), message));
        }
    }
    None
}

/// The half-moves of one line, and its variations.
struct BoardLine<'r> {
    moves: Vec<&'r ResolvedMove>,
    /// Index of each variation's line in the list.
    variations: Vec<usize>,
}

/// The half-moves in an order with each variation behind the half-move that it replaces, independent of the text.
fn by_place(moves: &[ResolvedMove]) -> Vec<&ResolvedMove> {
    let mut lines = vec![BoardLine { moves: Vec::new(), variations: Vec::new() }];
    // For each open line its `(` and its index in the list, from the main line on.
    let mut open = vec![(0, 0)];
    for half_move in moves {
        open.truncate(half_move.depth as usize + 1);
        if open.len() > 1 && open.last().is_some_and(|(line, _)| *line != half_move.line) {
            open.truncate(half_move.depth as usize);
        }
        if half_move.depth > 0 && open.last().is_none_or(|(line, _)| *line != half_move.line) {
            let outer = open.last().map_or(0, |(_, outer)| *outer);
            let new = lines.len();
            lines[outer].variations.push(new);
            lines.push(BoardLine { moves: Vec::new(), variations: Vec::new() });
            open.push((half_move.line, new));
        }
        let now = open.last().map_or(0, |(_, now)| *now);
        lines[now].moves.push(half_move);
    }
    let mut ordered = Vec::with_capacity(moves.len());
    gather(&lines, 0, &mut ordered);
    ordered
}

fn gather<'r>(lines: &[BoardLine<'r>], at: usize, ordered: &mut Vec<&'r ResolvedMove>) {
    let ply = |line: usize| lines[line].moves.first().map_or(0, |first| first.ply);
    let mut variations = lines[at].variations.clone();
    variations.sort_by_key(|&line| ply(line));
    let mut variations = variations.into_iter().peekable();
    for half_move in &lines[at].moves {
        ordered.push(half_move);
        while let Some(line) = variations.next_if(|&line| ply(line) <= half_move.ply) {
            gather(lines, line, ordered);
        }
    }
    for line in variations {
        gather(lines, line, ordered);
    }
}
