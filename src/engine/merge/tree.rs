//! A game as the tree that is merged: tags, half-moves, and what stands at each.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use crate::replay::shape_of;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

/// A version of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Ancestor,
    Ours,
    Theirs,
}

/// A token, or a whole tag pair, with the white space before it.
#[derive(Clone, Copy, Debug)]
pub struct VersionLeaf<'t> {
    pub token: Token,
    pub gap: &'t str,
    pub text: &'t str,
    /// The name of a tag pair.
    pub name: &'t str,
    pub side: Side,
    /// Its number among the leaves of its version.
    pub index: u32,
}

/// What stands at a half-move, or among the tags.
#[derive(Clone, Debug)]
pub enum Part<'t> {
    Leaf(VersionLeaf<'t>),
    Variation(Variation<'t>),
}

#[derive(Clone, Debug)]
pub struct Variation<'t> {
    pub open: VersionLeaf<'t>,
    pub line: VersionLine<'t>,
    /// `None` if it is missing in the text.
    pub close: Option<VersionLeaf<'t>>,
    pub print: u64,
}

/// A half-move with its number, and what stands between them and behind it.
#[derive(Clone, Debug)]
pub struct Ply<'t> {
    pub before: Vec<Part<'t>>,
    pub half_move: VersionLeaf<'t>,
    pub parts: Vec<Part<'t>>,
    /// A hash of all of it, without white space.
    pub print: u64,
}

#[derive(Clone, Debug, Default)]
pub struct VersionLine<'t> {
    pub lead: Vec<Part<'t>>,
    pub plies: Vec<Ply<'t>>,
    /// The terminator, and what follows it.
    pub end: Vec<Part<'t>>,
}

/// One version of a game, without the white space at its end.
#[derive(Clone, Debug, Default)]
pub struct GameTree<'t> {
    pub head: Vec<Part<'t>>,
    pub line: VersionLine<'t>,
}

/// What a leaf is to a merge. Two leaves of one class at one place exclude each other if [`Class::is_single`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Tag,
    Comment,
    /// A NAG or a glyph for the half-move: `$1` to `$9`, `!?`.
    Assessment,
    /// A NAG for the position: `$10` to `$23`.
    Evaluation,
    Nag,
    Number,
    Terminator,
    Other,
}

impl Class {
    /// Whether a half-move has at most one of them.
    pub fn is_single(self) -> bool {
        matches!(self, Class::Assessment | Class::Evaluation | Class::Number | Class::Terminator)
    }
}

impl<'t> VersionLeaf<'t> {
    pub fn class(&self) -> Class {
        match self.token {
            Token::TagOpen => Class::Tag,
            Token::BraceComment | Token::LineComment => Class::Comment,
            Token::Suffix => Class::Assessment,
            Token::Nag => match self.text[1..].parse::<u32>() {
                Ok(1..=9) => Class::Assessment,
                Ok(10..=23) => Class::Evaluation,
                _ => Class::Nag,
            },
            Token::CompositeNag => Class::Nag,
            Token::MoveNumber | Token::Periods => Class::Number,
            Token::Terminator => Class::Terminator,
            _ => Class::Other,
        }
    }

    /// Its text; of a comment without what white space does not say: an editor may have broken its lines elsewhere.
    pub fn said(&self) -> Cow<'t, str> {
        match self.class() {
            Class::Comment => self.text.split_whitespace().collect::<Vec<_>>().join(" ").into(),
            _ => self.text.into(),
        }
    }

    fn print(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.said().hash(&mut hasher);
        hasher.finish()
    }
}

impl<'t> Part<'t> {
    /// A hash of its content without white space.
    pub fn print(&self) -> u64 {
        match self {
            Part::Leaf(leaf) => leaf.print(),
            Part::Variation(variation) => variation.print,
        }
    }

    pub fn leaves(&self, to: &mut Vec<VersionLeaf<'t>>) {
        match self {
            Part::Leaf(leaf) => to.push(*leaf),
            Part::Variation(variation) => {
                to.push(variation.open);
                variation.line.leaves(to);
                to.extend(variation.close);
            }
        }
    }
}

impl<'t> Ply<'t> {
    pub fn leaves(&self, to: &mut Vec<VersionLeaf<'t>>) {
        self.before.iter().for_each(|part| part.leaves(to));
        to.push(self.half_move);
        self.parts.iter().for_each(|part| part.leaves(to));
    }
}

impl<'t> VersionLine<'t> {
    pub fn leaves(&self, to: &mut Vec<VersionLeaf<'t>>) {
        self.lead.iter().for_each(|part| part.leaves(to));
        self.plies.iter().for_each(|ply| ply.leaves(to));
        self.end.iter().for_each(|part| part.leaves(to));
    }

    fn print(&self) -> u64 {
        let own = self.lead.iter().map(Part::print);
        let all = own.chain(self.plies.iter().map(|ply| ply.print)).chain(self.end.iter().map(Part::print));
        print_of(all)
    }
}

impl<'t> GameTree<'t> {
    /// The tree of a game's text, which ends with its last token.
    pub fn of(text: &'t str, side: Side) -> GameTree<'t> {
        let lines = vec![OpenVersionLine::default()];
        let mut reader = TreeReader { text, side, index: 0, end: 0, tag: None, head: Vec::new(), lines };
        parse(text, &shape_of, &mut reader);
        reader.finished()
    }

    /// All leaves in the order of the text.
    pub fn leaves(&self) -> Vec<VersionLeaf<'t>> {
        let mut leaves = Vec::new();
        self.head.iter().for_each(|part| part.leaves(&mut leaves));
        self.line.leaves(&mut leaves);
        leaves
    }
}

