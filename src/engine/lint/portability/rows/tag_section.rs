//! Rows: the tag section, and what stands around it.

use super::ReaderLoss::{Comments, Moves, Refused, Split, Tags};
use super::{Row, effect};
use crate::lint::Code;
use crate::lint::portability::Reader::{ChessJs, Kokopu, Lichess, PgnExtract, PgnParser, PythonChess, Scid};

/// A game: what precedes its tags, what stands behind the first, further tags, and its moves.
macro_rules! game {
    ($before:literal, $behind:literal, $tags:literal, $moves:literal) => {
        concat!(
            $before,
            "[Event \"Club evening\"]",
            $behind,
            "[Site \"Oslo\"]\n[Date \"2024.05.06\"]\n[Round \"1\"]\n[White \"Lind, Eva\"]\n[Black \"Rau, Ole\"]\n",
            "[Result \"*\"]",
            $tags,
            $moves,
            "\n"
        )
    };
}
pub(super) use game;

const PLAIN: &str = game!("", "\n", "\n\n", "1. e4 e5 *");
const WITH_NOTE: &str = game!("", "\n", "\n\n", "{a note} 1. e4 e5 *");

pub const EMPTY_LINES_AMONG_TAGS: Row = Row {
    code: Code::EmptyLine,
    title: "Two empty lines among the tags or behind them",
    effects: &[effect(&[PythonChess], Split, "ends the game at these empty lines")],
    wrong: game!("", "\n", "\n\n\n", "1. e4 e5 *"),
    right: PLAIN,
};

pub const TAGS_ON_ONE_LINE: Row = Row {
    code: Code::TagLine,
    title: "Two tags on one line",
    effects: &[effect(&[PythonChess], Tags, "reads two tags on one line as one")],
    wrong: game!("", " ", "\n\n", "1. e4 e5 *"),
    right: PLAIN,
};

pub const BLANK_BEFORE_TAG: Row = Row {
    code: Code::TagLine,
    title: "A blank before a tag",
    effects: &[effect(&[PythonChess], Split, "begins another game behind a tag with a blank before it")],
    wrong: game!("", "\n ", "\n\n", "1. e4 e5 *"),
    right: PLAIN,
};

pub const BLANK_IN_TAG: Row = Row {
    code: Code::TagLine,
    title: "A blank within the brackets of a tag, or none between name and value",
    effects: &[
        effect(&[PythonChess], Tags, "loses a tag in this form"),
        effect(&[Lichess], Split, "begins another game behind a tag in this form"),
    ],
    wrong: game!("", "\n", "\n[ECO\"C20\"]\n\n", "1. e4 e5 *"),
    right: game!("", "\n", "\n[ECO \"C20\"]\n\n", "1. e4 e5 *"),
};

pub const TAG_OVER_LINES: Row = Row {
    code: Code::TagLine,
    title: "A tag over two lines",
    effects: &[effect(&[PythonChess, Lichess], Split, "begins another game behind a tag over two lines")],
    wrong: game!("", "\n", "\n[ECO\n\"C20\"]\n\n", "1. e4 e5 *"),
    right: game!("", "\n", "\n[ECO \"C20\"]\n\n", "1. e4 e5 *"),
};

pub const MOVES_ON_TAG_LINE: Row = Row {
    code: Code::TagLine,
    title: "Moves on the line of a tag",
    effects: &[effect(&[PythonChess], Moves, "loses the moves on the line of a tag")],
    wrong: game!("", "\n", " ", "1. e4 e5 *"),
    right: PLAIN,
};

pub const COMMENT_ON_TAG_LINE: Row = Row {
    code: Code::CommentOutsideMoves,
    title: "A comment on the line of a tag",
    effects: &[
        effect(&[PythonChess], Tags, "loses a tag with a comment behind it"),
        effect(&[Lichess, PgnExtract], Split, "begins another game behind a comment among the tags"),
        effect(&[ChessJs, Kokopu, PgnParser], Refused, "refuses a game with a comment among its tags"),
    ],
    wrong: game!("", " {a note}\n", "\n\n", "1. e4 e5 *"),
    right: WITH_NOTE,
};

