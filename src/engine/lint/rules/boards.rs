//! Rows of the catalogue: the board that a game starts from (rules B6 and B7; PGN 9.7).

use crate::lint::Severity::{Error, Information, Warning};
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static INVALID_SETUP: Lint = Lint {
    code: Code::InvalidSetup,
    name: "invalid-setup",
    family: Family::Tags,
    severity: Error,
    fix: false,
    summary: "The board at the start of the game cannot be read.",
    explanation: r#"In a VGN game the board is in the tag `SetUp`: the name of a notation for boards, then `:` and the
board. Without a name the notation is SFEN (rule B6). In a PGN game the board is in the tag `FEN`
(PGN 9.7.2 and 16.1). The message says which part of the board is wrong: for example a rank that
does not have eight squares, a letter that is not a piece, or a missing field.

Binary notations cannot be used in a tag. Until the board is corrected, the moves of the game are
not checked. A FEN that has only one of its two counts, the half-move clock and the move number, is
a warning, and the moves are checked."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P4/4K3 w"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static MOVES_AFTER_SETUP_END_MARK: Lint = Lint {
    code: Code::MovesAfterSetupEndMark,
    name: "moves-after-setup-end-mark",
    family: Family::Tags,
    severity: Error,
    fix: false,
    summary: "Moves follow although the board in `SetUp` says that the game is over.",
    explanation: r#"A board in SFEN can have a mark at its end: `+#` for checkmate, `#` for stalemate, `#+` for a win
and `##` for a draw by other means. A game that starts from such a board is over at once, and its
move section contains only the terminator (rule B7). Remove the mark, or the moves."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w - - ##"]

1. e4 1/2-1/2
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w - - ##"]

1/2-1/2
"#,
    check: Check::Engine,
};

pub(crate) static IMPOSSIBLE_POSITION: Lint = Lint {
    code: Code::ImpossiblePosition,
    name: "impossible-position",
    family: Family::Tags,
    severity: Warning,
    fix: false,
    summary: "No game can lead to the board that this game starts from.",
    explanation: r#"The board can be read, but the rules of chess do not lead to it: a side without a king or with
several, a pawn on the first or last rank, more pieces than there can be, a check against the side
that has just moved, a castling right without its king and rook (rule D1). The message names
everything that is wrong with it.

Such boards are used for teaching and for problems, so the moves are still checked as far as
possible. If the board is what you want, set the level of `impossible-position` to `off`."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:8/8/8/8/8/8/4P3/4K3 w"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static IMPOSSIBLE_EN_PASSANT: Lint = Lint {
    code: Code::ImpossibleEnPassant,
    name: "impossible-en-passant",
    family: Family::Tags,
    severity: Warning,
    fix: true,
    summary: "A board has an en passant square, but no pawn has just passed it.",
    explanation: r#"The en passant square is the one behind a pawn that has just made its double step: on the third rank
if Black is to move, on the sixth if White is to move. The pawn stands in front of it, and the
square itself and the one behind it are empty (PGN 16.1; notation SFEN 1.1). Any other square is a
mistake and is read as `-`.

The square may be given whether or not a pawn can capture on it. In a tag the fix writes `-`; it is
never applied unasked, since another square may be meant. For a board in the move text there is
no fix."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w - a2"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w - -"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static FEN_WITHOUT_SETUP: Lint = Lint {
    code: Code::FenWithoutSetup,
    name: "fen-without-setup",
    family: Family::Tags,
    severity: Warning,
    fix: true,
    summary: "A PGN game has a tag `FEN` but no `[SetUp \"1\"]`.",
    explanation: r#"In PGN the tag `SetUp` with the value `1` announces that the game starts from the board in the tag
`FEN` (PGN 9.7.1 and 9.7.2). A program that looks at `SetUp` first would start from the usual board
and find every move wrong. This program uses the board in `FEN` in any case. The fix writes `[SetUp
"1"]`.

In a VGN game the tag `SetUp` itself contains the board."#,
    wrong: r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
"#,
    right: r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static SETUP_WITHOUT_FEN: Lint = Lint {
    code: Code::SetupWithoutFen,
    name: "setup-without-fen",
    family: Family::Tags,
    severity: Warning,
    fix: false,
    summary: "A PGN game has `[SetUp \"1\"]` but no tag `FEN`.",
    explanation: r#"In PGN `SetUp` with the value `1` says that the game starts from the board in the tag `FEN` (PGN
9.7.1). Without that tag the board is not known, and the game is read from the usual one. Add the
tag `FEN`, or remove `SetUp`, or change its value to `0`."#,
    wrong: r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]

1. e4 *
"#,
    right: r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "0"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static MISSING_START_POSITION: Lint = Lint {
    code: Code::MissingStartPosition,
    name: "missing-start-position",
    family: Family::Tags,
    severity: Information,
    fix: true,
    summary: "A Chess960 game does not say which position it starts from.",
    explanation: r#"In Chess960 the pieces of the first rank are drawn by lot, so a game needs its start position: the
tags `SetUp` and `FEN` in PGN, `SetUp` in VGN (rule G1). A game without one is read from the usual
position, which is number 518 of the 960. Either that was the start position, or the board was lost.

The fix adds that position to the tags. If a move is not possible from there, that move is reported
instead, together with the tag that names the variant."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Chess960"]

1. e4 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Chess960"]
[SetUp "FEN:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4 1.5 e5 *
"#,
    check: Check::Engine,
};

pub(crate) static FEN_TAG: Lint = Lint {
    code: Code::FenTag,
    name: "fen-tag",
    family: Family::Tags,
    severity: Warning,
    fix: true,
    summary: "A VGN game has its board in PGN's tag `FEN`.",
    explanation: r#"In VGN the tag `SetUp` holds the board itself, with the name of its notation before it (rule B6);
there is no tag `FEN`. The board in `FEN` is still used. The fix writes it as `[SetUp "FEN:…"]` and
removes a `SetUp` with the value `1`. If `SetUp` contains a board as well, that board is used, and
the fix removes `FEN`."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "FEN:4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
"#,
    check: Check::Engine,
};
