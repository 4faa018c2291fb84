//! A persistent sequence of games, indexed by byte offset.
//!
//! The games are the leaves of a tree whose nodes are shared by versions: a splice rebuilds the nodes above the changed
//! games and shares all others. The nodes store lengths and no offsets, so moving a game costs nothing.

use std::ops::Range;
use std::sync::Arc;

use super::node::{Children, GameEntry, TreeNode};
use super::sums::Sums;
use super::walk::{Direction, Step, TreeWalk};

/// Contiguous games.
#[derive(Debug)]
pub(super) struct Sequence<K> {
    root: Option<Arc<TreeNode<K>>>,
}

impl<K> Clone for Sequence<K> {
    fn clone(&self) -> Sequence<K> {
        Sequence { root: self.root.clone() }
    }
}

impl<K> Default for Sequence<K> {
    fn default() -> Sequence<K> {
        Sequence { root: None }
    }
}

impl<K> Sequence<K> {
    /// Games that may have been judged, followed by games that have not been judged.
    pub(super) fn new(begun: Vec<GameEntry<K>>, untouched: Vec<GameEntry<K>>) -> Sequence<K> {
        let mut leaves = TreeNode::leaves(begun, true);
        leaves.extend(TreeNode::leaves(untouched, false));
        Sequence::of(leaves)
    }

    /// The tree of nodes of equal depth.
    fn of(mut nodes: Vec<Arc<TreeNode<K>>>) -> Sequence<K> {
        while nodes.len() > 1 {
            nodes = TreeNode::branches(nodes);
        }
        Sequence { root: nodes.pop() }
    }

    pub(super) fn root(&self) -> Option<&TreeNode<K>> {
        self.root.as_deref()
    }

    /// Total length of the games, in bytes.
    pub(super) fn len(&self) -> usize {
        self.root.as_ref().map_or(0, |root| root.sums.len)
    }

    /// The games from the one that contains the byte at `offset`; backwards, the games that end at or before it, the
    /// last one first.
    pub(super) fn walk(&self, offset: usize, direction: Direction) -> TreeWalk<'_, K> {
        TreeWalk::new(self.root(), offset, direction)
    }

    /// The game that contains the byte at `offset`.
    pub(super) fn at(&self, offset: usize) -> Option<Step<'_, K>> {
        let (mut before, mut node) = (Sums::default(), self.root()?);
        loop {
            let (index, inside) = node.child_at(offset.checked_sub(before.len)?)?;
            before = before.then(inside);
            match &node.children {
                Children::Nodes(nodes) => node = &nodes[index],
                Children::Games(entries) => return Some(Step { before, entry: &entries[index], leaf: node }),
            }
        }
    }

    /// Replaces the games that cover `old`, a range that starts and ends at boundaries of games.
    pub(super) fn splice(&mut self, old: Range<usize>, new: Vec<GameEntry<K>>) {
        *self = match &self.root {
            Some(root) => Sequence::of(root.splice(old, new)),
            None => Sequence::new(new, Vec::new()),
        };
        self.flatten();
    }

    /// Removes nodes with a single child at the top.
    fn flatten(&mut self) {
        while let Some(only) = self.root.as_ref().and_then(|root| root.only_node().cloned()) {
            self.root = Some(only);
        }
    }
}