pub fn print_of(parts: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.for_each(|part| part.hash(&mut hasher));
    hasher.finish()
}

/// A line up to the current token.
#[derive(Default)]
struct OpenVersionLine<'t> {
    open: Option<VersionLeaf<'t>>,
    close: Option<VersionLeaf<'t>>,
    line: VersionLine<'t>,
    /// A number whose half-move has not been read, and comments behind it.
    pending: Vec<Part<'t>>,
}

impl<'t> OpenVersionLine<'t> {
    fn push(&mut self, part: Part<'t>) {
        let line = &mut self.line;
        let place = match line.plies.last_mut() {
            _ if !line.end.is_empty() => &mut line.end,
            Some(last) => &mut last.parts,
            None => &mut line.lead,
        };
        place.push(part);
    }

    /// Gives up a number without a half-move.
    fn leave(&mut self) {
        for part in std::mem::take(&mut self.pending) {
            self.push(part);
        }
    }

    fn leaf(&mut self, leaf: VersionLeaf<'t>) {
        match leaf.token {
            Token::MoveNumber | Token::Periods => self.pending.push(Part::Leaf(leaf)),
            Token::Move => {
                // What seemed to be the end was not.
                let end = std::mem::take(&mut self.line.end);
                end.into_iter().for_each(|part| self.push(part));
                let before = std::mem::take(&mut self.pending);
                self.line.plies.push(Ply { before, half_move: leaf, parts: Vec::new(), print: 0 });
            }
            Token::BraceComment | Token::LineComment if !self.pending.is_empty() => self.pending.push(Part::Leaf(leaf)),
            Token::Terminator => {
                self.leave();
                self.line.end.push(Part::Leaf(leaf));
            }
            _ => {
                self.leave();
                self.push(Part::Leaf(leaf));
            }
        }
    }

    fn finished(mut self) -> VersionLine<'t> {
        self.leave();
        for ply in &mut self.line.plies {
            let own = std::iter::once(ply.half_move.print());
            let before = ply.before.iter().map(Part::print).collect::<Vec<_>>();
            ply.print = print_of(before.into_iter().chain(own).chain(ply.parts.iter().map(Part::print)));
        }
        self.line
    }
}

struct TreeReader<'t> {
    text: &'t str,
    side: Side,
    index: u32,
    /// End of the last token that is not white space.
    end: usize,
    /// The range of the open tag pair, as far as it is known, and its name.
    tag: Option<(Option<Range<usize>>, &'t str)>,
    head: Vec<Part<'t>>,
    /// The main line and the open variations; the first is empty while tags are read.
    lines: Vec<OpenVersionLine<'t>>,
}

impl<'t> TreeReader<'t> {
    fn leaf(&mut self, token: Token, range: Range<usize>, name: &'t str) -> VersionLeaf<'t> {
        let (gap, text) = (&self.text[self.end..range.start], &self.text[range.clone()]);
        self.end = range.end;
        self.index += 1;
        VersionLeaf { token, gap, text, name, side: self.side, index: self.index }
    }

    fn finished(mut self) -> GameTree<'t> {
        while self.lines.len() > 1 {
            self.close();
        }
        let line = self.lines.pop().map(OpenVersionLine::finished).unwrap_or_default();
        GameTree { head: self.head, line }
    }

    fn close(&mut self) {
        let Some(mut open) = self.lines.pop() else { return };
        let Some((bracket, outer)) = open.open.take().zip(self.lines.last_mut()) else { return };
        let close = open.close.take();
        let line = open.finished();
        let print = print_of([bracket.print(), line.print(), u64::from(close.is_some())].into_iter());
        outer.push(Part::Variation(Variation { open: bracket, line, close, print }));
    }
}

impl Sink for TreeReader<'_> {
    fn start(&mut self, node: Node) {
        match node {
            Node::TagPair => self.tag = Some((None, "")),
            Node::Variation => {
                self.lines.last_mut().into_iter().for_each(OpenVersionLine::leave);
                self.lines.push(OpenVersionLine::default());
            }
            Node::Game | Node::TagSection | Node::Movetext => {}
        }
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        let range = range.start as usize..range.end as usize;
        if token == Token::Space || range.is_empty() {
            return;
        }
        let text = self.text;
        if let Some((whole, name)) = &mut self.tag {
            if token == Token::TagName {
                *name = &text[range.clone()];
            }
            whole.get_or_insert(range.clone()).end = range.end;
            return;
        }
        let leaf = self.leaf(token, range, "");
        match (token, self.lines.last_mut()) {
            (Token::VariationOpen, Some(line)) if line.open.is_none() => line.open = Some(leaf),
            (Token::VariationClose, Some(line)) if line.open.is_some() && line.close.is_none() => {
                line.close = Some(leaf)
            }
            (_, Some(line)) => line.leaf(leaf),
            _ => {}
        }
    }

    fn finish(&mut self, node: Node) {
        match node {
            Node::TagPair => {
                if let Some((Some(range), name)) = self.tag.take() {
                    let tag = self.leaf(Token::TagOpen, range, name);
                    self.lines.iter_mut().take(1).for_each(|line| line.push(Part::Leaf(tag)));
                }
            }
            Node::TagSection => {
                // What was read so far belongs to the tags.
                if let Some(line) = self.lines.first_mut() {
                    line.leave();
                    self.head = std::mem::take(&mut line.line.lead);
                }
            }
            Node::Variation => self.close(),
            Node::Game | Node::Movetext => {}
        }
    }

    fn error(&mut self, _: SyntaxError) {}
}
