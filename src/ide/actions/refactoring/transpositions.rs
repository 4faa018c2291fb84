//! Finds transpositions between lines of a merged game.

use std::collections::{HashMap, HashSet};

use vgn_engine::rules::SharedPosition;
use vgn_engine::score::{MAIN, Score};

use crate::hover::numbered;

/// The half-moves from index `from` on that reach a position of another line, each with the half-move that leads to it
/// there. If two lines continue together from there, only the first half-move is reported.
pub fn transpositions(score: &Score<'_>, from: usize) -> Vec<(usize, String)> {
    let mut lines = PlyOrder { score, order: Vec::new(), before: HashMap::new() };
    lines.walk(MAIN, None);
    let key = |ply: usize| score.half_move(ply).after.as_ref().map(SharedPosition::fingerprint);
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (ply, key) in lines.order.iter().filter_map(|ply| Some((*ply, key(*ply)?))) {
        places.entry(key).or_default().push(ply);
    }
    let (mut met, mut found) = (HashSet::new(), Vec::new());
    for ply in lines.order.iter().copied().filter(|ply| *ply >= from) {
        // If both half-moves were added, only the later one is reported.
        let Some(same) = key(ply).and_then(|key| places.get(&key)) else { continue };
        let earlier = same.iter().copied().take_while(|other| *other != ply);
        let mut others = earlier.chain(same.iter().copied().filter(|other| *other < from));
        let Some(other) = others.find(|other| !lines.is_on_line_of(*other, ply) && !lines.is_on_line_of(ply, *other))
        else {
            continue;
        };
        met.insert(ply);
        if lines.before.get(&ply).is_none_or(|before| !met.contains(before)) {
            let there = score.half_move(other);
            let number = numbered(score.resolved.format, there.number, there.color);
            found.push((ply, format!("{number} {}", score.slice(&score.plies[other].range))));
        }
    }
    found
}

/// The half-moves of all lines and their predecessors.
struct PlyOrder<'s, 't> {
    score: &'s Score<'t>,
    /// All half-moves in text order.
    order: Vec<usize>,
    /// The predecessor of each half-move.
    before: HashMap<usize, usize>,
}

impl PlyOrder<'_, '_> {
    fn walk(&mut self, line: usize, before: Option<usize>) {
        let mut before = before;
        for ply in &self.score.lines[line].plies {
            self.order.push(*ply);
            if let Some(before) = before {
                self.before.insert(*ply, before);
            }
            for variation in self.score.variations_on(*ply) {
                self.walk(variation, before);
            }
            before = Some(*ply);
        }
    }

    /// `ply` precedes `other` on its line.
    fn is_on_line_of(&self, ply: usize, other: usize) -> bool {
        std::iter::successors(Some(other), |at| self.before.get(at).copied()).any(|at| at == ply)
    }
}
