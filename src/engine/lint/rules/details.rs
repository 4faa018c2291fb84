//! Rows of the catalogue: details of a move's text besides its squares, compared with the board (rule D3).

use crate::lint::Severity::Warning;
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static WRONG_PIECE: Lint = Lint {
    code: Code::WrongPiece,
    name: "wrong-piece",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The piece on the move's first square is not the one that the text names.",
    explanation: r#"FCN and LAN record the kind of a piece as well as its squares, so the two can contradict each other
(rule D3). The squares decide: the piece that stands there moves. The fix writes its symbol. If the
symbol is right, the square is wrong, or an earlier move is wrong; `check --fix` changes nothing if
a piece of that kind can reach the square."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Bg1-f3 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Ng1-f3 *
"#,
    check: Check::Engine,
};

pub(crate) static MISSING_CAPTURE: Lint = Lint {
    code: Code::MissingCapture,
    name: "missing-capture",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The move captures, but is not written as a capture.",
    explanation: r#"SAN and LAN write a capture with `x`, and FCN with `x` and the symbol of the captured piece (rule
D3; PGN 8.2.3.3; notation FCN 1.1). The sign helps the reader, and in FCN it makes it possible to
play a game backwards. The move is clear without it, so reading goes on. The fix writes the sign.

A pawn that captures needs at least the file that it comes from: `dc5` is read, but `c5` is a move
of the pawn on the c-file, and if that is not possible, it is reported as `illegal-move`."#,
    wrong: "1. e4 e5 2. Nf3 Nc6 3. Ne5 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 3. Nxe5 *\n",
    check: Check::Engine,
};

pub(crate) static WRONG_CAPTURE: Lint = Lint {
    code: Code::WrongCapture,
    name: "wrong-capture",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The text records a capture that does not take place, or the capture of another piece.",
    explanation: r#"An `x` records that a piece is captured, and in FCN the symbol after it records which piece (rule
D3; PGN 8.2.3.3; notation FCN 1.1). Here the square is empty, or another piece stands there. The
squares decide, and reading goes on. The fix writes what the board shows. If there really was a
capture, an earlier move or the square is wrong: a pawn's capture is not changed by `check --fix`."#,
    wrong: "1. e4 e5 2. Nxf3 *\n",
    right: "1. e4 e5 2. Nf3 *\n",
    check: Check::Engine,
};

pub(crate) static WRONG_EN_PASSANT: Lint = Lint {
    code: Code::WrongEnPassant,
    name: "wrong-en-passant",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The text and the board do not agree on a capture en passant.",
    explanation: r#"FCN ends a capture en passant with `en`, since the pawn that is captured does not stand on the
square that is reached (rule D3; notation FCN 1.1). `en` on another move is wrong, and so is a
capture en passant without `en` or with `xP`. The squares decide, and the fix writes the move that
the board shows.

In SAN and LAN a capture en passant is written like any other capture by a pawn. An `e.p.` after it
is read (`import-format`), but after another move it is wrong, and you can choose to remove it."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pa7-a6 2. Pe4-e5 2.5 Pd7-d5 3. Pe5-d6xP *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pa7-a6 2. Pe4-e5 2.5 Pd7-d5 3. Pe5-d6en *
"#,
    check: Check::Engine,
};

pub(crate) static MISSING_PROMOTION: Lint = Lint {
    code: Code::MissingPromotion,
    name: "missing-promotion",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "A pawn reaches the last rank, but the text does not say what it becomes.",
    explanation: r#"A pawn on the last rank becomes a queen, rook, bishop or knight at once, and the text must say
which: `a8=Q` in SAN, `Pa7-a8=Q` in FCN, `a7a8q` in UCI and MCN (rule D3; PGN 8.2.3.3). Reading goes
on with a queen, the usual choice, and the marks of the move are not checked. There is one fix for
each piece."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:8/P7/4k3/8/8/8/8/4K3 w"]

1. a8 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:8/P7/4k3/8/8/8/8/4K3 w"]

1. a8=Q *
"#,
    check: Check::Engine,
};

pub(crate) static INVALID_PROMOTION: Lint = Lint {
    code: Code::InvalidPromotion,
    name: "invalid-promotion",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The text promotes a piece that is not promoted, or to a piece that it cannot become.",
    explanation: r#"Only a pawn that reaches the last rank is promoted, and it becomes a queen, rook, bishop or knight,
never a king and never a pawn again (rule D3; PGN 8.2.3.3). The move is read without the promotion,
or as a promotion to a queen if the pawn must be promoted. What was meant is not known, so the fixes
are applied only if you choose them: one writes the move without the promotion, or there is one for
each piece that the pawn can become."#,
    wrong: "1. e4=Q e5 *\n",
    right: "1. e4 e5 *\n",
    check: Check::Engine,
};

pub(crate) static AMBIGUOUS_CASTLING: Lint = Lint {
    code: Code::AmbiguousCastling,
    name: "ambiguous-castling",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The two squares of the king can mean castling or a king move.",
    explanation: r#"MCN writes castling as the two squares of the king. In Chess960 the king may stand next to the
square where castling takes it, and then the same text is also an ordinary king move (notation MCN).
It is read as the king move. If you meant castling, write it as the king capturing its own rook,
which cannot mean anything else: that is the fix.

If you meant the king move, leave the text as it is: MCN has no other way to write it."#,
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
    check: Check::Engine,
};
