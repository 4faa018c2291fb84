//! Rows of the catalogue: the board that a game starts from (rules B6 and B7; PGN 9.7).

macro_rules! boards {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Tags {

InvalidSetup {
    name: "invalid-setup",
    severity: Error,
    fix: false,
    summary: "The board that the game starts from cannot be read.",
    explanation: r#"A VGN game has its board in `SetUp`: the name of a notation of boards, `:` and the board; without a
name it is SFEN (rule B6). A PGN game has it in `FEN` (PGN 9.7.2 and 16.1). The message says which
part of the board is wrong: a rank that has not eight squares, a letter that is not a piece, a field
that is missing.

Binary notations cannot stand in a tag. Without its first board the game's moves are not judged, so
correct the board first."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P4/4K3 w"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w"]

1. e4 *
"#,
}

MovesAfterSetupEndMark {
    name: "moves-after-setup-end-mark",
    severity: Error,
    fix: false,
    summary: "Moves follow although the board in `SetUp` says that the game is over.",
    explanation: r#"A board in SFEN can carry marks at its end: `+#` mate, `#` stalemate, `#+` a win and `##` a draw by
other means. A game that starts from such a board is over at once, and its move section holds only
the terminator (rule B7). Remove the mark, or the moves."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w - - ##"]

1. e4 1/2-1/2
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w - - ##"]

1/2-1/2
"#,
}

ImpossiblePosition {
    name: "impossible-position",
    severity: Warning,
    fix: false,
    summary: "No game can come to the board that this one starts from.",
    explanation: r#"The board can be read, but the rules of chess do not lead to it: a side without a king or with
several, a pawn on the first or last rank, more pieces than there can be, a check against the side
that has just moved, a castling right without its king and rook (rule D1). The message names
everything that is wrong.

Such boards are set up for teaching and problems, so the game is played on from it as far as moves
have a meaning. If the board is meant, turn this code off for the file."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:8/8/8/8/8/8/4P3/4K3 w"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w"]

1. e4 *
"#,
}

ImpossibleEnPassant {
    name: "impossible-en-passant",
    severity: Warning,
    fix: true,
    summary: "A board names an en passant square that no double step has passed.",
    explanation: r#"The en passant square is the one behind a pawn that has just made its double step: on the third rank
with Black to move, on the sixth with White to move, the pawn in front of it and nothing on the
square and behind it (PGN 16.1; notation SFEN 1.1). Any other square can only be a mistake, and is
taken as `-`.

The square may stand there whether or not a pawn can capture on it. The fix in a tag writes `-`; a
board in the move text, where this is said too, has no fix."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w - a2"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/4P3/4K3 w - -"]

1. e4 *
"#,
}

FenWithoutSetup {
    name: "fen-without-setup",
    severity: Warning,
    fix: true,
    summary: "A PGN game has a tag `FEN`, but no `[SetUp \"1\"]`.",
    explanation: r#"In PGN the tag `SetUp` with the value `1` announces that the game starts from the board in the tag
`FEN` (PGN 9.7.1 and 9.7.2). A reader that looks at `SetUp` first would start from the usual board
and find every move wrong. Here the board of `FEN` is taken in any case. The fix writes `[SetUp
"1"]`.

A VGN game has its board in `SetUp` itself."#,
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
}

SetupWithoutFen {
    name: "setup-without-fen",
    severity: Warning,
    fix: false,
    summary: "A PGN game has `[SetUp \"1\"]`, but no tag `FEN`.",
    explanation: r#"In PGN `SetUp` with the value `1` says that the game starts from the board in the tag `FEN` (PGN
9.7.1). Without that tag the board is unknown; the usual one is taken. Add the board, or remove
`SetUp`, or write `0`."#,
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
}

MissingStartPosition {
    name: "missing-start-position",
    severity: Information,
    fix: true,
    summary: "A game of Chess960 does not say which position it starts from.",
    explanation: r#"In Chess960 the pieces of the first rank are drawn by lot, so a game needs its start position: the
tags `SetUp` and `FEN` in PGN, `SetUp` in VGN (rule G1). A game without one is read from the usual
position, which is number 518 of the 960; that may be what was played, or the board was lost.

The fix writes that position down. Where the moves do not fit it, the first one that does not is
reported instead, and the tag that names the variant is shown with it."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Chess960"]

1. e4 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Chess960"]
[SetUp "FEN:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4 1.5 e5 *
"#,
}

FenTag {
    name: "fen-tag",
    severity: Warning,
    fix: true,
    summary: "A VGN game has its board in PGN's tag `FEN`.",
    explanation: r#"In VGN the tag `SetUp` holds the board itself, with the name of its notation before it (rule B6);
there is no tag `FEN`. The board is taken from it all the same. The fix writes it as `[SetUp
"FEN:…"]` and removes a `SetUp` that only said `1`. Where `SetUp` holds a board too, that one
counts, and the fix removes `FEN`."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "FEN:4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 *
"#,
}

    } } };
}
