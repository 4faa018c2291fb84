//! What the grammar finds wrong: a range and a kind.

use std::ops::Range;

/// A fault in the structure of a game's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The text at fault, in bytes of the parsed text.
    pub range: Range<u32>,
    pub kind: SyntaxErrorKind,
}

/// The kinds of structural faults (rules B1-B3, C1, C4, C6, C7). Offsets are bytes of the parsed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// No `]`; one belongs at `insert`, or in the place of the sign that stands at `wrong`.
    UnclosedTag {
        insert: u32,
        wrong: Option<Range<u32>>,
    },
    /// No closing `"`; it belongs at `insert`, with a `]` if `close` says so.
    UnclosedTagValue {
        insert: u32,
        close: bool,
    },
    /// The value goes on over line ends.
    LineEndInTagValue,
    MissingTagName,
    /// A tag begins with two `[`, of which this is the first; `close`: it ends with two `]`, of which this is the last.
    DoubledBracket {
        close: Option<Range<u32>>,
    },
    /// A tag without a quoted value; `bare` is text that stands unquoted in its place.
    MissingTagValue {
        bare: Option<Range<u32>>,
    },
    /// A second name; all that stands before the value is `written`.
    ExtraTagName {
        written: Range<u32>,
    },
    /// A second value, or text after the value; with `quotes` the value holds quotes that are not escaped, and the
    /// whole of it is this range, quotes included.
    ExtraTagValue {
        quotes: Option<Range<u32>>,
    },
    /// A comment between `[` and `]`; the tag begins at `tag`.
    CommentInTag {
        tag: u32,
    },
    /// A whole tag pair inside a tag, which this is.
    NestedTag {
        tag: Range<u32>,
    },
    /// What goes on after a comment with another one inside it, which ended at the first `}`; this is the comment.
    NestedComment {
        comment: Range<u32>,
    },
    /// No `}`; one belongs at `insert`.
    UnclosedComment {
        insert: u32,
    },
    /// No `)`; `missing` of them belong at `insert`, on a line of their own if a line comment ends there. More than one
    /// where the text ends within variations: this is the innermost, and neither the others nor the terminator that the
    /// game lacks are reported.
    UnclosedVariation {
        insert: u32,
        missing: u32,
        on_new_line: bool,
    },
    /// `)` without its `(`.
    UnopenedVariation,
    /// A `)` behind a number, which belongs to it or closes a variation. It is read as closing one; what a reader would
    /// make of it is not known, so nothing that depends on it is fixed without asking. Nothing is reported for it.
    UnclearParenthesis,
    /// Variations nested deeper than [`super::MAX_DEPTH`].
    TooDeep,
    /// A run of text that is no token here; in a tag if `in_tag`.
    Stray {
        in_tag: bool,
    },
    /// Lines that are no chess at all: HTML, mail, prose.
    Prose,
    /// A byte order mark that does not stand at the beginning of the text.
    StrayByteOrderMark,
    /// Blanks beyond ASCII, no-break spaces and others, in the place of plain ones.
    WideBlanks,
    /// A terminator behind which the half-moves of the game go on.
    EarlyTerminator,
    /// A terminator behind that of the game.
    SecondTerminator,
    /// Text up to a `}` that no `{` opens.
    UnopenedComment,
    /// A line that is a tag but for its `[`, or for its brackets: `(Site "x")`. `sign` stands in the place of the `[`, if it is
    /// not empty.
    UnopenedTag {
        sign: Range<u32>,
    },
    /// No opening `"`; it belongs at `insert`.
    UnopenedTagValue {
        insert: u32,
    },
    /// The game has no terminator; it belongs at `insert`, on a line of its own if a line comment ends there.
    MissingTerminator {
        insert: u32,
        on_new_line: bool,
    },
}
