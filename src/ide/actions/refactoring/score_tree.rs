//! The meaning of a score without its layout: a tree of half-moves with comments, NAGs and positions.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use shakmaty::Setup;

use super::end_marks::without_end_mark;
use super::score::{MAIN, PlyPart, Score};

/// A tree of half-moves.
pub struct ScoreTree {
    /// The root first; each half-move comes after its predecessor.
    nodes: Vec<ScoreNode>,
    /// The terminator of the main line and what follows it.
    end: Vec<String>,
}

/// A half-move and its annotations.
#[derive(Default)]
struct ScoreNode {
    /// Without a mark that only the terminator explains.
    text: String,
    end_mark: String,
    /// Comments before the half-move.
    before: Vec<String>,
    comments: Vec<String>,
    nags: Vec<String>,
    after: Option<Setup>,
    /// In text order: the continuation of the line, then its alternatives.
    children: Vec<usize>,
}

impl ScoreTree {
    pub fn of(score: &Score<'_>) -> ScoreTree {
        let mut tree = ScoreTree { nodes: vec![ScoreNode::default()], end: Vec::new() };
        tree.add_line(score, MAIN, 0);
        tree.end = score.lines[MAIN].end.iter().map(|range| score.slice(range).to_owned()).collect();
        tree
    }

    fn add_line(&mut self, score: &Score<'_>, line: usize, parent: usize) {
        let line = &score.lines[line];
        let mut parent = parent;
        for (at, ply) in line.plies.iter().enumerate() {
            let node = self.nodes.len();
            let half_move = score.half_move(*ply);
            let (text, end_mark) = without_end_mark(score, *ply);
            let (text, end_mark) = (text.to_owned(), end_mark.to_owned());
            let after = half_move.after.as_deref().map(|after| after.setup());
            self.nodes.push(ScoreNode { text, end_mark, after, ..ScoreNode::default() });
            self.nodes[parent].children.push(node);
            if at == 0 {
                // The lead of a variation belongs to its first half-move, that of the game to the root.
                let owner = if line.brackets.is_some() { node } else { parent };
                self.add_parts(score, &line.lead, owner, parent);
            }
            let before = score.plies[*ply].before.iter();
            self.nodes[node].before.extend(before.filter_map(|part| match part {
                PlyPart::Comment(range) => Some(score.comment(range)),
                _ => None,
            }));
            self.add_parts(score, &score.plies[*ply].parts, node, parent);
            parent = node;
        }
        if line.plies.is_empty() {
            self.nodes[parent].comments.push("()".to_owned());
            self.add_parts(score, &line.lead, parent, parent);
        }
        if line.brackets.is_some() {
            self.nodes[parent].comments.extend(line.end.iter().map(|end| score.slice(end).to_owned()));
        }
    }

    fn add_parts(&mut self, score: &Score<'_>, parts: &[PlyPart], node: usize, parent: usize) {
        for part in parts {
            match part {
                PlyPart::Comment(range) => self.nodes[node].comments.push(score.comment(range)),
                PlyPart::Stray(range) => self.nodes[node].comments.push(score.slice(range).to_owned()),
                PlyPart::Nag(range) => self.nodes[node].nags.push(score.slice(range).to_owned()),
                PlyPart::Variation(id) => self.add_line(score, *id, parent),
            }
        }
    }

    /// Both trees are equal.
    pub fn is(&self, other: &ScoreTree) -> bool {
        let (mut left, mut right) = (vec![0], vec![0]);
        while let (Some(a), Some(b)) = (left.pop(), right.pop()) {
            let (a, b) = (&self.nodes[a], &other.nodes[b]);
            if (&a.text, &a.end_mark, &a.before, &a.comments, &a.nags, &a.after)
                != (&b.text, &b.end_mark, &b.before, &b.comments, &b.nags, &b.after)
                || a.children.len() != b.children.len()
            {
                return false;
            }
            left.extend(&a.children);
            right.extend(&b.children);
        }
        self.nodes.len() == other.nodes.len() && self.end == other.end
    }

    /// All lines of the other tree are in this one, with their comments and NAGs. If both have the same number of
    /// half-moves, they have the same lines in any order.
    pub fn has_lines_of(&self, other: &ScoreTree) -> bool {
        let (mine, theirs) = (self.lines(), other.lines());
        let mut left = mine.iter();
        theirs.iter().all(|line| left.any(|mine| mine == line))
    }

    /// Replaces the terminator.
    pub fn end_with(&mut self, terminator: &str) {
        self.end = vec![terminator.to_owned()];
    }

    /// Both trees are equal, and the comments on each half-move have the same words, however they are divided.
    pub fn same_but_for_comments(mut self, mut other: ScoreTree) -> bool {
        self.join_comments();
        other.join_comments();
        self.is(&other)
    }

    fn join_comments(&mut self) {
        for node in &mut self.nodes {
            for comments in [&mut node.before, &mut node.comments] {
                let bodies =
                    comments.iter().map(|comment| comment.trim_start_matches(['{', ';']).trim_end_matches('}'));
                let words: Vec<&str> = bodies.flat_map(str::split_whitespace).collect();
                *comments = vec![words.join(" ")];
            }
        }
    }

    /// All positions of the other tree are in this one, after the same sequence of positions.
    pub fn has_boards_of(&self, other: &ScoreTree) -> bool {
        let (mine, theirs) = (self.boards(), other.boards());
        theirs.iter().all(|board| mine.contains(board))
    }

    fn boards(&self) -> HashSet<u64> {
        let mut keys = vec![0_u64; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            for child in &node.children {
                keys[*child] = hashed(&(keys[at], &self.nodes[*child].after));
            }
        }
        keys.into_iter().collect()
    }

    /// Number of half-moves, including the root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Sorted hashes of all half-moves, each with its line from the root and its annotations.
    fn lines(&self) -> Vec<u64> {
        let mut keys = vec![0_u64; self.nodes.len()];
        let mut lines = Vec::with_capacity(self.nodes.len());
        for (at, node) in self.nodes.iter().enumerate() {
            for child in &node.children {
                keys[*child] = hashed(&(keys[at], &self.nodes[*child].text));
            }
            lines.push(hashed(&(keys[at], &node.before, &node.comments, &node.nags)));
        }
        lines.sort_unstable();
        lines
    }
}

fn hashed(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
