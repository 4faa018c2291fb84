//! Rows of constructs that other lints report.

use super::ReaderLoss::{Glyphs, Moves, Refused, Split, Tags};
use super::tag_section::game;
use super::{Row, effect};
use crate::lint::Code;
use crate::lint::portability::Reader::{ChessJs, Kokopu, Lichess, PgnExtract, PgnParser, PythonChess, Scid};

pub const UNKNOWN_NAG: Row = Row {
    code: Code::UnknownNag,
    title: "`$256`, and other NAGs above 255 without a meaning",
    effects: &[effect(&[Scid], Glyphs, "drops `$256`, and stores another number for those above")],
    wrong: "1. e4 $256 e5 *\n",
    right: "1. e4 $1 e5 *\n",
};

pub const NAG_AFTER_COMMENT: Row = Row {
    code: Code::NagPlacement,
    title: "A NAG behind a comment",
    effects: &[effect(&[ChessJs, PgnParser], Refused, "refuses a game with a NAG behind a comment")],
    wrong: "1. e4 {best by test} $1 1... e5 *\n",
    right: "1. e4 $1 {best by test} 1... e5 *\n",
};

pub const NAG_AFTER_VARIATION: Row = Row {
    code: Code::NagPlacement,
    title: "A NAG behind a variation",
    effects: &[effect(&[ChessJs, PgnParser, PgnExtract], Refused, "refuses a game with a NAG behind a variation")],
    wrong: "1. e4 (1. d4) $1 1... e5 *\n",
    right: "1. e4 $1 (1. d4) 1... e5 *\n",
};

pub const VARIATION_FIRST: Row = Row {
    code: Code::VariationAnchor,
    title: "A variation before any move",
    effects: &[
        effect(&[ChessJs, Kokopu, PgnParser, Scid], Refused, "refuses a game that begins with a variation"),
        effect(&[PgnExtract], Split, "makes a game of its own of the variation"),
        effect(&[PythonChess, Lichess], Moves, "confuses the variation with the main line"),
    ],
    wrong: game!("", "\n", "\n\n", "(1. d4 d5) 1. e4 e5 *"),
    right: game!("", "\n", "\n\n", "1. e4 (1. d4 d5) 1... e5 *"),
};

pub const NULL_MOVE: Row = Row {
    code: Code::NullMove,
    title: "A null move in the main line",
    effects: &[
        effect(&[ChessJs, PgnExtract], Refused, "refuses a game with a null move"),
        effect(&[Lichess], Moves, "plays no half-move from a null move on"),
    ],
    wrong: "1. e4 -- 2. d4 *\n",
    right: "1. e4 e5 2. d4 *\n",
};

pub const MISSING_TERMINATOR: Row = Row {
    code: Code::MissingTerminator,
    title: "A game without a terminator",
    effects: &[effect(&[PgnExtract], Refused, "drops a game without a terminator")],
    wrong: game!("", "\n", "\n\n", "1. e4 e5"),
    right: game!("", "\n", "\n\n", "1. e4 e5 *"),
};

pub const PAWN_LETTER: Row = Row {
    code: Code::ImportFormat,
    title: "A pawn's letter",
    effects: &[effect(&[ChessJs, Kokopu, PgnExtract], Refused, "refuses a game with the letter of a pawn")],
    wrong: "1. Pe4 e5 *\n",
    right: "1. e4 e5 *\n",
};

pub const EN_PASSANT_MARK: Row = Row {
    code: Code::ImportFormat,
    title: "`e.p.` behind a capture",
    effects: &[
        effect(&[ChessJs, Kokopu], Refused, "refuses a game with `e.p.`"),
        effect(&[PgnExtract, Scid], Moves, "loses a half-move with `e.p.`"),
    ],
    wrong: "1. e4 a6 2. e5 d5 3. exd6e.p. *\n",
    right: "1. e4 a6 2. e5 d5 3. exd6 *\n",
};

pub const BOTH_SQUARES: Row = Row {
    code: Code::ImportFormat,
    title: "Both squares of a half-move",
    effects: &[effect(&[Kokopu], Refused, "refuses a pawn's half-move with both squares")],
    wrong: "1. e2e4 e7e5 *\n",
    right: "1. e4 e5 *\n",
};

pub const CASTLING_ZEROS: Row = Row {
    code: Code::CastlingZeros,
    title: "Castling with zeros",
    effects: &[effect(&[PgnParser], Refused, "refuses a game with `0-0`")],
    wrong: "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 *\n",
    right: "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *\n",
};

pub const NEEDLESS_CAPTURE: Row = Row {
    code: Code::WrongCapture,
    title: "An `x` without a capture",
    effects: &[effect(&[ChessJs], Refused, "refuses a game with an `x` where nothing is captured")],
    wrong: "1. e4 e5 2. Nxf3 *\n",
    right: "1. e4 e5 2. Nf3 *\n",
};

pub const TWO_PLUS_SIGNS: Row = Row {
    code: Code::ImportFormat,
    title: "`++`",
    effects: &[effect(&[ChessJs, Kokopu, PgnParser], Refused, "refuses a game with `++`")],
    wrong: "1. e4 e5 2. Qh5 Nc6 3. Qxf7++ *\n",
    right: "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *\n",
};

pub const SMALL_TAG_NAME: Row = Row {
    code: Code::UnknownTagNear,
    title: "The name of a tag with a small first letter",
    effects: &[effect(
        &[PythonChess, Lichess, ChessJs, Kokopu, PgnExtract, Scid],
        Tags,
        "takes `white` for a tag of another meaning than `White`",
    )],
    wrong: "[white \"Lind, Eva\"]\n\n1. e4 e5 *\n",
    right: "[White \"Lind, Eva\"]\n\n1. e4 e5 *\n",
};

pub const UNKNOWN_ESCAPE: Row = Row {
    code: Code::UnknownEscape,
    title: "A backslash in the value of a tag",
    effects: &[
        effect(&[PgnParser], Refused, "refuses a game with a backslash before another sign than `\\` or `\"`"),
        effect(&[Lichess], Split, "begins another game behind such a tag"),
    ],
    wrong: game!("", "\n", "\n[Source \"C:\\games\"]\n\n", "1. e4 e5 *"),
    right: game!("", "\n", "\n[Source \"C:/games\"]\n\n", "1. e4 e5 *"),
};

pub const QUOTE_IN_VALUE: Row = Row {
    code: Code::ExtraTagValue,
    title: "A quote in the value of a tag, without a backslash",
    effects: &[
        effect(&[ChessJs, Kokopu, PgnParser], Refused, "refuses a game with a quote in the value of a tag"),
        effect(&[Lichess, PgnExtract], Split, "begins another game behind such a tag"),
    ],
    wrong: game!("", "\n", "\n[Annotator \"Eva \"E\" Lind\"]\n\n", "1. e4 e5 *"),
    right: game!("", "\n", "\n[Annotator \"Eva 'E' Lind\"]\n\n", "1. e4 e5 *"),
};

pub const LINE_END_IN_VALUE: Row = Row {
    code: Code::LineEndInTagValue,
    title: "A line end in the value of a tag",
    effects: &[
        effect(&[Kokopu, PgnParser], Refused, "refuses a game with a line end in the value of a tag"),
        effect(&[PythonChess, Lichess, PgnExtract], Split, "begins another game behind such a tag"),
    ],
    wrong: game!("", "\n", "\n[Annotator \"Eva\nLind\"]\n\n", "1. e4 e5 *"),
    right: game!("", "\n", "\n[Annotator \"Eva Lind\"]\n\n", "1. e4 e5 *"),
};
