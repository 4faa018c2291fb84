//! The nodes of the tree of a file's games: immutable, and shared by versions.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::lines::Lines;
use super::slot::GameSlot;
use super::sums::{Counts, Sums};
use crate::lint::Severity;

/// Maximum number of games in a leaf and of nodes in a branch; below 256. Neighbours that together have at most half as
/// many are joined.
pub(super) const FULL: usize = 64;

/// A subtree with at least one game. All leaves of a tree have the same depth.
#[derive(Debug)]
pub(super) struct TreeNode<K> {
    pub(super) sums: Sums,
    pub(super) children: Children<K>,
    /// Findings, once all games have been judged.
    settled: OnceLock<NodeFindings>,
    /// Whether a game of this leaf may have been judged; always true in a branch.
    begun: AtomicBool,
    /// For each child the sums of the children before it, once a child has been looked for.
    before: OnceLock<Box<[Sums]>>,
}

/// Findings of a subtree whose games have all been judged.
#[derive(Debug)]
struct NodeFindings {
    counts: Counts,
    /// Indices of the children with findings, each with the sums of the children before it.
    found: Box<[(u8, Sums)]>,
}

#[derive(Debug)]
pub(super) enum Children<K> {
    Games(Vec<GameEntry<K>>),
    Nodes(Vec<Arc<TreeNode<K>>>),
}

/// One game with its length in bytes.
#[derive(Debug)]
pub(super) struct GameEntry<K> {
    pub(super) len: usize,
    pub(super) lines: Lines,
    pub(super) slot: Arc<GameSlot<K>>,
}

impl<K> Clone for GameEntry<K> {
    fn clone(&self) -> GameEntry<K> {
        GameEntry { len: self.len, lines: self.lines, slot: self.slot.clone() }
    }
}

impl<K> GameEntry<K> {
    pub(super) fn sums(&self) -> Sums {
        Sums { len: self.len, games: 1, lines: self.lines }
    }
}

impl<K> TreeNode<K> {
    fn new(sums: Sums, children: Children<K>, begun: bool) -> Arc<TreeNode<K>> {
        let begun = AtomicBool::new(begun);
        Arc::new(TreeNode { sums, children, settled: OnceLock::new(), begun, before: OnceLock::new() })
    }

    /// The fewest leaves that hold the games. `begun`: some games may have been judged.
    pub(super) fn leaves(games: Vec<GameEntry<K>>, begun: bool) -> Vec<Arc<TreeNode<K>>> {
        let leaf = |games: Vec<GameEntry<K>>| {
            let sums = games.iter().fold(Sums::default(), |sums, entry| sums.then(entry.sums()));
            TreeNode::new(sums, Children::Games(games), begun)
        };
        parts(games).map(leaf).collect()
    }

    /// The fewest branches that hold the nodes.
    pub(super) fn branches(nodes: Vec<Arc<TreeNode<K>>>) -> Vec<Arc<TreeNode<K>>> {
        let branch = |nodes: Vec<Arc<TreeNode<K>>>| {
            let sums = nodes.iter().fold(Sums::default(), |sums, node| sums.then(node.sums));
            TreeNode::new(sums, Children::Nodes(nodes), true)
        };
        parts(nodes).map(branch).collect()
    }

    /// The nodes, of the same depth as this one, that replace it when `new` replaces the games in `old`: a range in
    /// bytes of this node that starts and ends at boundaries of games.
    pub(super) fn splice(&self, old: Range<usize>, new: Vec<GameEntry<K>>) -> Vec<Arc<TreeNode<K>>> {
        match &self.children {
            Children::Games(entries) => TreeNode::leaves(spliced_entries(entries, &old, new), true),
            Children::Nodes(nodes) => TreeNode::branches(spliced_nodes(nodes, &old, new)),
        }
    }

    /// Records that a game of this leaf is being judged.
    pub(super) fn begin(&self) {
        self.begun.store(true, Ordering::Release);
    }

    /// Whether no game of this leaf has been judged; always false for a branch.
    pub(super) fn is_untouched(&self) -> bool {
        !self.begun.load(Ordering::Acquire)
    }

    /// Counts of all diagnostics, if all games have been judged. Cached after the first call.
    pub(super) fn found(&self) -> Option<Counts> {
        self.settled().map(|settled| settled.counts)
    }

    /// Indices of the children with findings, each with the sums of the children before it; `None` if not all games
    /// have been judged.
    pub(super) fn children_with_findings(&self) -> Option<&[(u8, Sums)]> {
        self.settled().map(|settled| &*settled.found)
    }

    fn settled(&self) -> Option<&NodeFindings> {
        if let Some(settled) = self.settled.get() {
            return Some(settled);
        }
        if self.is_untouched() {
            return None;
        }
        let (mut counts, mut found) = (Counts::default(), Vec::new());
        let mut before = Sums::default();
        let mut add = |index: u8, more: Counts, sums: Sums| {
            if more.total() > 0 {
                counts += more;
                found.push((index, before));
            }
            before = before.then(sums);
        };
        match &self.children {
            Children::Games(entries) => {
                for (index, entry) in (0..).zip(entries) {
                    add(index, Counts::of(entry.slot.report.get()?), entry.sums());
                }
            }
            Children::Nodes(nodes) => {
                for (index, node) in (0..).zip(nodes) {
                    add(index, node.found()?, node.sums);
                }
            }
        }
        Some(self.settled.get_or_init(|| NodeFindings { counts, found: found.into_boxed_slice() }))
    }

