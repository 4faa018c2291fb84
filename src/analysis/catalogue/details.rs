//! Rows of the catalogue: what a move's text says beyond where the man goes, against the board (rule D3).

macro_rules! details {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Moves {

WrongPiece {
    name: "wrong-piece",
    severity: Warning,
    fix: true,
    summary: "The piece on the move's first square is not the one that the text names.",
    explanation: r#"FCN and LAN record the kind of a piece as well as its squares, so the two can contradict each other
(rule D3). The squares count: the piece that stands there moves. The fix writes its symbol. If the
symbol is right, the square is wrong, or an earlier move is."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Bg1-f3 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Ng1-f3 *
"#,
}

MissingCapture {
    name: "missing-capture",
    severity: Warning,
    fix: true,
    summary: "The move captures, but is not written as a capture.",
    explanation: r#"SAN and LAN write a capture with `x`, and FCN with `x` and the symbol of the captured piece
(rule D3; PGN 8.2.3.3; notation FCN 1.1). It is a help for readers, and in FCN it is what lets a
game be played backwards. The move is clear without it, so play goes on; the fix writes it."#,
    wrong: "1. e4 e5 2. Nf3 Nc6 3. Ne5 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 3. Nxe5 *\n",
}

WrongCapture {
    name: "wrong-capture",
    severity: Warning,
    fix: true,
    summary: "The text records a capture that does not take place, or the capture of another piece.",
    explanation: r#"An `x` records that a piece is captured, and in FCN the symbol after it which one (rule D3; PGN
8.2.3.3; notation FCN 1.1). Here the square is empty, or another piece stands there. The squares
count, and play goes on; the fix writes what the board shows. If the capture did take place, an
earlier move is wrong."#,
    wrong: "1. e4 e5 2. Nxf3 *\n",
    right: "1. e4 e5 2. Nf3 *\n",
}

WrongEnPassant {
    name: "wrong-en-passant",
    severity: Warning,
    fix: true,
    summary: "The text and the board do not agree on a capture en passant.",
    explanation: r#"FCN ends a capture en passant with `en`, since the pawn that is captured does not stand on the
square that is reached (rule D3; notation FCN 1.1). `en` on another move is wrong, and so is such a
capture without it or with `xP`. The squares count, and the fix writes the move as the board has it.
In SAN and LAN it is written like any capture by a pawn."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pa7-a6 2. Pe4-e5 2.5 Pd7-d5 3. Pe5-d6xP *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pa7-a6 2. Pe4-e5 2.5 Pd7-d5 3. Pe5-d6en *
"#,
}

MissingPromotion {
    name: "missing-promotion",
    severity: Warning,
    fix: true,
    summary: "A pawn reaches the last rank, and the text does not say what it becomes.",
    explanation: r#"A pawn on the last rank becomes a queen, rook, bishop or knight at once, and the text must say
which: `a8=Q` in SAN, `Pa7-a8=Q` in FCN, `a7a8q` in UCI and MCN (rule D3; PGN 8.2.3.3). Play goes on
with a queen, which most are, and the move's marks are not judged. There is one fix for each
piece."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:8/P7/4k3/8/8/8/8/4K3 w"]

1. a8 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:8/P7/4k3/8/8/8/8/4K3 w"]

1. a8=Q *
"#,
}

InvalidPromotion {
    name: "invalid-promotion",
    severity: Warning,
    fix: true,
    summary: "The text promotes a piece that is not promoted, or to a piece that it cannot become.",
    explanation: r#"Only a pawn that reaches the last rank is promoted, and it becomes a queen, rook, bishop or knight,
never a king and never a pawn again (rule D3; PGN 8.2.3.3). The move is played without the
promotion, or with a queen where there has to be one. The fix writes it so."#,
    wrong: "1. e4=Q e5 *\n",
    right: "1. e4 e5 *\n",
}

AmbiguousCastling {
    name: "ambiguous-castling",
    severity: Warning,
    fix: true,
    summary: "The king's two squares can mean castling or a move of the king.",
    explanation: r#"MCN writes castling as the two squares of the king. In Chess960 the king may stand next to the
square where castling takes it, and then the same text is a plain move of the king (notation MCN).
It is read as the king's move. If castling was meant, it is written as the king taking its own rook,
which nothing else can mean: that is the fix.

If the king's move is what was meant, leave the text: MCN has no other way to say it."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "MCN:Minimum Coordinate Notation"]
[Variant "Chess960"]
[SetUp "SFEN:5k2/8/8/8/8/8/8/5K1R w K"]

1. f1g1 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "MCN:Minimum Coordinate Notation"]
[Variant "Chess960"]
[SetUp "SFEN:5k2/8/8/8/8/8/8/5K1R w K"]

1. f1h1 *
"#,
}

    } } };
}
