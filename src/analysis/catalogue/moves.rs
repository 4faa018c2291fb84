//! Rows of the catalogue: texts that name no move, and moves that the rules forbid (rules C6, C8, D1 and D2).

macro_rules! moves {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Moves {

IllegalMove {
    name: "illegal-move",
    severity: Error,
    fix: true,
    summary: "The rules of chess do not allow this move here.",
    explanation: r#"The message says why: no piece of that kind can get there, another piece is in the way, it is the
other side's turn, the king would be left in check, castling has been lost or leads through check,
and so on (rule D1).

In SAN an illegal move is an error, because SAN finds a move among the legal ones and can name no
other. The line's later moves are not judged against a guessed board: they are not reported until
the first is corrected (rule D2). In LAN, UCI, MCN, FCN and the notations of boards the text says
what happens on the board whether or not it is legal: there it is a warning, and play goes on from
the board that the text describes. The setting `strictness` says how closely these are judged:
`off`, `basic` or `full`. Variations are judged by themselves.

The fixes offer legal moves that are spelt nearly alike."#,
    wrong: "1. e4 e5 2. Nf4 Nc6 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 *\n",
}

AmbiguousMove {
    name: "ambiguous-move",
    severity: Error,
    fix: true,
    summary: "A move in SAN can be one of several.",
    explanation: r#"Where two pieces of a kind can reach the same square, SAN adds the file, the rank or the square that
the piece comes from (PGN 8.2.3.4). Without it nobody knows which move was played, and the line's
later moves are not judged (rule D2). A piece that is pinned does not count: where only one of the
two may move, nothing needs to be added.

There is one fix for each reading."#,
    wrong: "1. Nf3 d5 2. d3 Nf6 3. Nd2 *\n",
    right: "1. Nf3 d5 2. d3 Nf6 3. Nbd2 *\n",
}

InvalidMoveText {
    name: "invalid-move-text",
    severity: Error,
    fix: true,
    summary: "The text is no move in the game's notation.",
    explanation: r#"All moves of a game are in the notation that `MoveFormat` names, and in SAN without that tag (rule
B5). This text has the look of a move, but that notation does not have it.

Where the text is a legal move in another notation, it is played, and the fix writes it in the
game's own. If all moves of a game are reported so, it is the tag that is wrong. Otherwise the
line's later moves are not judged (rule D2), and the fixes offer legal moves that are spelt nearly
alike. For a board the message says which part of it cannot be read."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 e7e5 2. Ng1-f3 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3 *
"#,
}

NullMove {
    name: "null-move",
    severity: Information,
    fix: false,
    summary: "A null move passes the turn.",
    explanation: r#"`--`, `Z0` and `0000` are what programs write for a move that is left out, to show a threat in a
variation. The rules know no such move, and neither PGN nor VGN defines it, so other programs may
refuse the game. It is played here: the other side has the turn. A game as it was played holds
none."#,
    wrong: "1. e4 e5 (1... -- 2. d4) 2. Nf3 *\n",
    right: "1. e4 e5 (1... d6 2. d4) 2. Nf3 *\n",
}

BoardNotReachable {
    name: "board-not-reachable",
    severity: Warning,
    fix: false,
    summary: "No legal move leads from the board before to this one.",
    explanation: r#"In FEN and SFEN as move text a half-move is recorded by the board after it, and the move is the
legal one that leads from the last board to this one (notations FEN and SFEN; rule C8). Where there
is none, the board stands, and play goes on from it (rule D1); the message says what is in the way.
The same is reported where the pieces are right and the turn, the castling rights or the en passant
square are not those that follow from the moves played.

Usually a half-move is missing before the board, or a piece was put on a wrong square. The setting
`strictness` turns this off."#,
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
}

FenClock {
    name: "fen-clock",
    severity: Warning,
    fix: false,
    summary: "The clock or move number of a board in FEN does not follow from the moves played.",
    explanation: r#"The fifth field of a FEN counts the half-moves since the last capture or pawn's move, and the sixth
is the number of the move to come, which goes up after Black's move (PGN 16.1). Where boards are the
move text, both follow from the board before. The pieces are judged by themselves, so the move is
played all the same; the message says what the two numbers should be."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FEN:Forsyth-Edwards Notation"]

1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 1 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FEN:Forsyth-Edwards Notation"]

1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 *
"#,
}

    } } };
}