    /// Number of judged games, and the counts of their diagnostics.
    pub(super) fn known(&self) -> (usize, Counts) {
        if let Some(found) = self.found() {
            return (self.sums.games, found);
        }
        let add = |(games, counts): (usize, Counts), (more, others): (usize, Counts)| (games + more, counts + others);
        match &self.children {
            Children::Games(_) if self.is_untouched() => (0, Counts::default()),
            Children::Games(entries) => {
                let reports = entries.iter().filter_map(|entry| entry.slot.report.get());
                reports.map(|report| (1, Counts::of(report))).fold((0, Counts::default()), add)
            }
            Children::Nodes(nodes) => nodes.iter().map(|node| node.known()).fold((0, Counts::default()), add),
        }
    }

    /// Whether the subtree has, or may have, a diagnostic of this severity.
    pub(super) fn may_hold(&self, severity: Severity) -> bool {
        !self.is_untouched() && self.found().is_none_or(|found| found.of_severity(severity) > 0)
    }

    /// The only child node, if there is exactly one.
    pub(super) fn only_node(&self) -> Option<&Arc<TreeNode<K>>> {
        match &self.children {
            Children::Nodes(nodes) if nodes.len() == 1 => nodes.first(),
            _ => None,
        }
    }

    /// The sums of one child.
    pub(super) fn sums_of(&self, index: usize) -> Sums {
        match &self.children {
            Children::Games(entries) => entries[index].sums(),
            Children::Nodes(nodes) => nodes[index].sums,
        }
    }

    /// The child that contains the byte at `offset` of this node, and the sums of the children before it; `None` at
    /// the end.
    pub(super) fn child_at(&self, offset: usize) -> Option<(usize, Sums)> {
        if offset == 0 {
            // Walks over all games need no sums for each child.
            return (self.sums.len > 0).then(Default::default);
        }
        let before = self.all_sums_before();
        let index = before.partition_point(|before| before.len <= offset).checked_sub(1)?;
        (offset < self.sums.len).then_some((index, before[index]))
    }

    /// The sums of the children before one.
    pub(super) fn sums_before(&self, index: usize) -> Sums {
        self.all_sums_before()[index]
    }

    fn all_sums_before(&self) -> &[Sums] {
        let add = |sums: &mut Sums, index: usize| {
            let before = *sums;
            *sums = before.then(self.sums_of(index));
            Some(before)
        };
        self.before.get_or_init(|| (0..self.width()).scan(Sums::default(), add).collect())
    }

    /// Number of children.
    pub(super) fn width(&self) -> usize {
        match &self.children {
            Children::Games(entries) => entries.len(),
            Children::Nodes(nodes) => nodes.len(),
        }
    }

    /// The node that results from joining two nodes of the same depth.
    fn joined(&self, next: &TreeNode<K>) -> Vec<Arc<TreeNode<K>>> {
        match (&self.children, &next.children) {
            (Children::Games(first), Children::Games(second)) => TreeNode::leaves([&first[..], second].concat(), true),
            (Children::Nodes(first), Children::Nodes(second)) => TreeNode::branches([&first[..], second].concat()),
            _ => Vec::new(),
        }
    }
}

fn spliced_entries<K>(entries: &[GameEntry<K>], old: &Range<usize>, new: Vec<GameEntry<K>>) -> Vec<GameEntry<K>> {
    let mut games = Vec::with_capacity(entries.len() + new.len());
    let mut after = Vec::new();
    let mut end = 0;
    for entry in entries {
        let start = end;
        end += entry.len;
        if end <= old.start {
            games.push(entry.clone());
        } else if start >= old.end {
            after.push(entry.clone());
        }
    }
    games.extend(new);
    games.append(&mut after);
    games
}

fn spliced_nodes<K>(nodes: &[Arc<TreeNode<K>>], old: &Range<usize>, new: Vec<GameEntry<K>>) -> Vec<Arc<TreeNode<K>>> {
    let mut result: Vec<Arc<TreeNode<K>>> = Vec::with_capacity(nodes.len() + 2);
    let mut new = Some(new);
    let (mut end, mut changed) = (0, 0..0);
    for (index, node) in nodes.iter().enumerate() {
        let start = end;
        end += node.sums.len;
        let inside = old.start.clamp(start, end) - start..old.end.clamp(start, end) - start;
        // The first node that extends past the start takes the new games; if there is none, the last node.
        if new.is_some() && (end > old.start || index + 1 == nodes.len()) {
            changed.start = result.len();
            result.extend(node.splice(inside, new.take().unwrap_or_default()));
            changed.end = result.len();
        } else if inside.is_empty() {
            result.push(node.clone());
        } else if inside.len() < node.sums.len {
            result.extend(node.splice(inside, Vec::new()));
            changed.end = result.len();
        }
    }
    join_small(&mut result, changed);
    result
}

/// Joins changed nodes with their neighbours where both fit into one, so that many small edits do not leave many small
/// nodes.
fn join_small<K>(nodes: &mut Vec<Arc<TreeNode<K>>>, changed: Range<usize>) {
    let (mut index, mut last) = (changed.start.saturating_sub(1), changed.end);
    while index < last && index + 1 < nodes.len() {
        if nodes[index].width() + nodes[index + 1].width() <= FULL / 2 {
            let joined = nodes[index].joined(&nodes[index + 1]);
            nodes.splice(index..index + 2, joined);
            last -= 1;
        } else {
            index += 1;
        }
    }
}

/// Splits a list into the fewest parts of at most [`FULL`] items, of about equal length.
fn parts<T>(list: Vec<T>) -> impl Iterator<Item = Vec<T>> {
    let count = list.len().div_ceil(FULL);
    let (mut rest, mut left) = (list.into_iter(), count);
    std::iter::from_fn(move || {
        let len = rest.len().div_ceil(left.max(1));
        let part: Vec<T> = rest.by_ref().take(len).collect();
        left = left.saturating_sub(1);
        (!part.is_empty()).then_some(part)
    })
}
