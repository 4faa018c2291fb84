//! The seven tag roster of PGN games (rule B11, PGN 8.1.1).

use crate::lint::Severity::Information;
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static MISSING_ROSTER_TAG: Lint = Lint {
    code: Code::MissingRosterTag,
    name: "missing-roster-tag",
    family: Family::Tags,
    severity: Information,
    fix: true,
    summary: "A PGN game lacks one or more of the seven required tags.",
    explanation: r#"`Event`, `Site`, `Date`, `Round`, `White`, `Black` and `Result` are the seven tag roster. PGN
requires them in every game that is archived, with `?` for what is not known (rule B11; PGN 8.1.1),
and databases rely on them. One message at the first tag names all that are missing. The fix inserts
them; the value of `Result` is the game's terminator.

They are not required in a VGN game, or in a game without any tags. The chapters of lichess studies
leave most of them out, so there the message is only a hint."#,
    wrong: r#"[Event "Club evening"]
[White "Lind, Eva"]
[Black "Rau, Ole"]
[Result "1-0"]

1. e4 e5 1-0
"#,
    right: r#"[Event "Club evening"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Lind, Eva"]
[Black "Rau, Ole"]
[Result "1-0"]

1. e4 e5 1-0
"#,
    check: Check::Engine,
};
