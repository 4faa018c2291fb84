//! Rows: the movetext.

use super::ReaderLoss::{Comments, Glyphs, Refused, Split};
use super::{Row, effect};
use crate::lint::Code;
use crate::lint::portability::Reader::{ChessJs, Kokopu, Lichess, PgnExtract, PgnParser, PythonChess, Scid};

pub const EMPTY_LINE: Row = Row {
    code: Code::EmptyLine,
    title: "An empty line within the moves",
    effects: &[effect(&[PythonChess, Lichess], Split, "ends the game at this empty line")],
    wrong: "1. e4 e5 {the open games}\n\n2. Nf3 Nc6 *\n",
    right: "1. e4 e5 {the open games}\n2. Nf3 Nc6 *\n",
};

pub const TERMINATOR_IN_VARIATION: Row = Row {
    code: Code::TerminatorInVariation,
    title: "A terminator within a variation",
    effects: &[
        effect(&[ChessJs, Kokopu, PgnParser], Refused, "refuses a game with a terminator within a variation"),
        effect(&[Scid], Split, "ends the game at a terminator within a variation"),
    ],
    wrong: "1. e4 e5 (1... c5 *) 2. Nf3 *\n",
    right: "1. e4 e5 (1... c5) 2. Nf3 *\n",
};

pub const VARIATION_WITHOUT_MOVES: Row = Row {
    code: Code::VariationWithoutMoves,
    title: "A variation that holds only a comment",
    effects: &[
        effect(&[PgnParser], Refused, "refuses a game with a variation that holds only a comment"),
        effect(&[PythonChess], Comments, "moves the comment of a variation without moves to the next move"),
        effect(&[Lichess, ChessJs], Comments, "loses the comment of a variation without moves"),
    ],
    wrong: "1. e4 ({best by test}) 1... e5 *\n",
    right: "1. e4 {best by test} 1... e5 *\n",
};

pub const ADJACENT_COMMENTS: Row = Row {
    code: Code::AdjacentComments,
    title: "Two comments side by side",
    effects: &[
        effect(&[ChessJs], Refused, "refuses a game with two comments side by side"),
        effect(&[Scid], Comments, "joins two comments side by side without a blank"),
    ],
    wrong: "1. e4 {best} {by test} 1... e5 *\n",
    right: "1. e4 {best by test} 1... e5 *\n",
};

pub const COMMENT_AFTER_VARIATION: Row = Row {
    code: Code::CommentAfterVariation,
    title: "A comment behind a variation",
    effects: &[
        effect(&[ChessJs], Refused, "refuses a game with a comment behind a variation"),
        effect(&[PgnParser], Comments, "loses a comment behind a variation"),
    ],
    wrong: "1. e4 e5 (1... c5) {the open games} 2. Nf3 *\n",
    right: "1. e4 e5 {the open games} (1... c5) 2. Nf3 *\n",
};

pub const BLANK_BEFORE_INNER_COMMENT: Row = Row {
    code: Code::BlankInVariation,
    title: "White space between a `(` and a comment",
    effects: &[effect(&[ChessJs], Refused, "refuses a game with white space between `(` and a comment")],
    wrong: "1. e4 ( {solid} 1. d4 d5) 1... e5 *\n",
    right: "1. e4 ({solid} 1. d4 d5) 1... e5 *\n",
};

pub const COMMENT_AFTER_NUMBER: Row = Row {
    code: Code::CommentAfterNumber,
    title: "A comment between a number and its move",
    effects: &[
        effect(&[ChessJs, PgnParser], Refused, "refuses a game with a comment between a number and its move"),
        effect(&[PgnExtract], Split, "ends the game at a comment between a number and its move"),
    ],
    wrong: "1. e4 e5 2. {developing} Nf3 *\n",
    right: "1. e4 e5 {developing} 2. Nf3 *\n",
};

pub const LINE_COMMENT: Row = Row {
    code: Code::LineComment,
    title: "A comment from `;` to the end of its line",
    effects: &[
        effect(&[Kokopu, PgnExtract], Refused, "refuses a game with a `;` comment"),
        effect(&[PythonChess, Lichess], Comments, "drops a `;` comment"),
    ],
    wrong: "1. e4 ; best by test\n1... e5 *\n",
    right: "1. e4 {best by test}\n1... e5 *\n",
};

pub const BACKSLASH_IN_COMMENT: Row = Row {
    code: Code::BackslashInComment,
    title: "A backslash at the end of a comment",
    effects: &[effect(&[Kokopu], Refused, "reads on past the end of a comment behind a backslash")],
    wrong: "1. e4 {from C:\\games\\} 1... e5 *\n",
    right: "1. e4 {from C:\\games\\ } 1... e5 *\n",
};

pub const PRIVATE_LINE: Row = Row {
    code: Code::PrivateLine,
    title: "A line that begins with `%`",
    effects: &[effect(&[ChessJs, Kokopu, PgnParser], Refused, "refuses a game with a line that begins with `%`")],
    wrong: "1. e4 e5\n% exported by a program\n2. Nf3 *\n",
    right: "1. e4 e5\n2. Nf3 *\n",
};

pub const NUMBER_WITHOUT_PERIOD: Row = Row {
    code: Code::NumberForm,
    title: "A number without a period",
    effects: &[effect(&[ChessJs, Kokopu], Refused, "refuses a game with a number without a period")],
    wrong: "1. e4 e5 2 Nf3 *\n",
    right: "1. e4 e5 2. Nf3 *\n",
};

pub const OTHER_PERIODS: Row = Row {
    code: Code::NumberForm,
    title: "A number with other periods than `1.` or `1...`",
    effects: &[effect(&[Kokopu], Refused, "refuses a number with other periods than `1.` or `1...`")],
    wrong: "1. e4 {best by test} 1. ... e5 *\n",
    right: "1. e4 {best by test} 1... e5 *\n",
};

pub const BLANK_BEFORE_SUFFIX: Row = Row {
    code: Code::GlyphForm,
    title: "A blank before `!` or `?`",
    effects: &[effect(&[ChessJs], Refused, "refuses a game with a blank before such a sign")],
    wrong: "1. e4 ! e5 *\n",
    right: "1. e4! e5 *\n",
};

pub const NAG_ZERO: Row = Row {
    code: Code::GlyphForm,
    title: "`$0`",
    effects: &[effect(&[Kokopu], Refused, "refuses a game with `$0`"), effect(&[Scid], Glyphs, "drops `$0`")],
    wrong: "1. e4 $0 e5 *\n",
    right: "1. e4 e5 *\n",
};

pub const NAG_LEADING_ZERO: Row = Row {
    code: Code::GlyphForm,
    title: "A NAG that begins with 0",
    effects: &[effect(&[Kokopu], Refused, "refuses a game with a NAG that begins with 0")],
    wrong: "1. e4 $01 e5 *\n",
    right: "1. e4 $1 e5 *\n",
};

pub const NAG_TOO_LARGE: Row = Row {
    code: Code::GlyphForm,
    title: "A NAG above 255",
    effects: &[effect(&[Scid], Glyphs, "stores another number for a NAG above 255")],
    wrong: "1. e4 $300 e5 *\n",
    right: "1. e4 $1 e5 *\n",
};
