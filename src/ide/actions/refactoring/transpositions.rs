//! Where lines of a game that was merged come to a position that another line has too, by other half-moves.

use std::collections::{HashMap, HashSet};

use super::score::{MAIN, Score};
use crate::ide::hover::numbered;
use crate::rules::SharedPosition;

/// The half-moves, of those from a place among all on, behind which such a position stands, each with the half-move that
/// leads to it on another line. Where two lines go on together from there, that is said once.
pub fn transpositions(score: &Score<'_>, from: usize) -> Vec<(usize, String)> {
    let mut lines = Lines { score, order: Vec::new(), before: HashMap::new() };
    lines.walk(MAIN, None);
    let key = |ply: usize| score.half_move(ply).after.as_ref().map(SharedPosition::fingerprint);
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (ply, key) in lines.order.iter().filter_map(|ply| Some((*ply, key(*ply)?))) {
        places.entry(key).or_default().push(ply);
    }
    let (mut met, mut found) = (HashSet::new(), Vec::new());
    for ply in lines.order.iter().copied().filter(|ply| *ply >= from) {
        // Of two that were added, the one that stands behind the other.
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

struct Lines<'s, 't> {
    score: &'s Score<'t>,
    /// Every half-move, in the order of the text.
    order: Vec<usize>,
    /// The one that was played before each.
    before: HashMap<usize, usize>,
}

impl Lines<'_, '_> {
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

    /// A half-move was played before another one.
    fn is_on_line_of(&self, ply: usize, other: usize) -> bool {
        std::iter::successors(Some(other), |at| self.before.get(at).copied()).any(|at| at == ply)
    }
}
