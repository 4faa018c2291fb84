//! Typed views on a game's tree: the kinds of nodes and tokens, and their children.
//!
//! A view wraps its node or token, so it costs nothing to make; [`AstNode::cast`] and [`AstToken::cast`] return `None`
//! for other kinds. A broken game lacks parts, so every child that can be missing is an `Option`. White space, stray
//! text and escapes are no items of a line and are skipped. Nothing here knows chess.

mod tokens;

use std::ops::Range;

use rowan::NodeOrToken;

use super::kind::{Node, SyntaxKind};
use super::tree::{SyntaxElement, SyntaxNode, SyntaxToken};

pub use tokens::{AstToken, Comment, Move, MoveNumber, Nag, TagName, TagValue, Terminator};

/// Typed view on a node.
pub trait AstNode: Sized {
    /// Returns the view if the node is of the view's kind.
    fn cast(node: SyntaxNode) -> Option<Self>;

    /// The underlying node.
    fn syntax(&self) -> &SyntaxNode;

    /// Range in bytes of the game's text.
    fn range(&self) -> Range<u32> {
        self.syntax().text_range().into()
    }
}

macro_rules! node {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name(SyntaxNode);

        impl AstNode for $name {
            fn cast(node: SyntaxNode) -> Option<$name> {
                (node.kind() == SyntaxKind::Node(Node::$name)).then_some($name(node))
            }

            fn syntax(&self) -> &SyntaxNode {
                &self.0
            }
        }
    };
}

node! {
    /// One game: the root of the tree.
    Game
}

node! {
    /// All tags of a game, with the trivia between them.
    TagSection
}

node! {
    /// `[Name "value"]`, possibly incomplete.
    TagPair
}

node! {
    /// Everything after the tags: the main line.
    Movetext
}

node! {
    /// `(…)`, possibly without its `)`.
    Variation
}

impl Game {
    /// The tag section; `None` if the game begins with its movetext.
    pub fn tag_section(&self) -> Option<TagSection> {
        child(self)
    }

    /// The tag pairs in order.
    pub fn tags(&self) -> impl Iterator<Item = TagPair> + use<> {
        self.tag_section().into_iter().flat_map(|section| section.tags())
    }

    /// The last tag pair with this name, which is the valid one (rule B11).
    pub fn tag(&self, name: &str) -> Option<TagPair> {
        self.tags().filter(|tag| tag.name().is_some_and(|found| found.text() == name)).last()
    }

    /// The main line; `None` if the game ends after its tags or has a binary section.
    pub fn movetext(&self) -> Option<Movetext> {
        child(self)
    }

    /// The terminator of the main line.
    pub fn terminator(&self) -> Option<Terminator> {
        let last = self.movetext()?.syntax().last_child_or_token();
        let backwards = std::iter::successors(last, SyntaxElement::prev_sibling_or_token);
        backwards.filter_map(MovetextItem::cast).find_map(MovetextItem::terminator)
    }
}

impl TagSection {
    /// The tag pairs in order.
    pub fn tags(&self) -> impl Iterator<Item = TagPair> + use<> {
        self.syntax().children().filter_map(TagPair::cast)
    }
}

impl TagPair {
    /// The tag's name.
    pub fn name(&self) -> Option<TagName> {
        tokens_of(self).find_map(TagName::cast)
    }

    /// The tag's value, or the text in its place.
    pub fn value(&self) -> Option<TagValue> {
        tokens_of(self).find_map(TagValue::cast)
    }
}

/// A line of play: the main line or a variation.
pub trait HasItems: AstNode {
    /// The items of the line in order, without those of its variations.
    fn items(&self) -> impl Iterator<Item = MovetextItem> + use<Self> {
        self.syntax().children_with_tokens().filter_map(MovetextItem::cast)
    }

    /// The half-moves of the line itself, without those of its variations.
    fn moves(&self) -> impl Iterator<Item = Move> + use<Self> {
        tokens_of(self).filter_map(Move::cast)
    }

    /// The variations on half-moves of this line.
    fn variations(&self) -> impl Iterator<Item = Variation> + use<Self> {
        self.syntax().children().filter_map(Variation::cast)
    }
}

impl HasItems for Movetext {}
impl HasItems for Variation {}

impl Variation {
    /// Nesting depth: 1 for a variation of the main line.
    pub fn depth(&self) -> usize {
        self.syntax().ancestors().filter_map(Variation::cast).count()
    }

    /// The half-move that the variation replaces: the last one before it in the parent line.
    pub fn replaces(&self) -> Option<Move> {
        let before = std::iter::successors(self.syntax().prev_sibling_or_token(), |it| it.prev_sibling_or_token());
        before.filter_map(NodeOrToken::into_token).find_map(Move::cast)
    }

    /// Whether the `)` is present.
    pub fn is_closed(&self) -> bool {
        self.syntax().last_token().is_some_and(|last| tokens::closes(&last) && last.parent().as_ref() == Some(&self.0))
    }
}

/// One item of a line of play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MovetextItem {
    MoveNumber(MoveNumber),
    Move(Move),
    Nag(Nag),
    Comment(Comment),
    Variation(Variation),
    Terminator(Terminator),
}

impl MovetextItem {
    /// Casts a tree element to an item; `None` for white space, escapes and stray text.
    pub fn cast(element: SyntaxElement) -> Option<MovetextItem> {
        let token = match element {
            NodeOrToken::Node(node) => return Variation::cast(node).map(MovetextItem::Variation),
            NodeOrToken::Token(token) => token,
        };
        (Move::cast(token.clone()).map(MovetextItem::Move))
            .or_else(|| MoveNumber::cast(token.clone()).map(MovetextItem::MoveNumber))
            .or_else(|| Nag::cast(token.clone()).map(MovetextItem::Nag))
            .or_else(|| Comment::cast(token.clone()).map(MovetextItem::Comment))
            .or_else(|| Terminator::cast(token).map(MovetextItem::Terminator))
    }

