//! Names of tags (rule B11).

use crate::lint::Severity::{Hint, Warning};
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static DUPLICATE_TAG: Lint = Lint {
    code: Code::DuplicateTag,
    name: "duplicate-tag",
    family: Family::Tags,
    severity: Warning,
    fix: false,
    summary: "The game already has a tag of this name.",
    explanation: r#"Each tag may occur once in a game (rule B11; PGN 8.1). The last one of a name is used, as by most
programs, and each one before it is reported, together with the place of the last. Some programs
use the first one, so keep only one. If a whole set of tags occurs twice, the terminator of a game
between them may be missing."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva"]
[White "Lindh, Eva"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lindh, Eva"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static UNKNOWN_TAG_NEAR: Lint = Lint {
    code: Code::UnknownTagNear,
    name: "unknown-tag-near",
    family: Family::Tags,
    severity: Hint,
    fix: true,
    summary: "The name of a tag is almost that of a usual tag.",
    explanation: r#"A tag may have any name, and capital and small letters are different (PGN 8.1). So a misspelt tag is
a new tag, and the usual one is missing without notice. A name that differs from a usual one in one
or two letters, or only in capitals, is reported, unless the game has the usual tag as well. If you
want this name, you need not do anything.

If the tag decides how the moves are read (`GameFormat`, `MoveFormat`, `SetUp`, `FEN` or `Variant`,
with a value that such a tag has), this is an error, and nothing else is reported about the moves:
they are probably right."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Whtie "Lind, Eva"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva"]

1. e4 *
"#,
    check: Check::Engine,
};
