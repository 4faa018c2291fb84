//! The result in the tags, compared with the game (rule B8), and the number of half-moves.

use crate::lint::Severity::{Hint, Information, Warning};
use crate::lint::{
    Check, Code, Edit, Event, Events, Family, Findings, Fix, GameFilter, GameFormat, Lint, Related, Severity, in_use,
};
use crate::syntax::results::{TERMINATORS, add_nothing, intended_result, is_unrecorded_score, plain_result, words};

pub(crate) static RESULT_MISMATCH: Lint = Lint {
    code: Code::ResultMismatch,
    name: "result-mismatch",
    family: Family::Tags,
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
    check: Check::events(Events::END, GameFilter::Of(GameFormat::Pgn), result_mismatch),
};

pub(crate) static INVALID_RESULT_TAG: Lint = Lint {
    code: Code::InvalidResultTag,
    name: "invalid-result-tag",
    family: Family::Tags,
    severity: Warning,
    fix: true,
    summary: "The tag `Result` of a PGN game is not one of the four results.",
    explanation: r#"In PGN the value is `1-0`, `0-1`, `1/2-1/2` or `*`, and nothing else, not even a space (rule B8; PGN
8.1.1.7). How the game ended, by time or by resignation, belongs in the tag `Termination` or in a
comment. In a VGN game `Result` may contain any text.

The fix writes the result that the value means, if it says no more than that. Without asking, it
does so only if the terminator after the moves is the same. PGN has no result for a game that both
players have lost (`0-0`), or in which one of them got half a point and the other none (`1/2-0`):
such a game ends with `*`, and the fix adds the tag `Termination`, which says what has happened
(PGN 9.8.1)."#,
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
    check: Check::events(Events::END, GameFilter::Of(GameFormat::Pgn), invalid_result_tag),
};

pub(crate) static RESULT_FOR_PEOPLE: Lint = Lint {
    code: Code::ResultForPeople,
    name: "result-for-people",
    family: Family::Tags,
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
    check: Check::events(Events::END, GameFilter::Of(GameFormat::Vgn), result_for_people),
};

pub(crate) static PLY_COUNT_MISMATCH: Lint = Lint {
    code: Code::PlyCountMismatch,
    name: "ply-count-mismatch",
    family: Family::Tags,
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
    check: Check::events(Events::END, GameFilter::All, ply_count_mismatch),
};

const RESULT: u8 = in_use("Result");
const PLY_COUNT: u8 = in_use("PlyCount");

fn is_result(value: &[u8]) -> bool {
    TERMINATORS.iter().any(|terminator| terminator.as_bytes() == value)
}

fn result_mismatch(_: &Event<'_>, findings: &mut Findings<'_>) {
    let game = findings.game();
    let (Some(tag), Some(terminator)) = (game.tag(RESULT), game.terminator()) else { return };
    let found = game.slice(&terminator);
    let on_board = game.result_on_board().is_some_and(|result| result.as_bytes() == &*tag.value);
    if found.as_bytes() == &*tag.value || !is_result(&tag.value) || on_board {
        return;
    }
    let value = &*tag.text();
    let message = || format!("the tag Result says `{value}`, but the game ends with `{found}`");
    let fixes = || {
        let end = Edit::replace(terminator.clone(), value);
        vec![
            Fix::choice(format!("write `{found}` in the tag"), vec![Edit::replace(tag.inner.clone(), found)]),
            Fix::choice(format!("end the game with `{value}`"), vec![end]),
        ]
    };
    if let Some(finding) = findings.report(tag.inner.clone(), message, fixes) {
        finding.related.push(Related::new(terminator.clone(), "the terminator"));
    }
}

fn invalid_result_tag(_: &Event<'_>, findings: &mut Findings<'_>) {
    let game = findings.game();
    let Some(tag) = game.tag(RESULT).filter(|tag| !is_result(&tag.value)) else { return };
    let text = &*tag.text();
    let message = || match intended_result(text) {
        _ if text.is_empty() => "the result is empty: expected 1-0, 0-1, 1/2-1/2 or *".to_owned(),
        Some(result) if is_unrecorded_score(text) => {
            format!("`{text}` is not a result: expected `{result}`, and the reason in the tag Termination")
        }
        Some(result) => format!("`{text}` is not a result: expected `{result}`"),
        None => format!("`{text}` is not a result: expected 1-0, 0-1, 1/2-1/2 or *"),
    };
    let fixes = || {
        let terminator = game.terminator().map(|range| game.slice(&range));
        let told = terminator.filter(|terminator| add_nothing(text, terminator));
        let fix = |result: &str| Fix {
            title: format!("write `{result}`"),
            edits: vec![Edit::replace(tag.inner.clone(), result)],
            safe: told.is_some(),
        };
        told.or_else(|| plain_result(text)).map(fix).into_iter().collect()
    };
    findings.report(tag.inner.clone(), message, fixes);
}

fn result_for_people(_: &Event<'_>, findings: &mut Findings<'_>) {
    let Some(tag) = findings.game().tag(RESULT) else { return };
    let Some(words) = words(&tag.text()) else { return };
    let message = || "in VGN the tag Result is text for people; the terminator belongs after the moves".to_owned();
    findings.report(tag.inner.clone(), message, || {
        vec![Fix::safe(format!("write \"{words}\""), vec![Edit::replace(tag.inner.clone(), words)])]
    });
}

/// Only a game that was read completely can contradict its `PlyCount`.
fn ply_count_mismatch(_: &Event<'_>, findings: &mut Findings<'_>) {
    let game = findings.game();
    let Some(tag) = game.tag(PLY_COUNT).filter(|_| game.is_read_whole() && game.terminator().is_some()) else {
        return;
    };
    let Ok(count) = tag.text().trim().parse::<u32>() else { return };
    let found = game.main_line_half_moves();
    if count == found {
        return;
    }
    let message = || format!("the tag PlyCount says {count} half-moves, but the game has {found}");
    // Programs that do not count half-moves write 0 in every game.
    let severity = if count == 0 { Severity::Hint } else { Information };
    findings.report_at(severity, tag.inner.clone(), message, || {
        // A different count may be the only hint at lost half-moves.
        let edits = vec![Edit::replace(tag.inner.clone(), found.to_string())];
        vec![Fix { title: format!("write {found}"), edits, safe: count == 0 }]
    });
}
