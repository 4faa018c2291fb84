//! What a game says: its lines, each half-move by the board after it, each variation by the half-move that it replaces.

use std::collections::BTreeMap;

use vgn_lsp::replay::{Resolved, ResolvedMove};
use vgn_lsp::rules::Position;

/// The lines of a game, from the main line on: of each the line and the ply that it leaves, and its half-moves. Variations
/// of one half-move are in the order of the text.
pub fn lines_of(resolved: &Resolved) -> Vec<String> {
    let mut lines: BTreeMap<u32, Vec<&ResolvedMove>> = BTreeMap::new();
    let mut outer: BTreeMap<u32, u32> = BTreeMap::new();
    let mut open: Vec<u32> = Vec::new();
    for half_move in &resolved.moves {
        open.truncate(half_move.depth as usize);
        outer.entry(half_move.line).or_insert_with(|| open.last().copied().unwrap_or(u32::MAX));
        open.push(half_move.line);
        lines.entry(half_move.line).or_default().push(half_move);
    }
    let mut shown = Vec::new();
    show(u32::MAX, "", &lines, &outer, &mut shown);
    shown
}

fn show(
    parent: u32,
    path: &str,
    lines: &BTreeMap<u32, Vec<&ResolvedMove>>,
    outer: &BTreeMap<u32, u32>,
    shown: &mut Vec<String>,
) {
    let mut children: Vec<_> = lines.iter().filter(|(line, _)| outer[line] == parent).collect();
    children.sort_by_key(|(_, moves)| moves[0].ply);
    for (n, (line, moves)) in children.iter().enumerate() {
        let fen = |m: &&ResolvedMove| m.after.as_deref().map(shown_board);
        let boards = moves.iter().map(|m| fen(m).unwrap_or_else(|| "?".to_owned()));
        let here = format!("{path}/{}.{n}", moves[0].ply);
        shown.push(format!("{here}: {}", boards.collect::<Vec<_>>().join(" ")));
        show(**line, &here, lines, outer, shown);
    }
}

fn shown_board(position: &Position) -> String {
    let setup = position.setup();
    format!("{} {:?} {:?} {:?}", setup.board, setup.turn, setup.castling_rights, setup.ep_square)
}