pub const COMMENT_AMONG_TAGS: Row = Row {
    code: Code::CommentOutsideMoves,
    title: "A comment between two tags",
    effects: &[
        effect(&[PythonChess, Lichess, PgnExtract], Split, "begins another game behind a comment among the tags"),
        effect(&[ChessJs, Kokopu, PgnParser], Refused, "refuses a game with a comment among its tags"),
    ],
    wrong: game!("", "\n{a note}\n", "\n\n", "1. e4 e5 *"),
    right: WITH_NOTE,
};

pub const COMMENT_BEFORE_TAGS: Row = Row {
    code: Code::CommentOutsideMoves,
    title: "A comment before the tags, or between two games",
    effects: &[
        effect(&[PythonChess, Lichess], Split, "makes a game of its own of a comment before the tags"),
        effect(&[PgnExtract], Comments, "drops a comment before the tags"),
        effect(&[ChessJs, Kokopu, PgnParser], Refused, "refuses a game with a comment before its tags"),
    ],
    wrong: game!("{a note}\n\n", "\n", "\n\n", "1. e4 e5 *"),
    right: WITH_NOTE,
};

pub const UNDERSCORE_IN_TAG_NAME: Row = Row {
    code: Code::TagNameForm,
    title: "An underscore in the name of a tag",
    effects: &[effect(&[ChessJs], Refused, "refuses a game with an underscore in the name of a tag")],
    wrong: game!("", "\n", "\n[White_Club \"Oslo\"]\n\n", "1. e4 e5 *"),
    right: PLAIN,
};

pub const ESCAPED_QUOTE: Row = Row {
    code: Code::EscapedQuote,
    title: "A quote in the value of a tag",
    effects: &[
        effect(&[ChessJs], Refused, "refuses a game with a quote in the value of a tag"),
        effect(&[PythonChess, PgnExtract], Tags, "keeps the backslash before a quote"),
    ],
    wrong: game!("", "\n", "\n[Annotator \"Eva \\\"E\\\" Lind\"]\n\n", "1. e4 e5 *"),
    right: game!("", "\n", "\n[Annotator \"Eva 'E' Lind\"]\n\n", "1. e4 e5 *"),
};

pub const MOVE_NUMBER_ZERO: Row = Row {
    code: Code::FenForm,
    title: "A board whose move number is 0",
    effects: &[effect(&[ChessJs], Refused, "refuses a FEN whose move number is 0")],
    wrong: game!("", "\n", "\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n", "1. e4 *"),
    right: game!("", "\n", "\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n", "1. e4 *"),
};

pub const FILE_LETTERS: Row = Row {
    code: Code::FenForm,
    title: "Castling rights by the rooks' files",
    effects: &[
        effect(&[ChessJs, Kokopu], Refused, "refuses a FEN with the files of rooks for castling rights"),
        effect(&[PgnExtract], Refused, "reads no right to castle on the queen's side from the file of a rook"),
    ],
    wrong: game!("", "\n", "\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/R3K3 w A - 0 1\"]\n\n", "1. O-O-O *"),
    right: game!("", "\n", "\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1\"]\n\n", "1. O-O-O *"),
};

pub const VARIANT_FROM_POSITION: Row = Row {
    code: Code::VariantName,
    title: "The variant `From Position`",
    effects: &[effect(&[Kokopu], Refused, "refuses a game of the variant `From Position`")],
    wrong: game!(
        "",
        "\n",
        "\n[Variant \"From Position\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n",
        "1. e4 *"
    ),
    right: game!("", "\n", "\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n", "1. e4 *"),
};

pub const BYTE_ORDER_MARK: Row = Row {
    code: Code::ByteOrderMark,
    title: "A byte order mark before the first game",
    effects: &[
        effect(&[ChessJs], Refused, "refuses a text with a byte order mark"),
        effect(&[Scid], Split, "makes a game of its own of a byte order mark"),
    ],
    wrong: game!("\u{feff}", "\n", "\n\n", "1. e4 e5 *"),
    right: PLAIN,
};
