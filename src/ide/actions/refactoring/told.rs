//! What a score tells, whatever its text looks like: the tree of its half-moves with their comments, NAGs and boards.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use shakmaty::Setup;

use super::score::{MAIN, Part, Score};

/// A tree of half-moves.
pub struct Told {
    /// The beginning first; every half-move comes behind the one before it.
    nodes: Vec<Node>,
    /// The terminator of the main line, and what stands behind it.
    end: Vec<String>,
}

#[derive(Default)]
struct Node {
    text: String,
    /// Comments before it.
    before: Vec<String>,
    comments: Vec<String>,
    nags: Vec<String>,
    after: Option<Setup>,
    /// In the order of the text: the line's own half-move, then the alternatives to it.
    children: Vec<usize>,
}

impl Told {
    pub fn of(score: &Score<'_>) -> Told {
        let mut told = Told { nodes: vec![Node::default()], end: Vec::new() };
        told.add_line(score, MAIN, 0);
        told.end = score.lines[MAIN].end.iter().map(|range| score.slice(range).to_owned()).collect();
        told
    }

    fn add_line(&mut self, score: &Score<'_>, line: usize, parent: usize) {
        let line = &score.lines[line];
        let mut parent = parent;
        for (at, ply) in line.plies.iter().enumerate() {
            let node = self.nodes.len();
            let half_move = score.half_move(*ply);
            let text = score.slice(&score.plies[*ply].range).to_owned();
            let after = half_move.after.as_deref().map(|after| after.setup());
            self.nodes.push(Node { text, after, ..Node::default() });
            self.nodes[parent].children.push(node);
            if at == 0 {
                // What a line begins with is its first half-move's, but the game's own is nobody's.
                let owner = if line.brackets.is_some() { node } else { parent };
                self.add_parts(score, &line.lead, owner, parent);
            }
            let before = score.plies[*ply].before.iter();
            self.nodes[node].before.extend(before.filter_map(|part| match part {
                Part::Comment(range) => Some(score.comment(range)),
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

    fn add_parts(&mut self, score: &Score<'_>, parts: &[Part], node: usize, parent: usize) {
        for part in parts {
            match part {
                Part::Comment(range) => self.nodes[node].comments.push(score.comment(range)),
                Part::Stray(range) => self.nodes[node].comments.push(score.slice(range).to_owned()),
                Part::Nag(range) => self.nodes[node].nags.push(score.slice(range).to_owned()),
                Part::Variation(id) => self.add_line(score, *id, parent),
            }
        }
    }

    /// Both are the same tree.
    pub fn is(&self, other: &Told) -> bool {
        let (mut left, mut right) = (vec![0], vec![0]);
        while let (Some(a), Some(b)) = (left.pop(), right.pop()) {
            let (a, b) = (&self.nodes[a], &other.nodes[b]);
            if (&a.text, &a.before, &a.comments, &a.nags, &a.after)
                != (&b.text, &b.before, &b.comments, &b.nags, &b.after)
                || a.children.len() != b.children.len()
            {
                return false;
            }
            left.extend(&a.children);
            right.extend(&b.children);
        }
        self.nodes.len() == other.nodes.len() && self.end == other.end
    }

    /// Every line of the other is one of this, with all its comments and NAGs; where both have equally many half-moves,
    /// they are the same lines in whatever order.
    pub fn has_lines_of(&self, other: &Told) -> bool {
        let (mine, theirs) = (self.lines(), other.lines());
        let mut left = mine.iter();
        theirs.iter().all(|line| left.any(|mine| mine == line))
    }

    /// It ends with this terminator.
    pub fn end_with(&mut self, terminator: &str) {
        self.end = vec![terminator.to_owned()];
    }

    /// Both are the same tree, and its half-moves have the same words in their comments, however many these are.
    pub fn same_but_for_comments(mut self, mut other: Told) -> bool {
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

    /// Every board of the other is one of this, by the same boards before it.
    pub fn has_boards_of(&self, other: &Told) -> bool {
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

    /// Its half-moves and its beginning.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Every half-move by the line that leads to it, with its notes, in one order.
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
