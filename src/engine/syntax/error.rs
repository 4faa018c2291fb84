//! Errors of the grammar: a range and a kind.

use std::ops::Range;

/// A structural error in a game's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The erroneous text, in bytes of the parsed text.
    pub range: Range<u32>,
    pub kind: SyntaxErrorKind,
}

/// The kinds of structural errors (rules B1-B3, C1, C4, C6, C7). Offsets are bytes of the parsed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// Missing `]`; insert it at `insert`, or in place of the character at `wrong`.
    UnclosedTag {
        insert: u32,
        wrong: Option<Range<u32>>,
    },
    /// Missing closing `"`; insert it at `insert`, followed by a `]` if `close` is set.
    UnclosedTagValue {
        insert: u32,
        close: bool,
    },
    /// The value continues over line ends.
    LineEndInTagValue,
    MissingTagName,
    /// A tag with two `[`, of which one is the range. `close`: one `]`, if the tag ends with two.
    DoubledBracket {
        close: Option<Range<u32>>,
    },
    /// A tag without a quoted value; `bare` is the unquoted text in its place.
    MissingTagValue {
        bare: Option<Range<u32>>,
    },
    /// A second name; `written` is the whole text before the value.
    ExtraTagName {
        written: Range<u32>,
    },
    /// A second value, or text after the value. With `quotes`, the value holds unescaped quotes and the range is the
    /// whole value, quotes included.
    ExtraTagValue {
        quotes: Option<Range<u32>>,
    },
    /// A comment between `[` and `]`; the tag begins at `tag`.
    CommentInTag {
        tag: u32,
    },
    /// A complete tag pair inside a tag.
    NestedTag {
        tag: Range<u32>,
    },
    /// Missing `}`; insert it at `insert`.
    UnclosedComment {
        insert: u32,
    },
    /// Missing `)`; insert `missing` of them at `insert`, on a new line if a line comment ends there. More than one is
    /// missing if the text ends within nested variations: the range is the innermost one; neither the outer ones nor
    /// the missing terminator are reported separately.
    UnclosedVariation {
        insert: u32,
        missing: u32,
        on_new_line: bool,
    },
    /// `)` without a matching `(`.
    UnopenedVariation,
    /// Variations nested deeper than [`super::MAX_DEPTH`].
    TooDeep,
    /// A run of text that is no token here; `in_tag`: it is inside a tag.
    Stray {
        in_tag: bool,
    },
    /// Lines that are not chess: HTML, mail, prose.
    Prose,
    /// A byte order mark elsewhere than at the beginning of the text.
    StrayByteOrderMark,
    /// Non-ASCII blanks, such as no-break spaces, in place of plain ones.
    WideBlanks,
    /// A terminator after which the game's half-moves continue.
    EarlyTerminator,
    /// A terminator after the game's terminator.
    SecondTerminator,
    /// Text up to a `}` without a `{`.
    UnopenedComment,
    /// A line that lacks only the `[` of a tag, or has other brackets: `(Site "x")`. `sign` is the text in place of the
    /// `[`, possibly empty.
    UnopenedTag {
        sign: Range<u32>,
    },
    /// Missing opening `"`; insert it at `insert`.
    UnopenedTagValue {
        insert: u32,
    },
    /// The game lacks its terminator; insert it at `insert`, on a new line if a line comment ends there.
    MissingTerminator {
        insert: u32,
        on_new_line: bool,
    },
}
