//! Rows of the catalogue: how a game ends, and what comes after (rules D4 and D5).

macro_rules! end {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* End {

TerminatorContradictsBoard {
    name: "terminator-contradicts-board",
    severity: Warning,
    fix: true,
    summary: "The terminator contradicts mate or stalemate on the board.",
    explanation: r#"Mate wins the game for the side that gave it, and stalemate is a draw (rule D4). A terminator that
names another winner, or a draw after mate, or `*` after mate, cannot be right as long as the moves
are. `*` after stalemate is accepted. Variations are judged in the same way where they have a
terminator.

The fix writes the terminator that follows from the board, and in a PGN game changes a tag `Result`
that says the same as the old one. If the result is the true one, look at the moves instead."#,
    wrong: "1. f3 e5 2. g4 Qh4# 1-0\n",
    right: "1. f3 e5 2. g4 Qh4# 0-1\n",
}

TerminatorContradictsMark {
    name: "terminator-contradicts-mark",
    severity: Warning,
    fix: true,
    summary: "The terminator contradicts the end mark of the last move.",
    explanation: r#"FCN and SFEN can record with a move how the game ended: `#+` or `+#+` is a win by other means than
mate, `##` or `+##` a draw by other means than stalemate (notation FCN 1.1; rules D4 and F3). A win
has the terminator `1-0` or `0-1`, because either side may have won; a draw has `1/2-1/2`.

Mark and terminator say the same thing twice, so one of them is wrong. The fix changes the
terminator."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5## 1-0
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5## 1/2-1/2
"#,
}

MoveAfterEnd {
    name: "move-after-end",
    severity: Warning,
    fix: false,
    summary: "A move follows after the game was over.",
    explanation: r#"Mate, stalemate, and in FCN and SFEN a mark that ends the game, leave nothing to play (rule D4). The
first move after that is reported, and the end before it is shown with it; what follows is not
judged.

Either an earlier move is wrong, or a mark is, or the moves belong to another game. Ends that the
rules leave to an arbiter or to the players are `drawn-position`."#,
    wrong: "1. f3 e5 2. g4 Qh4# 3. Kf2 0-1\n",
    right: "1. f3 e5 2. g4 Qh4# 0-1\n",
}

DrawnPosition {
    name: "drawn-position",
    severity: Hint,
    fix: false,
    summary: "Play goes on in a position that is drawn by the rules.",
    explanation: r#"Under the laws of FIDE a game is over when the same position has occurred for the fifth time, when
each side has made 75 moves without a capture or a pawn move, and when neither side has the pieces
to give mate (rule D5). Real games do go on, because nobody noticed: so this is a hint, once for
each line, at the first move after it.

Fivefold repetition and the 75 moves end a game only since the laws of 2014-07-01. So they are not
reported in a game that is certainly older: the first of the tags `EndDate`, `Date`, `UTCDate`
and `EventDate` that knows the year decides. `2013.??.??` is older, `2014.??.??` may not be, and a
game without a date is judged by the laws of today.

Threefold repetition and the 50-move rule end a game only if a player asks for it, and are no
diagnostic. Repetitions are counted in the main line."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/8/4K3 w"]

1. Ke2 1.5 Ke7 1/2-1/2
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/8/4K3 w"]

1/2-1/2
"#,
}

    } } };
}
