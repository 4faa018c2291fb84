//! Walks over the games of a tree that skip subtrees in which nothing is wanted.

use super::node::{Children, GameEntry, TreeNode};
use super::sums::Sums;

/// Direction of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forwards,
    Backwards,
}

/// Whether a walk enters a subtree.
pub(super) type NodeFilter<K> = fn(&TreeNode<K>) -> bool;

/// The games of a tree in order, each with the sums of all games before it and its leaf.
pub(super) struct TreeWalk<'a, K> {
    direction: Direction,
    /// Start of the walk, in bytes.
    offset: usize,
    filter: NodeFilter<K>,
    /// Whether children without findings are skipped where findings are known.
    with_findings_only: bool,
    /// The nodes still to be visited; the last one is next.
    nodes: Vec<(Sums, &'a TreeNode<K>)>,
    games: Vec<Step<'a, K>>,
}

/// A game that a walk has reached.
pub(super) struct Step<'a, K> {
    pub(super) before: Sums,
    pub(super) entry: &'a GameEntry<K>,
    pub(super) leaf: &'a TreeNode<K>,
}

impl<'a, K> TreeWalk<'a, K> {
    pub(super) fn new(root: Option<&'a TreeNode<K>>, offset: usize, direction: Direction) -> TreeWalk<'a, K> {
        let nodes = root.map(|root| (Sums::default(), root)).into_iter().collect();
        TreeWalk { direction, offset, filter: |_| true, with_findings_only: false, nodes, games: Vec::new() }
    }

    /// The same walk without the subtrees for which `filter` does not hold.
    pub(super) fn filtered_by(mut self, filter: NodeFilter<K>) -> TreeWalk<'a, K> {
        self.filter = filter;
        self
    }

    /// The same walk without games that are known to have no findings.
    pub(super) fn with_findings_only(mut self) -> TreeWalk<'a, K> {
        self.with_findings_only = true;
        self
    }

    /// Whether a part of `len` bytes after `before` is on the way.
    fn is_on_way(&self, before: Sums, len: usize) -> bool {
        match self.direction {
            Direction::Forwards => before.len + len > self.offset,
            Direction::Backwards => before.len < self.offset,
        }
    }

    /// Queues the children of a node.
    fn open(&mut self, before: Sums, node: &'a TreeNode<K>) {
        let (nodes, games) = (self.nodes.len(), self.games.len());
        match node.children_with_findings().filter(|_| self.with_findings_only) {
            Some(places) => places.for_each(|(index, inside)| self.put(before.then(inside), node, index)),
            None => {
                let mut end = before;
                for index in 0..node.width() {
                    self.put(end, node, index);
                    end = end.then(node.sums_of(index));
                }
            }
        }
        if self.direction == Direction::Forwards {
            self.nodes[nodes..].reverse();
            self.games[games..].reverse();
        }
    }

    /// Queues one child of a node, if it is on the way.
    fn put(&mut self, before: Sums, node: &'a TreeNode<K>, index: usize) {
        match &node.children {
            Children::Nodes(nodes) if self.is_on_way(before, nodes[index].sums.len) => {
                self.nodes.push((before, &nodes[index]));
            }
            Children::Games(entries) if self.is_on_way(before, entries[index].len) => {
                let entry = &entries[index];
                // A backwards walk has only games that end at or before the offset.
                if self.direction == Direction::Forwards || before.len + entry.len <= self.offset {
                    self.games.push(Step { before, entry, leaf: node });
                }
            }
            _ => {}
        }
    }
}

impl<'a, K> Iterator for TreeWalk<'a, K> {
    type Item = Step<'a, K>;

    fn next(&mut self) -> Option<Step<'a, K>> {
        loop {
            if let Some(step) = self.games.pop() {
                return Some(step);
            }
            let (before, node) = self.nodes.pop()?;
            if (self.filter)(node) {
                self.open(before, node);
            }
        }
    }
}
