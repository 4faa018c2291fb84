//! Rows of the catalogue: text that is not a move, and illegal moves (rules C6, C8, D1 and D2).

use crate::lint::Severity::{Error, Information, Warning};
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static ILLEGAL_MOVE: Lint = Lint {
    code: Code::IllegalMove,
    name: "illegal-move",
    family: Family::Moves,
    severity: Error,
    fix: true,
    summary: "The rules of chess do not allow this move here.",
    explanation: r#"The message says why: no piece of that kind can get there, another piece is in the way, it is the
other side's turn, the king would be left in check, castling has been lost or leads through check,
and so on (rule D1).

In SAN an illegal move is an error, because SAN can record only legal moves. The board after it is
not known, so the later moves of the line are not checked until this move is corrected (rule D2). In
LAN, UCI, MCN, FCN and the notations of boards the text records what happens on the board, legal or
not. There an illegal move is a warning, and reading goes on from the board that the text describes.
The setting `strictness` says how strictly these notations are checked: `off`, `basic` or `full`.
Each variation is checked separately.

The fixes offer legal moves with a similar spelling."#,
    wrong: "1. e4 e5 2. Nf4 Nc6 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 *\n",
    check: Check::Engine,
};

pub(crate) static AMBIGUOUS_MOVE: Lint = Lint {
    code: Code::AmbiguousMove,
    name: "ambiguous-move",
    family: Family::Moves,
    severity: Error,
    fix: true,
    summary: "A move in SAN can be one of several.",
    explanation: r#"Where two pieces of a kind can reach the same square, SAN adds the file, the rank or the square that
the piece comes from (PGN 8.2.3.4). Without it nobody knows which move was played, and the later
moves of the line are not checked (rule D2). A pinned piece does not count: if only one of the two
can legally move, nothing needs to be added.

The letter itself can leave several moves possible. `Pf3` is a knight move in Dutch and a pawn
move in English. If other pieces of the game have English letters, it is the pawn move; if nothing
in the game shows the language, it can be either.

There is one fix for each possible move."#,
    wrong: "1. Nf3 d5 2. d3 Nf6 3. Nd2 *\n",
    right: "1. Nf3 d5 2. d3 Nf6 3. Nbd2 *\n",
    check: Check::Engine,
};

pub(crate) static INVALID_MOVE_TEXT: Lint = Lint {
    code: Code::InvalidMoveText,
    name: "invalid-move-text",
    family: Family::Moves,
    severity: Error,
    fix: true,
    summary: "This text is not a move in the notation of the game.",
    explanation: r#"All moves of a game are in the notation that `MoveFormat` names, and in SAN without that tag (rule
B5). This text looks like a move, but it is not one in that notation.

If the text is a legal move in another notation, it is read as that move, and the fix writes it in
the notation of the game. If all moves of a game are reported, the tag is wrong. Otherwise the later
moves of the line are not checked (rule D2), and the fixes offer legal moves with a similar
spelling. For a board the message says which part of it cannot be read."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 e7e5 2. Ng1-f3 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3 *
"#,
    check: Check::Engine,
};

pub(crate) static NULL_MOVE: Lint = Lint {
    code: Code::NullMove,
    name: "null-move",
    family: Family::Moves,
    severity: Information,
    fix: false,
    summary: "A null move passes the turn.",
    explanation: r#"Programs write `--`, `Z0` or `0000` for a move that is left out, to show a threat in a variation.
The rules of chess have no such move, and neither PGN nor VGN defines it, so other programs may
refuse the game. This program accepts it: the other side is to move. The moves of a real game cannot
contain one."#,
    wrong: "1. e4 e5 (1... -- 2. d4) 2. Nf3 *\n",
    right: "1. e4 e5 (1... d6 2. d4) 2. Nf3 *\n",
    check: Check::Engine,
};

pub(crate) static BOARD_NOT_REACHABLE: Lint = Lint {
    code: Code::BoardNotReachable,
    name: "board-not-reachable",
    family: Family::Moves,
    severity: Warning,
    fix: false,
    summary: "No legal move leads from the board before this one to this one.",
    explanation: r#"In FEN and SFEN as move text a half-move is recorded by the board after it, and the move is the
legal one that leads from the last board to this one (notations FEN and SFEN; rule C8). If there is
no such move, the message says why, and reading goes on from the new board (rule D1). The same is
reported if the pieces are right but the side to move, the castling rights or the en passant square
do not follow from the moves played.

Usually a half-move is missing before the board, or a piece is on a wrong square. The setting
`strictness` can turn this off."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "SFEN:Shortened FEN"]

1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
1.5 rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "SFEN:Shortened FEN"]

1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
1.5 rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR *
"#,
    check: Check::Engine,
};

pub(crate) static FEN_CLOCK: Lint = Lint {
    code: Code::FenClock,
    name: "fen-clock",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The clock or move number of a board in FEN does not follow from the moves played.",
    explanation: r#"The fifth field of a FEN counts the half-moves since the last capture or pawn move, and the sixth is
the number of the next move, which grows by one after Black's move (PGN 16.1). If the moves are
recorded as boards, both numbers follow from the board before. The pieces are checked separately, so
the move is still played. The message says what the two numbers should be, counted from the first
board of the game. One wrong clock is reported once, whether the boards after it count on from it or
not.

The fix writes both numbers in every board of the game whose numbers differ from that count. The
moves and the pieces stay the same."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FEN:Forsyth-Edwards Notation"]

1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 1 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FEN:Forsyth-Edwards Notation"]

1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 *
"#,
    check: Check::Engine,
};
