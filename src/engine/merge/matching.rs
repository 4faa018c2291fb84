//! Which game of the ancestor is which of a side.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::align::{Alignment, by_likeness};
use super::tree::{GameTree, Part, Side};
use crate::source::Encoding;

/// Most pairs of games that are compared token by token between two games that have not changed.
const MOST_PAIRS: usize = 2_500;
/// From this share of equal tokens on, in hundredths, two games are versions of one.
const LEAST_ALIKE: u32 = 50;

/// For each game of the ancestor its index in the side, ascending: first the games with the same bytes, and between them
/// those with the most tokens in common.
pub fn matched(ancestor: &[&[u8]], side: &[&[u8]]) -> Alignment {
    let (old, new) = (prints(ancestor), prints(side));
    let mut found = vec![None; ancestor.len()];
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        match op {
            DiffOp::Equal { old_index, new_index, len } => {
                (0..len).for_each(|offset| found[old_index + offset] = Some(new_index + offset));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let (old, new) = (&ancestor[old_index..old_index + old_len], &side[new_index..new_index + new_len]);
                for (offset, at) in alike(old, new).into_iter().enumerate() {
                    found[old_index + offset] = at.map(|at| new_index + at);
                }
            }
            DiffOp::Delete { .. } | DiffOp::Insert { .. } => {}
        }
    }
    found
}

fn prints(games: &[&[u8]]) -> Vec<u64> {
    let print = |game: &&[u8]| {
        let mut hasher = DefaultHasher::new();
        game.hash(&mut hasher);
        hasher.finish()
    };
    games.iter().map(print).collect()
}

/// Games that have changed, in one place of the file.
fn alike(ancestor: &[&[u8]], side: &[&[u8]]) -> Alignment {
    let old: Vec<Words> = ancestor.iter().map(|game| Words::of(game)).collect();
    let new: Vec<Words> = side.iter().map(|game| Words::of(game)).collect();
    if old.len() * new.len() <= MOST_PAIRS {
        return by_likeness(old.len(), new.len(), |_, _| false, |i, j| old[i].likeness(&new[j]));
    }
    // Many games were changed at once, as by a program: their tags say which they are.
    let tags = |games: &[Words]| games.iter().map(|words| words.tags).collect::<Vec<_>>();
    let mut found = vec![None; old.len()];
    for op in capture_diff_slices(Algorithm::Myers, &tags(&old), &tags(&new)) {
        let (old_range, new_range) = (op.old_range(), op.new_range());
        let is_small = old_range.len() * new_range.len() <= MOST_PAIRS;
        if matches!(op, DiffOp::Equal { .. }) || old_range.len() == new_range.len() {
            let pairs = old_range.zip(new_range).filter(|(i, j)| old[*i].likeness(&new[*j]) > 0);
            pairs.for_each(|(i, j)| found[i] = Some(j));
        } else if is_small {
            let (start, at) = (old_range.start, new_range.start);
            let pairs = by_likeness(
                old_range.len(),
                new_range.len(),
                |_, _| false,
                |i, j| old[start + i].likeness(&new[at + j]),
            );
            pairs.into_iter().enumerate().for_each(|(i, j)| found[start + i] = j.map(|j| at + j));
        }
    }
    found
}

/// The tokens of a game, for comparison.
struct Words {
    counts: HashMap<u64, u32>,
    total: u32,
    /// A hash of the tags of its roster but for the result.
    tags: u64,
}

impl Words {
    fn of(game: &[u8]) -> Words {
        let text = Encoding::of(game).decode(game);
        let mut words = Words { counts: HashMap::new(), total: 0, tags: 0 };
        let mut tags = DefaultHasher::new();
        // What is added at half-moves makes it no other game: its tags and its main line are what it is.
        let tree = GameTree::of(text.trim_ascii_end(), Side::Ours);
        let head = tree.head.iter().filter_map(|part| if let Part::Leaf(leaf) = part { Some(leaf) } else { None });
        for leaf in head.chain(tree.line.plies.iter().map(|ply| &ply.half_move)) {
            if matches!(leaf.name, "Event" | "Site" | "Date" | "Round" | "White" | "Black") {
                leaf.text.hash(&mut tags);
            }
            let mut hasher = DefaultHasher::new();
            leaf.text.hash(&mut hasher);
            let weight = if matches!(leaf.name, "White" | "Black" | "Date" | "Round") { 4 } else { 1 };
            *words.counts.entry(hasher.finish()).or_default() += weight;
            words.total += weight;
        }
        words.tags = tags.finish();
        words
    }

    /// The share of equal tokens in hundredths; 0 if the games are not versions of one.
    fn likeness(&self, other: &Words) -> u32 {
        let common = |(word, count): (&u64, &u32)| other.counts.get(word).map_or(0, |others| *count.min(others));
        let common: u32 = self.counts.iter().map(common).sum();
        let alike = (200 * common).checked_div(self.total + other.total).unwrap_or(100);
        if alike >= LEAST_ALIKE { alike } else { 0 }
    }
}
