//! The line of play that leads to a half-move, across the variations that contain it.

use vgn_engine::replay::ResolvedMove;
use vgn_engine::rules::History;
use vgn_engine::syntax::Token;

use super::HoverSite;
use crate::line_of_play::index_at;
use crate::outline::Leaf;

/// The half-moves from the game's first to that of the token.
pub fn line_to<'s>(site: &'s HoverSite<'_>, leaf: &Leaf) -> Vec<&'s ResolvedMove> {
    let leaves = site.outline.leaves();
    let mut found: Vec<&ResolvedMove> = Vec::new();
    let mut line = leaf.line;
    let last = leaves.partition_point(|other| other.range.start <= leaf.range.start);
    // Ply of the preceding half-move.
    let mut wanted = None;
    for leaf in leaves[..last].iter().rev() {
        while leaf.line != line && site.outline.is_within(line, leaf.line) {
            let Some(parent) = site.outline.parent(line) else { return Vec::new() };
            line = parent;
        }
        if leaf.token != Token::Move || leaf.line != line {
            continue;
        }
        let Some(resolved) = move_of(site, leaf) else { continue };
        if wanted.is_none_or(|wanted| resolved.ply == wanted) {
            found.push(resolved);
            match resolved.ply.checked_sub(1) {
                Some(before) => wanted = Some(before),
                None => break,
            }
        }
    }
    found.reverse();
    found
}

/// The resolved half-move of a token.
pub fn move_of<'s>(site: &'s HoverSite<'_>, leaf: &Leaf) -> Option<&'s ResolvedMove> {
    let moves = &site.resolved.moves;
    moves.get(index_at(moves, leaf.range.start)?)
}

/// The positions of a line; `None` if one of them is unknown.
pub fn history(site: &HoverSite<'_>, line: &[&ResolvedMove]) -> Option<History> {
    let mut history = History::from(site.resolved.start.as_ref()?);
    for half_move in line {
        history.push(half_move.after.as_deref()?);
    }
    Some(history)
}
