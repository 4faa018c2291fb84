//! A game's text as a flat list of tokens, each with its tag or line of play.
//!
//! Features that look up a place need only the token there and its line, not a tree.

use std::borrow::Cow;
use std::ops::Range;

use vgn_engine::lint::Cancellation;
use vgn_engine::replay::parse_game;
use vgn_engine::syntax::tag_list::unescaped;
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token};

/// The tokens of a game.
#[derive(Clone, Debug, Default)]
pub struct GameOutline<'t> {
    text: &'t str,
    leaves: Vec<Leaf>,
    tags: Vec<OutlineTag>,
    /// The parent line of each line of play; the main line, which is the first, is its own parent.
    parents: Vec<usize>,
    open: Vec<usize>,
    open_tag: Option<usize>,
}

/// A token other than white space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub token: Token,
    /// In bytes of the game's text.
    pub range: Range<u32>,
    /// Index of its line of play; 0 is the main line.
    pub line: usize,
    tag: Option<usize>,
}

/// A tag pair, possibly incomplete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutlineTag {
    pub name: Option<Range<u32>>,
    /// With its quotes.
    pub value: Option<Range<u32>>,
}

impl<'t> GameOutline<'t> {
    /// The outline of one game's text; incomplete after cancellation in a large game.
    pub fn new(text: &'t str, cancel: &dyn Cancellation) -> GameOutline<'t> {
        let mut outline = GameOutline { text, parents: vec![0], open: vec![0], ..GameOutline::default() };
        parse_game(text, &mut outline, cancel);
        outline
    }

    /// The token at `offset`, or else the one that ends there.
    pub fn at(&self, offset: u32) -> Option<&Leaf> {
        let next = self.leaves.partition_point(|leaf| leaf.range.end <= offset);
        let inside = self.leaves.get(next).filter(|leaf| leaf.range.start <= offset);
        let before = || self.leaves[..next].last().filter(|leaf| leaf.range.end == offset);
        inside.or_else(before)
    }

    /// The text of a range.
    pub fn slice(&self, range: &Range<u32>) -> &'t str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// All tokens in text order.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The tag pair of a token.
    pub fn tag_of(&self, leaf: &Leaf) -> Option<&OutlineTag> {
        self.tags.get(leaf.tag?)
    }

    /// The name of a tag; empty if missing.
    pub fn name(&self, tag: &OutlineTag) -> &'t str {
        tag.name.as_ref().map_or("", |name| self.slice(name))
    }

    /// The names of all tags and their ranges.
    pub fn names(&self) -> impl Iterator<Item = (Range<u32>, &'t str)> {
        self.tags.iter().filter_map(|tag| tag.name.clone()).map(|name| (name.clone(), self.slice(&name)))
    }

    /// The value of a tag, unescaped (rule B2).
    pub fn value(&self, tag: &OutlineTag) -> Option<Cow<'t, str>> {
        let quoted = self.slice(tag.value.as_ref()?);
        let raw = quoted.strip_prefix('"').unwrap_or(quoted);
        let raw = raw.strip_suffix('"').unwrap_or(raw);
        Some(unescaped(raw))
    }

    /// Names and values of all complete tag pairs.
    pub fn tag_pairs(&self) -> impl Iterator<Item = (&'t str, Cow<'t, str>)> {
        self.tags.iter().filter_map(|tag| Some((self.slice(tag.name.as_ref()?), self.value(tag)?)))
    }

    /// The value of the last tag with this name, which counts (rule B11).
    pub fn tag_value(&self, name: &str) -> Option<Cow<'t, str>> {
        self.value(self.tags.iter().rfind(|tag| self.name(tag) == name)?)
    }

    /// The index of the first token after the tags.
    pub fn tags_end(&self) -> usize {
        self.leaves.iter().rposition(|leaf| leaf.tag.is_some()).map_or(0, |at| at + 1)
    }

    /// The line is `outer` or a variation of it, at any depth.
    pub fn is_within(&self, line: usize, outer: usize) -> bool {
        std::iter::successors(Some(line), |line| self.parent(*line)).any(|line| line == outer)
    }

    /// The parent line of a variation; `None` for the main line.
    pub fn parent(&self, line: usize) -> Option<usize> {
        self.parents.get(line).copied().filter(|parent| *parent != line)
    }

    /// The terminator of the main line.
    pub fn terminator(&self) -> Option<&'t str> {
        let found = self.leaves.iter().rev().find(|leaf| leaf.token == Token::Terminator && leaf.line == 0)?;
        Some(self.slice(&found.range))
    }

    fn line(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }
}

impl Sink for GameOutline<'_> {
    fn start(&mut self, node: Node) {
        match node {
            Node::TagPair => {
                self.open_tag = Some(self.tags.len());
                self.tags.push(OutlineTag::default());
            }
            Node::Variation => {
                self.parents.push(self.line());
                self.open.push(self.parents.len() - 1);
            }
            Node::Game | Node::TagSection | Node::Movetext => {}
        }
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        if matches!(token, Token::Space | Token::ByteOrderMark) {
            return;
        }
        if let Some(tag) = self.open_tag.and_then(|tag| self.tags.get_mut(tag)) {
            match token {
                Token::TagName => tag.name = tag.name.take().or(Some(range.clone())),
                Token::TagValue => tag.value = tag.value.take().or(Some(range.clone())),
                _ => {}
            }
        }
        self.leaves.push(Leaf { token, range, line: self.line(), tag: self.open_tag });
    }

    fn finish(&mut self, node: Node) {
        match node {
            Node::TagPair => self.open_tag = None,
            Node::Variation if self.open.len() > 1 => {
                self.open.pop();
            }
            _ => {}
        }
    }

    fn error(&mut self, _: SyntaxError) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::NEVER;

    #[test]
    fn tokens_know_their_tags_and_lines() {
        let text = "[White \"A \\\"B\\\"\"]\n1. e4 (1. d4 (1. c4)) 1... e5 *";
        let outline = GameOutline::new(text, NEVER);
        assert_eq!(outline.tag_value("White").as_deref(), Some("A \"B\""));
        let at = |what: &str| outline.at(u32::try_from(text.find(what).expect(what)).expect("short")).expect(what);
        let name = outline.tag_of(at("White")).map(|tag| outline.name(tag));
        assert_eq!(name, Some("White"));
        assert_eq!((at("e4").line, at("d4").line, at("c4").line, at("e5").line), (0, 1, 2, 0));
        assert_eq!((outline.parent(2), outline.parent(1), outline.parent(0)), (Some(1), Some(0), None));
        assert_eq!(outline.terminator(), Some("*"));
    }

    #[test]
    fn a_place_belongs_to_the_token_there_or_else_to_the_one_before() {
        let outline = GameOutline::new("1.e4  e5", NEVER);
        let at = |offset| outline.at(offset).map(|leaf| outline.slice(&leaf.range));
        assert_eq!(
            [at(0), at(1), at(2), at(4), at(5), at(6), at(8), at(9)],
            [Some("1."), Some("1."), Some("e4"), Some("e4"), None, Some("e5"), Some("e5"), None]
        );
    }
}
