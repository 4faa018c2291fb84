//! Rows of the catalogue: names and values of tags (rules B8, B9 and B11; PGN 8.1.1 and 9).

macro_rules! values {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Tags {

DuplicateTag {
    name: "duplicate-tag",
    severity: Warning,
    fix: false,
    summary: "The game already has a tag of this name.",
    explanation: r#"Each tag may occur once in a game (rule B11; PGN 8.1). This program uses the first one and reports
the second, together with the place of the first. Other programs may use the second, so keep only
one. If a whole set of tags occurs twice, the terminator of a game between them may be missing."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva"]
[White "Lindh, Eva"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lindh, Eva"]

1. e4 *
"#,
}

InvalidDate {
    name: "invalid-date",
    severity: Warning,
    fix: true,
    summary: "The value of the tag is not a date.",
    explanation: r#"`Date`, `EndDate`, `EventDate`, `UTCDate` and `SourceDate` are written `YYYY.MM.DD`, always ten
characters, with `?` for digits that are not known (rule B9; PGN 8.1.1.3). Written in this way,
dates can be sorted as text, and every program finds the year. The month and the day must exist,
also in leap years.

For other usual forms, such as `2024-5-1`, `2024/05/01`, `1.5.2024` or the year alone, there is a
fix. For an impossible date, such as `2024.13.40`, there is none."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Date "2024-5-1"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Date "2024.05.01"]

1. e4 *
"#,
}

EndDateBeforeStart {
    name: "end-date-before-start",
    severity: Warning,
    fix: false,
    summary: "The game ends before it starts.",
    explanation: r#"In VGN, `Date` is the day on which a game starts and `EndDate` the day on which it ends; without
`EndDate` it is the same day (rule B9). Adjourned games and correspondence games have both. Dates
with unknown digits are reported only if no digits can make them right."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Date "2024.05.12"]
[EndDate "2024.05.02"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Date "2024.05.02"]
[EndDate "2024.05.12"]

1. e4 *
"#,
}

ResultMismatch {
    name: "result-mismatch",
    severity: Warning,
    fix: true,
    summary: "The tag `Result` and the terminator give different results.",
    explanation: r#"A PGN game gives its result twice, in the tag `Result` and after the moves, and both must be the
same (rule B8; PGN 8.1.1.7 and 8.2.6). Some databases read the tag and others the terminator, so
they count such a game differently. There are two fixes: one changes the tag, the other the
terminator.

In a VGN game the tag is text for people and is not compared with the terminator."#,
    wrong: r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "0-1"]

1. e4 e5 1-0
"#,
    right: r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]

1. e4 e5 1-0
"#,
}

InvalidResultTag {
    name: "invalid-result-tag",
    severity: Warning,
    fix: false,
    summary: "The tag `Result` of a PGN game is not one of the four results.",
    explanation: r#"In PGN the value is `1-0`, `0-1`, `1/2-1/2` or `*`, and nothing else, not even a space (rule B8; PGN
8.1.1.7). How the game ended, by time or by resignation, belongs in the tag `Termination` or in a
comment. In a VGN game `Result` may contain any text."#,
    wrong: r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "White wins"]

1. e4 e5 1-0
"#,
    right: r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]

1. e4 e5 1-0
"#,
}

MissingRosterTag {
    name: "missing-roster-tag",
    severity: Information,
    fix: true,
    summary: "A PGN game lacks one or more of the seven required tags.",
    explanation: r#"`Event`, `Site`, `Date`, `Round`, `White`, `Black` and `Result` are the seven tag roster. PGN
requires them in every game that is archived, with `?` for what is not known (rule B11; PGN 8.1.1),
and databases rely on them. One message at the first tag names all that are missing. The fix inserts
them; the value of `Result` is the game's terminator.

They are not required in a VGN game, or in a game without any tags."#,
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
}

    } } };
}
