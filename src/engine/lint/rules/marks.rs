//! Rows of the catalogue: the marks of moves for check and the end of the game (rule D3).

use crate::lint::Severity::Warning;
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static MISSING_CHECK_MARK: Lint = Lint {
    code: Code::MissingCheckMark,
    name: "missing-check-mark",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The move gives check or checkmate but has no mark for it.",
    explanation: r#"SAN writes `+` after a check and `#` after mate (PGN 8.2.3.5); FCN writes `+`, and `+#` for mate
(rule D3; notation FCN 1.1). Programs that compare moves as text need the mark. In LAN, and for a
board in SFEN, marks may be left out, and UCI and MCN have none. The fix adds the mark."#,
    wrong: "1. e4 d6 2. Bb5 *\n",
    right: "1. e4 d6 2. Bb5+ *\n",
    check: Check::Engine,
};

pub(crate) static WRONG_CHECK_MARK: Lint = Lint {
    code: Code::WrongCheckMark,
    name: "wrong-check-mark",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The move has the mark for check but does not give check, or gives checkmate.",
    explanation: r#"`+` means that the move gives check; checkmate is `#` in SAN and LAN, and `+#` in FCN (rule D3; PGN
8.2.3.5; notation FCN 1.1). The fix writes what the board shows. If there really was a check, an
earlier move is wrong or missing."#,
    wrong: "1. e4 e5 2. Bb5+ *\n",
    right: "1. e4 e5 2. Bb5 *\n",
    check: Check::Engine,
};

pub(crate) static WRONG_END_MARK: Lint = Lint {
    code: Code::WrongEndMark,
    name: "wrong-end-mark",
    family: Family::Moves,
    severity: Warning,
    fix: true,
    summary: "The mark for the end of the game does not agree with the board.",
    explanation: r#"In SAN and LAN `#` always means checkmate (PGN 8.2.3.5). FCN and SFEN have more marks: `+#` is
checkmate and `#` alone is stalemate. One more sign records an end that the board does not show, `+`
for a win and `#` for a draw, so it is wrong if the board is checkmate or stalemate (rule D3;
notation FCN 1.1). In FCN a stalemate at the end of a line needs its `#` as well.

The fix writes what the board shows."#,
    wrong: "1. e4 d6 2. Bb5# *\n",
    right: "1. e4 d6 2. Bb5+ *\n",
    check: Check::Engine,
};
