//! Rows of the catalogue: tags whose values can be compared with what is known (PGN 9), and hints on tags.

macro_rules! facts {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Tags {

InvalidEco {
    name: "invalid-eco",
    severity: Information,
    fix: false,
    summary: "The value of the tag `ECO` is not a code of the Encyclopaedia of Chess Openings.",
    explanation: r#"A code is a letter from A to E and two digits, perhaps with `/` and two more digits, or with the
small letter that some databases add (PGN 9.4.1). An opening's name belongs in the tag `Opening`.
`?`, `-` and an empty value mean that the code is not known."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[ECO "Sicilian"]

1. e4 1.5 c5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[ECO "B20"]

1. e4 1.5 c5 *
"#,
}

EcoMismatch {
    name: "eco-mismatch",
    severity: Hint,
    fix: true,
    summary: "The tag `ECO` has the code of an opening that was not played.",
    explanation: r#"A pawn never comes back to the square that it has left. So a pawn that stands on its first square
after the opening has been there all the time, and the game cannot have come through a position in
which it is gone. A code is reported if this excludes every position that the opening table of
lichess has for it. The order of the moves does not count.

The opening is the first 20 moves of both sides. A game of fewer than 16 half-moves is never
reported, because the rest of it may be missing and a pawn may have moved there. A game that starts
from another position is not reported either, and nor is the code A00, because databases use it for
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
}

InvalidNumber {
    name: "invalid-number",
    severity: Information,
    fix: false,
    summary: "The value of a tag should be a number, but is not.",
    explanation: r#"`WhiteElo` and `BlackElo` are whole numbers of at most four digits (PGN 9.1.2), `PlyCount` counts
half-moves (PGN 9.9.3), and `Round` is a number, or several with periods between them, such as `4.1`
(PGN 8.1.1.4). `?` or `-` stand for what is not known or does not apply. Programs that sort games by
these tags cannot use other text. Put it in a comment or in another tag."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[WhiteElo "about 2100"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[WhiteElo "2100"]

1. e4 *
"#,
}

PlyCountMismatch {
    name: "ply-count-mismatch",
    severity: Information,
    fix: true,
    summary: "The tag `PlyCount` gives a different number of half-moves than the game has.",
    explanation: r#"`PlyCount` is the number of half-moves of the main line (PGN 9.9.3). It becomes wrong when a game is
edited or cut off, so it can show that moves were lost. It is compared only if the whole game can be
read. The fix writes the right number."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[PlyCount "40"]

1. e4 1.5 e5 2. Nf3 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[PlyCount "3"]

1. e4 1.5 e5 2. Nf3 *
"#,
}

ResultForPeople {
    name: "result-for-people",
    severity: Hint,
    fix: true,
    summary: "The tag `Result` of a VGN game contains a terminator.",
    explanation: r#"In a VGN game programs read the result from the terminator after the moves, and `Result` is text for
people: "White wins", or "Black ran out of time" (rule B8). A terminator in the tag is not wrong,
but it adds nothing and may contradict the other one later. The fix writes the result in words."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Result "1-0"]

1. e4 1.5 e5 1-0
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Result "White wins"]

1. e4 1.5 e5 1-0
"#,
}

UnknownTagNear {
    name: "unknown-tag-near",
    severity: Hint,
    fix: true,
    summary: "The name of a tag is almost that of a usual tag.",
    explanation: r#"A tag may have any name, and capital and small letters are different (PGN 8.1). So a misspelt tag is
a new tag, and the usual one is missing without notice. A name that differs from a usual one in one
or two letters, or only in capitals, is reported, unless the game has the usual tag as well. If you
want this name, you need not do anything."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Whtie "Lind, Eva"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva"]

1. e4 *
"#,
}

    } } };
}
