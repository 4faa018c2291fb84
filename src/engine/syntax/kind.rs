//! The kinds of tokens and nodes.

/// A leaf of the tree: every byte of a text belongs to exactly one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum Token {
    /// A byte order mark: at the start of the file or, as an error, between its games.
    ByteOrderMark,
    /// Blanks and line ends.
    Space,
    /// `{…}`, possibly without its `}`.
    BraceComment,
    /// `;` to the end of the line.
    LineComment,
    /// `%` at the start of a line, to the end of the line (PGN's escape).
    Escape,
    /// `[`
    TagOpen,
    /// A tag's name.
    TagName,
    /// A tag's value with its quotes, or the text in its place.
    TagValue,
    /// `]`
    TagClose,
    /// A move number with its periods: `1.`, `1...`, `1.5`, `1`.
    MoveNumber,
    /// Periods apart from their number, `13 .. Kg7`, or the parenthesis in their place: `13) Kg7`.
    Periods,
    /// The text of one half-move: a word, or a whole board.
    Move,
    /// `!`, `?`, `!!`, `??`, `!?`, `?!` or another run of these characters.
    Suffix,
    /// `$` and digits.
    Nag,
    /// `$` and three or more numbers separated by periods: VGN's composite NAG.
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
    /// All tags, with the trivia between them.
    TagSection,
    /// `[Name "value"]`
    TagPair,
    /// Everything after the tags.
    Movetext,
    /// `(…)`
    Variation,
}

/// Kind of a tree element, as stored by rowan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SyntaxKind {
    Token(Token),
    Node(Node),
}

/// Every token kind, in order of discriminants.
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

/// Every node kind, in order of discriminants.
pub(super) const NODES: [Node; 5] = [Node::Game, Node::TagSection, Node::TagPair, Node::Movetext, Node::Variation];
