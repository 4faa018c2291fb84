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

/// The games of a tree in order, each with the sums of all games before it and its leaf. A step costs the same in any
/// tree, and so does the beginning.
pub(super) struct TreeWalk<'a, K> {
    direction: Direction,
    /// Start of the walk, in bytes.
    offset: usize,
    filter: NodeFilter<K>,
    /// Whether children without findings are skipped where findings are known.
    with_findings_only: bool,
    root: Option<&'a TreeNode<K>>,
    /// The nodes from the root to the current leaf.
    path: Vec<WalkedNode<'a, K>>,
}

/// A node whose children a walk visits.
struct WalkedNode<'a, K> {
    node: &'a TreeNode<K>,
    /// The sums of all games before the node.
    before: Sums,
    rest: UnvisitedChildren<'a>,
}

enum UnvisitedChildren<'a> {
    /// Forwards: from the first one on, which has these sums before it in the node.
    From(usize, Sums),
    /// Backwards: so many.
    UpTo(usize),
    /// Those with findings, by index, and the sums before each in the node.
    WithFindings(&'a [(u8, Sums)]),
}

/// A game that a walk has reached.
pub(super) struct Step<'a, K> {
    pub(super) before: Sums,
    pub(super) entry: &'a GameEntry<K>,
    pub(super) leaf: &'a TreeNode<K>,
}

impl<'a, K> TreeWalk<'a, K> {
    pub(super) fn new(root: Option<&'a TreeNode<K>>, offset: usize, direction: Direction) -> TreeWalk<'a, K> {
        TreeWalk { direction, offset, filter: |_| true, with_findings_only: false, root, path: Vec::new() }
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

    /// Enters a node, at its first child on the way.
    fn enter(&mut self, before: Sums, node: &'a TreeNode<K>) {
        if !(self.filter)(node) {
            return;
        }
        let offset = self.offset.saturating_sub(before.len);
        let at = node.child_at(offset);
        let found = node.children_with_findings().filter(|_| self.with_findings_only);
        let place =
            |found: &[(u8, Sums)], index: usize| found.partition_point(|(other, _)| usize::from(*other) < index);
        let rest = match (self.direction, found) {
            (Direction::Forwards, Some(found)) => {
                let first = at.map_or(node.width(), |(index, _)| index);
                UnvisitedChildren::WithFindings(&found[place(found, first)..])
            }
            (Direction::Forwards, None) => {
                let (first, inside) = at.unwrap_or((node.width(), node.sums));
                UnvisitedChildren::From(first, inside)
            }
            (Direction::Backwards, found) => {
                let count = at.map_or(node.width(), |(index, _)| index + 1);
                match found {
                    Some(found) => UnvisitedChildren::WithFindings(&found[..place(found, count)]),
                    None => UnvisitedChildren::UpTo(count),
                }
            }
        };
        self.path.push(WalkedNode { node, before, rest });
    }
}

impl<K> WalkedNode<'_, K> {
    /// The index of the next child, and the sums of all games before it.
    fn next(&mut self, direction: Direction) -> Option<(usize, Sums)> {
        let (index, inside) = match &mut self.rest {
            UnvisitedChildren::From(index, _) if *index >= self.node.width() => return None,
            UnvisitedChildren::From(index, inside) => {
                let next = (*index, *inside);
                *inside = inside.then(self.node.sums_of(*index));
                *index += 1;
                next
            }
            UnvisitedChildren::UpTo(count) => {
                *count = count.checked_sub(1)?;
                (*count, self.node.sums_before(*count))
            }
            UnvisitedChildren::WithFindings(found) => {
                let (next, rest) = match direction {
                    Direction::Forwards => found.split_first()?,
                    Direction::Backwards => found.split_last()?,
                };
                *found = rest;
                (usize::from(next.0), next.1)
            }
        };
        Some((index, self.before.then(inside)))
    }
}

impl<'a, K> Iterator for TreeWalk<'a, K> {
    type Item = Step<'a, K>;

    fn next(&mut self) -> Option<Step<'a, K>> {
        if let Some(root) = self.root.take() {
            self.enter(Sums::default(), root);
        }
        loop {
            let parent = self.path.last_mut()?;
            let leaf = parent.node;
            let Some((index, before)) = parent.next(self.direction) else {
                self.path.pop();
                continue;
            };
            match &leaf.children {
                Children::Nodes(nodes) => self.enter(before, &nodes[index]),
                Children::Games(entries) => {
                    let entry = &entries[index];
                    // A backwards walk has only games that end at or before the offset.
                    let is_on_way = match self.direction {
                        Direction::Forwards => before.len + entry.len > self.offset,
                        Direction::Backwards => before.len + entry.len <= self.offset,
                    };
                    if is_on_way {
                        return Some(Step { before, entry, leaf });
                    }
                }
            }
        }
    }
}
