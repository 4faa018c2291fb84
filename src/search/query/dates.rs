//! Dates of games, of which parts may be unknown: `1972.07.??`.

use super::QueryError;
use super::lexer::QueryWords;
use super::spans::{self, ValueSpan};

/// Year, month and day.
type Day = (u16, u8, u8);

/// A span of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DateSpan(ValueSpan<Day>);

const EXPECTED: &str = "a year, a date or a span of them, such as 1972..1974 or 1972.07.11..1972.09.01";

impl DateSpan {
    /// # Errors
    ///
    /// If the next word is no span of dates.
    pub fn read(words: &mut QueryWords) -> Result<DateSpan, QueryError> {
        let (span, token) = spans::ends(words, EXPECTED)?;
        let days = |text: Option<String>| match text {
            None => Ok(None),
            Some(text) => days(&text).map(Some).ok_or_else(|| token.error(&format!("expected {EXPECTED}"))),
        };
        let span =
            ValueSpan { from: days(span.from)?.map(|(first, _)| first), to: days(span.to)?.map(|(_, last)| last) };
        spans::in_order(span, &token).map(DateSpan)
    }

    /// Whether all days that a date may mean are in the span.
    pub fn contains(&self, date: &str) -> bool {
        days(date).is_some_and(|(first, last)| self.0.contains(&first) && self.0.contains(&last))
    }
}

/// Whether a date names a year.
pub(super) fn is_known(date: &str) -> bool {
    days(date).is_some()
}

/// The first and the last day that a date may mean; `None` if its year is unknown.
fn days(date: &str) -> Option<(Day, Day)> {
    let mut parts = date.trim().split(['.', '-', '/']);
    let year = parts.next()?;
    let year = (year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit())).then(|| year.parse().ok())??;
    let part = |text: Option<&str>, most: u8| match text {
        None => Some(None),
        Some(text) if !text.is_empty() && text.bytes().all(|byte| byte == b'?') => Some(None),
        Some(text) => text.parse().ok().filter(|number| (1..=most).contains(number)).map(Some),
    };
    let (month, day) = (part(parts.next(), 12)?, part(parts.next(), 31)?);
    if year == 0 || parts.next().is_some() {
        return None;
    }
    // A day without its month says nothing.
    let day = day.filter(|_| month.is_some());
    Some(((year, month.unwrap_or(1), day.unwrap_or(1)), (year, month.unwrap_or(12), day.unwrap_or(31))))
}
