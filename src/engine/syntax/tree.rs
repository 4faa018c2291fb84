//! The lossless tree, built from the grammar's events for editor features.

use std::ops::Range;

use rowan::{GreenNode, GreenNodeBuilder, Language, NodeCache};

use super::error::SyntaxError;
use super::grammar::{MoveShape, Sink, parse};
use super::kind::{NODES, Node, SyntaxKind, TOKENS, Token};

/// The language of the tree, as rowan requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VgnLanguage {}

/// A node of a game's tree.
pub type SyntaxNode = rowan::SyntaxNode<VgnLanguage>;
/// A token of a game's tree.
pub type SyntaxToken = rowan::SyntaxToken<VgnLanguage>;
/// A node or a token of a game's tree.
pub type SyntaxElement = rowan::SyntaxElement<VgnLanguage>;

impl Language for VgnLanguage {
    type Kind = SyntaxKind;

    fn kind_from_raw(raw: rowan::SyntaxKind) -> SyntaxKind {
        let number = usize::from(raw.0);
        let first_node = Node::Game as usize;
        match number.checked_sub(first_node) {
            Some(node) => SyntaxKind::Node(NODES[node.min(NODES.len() - 1)]),
            None => SyntaxKind::Token(TOKENS[number.min(TOKENS.len() - 1)]),
        }
    }

    fn kind_to_raw(kind: SyntaxKind) -> rowan::SyntaxKind {
        rowan::SyntaxKind(match kind {
            SyntaxKind::Token(token) => token as u16,
            SyntaxKind::Node(node) => node as u16,
        })
    }
}

/// The tree of one game's text, and its structural errors.
pub fn tree(text: &str, shape_of: &dyn Fn(&str) -> MoveShape) -> (SyntaxNode, Vec<SyntaxError>) {
    tree_with_cache(text, shape_of, &mut TreeCache::default())
}

/// Same as [`tree`], with a cache shared by the trees of many games.
pub fn tree_with_cache(
    text: &str,
    shape_of: &dyn Fn(&str) -> MoveShape,
    cache: &mut TreeCache,
) -> (SyntaxNode, Vec<SyntaxError>) {
    let mut builder = TreeBuilder::new(text, cache);
    parse(text, shape_of, &mut builder);
    builder.into_tree()
}

/// Maximum number of bytes of games that share a cache.
const SHARED: usize = 1 << 22;

/// Token cache of the trees of consecutive games: equal tokens are stored once.
#[derive(Debug, Default)]
pub struct TreeCache {
    nodes: NodeCache,
    /// Number of bytes of the games whose tokens are cached.
    held: usize,
}

impl TreeCache {
    /// The cache for the next game. It is emptied regularly, so that unique texts do not fill the memory.
    fn for_game(&mut self, text: &str) -> &mut NodeCache {
        if self.held > SHARED {
            *self = TreeCache::default();
        }
        self.held += text.len();
        &mut self.nodes
    }
}

/// Builds the tree from a game's events.
#[derive(Debug)]
pub struct TreeBuilder<'a> {
    text: &'a str,
    green: GreenNodeBuilder<'a>,
    errors: Vec<SyntaxError>,
}

impl<'a> TreeBuilder<'a> {
    /// Creates a builder for the events of one game's text.
    pub fn new(text: &'a str, cache: &'a mut TreeCache) -> TreeBuilder<'a> {
        TreeBuilder { text, green: GreenNodeBuilder::with_cache(cache.for_game(text)), errors: Vec::new() }
    }

    /// The tree, and the game's structural errors. Call after the last event; if the parse was stopped, the tree covers
    /// the text before that.
    pub fn into_tree(self) -> (SyntaxNode, Vec<SyntaxError>) {
        (SyntaxNode::new_root(self.green.finish()), self.errors)
    }

    /// Same as [`TreeBuilder::into_tree`], as a tree that can be stored.
    pub fn into_green(self) -> GreenTree {
        GreenTree(self.green.finish())
    }
}

/// A tree that can be stored and shared between threads.
#[derive(Clone, Debug)]
pub struct GreenTree(GreenNode);

impl GreenTree {
    /// The root node to walk from; creating it costs nothing.
    pub fn root(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.0.clone())
    }
}

impl Sink for TreeBuilder<'_> {
    fn start(&mut self, node: Node) {
        self.green.start_node(VgnLanguage::kind_to_raw(SyntaxKind::Node(node)));
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        let text = &self.text[range.start as usize..range.end as usize];
        self.green.token(VgnLanguage::kind_to_raw(SyntaxKind::Token(token)), text);
    }

    fn finish(&mut self, _: Node) {
        self.green.finish_node();
    }

    fn error(&mut self, error: SyntaxError) {
        self.errors.push(error);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn name(kind: SyntaxKind) -> String {
        match kind {
            SyntaxKind::Token(token) => format!("{token:?}"),
            SyntaxKind::Node(node) => format!("{node:?}"),
        }
    }

    fn show(text: &str) -> String {
        fn walk(node: &SyntaxNode, depth: usize, out: &mut String) {
            for child in node.children_with_tokens() {
                match child {
                    rowan::NodeOrToken::Node(inner) => {
                        *out += &format!("{:1$}{2}\n", "", depth * 2, name(inner.kind()));
                        walk(&inner, depth + 1, out);
                    }
                    rowan::NodeOrToken::Token(token) if token.kind() != SyntaxKind::Token(Token::Space) => {
                        *out += &format!("{:1$}{2} {3:?}\n", "", depth * 2, name(token.kind()), token.text());
                    }
                    rowan::NodeOrToken::Token(_) => {}
                }
            }
        }
        let (root, errors) = tree(text, &|_| MoveShape::Word);
        assert_eq!(root.text(), text);
        let mut out = String::new();
        walk(&root, 0, &mut out);
        for error in errors {
            out += &format!("{}..{} {:?}\n", error.range.start, error.range.end, error.kind);
        }
        out
    }

    #[test]
    fn a_game_as_a_tree() {
        expect![[r#"
            TagSection
              TagPair
                TagOpen "["
                TagName "A"
                TagValue "\"b\""
                TagClose "]"
            Movetext
              BraceComment "{c}"
              MoveNumber "1."
              Move "e4"
              Suffix "!"
              Nag "$5"
              Variation
                VariationOpen "("
                MoveNumber "1."
                Move "d4"
                VariationClose ")"
              MoveNumber "1..."
              Move "e5"
              Terminator "1-0"
        "#]]
        .assert_eq(&show("[A \"b\"]\n\n{c} 1. e4! $5 (1. d4) 1... e5 1-0\n"));
    }

    #[test]
    fn faults_are_reported_once_each() {
        expect![[r#"
            TagSection
              TagPair
                TagOpen "["
                TagName "A"
                TagValue "\"b"
              TagPair
                TagOpen "["
                TagName "C"
                Stray "d"
                TagClose "]"
            Movetext
              MoveNumber "1."
              Move "e4"
              Stray "<foo"
              Stray "bar>"
              Move "e5"
              Variation
                VariationOpen "("
                Move "d5"
              Terminator "*"
            3..5 UnclosedTagValue { insert: 5, close: true }
            6..11 MissingTagValue { bare: Some(9..10) }
            18..27 Stray { in_tag: false }
            31..32 UnclosedVariation { insert: 34, missing: 1, on_new_line: false }
        "#]]
        .assert_eq(&show("[A \"b\n[C d]\n1. e4 <foo bar> e5 (d5 *"));
    }
}
