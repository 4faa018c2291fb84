//! The kinds of tokens and nodes.

/// A leaf of the tree: every byte of a text belongs to exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum Token {
    /// A byte order mark: at the start of the file, or, which is an error, between its games.
    ByteOrderMark,
    /// Blanks and line ends.
    Space,
    /// `{…}`, with or without its `}`.
    BraceComment,
    /// `;` to the line's end.
    LineComment,
    /// `%` at a line's start, to the line's end (PGN's escape).
    Escape,
    /// `[`
    TagOpen,
    /// A tag's name.
    TagName,
    /// A tag's value with its quotes, or what stands in its place.
    TagValue,
    /// `]`
    TagClose,
    /// A move number with its periods: `1.`, `1...`, `1.5`, `1`.
    MoveNumber,
    /// Periods that stand apart from their number, `13 .. Kg7`, or the parenthesis in their place: `13) Kg7`.
    Periods,
    /// The text of one half-move: a word, or a whole board.
    Move,
    /// `!`, `?`, `!!`, `??`, `!?`, `?!` or another run of these.
    Suffix,
    /// `$` and digits.
    Nag,
    /// `$` and three numbers or more with periods between them: VGN's idea of a composite NAG.
    CompositeNag,
    /// `(`
    VariationOpen,
    /// `)`
    VariationClose,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`
    Terminator,
    /// A binary move section.
    Binary,
    /// Text that is no token here.
    Stray,
}

/// An inner node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum Node {
    /// One game: the root.
    Game = 64,
    /// All tags, with what stands between them.
    TagSection,
    /// `[Name "value"]`
    TagPair,
    /// Everything after the tags.
    Movetext,
    /// `(…)`
    Variation,
}

/// Kind of a tree element, as rowan stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SyntaxKind {
    Token(Token),
    Node(Node),
}

/// Every token kind, in the order of their numbers.
pub(super) const TOKENS: [Token; 20] = [
    Token::ByteOrderMark,
    Token::Space,
    Token::BraceComment,
    Token::LineComment,
    Token::Escape,
    Token::TagOpen,
    Token::TagName,
    Token::TagValue,
    Token::TagClose,
    Token::MoveNumber,
    Token::Periods,
    Token::Move,
    Token::Suffix,
    Token::Nag,
    Token::CompositeNag,
    Token::VariationOpen,
    Token::VariationClose,
    Token::Terminator,
    Token::Binary,
    Token::Stray,
];

/// Every node kind, in the order of their numbers.
pub(super) const NODES: [Node; 5] = [Node::Game, Node::TagSection, Node::TagPair, Node::Movetext, Node::Variation];
