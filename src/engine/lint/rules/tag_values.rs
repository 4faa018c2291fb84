//! Values of single tags: `ECO`, ratings, `Round`, `PlyCount`.

use crate::lint::Severity::Information;
use crate::lint::{Check, Code, Event, Family, Findings, Lint, no_fix};
use crate::openings::Eco;

pub(crate) static INVALID_ECO: Lint = Lint {
    code: Code::InvalidEco,
    name: "invalid-eco",
    family: Family::Tags,
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
    check: Check::tags(&["ECO"], invalid_eco),
};

pub(crate) static INVALID_NUMBER: Lint = Lint {
    code: Code::InvalidNumber,
    name: "invalid-number",
    family: Family::Tags,
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
    check: Check::tags(&["WhiteElo", "BlackElo", "Round", "PlyCount"], invalid_number),
};

fn invalid_eco(event: &Event<'_>, findings: &mut Findings<'_>) {
    expect(event, findings, |_, value| (!is_eco(value)).then_some("a letter from A to E and two digits, as in B90"));
}

fn invalid_number(event: &Event<'_>, findings: &mut Findings<'_>) {
    expect(event, findings, |name, value| match name {
        "WhiteElo" | "BlackElo" if !is_whole(value, 4) => Some("a whole number such as 2450, or `-`"),
        "Round" if !is_round(value) => Some("numbers such as 4 or 4.1, `?` or `-`"),
        "PlyCount" if !is_whole(value, 9) => Some("a count of half-moves"),
        _ => None,
    });
}

/// Reports the expected form of a tag's value, which `fault` returns for its name and bytes, unless the value means
/// "unknown".
fn expect(event: &Event<'_>, findings: &mut Findings<'_>, fault: impl Fn(&str, &[u8]) -> Option<&'static str>) {
    let Event::Tag(tag) = event else { return };
    let value = tag.value.trim_ascii();
    if matches!(value, b"" | b"?" | b"-" | b"*" | b"0") {
        return;
    }
    let Some(expected) = fault(tag.name, value) else { return };
    let message = || format!("`{}` should be {expected}, not `{}`", tag.name, tag.text().trim());
    findings.report(tag.inner.clone(), message, no_fix);
}

/// PGN 9.4.3: `XDD`, or `XDD/DD` with a sub-code; databases append a letter.
fn is_eco(value: &[u8]) -> bool {
    let digits = |part: &[u8]| part.len() == 2 && part.iter().all(u8::is_ascii_digit);
    match value {
        [b'A'..=b'E', rest @ ..] if rest.len() >= 2 && digits(&rest[..2]) => match &rest[2..] {
            [] | [b'a'..=b'z'] => true,
            [b'/', sub @ ..] => digits(sub),
            _ => false,
        },
        _ => false,
    }
}

/// The code of a trimmed `ECO` value. A00 does not count: databases write it not only for irregular openings, but also
/// for unclassified games.
pub(crate) fn classified(value: &[u8]) -> Option<Eco> {
    let eco = Eco::read(value).filter(|_| is_eco(value))?;
    (!value.starts_with(b"A00")).then_some(eco)
}

fn is_whole(value: &[u8], most: usize) -> bool {
    value.len() <= most && value.iter().all(u8::is_ascii_digit)
}

/// PGN 8.1.1.4: a number, or several with periods between them.
fn is_round(value: &[u8]) -> bool {
    value.split(|&b| b == b'.').all(|part| part == b"?" || is_whole(part, 6) && !part.is_empty())
}
