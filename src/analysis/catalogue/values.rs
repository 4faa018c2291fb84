//! Rows of the catalogue: names and values of tags (rules B8, B9 and B11; PGN 8.1.1 and 9).

macro_rules! values {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Tags {

DuplicateTag {
    name: "duplicate-tag",
    severity: Warning,
    fix: false,
    summary: "A tag of this name stands in the game already.",
    explanation: r#"Each tag name may stand once in a game (rule B11; PGN 8.1). The first one counts, and the second one
is reported, together with the place of the first. Programs differ in which they take, so keep one.
When a whole set of tags comes twice, the terminator of a game between them may be missing."#,
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
    summary: "A tag's value is no date.",
    explanation: r#"`Date`, `EndDate`, `EventDate`, `UTCDate` and `SourceDate` are written `YYYY.MM.DD`, always ten
characters, with `?` for digits that are not known (rule B9; PGN 8.1.1.3). So dates sort as text,
and every program finds the year. The month and the day must exist, leap years included.

Usual other forms, such as `2024-5-1`, `2024/05/01`, `1.5.2024` or the year alone, have a fix. A
date that cannot be, such as `2024.13.40`, has none."#,
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
    explanation: r#"In VGN `Date` is the day on which a game starts and `EndDate` the day on which it ends; without it
that is the same day (rule B9). An adjourned game or one by correspondence has both. Digits that are
not known are given the benefit of the doubt."#,
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
    summary: "The tag `Result` and the terminator say different things.",
    explanation: r#"A PGN game tells its result twice, in the tag `Result` and after the moves, and both must be the
same (rule B8; PGN 8.1.1.7 and 8.2.6). Databases read one or the other, so such a game counts
differently in each. Two fixes are offered: to change the tag, or to change the terminator.

In a VGN game the tag is text for people and is not compared."#,
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
    summary: "The tag `Result` of a PGN game is none of the four results.",
    explanation: r#"In PGN the value is `1-0`, `0-1`, `1/2-1/2` or `*`, and nothing else, not even a space (rule B8; PGN
8.1.1.7). How the game ended, by time or by resignation, belongs into the tag `Termination` or a
comment. A VGN game may say in `Result` what it likes."#,
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
    summary: "A PGN game lacks tags of the seven tag roster.",
    explanation: r#"`Event`, `Site`, `Date`, `Round`, `White`, `Black` and `Result` stand in every PGN game that is to
be archived, with `?` for what is not known (rule B11; PGN 8.1.1). Databases take them for granted.
One diagnostic on the first tag names all that are missing, and the fix inserts them, `Result` with
the game's terminator.

A game without any tags and a VGN game need none of them."#,
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
