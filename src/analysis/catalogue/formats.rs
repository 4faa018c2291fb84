//! Rows of the catalogue: the tags that say what a game is and how it is written (rules A4, A5, B4, B5, B10 and G).

macro_rules! formats {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Tags {

UnknownMoveFormat {
    name: "unknown-move-format",
    severity: Error,
    fix: true,
    summary: "The tag `MoveFormat` names a notation that is not known.",
    explanation: r#"`MoveFormat` says which notation the moves are written in: its name up to the first `:`, without
regard to capitals, and after that a name for people (rules B4 and B5). `vgn-lsp notations` lists
the names. Without the tag the moves are SAN.

As long as the notation is not known, no move of the game is judged: one cause, one diagnostic.
Names that are near are offered as fixes."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FNC:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5 *
"#,
}

UnknownGameFormat {
    name: "unknown-game-format",
    severity: Error,
    fix: true,
    summary: "The tag `GameFormat` names neither VGN nor PGN.",
    explanation: r#"`GameFormat` says by which rules a game is to be read: `VGN` or `PGN` up to the first `:`, without
regard to capitals, and after that a name for people (rules A5 and B4). Without the tag the game is
a PGN game.

A value that holds one of the two, such as `VGN 1.0`, or is spelt nearly like one, is read as that
one; any other is read as PGN, the default. The fix writes the one that was read."#,
    wrong: r#"[GameFormat "VNG:Variable Game Notation"]

1. e4 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 *
"#,
}

MoveFormatNotLast {
    name: "move-format-not-last",
    severity: Error,
    fix: true,
    summary: "Another tag follows after the `MoveFormat` of a binary notation.",
    explanation: r#"The bytes of a binary move section begin straight after the `]` of `MoveFormat`, so in such a game
it must be the last tag, with nothing at all between it and the bytes (rule B10). Text notations may
have it anywhere.

The section is looked for after the last tag, and the fix moves `MoveFormat` there. In the example
the two bytes `E1` are a move section in BCCF: c2-c4, and the game is over."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]
[Result "Unfinished"]E1
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Result "Unfinished"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
}

MissingGameFormat {
    name: "missing-game-format",
    severity: Warning,
    fix: true,
    summary: "A game uses what only VGN has, but does not say that it is a VGN game.",
    explanation: r#"A game is a PGN game unless its tag `GameFormat` says `VGN` (rule A5). The tags `MoveFormat` and
`EndDate`, a board in `SetUp`, and numbers such as `1.5` belong to VGN: a program that reads PGN
will take them for mistakes. It is reported once a game, at the first such place.

The fix puts `[GameFormat "VGN:Variable Game Notation"]` before the first tag, and at the same time
writes in VGN's way what VGN has otherwise, such as numbers and the places of comments. If the game
is meant to be PGN after all, a tag `[GameFormat "PGN"]` says so. In a file whose name ends in
`.pgn` the fixed game earns `vgn-in-pgn-file`, until the file is renamed."#,
    wrong: r#"1. e4 1.5 e5 2. Nf3 2... Nc6 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 2. Nf3 2.5 Nc6 *
"#,
}

VgnInPgnFile {
    name: "vgn-in-pgn-file",
    severity: Warning,
    fix: false,
    summary: "A VGN game stands in a file whose name ends in `.pgn`.",
    explanation: r#"A file that holds at least one VGN game has the extension `.vgn` (rule A4). Programs that read PGN
open a `.pgn` file, and then do not understand VGN's tags and numbers. Rename the file; a
`.vgn` file may hold PGN games as well. The example is wrong as `games.pgn` and right as
`games.vgn`, and here with the format taken back."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 e5 *
"#,
    right: "1. e4 e5 *\n",
}

UnknownVariant {
    name: "unknown-variant",
    severity: Warning,
    fix: true,
    summary: "The game is of a chess variant that is not supported.",
    explanation: r#"Besides chess and Chess960 these variants are played: Crazyhouse, Atomic, Antichess, Three-check,
King of the Hill, Horde and Racing Kings, each but the last also with Chess960 (`Crazyhouse960`).
PGN games name theirs in the tag `Variant`, VGN games there or by the numbered rules of the tag
`Rules` and the symbols of `Pieces` (rules B12, G1 and G2; `docs/variants.md`). By rules that are
not known here moves cannot be judged, so this is reported once, and nothing about the moves. It is
also reported for a number or symbol in these lists that stands for no rule and no piece.

Structure, tags, numbers and comments are checked as always. If the name is misspelt, the fix has
the one that is near. If the game is standard chess, remove the tag."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Atomik"]

1. Nf3 f6 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Variant "Atomic"]

1. Nf3 f6 *
"#,
}

VariantMismatch {
    name: "variant-mismatch",
    severity: Warning,
    fix: true,
    summary: "The tags name two different variants.",
    explanation: r#"In a VGN game the tag `Rules` lists the numbers of the rules that are played by, `Pieces` the
pieces, and `Variant` names the variant as PGN programs do (rules B12 and G2; `docs/variants.md`).
Here they do not mean the same. The game is judged by `Rules`. Make the others say the same; a fix
for either side is offered."#,
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
}

    } } };
}
