//! Dates (rule B9 and PGN 8.1.1.3): `YYYY.MM.DD`, with `?` for unknown digits.

use crate::lint::Severity::Warning;
use crate::lint::{Check, Code, Edit, Event, Events, Family, Findings, Fix, GameFilter, Lint, Related, in_use, no_fix};

pub(crate) static INVALID_DATE: Lint = Lint {
    code: Code::InvalidDate,
    name: "invalid-date",
    family: Family::Tags,
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
    check: Check::tags(&DATES, invalid_date),
};

pub(crate) static END_DATE_BEFORE_START: Lint = Lint {
    code: Code::EndDateBeforeStart,
    name: "end-date-before-start",
    family: Family::Tags,
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
    check: Check::events(Events::OPENING, GameFilter::All, end_date_before_start),
};

const DATE: u8 = in_use("Date");
const END_DATE: u8 = in_use("EndDate");

/// Tags with a date as value.
const DATES: [&str; 5] = ["Date", "EndDate", "EventDate", "UTCDate", "SourceDate"];

/// A date, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Date {
    year: Option<u32>,
    month: Option<u32>,
    day: Option<u32>,
}

fn invalid_date(event: &Event<'_>, findings: &mut Findings<'_>) {
    let Event::Tag(tag) = event else { return };
    if may_be_unknown(tag.name) && *tag.value == *b"?" {
        return;
    }
    let Err(why) = read(&tag.value) else { return };
    let message = || match tag.text() {
        text if text.trim().is_empty() => {
            "the date is empty: expected YYYY.MM.DD, with ? for unknown digits".to_owned()
        }
        text if read(text.trim().as_bytes()).is_ok() => "blanks stand before or after the date".to_owned(),
        text => format!("`{}` is not a date: {why}", text.trim()),
    };
    findings.report(tag.inner.clone(), message, || {
        let fix = |date: String| Fix::choice(format!("write {date}"), vec![Edit::replace(tag.inner.clone(), date)]);
        corrected(&tag.text()).map(fix).into_iter().collect()
    });
}

fn end_date_before_start(_: &Event<'_>, findings: &mut Findings<'_>) {
    let game = findings.game();
    let (Some(start), Some(end)) = (game.tag(DATE), game.tag(END_DATE)) else { return };
    let (Ok(from), Ok(to)) = (read(&start.value), read(&end.value)) else { return };
    if is_earlier(to, from) {
        let message = || "the game ends before it starts: `EndDate` is earlier than `Date`".to_owned();
        if let Some(finding) = findings.report(end.inner, message, no_fix) {
            finding.related.push(Related::new(start.range, "the start"));
        }
    }
}

/// Whether `a` is certainly earlier than `b`.
fn is_earlier(a: Date, b: Date) -> bool {
    for (x, y) in [(a.year, b.year), (a.month, b.month), (a.day, b.day)] {
        match (x, y) {
            (Some(x), Some(y)) if x != y => return x < y,
            (Some(_), Some(_)) => {}
            _ => return false,
        }
    }
    false
}

/// Whether the value of a tag with this name may be `?` alone. For an unknown date PGN writes `????.??.??` (PGN
/// 8.1.1.3), which is a rule of the roster; in other tags databases write `?` for anything unknown.
fn may_be_unknown(name: &str) -> bool {
    !matches!(name, "Date" | "EndDate")
}

/// Whether the value is an existing date, as far as it is known.
fn is_date(value: &[u8]) -> bool {
    read(value).is_ok()
}

/// Tags with the date of a game, the most reliable one first.
pub(crate) const PLAYED: [&str; 4] = ["EndDate", "Date", "UTCDate", "EventDate"];

/// First day on which fivefold repetition and 75 moves end a game by themselves (FIDE's laws of 2014, 9.6).
const DRAWN_BY_ITSELF: &[u8; 10] = b"2014.07.01";

/// Whether the game was certainly played before fivefold repetition and 75 moves ended a game. `values` are those of
/// the tags [`PLAYED`], in their order: the first one with a known year, or decade, decides. Other forms of dates than
/// PGN's are read, and a year counts even if month and day are invalid.
pub(crate) fn ended_by_claim_only<'v>(values: impl IntoIterator<Item = &'v [u8]>) -> bool {
    let known = values.into_iter().find_map(|value| {
        let date = match is_date(value) {
            true => value.to_vec(),
            false => match std::str::from_utf8(value).ok().and_then(corrected) {
                Some(date) => date.into_bytes(),
                None => partial_date(value)?,
            },
        };
        (!date.starts_with(b"?") && !date.starts_with(b"0000")).then_some(date)
    });
    // Compares the last day that the date can mean, or a later one.
    known.is_some_and(|date| date.iter().map(|&b| if b == b'?' { b'9' } else { b }).lt(DRAWN_BY_ITSELF.iter().copied()))
}

/// The year of a value that is not a date, and its month if it is in the usual place: `1999.02.30`, `May 1972`,
/// `1972/73`. Among several years the last one.
fn partial_date(value: &[u8]) -> Option<Vec<u8>> {
    if let [_, _, _, _, b'.', _, _, b'.', ..] = value
        && let date = [&value[..8], b"??"].concat()
        && is_date(&date)
    {
        return Some(date);
    }
    let is_year = |word: &&[u8]| {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        word.len() == 4 && digits >= 2 && word[digits..].iter().all(|byte| *byte == b'?')
    };
    let words = value.split(|byte| !byte.is_ascii_digit() && *byte != b'?');
    words.filter(is_year).max().map(|year| [year, b".??.??"].concat())
}

