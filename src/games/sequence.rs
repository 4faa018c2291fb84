//! A persistent sequence of games, found by their place.
//!
//! The games are the leaves of a tree whose nodes versions share: a splice makes the nodes above what it touches anew,
//! and shares the others. Only lengths are kept, so that moving a game costs nothing.

use std::ops::Range;
use std::sync::Arc;

use super::node::{Node, Piece};
use super::walk::{Direction, Walk};

/// Games one after the other, without gaps.
#[derive(Debug)]
pub(super) struct Sequence<K> {
    root: Option<Arc<Node<K>>>,
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
    /// Games that may have been judged, and games after them that nobody has judged yet.
    pub(super) fn new(begun: Vec<Piece<K>>, untouched: Vec<Piece<K>>) -> Sequence<K> {
        let mut leaves = Node::leaves(begun, true);
        leaves.extend(Node::leaves(untouched, false));
        Sequence::of(leaves)
    }

    /// The tree of equally deep nodes.
    fn of(mut nodes: Vec<Arc<Node<K>>>) -> Sequence<K> {
        while nodes.len() > 1 {
            nodes = Node::branches(nodes);
        }
        Sequence { root: nodes.pop() }
    }

    pub(super) fn root(&self) -> Option<&Node<K>> {
        self.root.as_deref()
    }

    /// The length of all games, in bytes.
    pub(super) fn len(&self) -> usize {
        self.root.as_ref().map_or(0, |root| root.sums.len)
    }

    /// Games from the one that holds the byte at `offset`, or those that end before it or there, the last first.
    pub(super) fn walk(&self, offset: usize, direction: Direction) -> Walk<'_, K> {
        Walk::new(self.root(), offset, direction)
    }

    /// Puts games in the place of those that cover `old`, whose ends must be ends of games.
    pub(super) fn splice(&mut self, old: Range<usize>, new: Vec<Piece<K>>) {
        *self = match &self.root {
            Some(root) => Sequence::of(root.splice(old, new)),
            None => Sequence::new(new, Vec::new()),
        };
        self.flatten();
    }

    /// Branches of one node are not needed at the top.
    fn flatten(&mut self) {
        while let Some(only) = self.root.as_ref().and_then(|root| root.only_node().cloned()) {
            self.root = Some(only);
        }
    }
}
