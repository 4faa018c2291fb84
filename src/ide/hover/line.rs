//! The line of play that leads to a half-move, across the variations that contain it.

use super::HoverSite;
use crate::analysis::ResolvedMove;
use crate::ide::outline::Leaf;
use crate::rules::History;
use crate::syntax::Token;

/// The half-moves from the game's first to that of the token.
pub fn line_to<'s>(site: &'s HoverSite<'_>, leaf: &Leaf) -> Vec<&'s ResolvedMove> {
    let leaves = site.outline.leaves();
    let mut found: Vec<&ResolvedMove> = Vec::new();
    let mut line = leaf.line;
    let last = leaves.partition_point(|other| other.range.start <= leaf.range.start);
    // Ply of the preceding half-move.
    let mut wanted = None;
    for leaf in leaves[..last].iter().rev() {
        while leaf.line != line && is_outside(site, leaf.line, line) {
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
    let at = moves.binary_search_by_key(&leaf.range.start, |found| found.range.start).ok()?;
    moves.get(at)
}

/// `line` is a variation of `other`, at any depth.
fn is_outside(site: &HoverSite<'_>, other: usize, line: usize) -> bool {
    let mut line = line;
    while let Some(parent) = site.outline.parent(line) {
        if parent == other {
            return true;
        }
        line = parent;
    }
    false
}

/// The positions of a line; `None` if one of them is unknown.
pub fn history(site: &HoverSite<'_>, line: &[&ResolvedMove]) -> Option<History> {
    let mut history = History::from(site.resolved.start.as_ref()?);
    for half_move in line {
        history.push(half_move.after.as_deref()?);
    }
    Some(history)
}