    /// Range in bytes of the game's text.
    pub fn range(&self) -> Range<u32> {
        match self {
            MovetextItem::MoveNumber(item) => item.range(),
            MovetextItem::Move(item) => item.range(),
            MovetextItem::Nag(item) => item.range(),
            MovetextItem::Comment(item) => item.range(),
            MovetextItem::Variation(item) => item.range(),
            MovetextItem::Terminator(item) => item.range(),
        }
    }

    fn terminator(self) -> Option<Terminator> {
        if let MovetextItem::Terminator(item) = self { Some(item) } else { None }
    }
}

fn child<N: AstNode>(of: &impl AstNode) -> Option<N> {
    of.syntax().children().find_map(N::cast)
}

fn tokens_of<N: AstNode>(node: &N) -> impl Iterator<Item = SyntaxToken> + use<N> {
    node.syntax().children_with_tokens().filter_map(NodeOrToken::into_token)
}

#[cfg(test)]
mod tests {
    use super::super::grammar::MoveShape;
    use super::super::tree::tree;
    use super::*;

    fn game(text: &str) -> Game {
        Game::cast(tree(text, &|_| MoveShape::Word).0).expect("the root is a game")
    }

    fn texts<T: AstToken>(tokens: impl Iterator<Item = T>) -> Vec<String> {
        tokens.map(|token| token.text().to_owned()).collect()
    }

    fn items(line: &impl HasItems) -> String {
        let name = |item: MovetextItem| match item {
            MovetextItem::MoveNumber(number) => format!("number {}", number.text()),
            MovetextItem::Move(half_move) => format!("move {}", half_move.text()),
            MovetextItem::Nag(nag) => format!("nag {}", nag.text()),
            MovetextItem::Comment(comment) => format!("comment {}", comment.body()),
            MovetextItem::Variation(line) => format!("variation of {}", texts(line.moves()).join(" ")),
            MovetextItem::Terminator(terminator) => format!("terminator {}", terminator.text()),
        };
        line.items().map(name).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_game_is_walked_by_its_parts() {
        let game =
            game("[White \"C\"]\n[White \"A \\\"B\\\"\"]\n\n1. e4! $5 {best} (1. d4 (1. c4) d5) 1... e5 ; rest\n*");
        assert_eq!(game.tags().count(), 2);
        let white = game.tag("White").expect("there are two");
        assert_eq!(white.range(), 12..29);
        assert_eq!(white.value().expect("it has one").unquoted(), "A \\\"B\\\"");
        assert!(game.tag("Black").is_none());
        let line = game.movetext().expect("it has moves");
        assert_eq!(
            items(&line),
            "number 1., move e4, nag !, nag $5, comment best, variation of d4 d5, number 1..., move e5, \
             comment  rest, terminator *"
        );
        assert_eq!(texts(line.moves()), ["e4", "e5"]);
        let variation = line.variations().next().expect("one");
        assert_eq!(items(&variation), "number 1., move d4, variation of c4, move d5");
        let inner = variation.variations().next().expect("one");
        assert_eq!([variation.depth(), inner.depth()], [1, 2]);
        assert_eq!([variation.is_closed(), inner.is_closed()], [true, true]);
        let replaced = [&variation, &inner].map(|line| line.replaces().map(|it| it.text().to_owned()));
        assert_eq!(replaced, [Some("e4".to_owned()), Some("d4".to_owned())]);
        assert_eq!(game.terminator().map(|it| it.text().to_owned()), Some("*".to_owned()));
    }

    #[test]
    fn a_broken_game_has_views_on_its_existing_parts() {
        let game = game("[A \"b\n[\"c\"]\n[D e]\n1. e4 <foo e5 (d5 {open (1. c4 1-0");
        let tags = game.tags().map(|tag| {
            let name = tag.name().map(|name| name.text().to_owned());
            (name, tag.value().map(|value| value.unquoted().to_owned()))
        });
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(tags.collect::<Vec<_>>(), [(some("A"), some("b")), (None, some("c")), (some("D"), None)]);
        let line = game.movetext().expect("it has moves");
        assert_eq!(items(&line), "number 1., move e4, move e5, variation of d5");
        let variation = line.variations().next().expect("one");
        assert!(!variation.is_closed());
        let comment = variation.items().last();
        let Some(MovetextItem::Comment(comment)) = comment else { panic!("{comment:?}") };
        assert_eq!((comment.body(), comment.is_closed()), ("open (1. c4 1-0", false));
        assert!(game.terminator().is_none(), "the comment holds it");
    }

    #[test]
    fn a_game_may_have_nothing() {
        for text in ["", "\n", "[A \"b\"]", "; only a comment"] {
            assert!(game(text).terminator().is_none(), "{text}");
        }
        let nothing = game("[A \"b\"]");
        assert!(nothing.movetext().is_none() && nothing.tag("A").is_some());
        let bare = game("(1. e4");
        let variation = bare.movetext().and_then(|line| line.variations().next());
        assert!(variation.is_none_or(|line| line.replaces().is_none()));
        let (empty, outer) = (game("1. e4 () (e5 (d5) *"), |game: &Game| game.movetext().expect("moves").variations());
        assert_eq!(outer(&empty).map(|line| line.is_closed()).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn the_last_terminator_of_the_main_line_counts() {
        let game = game("1. e4 (1. d4 1-0 ) e5 0-1");
        assert_eq!(game.terminator().map(|it| it.text().to_owned()), Some("0-1".to_owned()));
    }
}
