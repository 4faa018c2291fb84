//! Row of the catalogue: the tag `ECO`, compared with the opening that was played.

use crate::lint::Severity::Hint;
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static ECO_MISMATCH: Lint = Lint {
    code: Code::EcoMismatch,
    name: "eco-mismatch",
    family: Family::Tags,
    severity: Hint,
    fix: true,
    summary: "The tag `ECO` has the code of an opening that was not played.",
    explanation: r#"A pawn never comes back to the square that it has left. So if a pawn stands on its first square
after the opening, the game cannot have come through a position in which that pawn is gone. A code
is reported if this rules out every position that the opening table of lichess has for the code.

A position is ruled out too if it has a pawn on a square on which no pawn of that side has stood in
this game. But books choose differently among neighbouring codes. So a code that is left by the
first rule is reported only if this second one also rules out its neighbours: for `B90` all codes
from B90 to B99. The order of the moves does not count.

The opening is the first 20 moves of both sides. A game of fewer than 16 half-moves is never
reported, because the rest of it may be missing and a pawn may have moved there. A game that starts
from another position is not reported either, nor is the code A00, because databases use it for
games that they have not classified. The fix writes the code of the last position of the opening
that is in the table."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[ECO "B90"]

1. d4 1.5 d5 2. c4 2.5 e6 3. Nc3 3.5 Nf6 4. Bg5 4.5 Be7 5. e3 5.5 O-O 6. Nf3 6.5 h6 7. Bh4 7.5 b6 8. Be2 8.5 Bb7 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[ECO "D58"]

1. d4 1.5 d5 2. c4 2.5 e6 3. Nc3 3.5 Nf6 4. Bg5 4.5 Be7 5. e3 5.5 O-O 6. Nf3 6.5 h6 7. Bh4 7.5 b6 8. Be2 8.5 Bb7 *
"#,
    check: Check::Engine,
};
