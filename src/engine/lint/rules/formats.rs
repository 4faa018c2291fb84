//! Rows of the catalogue: tags for the formats and the variant of a game (rules A4, A5, B4, B5, B10 and G).

use crate::lint::Severity::{Error, Warning};
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static UNKNOWN_MOVE_FORMAT: Lint = Lint {
    code: Code::UnknownMoveFormat,
    name: "unknown-move-format",
    family: Family::Tags,
    severity: Error,
    fix: true,
    summary: "The tag `MoveFormat` names a notation that is not known.",
    explanation: r#"`MoveFormat` says which notation the moves are written in: its name up to the first `:`, in capital
or small letters, and after that a name for people (rules B4 and B5). `vgn-lsp notations` lists the
names. Without the tag the moves are SAN.

As long as the notation is not known, the moves of the game are not checked, and only this is
reported. Similar names are offered as fixes."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FNC:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5 *
"#,
    check: Check::Engine,
};

pub(crate) static UNKNOWN_GAME_FORMAT: Lint = Lint {
    code: Code::UnknownGameFormat,
    name: "unknown-game-format",
    family: Family::Tags,
    severity: Error,
    fix: true,
    summary: "The tag `GameFormat` names neither VGN nor PGN.",
    explanation: r#"`GameFormat` says in which format a game is: `VGN` or `PGN` up to the first `:`, in capital or small
letters, and after that a name for people (rules A5 and B4). Without the tag the game is a PGN game.

A value that contains one of the two, such as `VGN 1.0`, or is spelt almost like one, is read as
that one; any other value is read as PGN. The fix writes the format that was used."#,
    wrong: r#"[GameFormat "VNG:Variable Game Notation"]

1. e4 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 *
"#,
    check: Check::Engine,
};

pub(crate) static MOVE_FORMAT_NOT_LAST: Lint = Lint {
    code: Code::MoveFormatNotLast,
    name: "move-format-not-last",
    family: Family::Tags,
    severity: Error,
    fix: true,
    summary: "Another tag follows after the `MoveFormat` of a binary notation.",
    explanation: r#"The bytes of a binary move section begin straight after the `]` of `MoveFormat`, so in such a game
it must be the last tag, with nothing between it and the bytes (rule B10). With a text notation it
may stand anywhere.

The program looks for the section after the last tag, and the fix moves `MoveFormat` there. In the
example the two bytes `E1` are a move section in BCCF: c2-c4, and the game is over."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]
[Result "Unfinished"]E1
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Result "Unfinished"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
    check: Check::Engine,
};

pub(crate) static MISSING_GAME_FORMAT: Lint = Lint {
    code: Code::MissingGameFormat,
    name: "missing-game-format",
    family: Family::Tags,
    severity: Warning,
    fix: true,
    summary: "A game uses features of VGN but does not say that it is a VGN game.",
    explanation: r#"A game is a PGN game unless its tag `GameFormat` says `VGN` (rule A5). The tags `MoveFormat` and
`EndDate`, a board in `SetUp`, and numbers such as `1.5` belong to VGN: a program that reads PGN
takes them for mistakes. This is reported once in each game, at the first such place.

`EndDate` alone does not make a VGN game of one that has the whole seven tag roster of PGN, with
`1-0`, `0-1`, `1/2-1/2` or `*` in its `Result`: chess.com writes the tag into each of its PGN
games, and PGN allows any tag (PGN 8.1). A VGN game needs no roster, and its `Result` is text for
people (rules B8 and B11).

The fix puts `[GameFormat "VGN:Variable Game Notation"]` before the first tag, and also changes what
is different in VGN, such as numbers and the places of comments. If the game should be PGN, add the
tag `[GameFormat "PGN"]`. In a file whose name ends in `.pgn` the fixed game is reported as
`vgn-in-pgn-file` until the file is renamed."#,
    wrong: r#"1. e4 1.5 e5 2. Nf3 2... Nc6 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 2. Nf3 2.5 Nc6 *
"#,
    check: Check::Engine,
};

pub(crate) static VGN_IN_PGN_FILE: Lint = Lint {
    code: Code::VgnInPgnFile,
    name: "vgn-in-pgn-file",
    family: Family::Tags,
    severity: Warning,
    fix: false,
    summary: "A VGN game is in a file whose name ends in `.pgn`.",
    explanation: r#"The name of a file with at least one VGN game ends in `.vgn` (rule A4). Programs that read PGN open
a `.pgn` file, but do not understand the tags and numbers of VGN. Rename the file; a `.vgn` file may
contain PGN games as well. The first example is wrong in `games.pgn` and right in `games.vgn`; the
second has been changed to PGN."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 e5 *
"#,
    right: "1. e4 e5 *\n",
    check: Check::Engine,
};

pub(crate) static UNKNOWN_VARIANT: Lint = Lint {
    code: Code::UnknownVariant,
    name: "unknown-variant",
    family: Family::Tags,
    severity: Warning,
    fix: true,
    summary: "This chess variant is not supported.",
    explanation: r#"Besides chess and Chess960 these variants are supported: Crazyhouse, Atomic, Antichess, Three-check,
King of the Hill, Horde and Racing Kings, each but the last also with Chess960 (`Crazyhouse960`).
PGN games name theirs in the tag `Variant`, VGN games there or by the numbered rules of the tag
`Rules` and the symbols of `Pieces` (rules B12, G1 and G2; `docs/variants.md`). If the rules are not
known, the moves cannot be checked, so this is reported once and nothing about the moves. It is also
reported for a number that is not a rule and for a symbol that is not a piece in these tags.

Structure, tags, numbers and comments are checked as usual. If the name is misspelt, the fix writes
a similar name. If the game is standard chess, remove the tag."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Atomik"]

1. Nf3 f6 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Atomic"]

1. Nf3 f6 *
"#,
    check: Check::Engine,
};

pub(crate) static VARIANT_MISMATCH: Lint = Lint {
    code: Code::VariantMismatch,
    name: "variant-mismatch",
    family: Family::Tags,
    severity: Warning,
    fix: true,
    summary: "The tags name two different variants.",
    explanation: r#"In a VGN game the tag `Rules` lists the numbers of the rules of the game, `Pieces` lists the pieces,
and `Variant` names the variant as PGN programs do (rules B12 and G2; `docs/variants.md`). Here they
do not agree. The game is checked by the rules in `Rules`. There is a fix for each side."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Atomic"]
[Rules "0 1E"]

1. Nf3 f6 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Three-check"]
[Rules "0 1E"]

1. Nf3 f6 *
"#,
    check: Check::Engine,
};
