//! Rows of the catalogue: tags whose values can be compared with what is known (PGN 9), and hints on tags.

macro_rules! facts {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Tags {

InvalidEco {
    name: "invalid-eco",
    severity: Information,
    fix: false,
    summary: "The tag `ECO` is no code of the Encyclopaedia of Chess Openings.",
    explanation: r#"A code is a letter from A to E and two digits, perhaps with `/` and two more digits, or with the
small letter that some databases add (PGN 9.4.1). An opening's name belongs into the tag `Opening`.
`?`, `-` and an empty value say that the code is not known."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[ECO "Sicilian"]

1. e4 1.5 c5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[ECO "B20"]

1. e4 1.5 c5 *
"#,
}

InvalidNumber {
    name: "invalid-number",
    severity: Information,
    fix: false,
    summary: "A tag whose value is a number holds something else.",
    explanation: r#"`WhiteElo` and `BlackElo` are whole numbers of at most four digits (PGN 9.1.2), `PlyCount` counts
half-moves (PGN 9.9.3), and `Round` is a number, or several with periods between them, such as `4.1`
(PGN 8.1.1.4). `?` or `-` stand for what is not known or does not apply. Programs that sort by these
tags cannot use other text; put it into a comment or a tag of its own."#,
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
    summary: "The tag `PlyCount` says another number of half-moves than the game has.",
    explanation: r#"`PlyCount` is the number of half-moves of the main line (PGN 9.9.3). It goes wrong when a game is
edited or cut off, so it can show that moves were lost. It is compared only if the whole game could
be read. The fix writes the true number."#,
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
    summary: "The tag `Result` of a VGN game holds a terminator.",
    explanation: r#"In a VGN game programs read the result from the terminator after the moves, and `Result` is free for
people: "White wins", or "Black ran out of time" (rule B8). A terminator there is not wrong, but it
says nothing new and can come to contradict the other. The fix writes the same in words."#,
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
    summary: "A tag's name is nearly that of a usual tag.",
    explanation: r#"Any name is allowed for a tag, and names are told apart by capitals too (PGN 8.1). So a misspelt one
is a tag of its own, and the true one is missing from the game without a word. A name that is one or
two letters away from a usual one, or differs in capitals only, is pointed out, unless the game has
the usual one as well. If the name is meant, nothing needs to be done."#,
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