fn read(value: &[u8]) -> Result<Date, String> {
    let form = || "expected YYYY.MM.DD, with ? for unknown digits".to_owned();
    let [year @ .., b'.', m1, m2, b'.', d1, d2] = value else { return Err(form()) };
    if year.len() != 4 {
        return Err(form());
    }
    let part = |digits: &[u8]| match digits {
        _ if digits.iter().all(u8::is_ascii_digit) => {
            Ok(Some(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))))
        }
        _ if digits.iter().all(|&digit| digit.is_ascii_digit() || digit == b'?') => Ok(None),
        _ => Err(form()),
    };
    let (year, month, day) = (part(year)?, part(&[*m1, *m2])?, part(&[*d1, *d2])?);
    let date = Date { year, month, day };
    if date.month.is_some_and(|month| !(1..=12).contains(&month)) {
        return Err(format!("there is no month {}{}", char::from(*m1), char::from(*m2)));
    }
    let length = days(date.year, date.month);
    if date.day.is_some_and(|day| day == 0 || day > length) {
        return Err(format!("there is no day {}{} in that month", char::from(*d1), char::from(*d2)));
    }
    Ok(date)
}

fn days(year: Option<u32>, month: Option<u32>) -> u32 {
    match month {
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) => {
            let leap = year.is_none_or(|y| y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400)));
            if leap { 29 } else { 28 }
        }
        _ => 31,
    }
}

/// The date meant by another usual form: `2024-5-1`, `2024/05/01`, `2024`, `01.05.2024`.
fn corrected(value: &str) -> Option<String> {
    let value = value.trim();
    let parts: Vec<&str> = value.split(['.', '-', '/', ' ']).filter(|part| !part.is_empty()).collect();
    let padded = |text: &str| if text.len() < 2 { format!("{text:0>2}").replace("0?", "??") } else { text.to_owned() };
    let date = match parts[..] {
        [] => "????.??.??".to_owned(),
        ["?"] => "????.??.??".to_owned(),
        [year] if year.len() == 4 => format!("{year}.??.??"),
        [year, month] if year.len() == 4 => format!("{year}.{}.??", padded(month)),
        [year, month, day] if year.len() == 4 => format!("{year}.{}.{}", padded(month), padded(day)),
        [day, month, year] if year.len() == 4 && value.contains('.') => {
            format!("{year}.{}.{}", padded(month), padded(day))
        }
        _ => return None,
    };
    is_date(date.as_bytes()).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_before_the_laws_of_2014_are_recognized_by_their_dates() {
        let older = |dates: &[&str]| ended_by_claim_only(dates.iter().map(|date| date.as_bytes()));
        for dates in [
            &["1998.05.01"][..],
            &["2013.??.??"],
            &["2014.06.30"],
            &["2014.06.??"],
            &["200?.??.??"],
            &["1972"],
            &["5.7.1972"],
            &["1999.00.00"],
            &["1999.02.30"],
            &["1999.13.40"],
            &["19??.13.40"],
            &["2014.06.31"],
            &["May 1972"],
            &["July 11th, 1972"],
            &["7/11/1972"],
            &["1972/73"],
            &["1972-1973"],
            &["ca. 187?"],
            &["0000.00.00", "1972.07.11"],
            &["????.??.??", "1972.07.11"],
            &["yesterday", "1972.07.11"],
            &["2013.12.31", "2020.01.01"],
        ] {
            assert!(older(dates), "{dates:?}");
        }
        for dates in [
            &[][..],
            &["2014.07.01"],
            &["2014.??.??"],
            &["2014.07.??"],
            &["201?.??.??"],
            &["????.??.??"],
            &["?", "?"],
            &["2024"],
            &["yesterday"],
            &["2014.13.01"],
            &["2014.07.32"],
            &["May 2014"],
            &["2013/2014"],
            &["201?.00.00"],
            &["0000.00.00"],
            &["0000.??.??"],
            &["12345"],
            &["11.07.72"],
            &["M\u{e4}rz 2020", "1972.07.11"],
            &["2020.01.01", "2013.12.31"],
        ] {
            assert!(!older(dates), "{dates:?}");
        }
    }

    #[test]
    fn dates_are_read_and_corrected() {
        for right in ["2024.02.29", "????.??.??", "1999.??.??", "1999.1?.??", "2024.12.31"] {
            assert!(is_date(right.as_bytes()), "{right}");
        }
        for (wrong, fixed) in [
            ("2024.13.40", None),
            ("2024-5-1", Some("2024.05.01")),
            ("2023.02.29", None),
            ("2024", Some("2024.??.??")),
            ("1.5.2024", Some("2024.05.01")),
            ("2024.00.01", None),
            ("", Some("????.??.??")),
            ("yesterday", None),
        ] {
            assert!(!is_date(wrong.as_bytes()), "{wrong}");
            assert_eq!(corrected(wrong).as_deref(), fixed, "{wrong}");
        }
    }
}
