//! Comparison of contents whose lines are in another order, or of which lines are missing: by a hash for each half-move
//! and the half-moves that lead to it.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::content::{ContentPart, GameContent, HalfMoveContent};

/// A half-move, or the game's start.
#[derive(Default)]
struct HashedNode {
    /// Of the half-moves up to this one.
    path: u64,
    /// Hashes of the comments before it, of those behind it, and of its NAGs.
    said: [Vec<u64>; 3],
}

/// Index of the comments before a half-move, of those behind it, and of the NAGs.
const BEFORE: usize = 0;
const BEHIND: usize = 1;
const NAGS: usize = 2;

/// An open line: the last half-move before its `(`, the one before that, and what the line says before its first one.
struct OpenNode {
    last: usize,
    before: usize,
    lead: Vec<(usize, u64)>,
    is_empty: bool,
}

impl GameContent<'_> {
    /// All lines of the other game are in this one, with their comments and NAGs. If both have the same number of
    /// half-moves, they have the same lines in any order.
    pub fn has_lines_of(&self, other: &GameContent<'_>) -> bool {
        let (mine, theirs) = (self.lines(), other.lines());
        let mut left = mine.iter();
        theirs.iter().all(|line| left.any(|mine| mine == line))
    }

    /// All positions of the other game are in this one, after the same sequence of positions.
    pub fn has_boards_of(&self, other: &GameContent<'_>) -> bool {
        let (mine, theirs) = (self.boards(), other.boards());
        theirs.iter().all(|board| mine.contains(board))
    }

    fn boards(&self) -> HashSet<u64> {
        self.nodes(|half_move| hashed(&half_move.after)).into_iter().map(|node| node.path).collect()
    }

    /// Sorted hashes of all half-moves, each with its line from the start and its annotations.
    fn lines(&self) -> Vec<u64> {
        let nodes = self.nodes(|half_move| hashed(&half_move.text));
        let mut lines: Vec<u64> = nodes.iter().map(|node| hashed(&(node.path, &node.said))).collect();
        lines.sort_unstable();
        lines
    }

    /// The game's start, and the half-moves in reading order.
    fn nodes(&self, step: impl Fn(&HalfMoveContent<'_>) -> u64) -> Vec<HashedNode> {
        let mut nodes = vec![HashedNode::default()];
        let (mut last, mut before) = (0, 0);
        let mut open: Vec<OpenNode> = Vec::new();
        // What is said before the next half-move, and belongs to it.
        let mut ahead: Vec<u64> = Vec::new();
        // What follows the game's terminator belongs to no line.
        let mut has_ended = false;
        let mut is_bare = true;
        for (part, _) in &self.parts {
            let (kind, said) = match part {
                ContentPart::HalfMove(half_move) => {
                    let path = hashed(&(nodes[last].path, step(half_move)));
                    (before, last, has_ended) = (last, nodes.len(), false);
                    let mut node = HashedNode { path, said: [std::mem::take(&mut ahead), Vec::new(), Vec::new()] };
                    is_bare &= !open.is_empty();
                    if let Some(line) = open.last_mut() {
                        line.is_empty = false;
                        line.lead.drain(..).for_each(|(kind, said)| node.said[kind].push(said));
                    }
                    nodes.push(node);
                    continue;
                }
                ContentPart::VariationOpen(_) => {
                    open.push(OpenNode { last, before, lead: Vec::new(), is_empty: true });
                    last = before;
                    continue;
                }
                ContentPart::VariationClose => {
                    let Some(line) = open.pop() else { continue };
                    if line.is_empty {
                        nodes[line.before].said[BEHIND].push(hashed("()"));
                        line.lead.into_iter().for_each(|(kind, said)| nodes[line.before].said[kind].push(said));
                    }
                    (last, before) = (line.last, line.before);
                    continue;
                }
                ContentPart::Before(said) => {
                    ahead.push(hashed(&**said));
                    continue;
                }
                ContentPart::Nag(number) => (NAGS, hashed(number)),
                ContentPart::OtherNag(text) => (NAGS, hashed(&**text)),
                ContentPart::Terminator(_) if open.is_empty() => {
                    has_ended = true;
                    continue;
                }
                ContentPart::Comment(said) | ContentPart::Escape(said) | ContentPart::Terminator(said) => {
                    (BEHIND, hashed(&**said))
                }
            };
            match open.last_mut() {
                Some(line) if line.is_empty => line.lead.push((kind, said)),
                None if has_ended => {}
                _ => nodes[last].said[kind].push(said),
            }
        }
        nodes[last].said[BEFORE].append(&mut ahead);
        if is_bare {
            // A game without half-moves is no part of one that has some.
            nodes[0].said[BEHIND].push(hashed("()"));
        }
        nodes
    }
}

fn hashed(of: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
