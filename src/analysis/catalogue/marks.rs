//! Rows of the catalogue: the marks of moves for check and the end of the game (rule D3).

macro_rules! marks {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Moves {

MissingCheckMark {
    name: "missing-check-mark",
    severity: Warning,
    fix: true,
    summary: "The move gives check or mate, and its text does not say so.",
    explanation: r#"SAN writes `+` after a check and `#` after mate (PGN 8.2.3.5); FCN writes `+`, and `+#` for mate
(rule D3; notation FCN 1.1). Programs that compare moves as text need the mark. In LAN, and for a
board in SFEN, marks may be left out, and UCI and MCN have none. The fix adds what the board
shows."#,
    wrong: "1. e4 d6 2. Bb5 *\n",
    right: "1. e4 d6 2. Bb5+ *\n",
}

WrongCheckMark {
    name: "wrong-check-mark",
    severity: Warning,
    fix: true,
    summary: "The text has the mark for check, and the move gives none, or gives mate.",
    explanation: r#"`+` says that the move gives check, and no more than that: mate is `#` in SAN and LAN and `+#` in
FCN (rule D3; PGN 8.2.3.5; notation FCN 1.1). The fix writes what the board shows. If the check was
real, an earlier move is wrong, or is missing."#,
    wrong: "1. e4 e5 2. Bb5+ *\n",
    right: "1. e4 e5 2. Bb5 *\n",
}

WrongEndMark {
    name: "wrong-end-mark",
    severity: Warning,
    fix: true,
    summary: "The text's mark for the end of the game is not what the board shows.",
    explanation: r#"In SAN and LAN `#` is mate and nothing else (PGN 8.2.3.5). FCN and SFEN have more: `+#` is mate and
`#` alone stalemate; a third sign records an end that is not on the board, `+` for a win and `#`
for a draw, so it is wrong where the board is mate or stalemate (rule D3; notation FCN 1.1). In FCN
a stalemate at the end of a line needs its `#` as well.

The fix writes what the board shows. The game's own end is then judged by the board."#,
    wrong: "1. e4 d6 2. Bb5# *\n",
    right: "1. e4 d6 2. Bb5+ *\n",
}

    } } };
}
