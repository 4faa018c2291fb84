//! Walks over the games of a tree, which pass over the parts in which nothing is wanted.

use super::node::{Below, Node, Piece};
use super::sums::Sums;

/// Which way a walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forwards,
    Backwards,
}

/// A part of the tree is wanted.
pub(super) type Wanted<K> = fn(&Node<K>) -> bool;

/// The games of a tree one after the other, each with the sums of all before it and its leaf.
pub(super) struct Walk<'a, K> {
    direction: Direction,
    /// Where the walk begins, in bytes.
    offset: usize,
    wanted: Wanted<K>,
    /// What is still to be walked over; the next comes last.
    nodes: Vec<(Sums, &'a Node<K>)>,
    games: Vec<Step<'a, K>>,
}

/// A game that a walk has come to.
pub(super) struct Step<'a, K> {
    pub(super) before: Sums,
    pub(super) piece: &'a Piece<K>,
    pub(super) leaf: &'a Node<K>,
}

impl<'a, K> Walk<'a, K> {
    pub(super) fn new(root: Option<&'a Node<K>>, offset: usize, direction: Direction) -> Walk<'a, K> {
        let nodes = root.map(|root| (Sums::default(), root)).into_iter().collect();
        Walk { direction, offset, wanted: |_| true, nodes, games: Vec::new() }
    }

    /// The same walk past parts that are not wanted, whatever games they hold.
    pub(super) fn through(mut self, wanted: Wanted<K>) -> Walk<'a, K> {
        self.wanted = wanted;
        self
    }

    /// Something that begins after `before` and is so long lies on the way.
    fn is_on_way(&self, before: Sums, len: usize) -> bool {
        match self.direction {
            Direction::Forwards => before.len + len > self.offset,
            Direction::Backwards => before.len < self.offset,
        }
    }

    fn open(&mut self, before: Sums, node: &'a Node<K>) {
        let mut end = before;
        match &node.below {
            Below::Nodes(nodes) => {
                let first = self.nodes.len();
                for node in nodes {
                    let before = end;
                    end = before.then(node.sums);
                    if self.is_on_way(before, node.sums.len) {
                        self.nodes.push((before, node));
                    }
                }
                if self.direction == Direction::Forwards {
                    self.nodes[first..].reverse();
                }
            }
            Below::Games(pieces) => {
                for piece in pieces {
                    let before = end;
                    end = before.then(piece.sums());
                    // Backwards come only games that end before the place, or there.
                    let is_past = self.direction == Direction::Backwards && end.len > self.offset;
                    if self.is_on_way(before, piece.len) && !is_past {
                        self.games.push(Step { before, piece, leaf: node });
                    }
                }
                if self.direction == Direction::Forwards {
                    self.games.reverse();
                }
            }
        }
    }
}

impl<'a, K> Iterator for Walk<'a, K> {
    type Item = Step<'a, K>;

    fn next(&mut self) -> Option<Step<'a, K>> {
        loop {
            if let Some(step) = self.games.pop() {
                return Some(step);
            }
            let (before, node) = self.nodes.pop()?;
            if (self.wanted)(node) {
                self.open(before, node);
            }
        }
    }
}
