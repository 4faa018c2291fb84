//! Rows of the catalogue: tags whose values can be compared with what is known (PGN 9), and hints on tags.

macro_rules! facts {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Tags {

InvalidEco {
    name: "invalid-eco",
    severity: Information,
    fix: false,
    summary: "The tag `ECO` is no code of the Encyclopaedia of Chess Openings.",
    explanation: r#"A code is a letter from A to E and two digits, perhaps with `/` and two more digits, or with the
small letter that some databases add (PGN 9.4.1). An opening's name belongs in the tag `Opening`.
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

EcoMismatch {
    name: "eco-mismatch",
    severity: Hint,
    fix: true,
    summary: "The tag `ECO` has the code of an opening that was not played.",
    explanation: r#"The opening of a game is known by the positions that it comes to, in whatever order the moves were
made, from lichess's table of openings. Books and databases draw the lines between openings in
different ways, and no table has every way into a position: so a code is accepted where anything
speaks for it. It and the game's opening are both of 1. e4 (volumes B and C), or both of other
openings; or a position of its ten codes (B90 to B99) was on the board; or the pieces that make an
opening of these once stood where they do in it, whatever else had moved; or, where at least five
pieces make it, those of one of its whole volume. D41 and D42, the Semi-Tarrasch, are also accepted
in games of volume B, which come to its positions by Panov's attack and the Sicilian with 2. c3.

Games of fewer than ten half-moves, or with a start position of their own, are not compared with the
tag, and A00 is accepted everywhere, as databases write it for what they have not classified. The
fix writes the code of the last named position."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[ECO "B90"]

1. d4 1.5 d5 2. c4 2.5 e6 3. Nc3 3.5 Nf6 4. Bg5 4.5 Be7 5. e3 5.5 O-O *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[ECO "D53"]

1. d4 1.5 d5 2. c4 2.5 e6 3. Nc3 3.5 Nf6 4. Bg5 4.5 Be7 5. e3 5.5 O-O *
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
    summary: "The tag `PlyCount` gives a different number of half-moves than the game has.",
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
