//! Spans of values: `20..40`, `2600..`, `..1972`, or one value alone.

use std::str::FromStr;

use super::QueryError;
use super::lexer::{QueryToken, QueryWords};

/// A span with both of its ends in it; an end that is `None` is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueSpan<T> {
    pub from: Option<T>,
    pub to: Option<T>,
}

impl<T: PartialOrd> ValueSpan<T> {
    pub fn contains(&self, value: &T) -> bool {
        self.from.as_ref().is_none_or(|from| from <= value) && self.to.as_ref().is_none_or(|to| value <= to)
    }
}

/// The texts of both ends of a span, and its word.
///
/// # Errors
///
/// If there is no word, or it has no end.
pub(super) fn ends(words: &mut QueryWords, expected: &str) -> Result<(ValueSpan<String>, QueryToken), QueryError> {
    let token = words.value(expected)?;
    let (from, to) = token.text.split_once("..").unwrap_or((&token.text, &token.text));
    let end = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let span = ValueSpan { from: end(from), to: end(to) };
    match span {
        ValueSpan { from: None, to: None } => Err(token.error(&format!("expected {expected}"))),
        span => Ok((span, token)),
    }
}

/// A span of numbers.
///
/// # Errors
///
/// If there is none, or it ends before it begins.
pub(super) fn numbers<T: FromStr + PartialOrd>(
    words: &mut QueryWords,
    expected: &str,
) -> Result<ValueSpan<T>, QueryError> {
    let (span, token) = ends(words, expected)?;
    let number = |text: Option<String>| match text.map(|text| text.parse()).transpose() {
        Ok(number) => Ok(number),
        Err(_) => Err(token.error(&format!("expected {expected}"))),
    };
    let span = ValueSpan { from: number(span.from)?, to: number(span.to)? };
    in_order(span, &token)
}

/// The span, unless it ends before it begins.
pub(super) fn in_order<T: PartialOrd>(span: ValueSpan<T>, token: &QueryToken) -> Result<ValueSpan<T>, QueryError> {
    match (&span.from, &span.to) {
        (Some(from), Some(to)) if from > to => Err(token.error("the span ends before it begins: exchange its ends")),
        _ => Ok(span),
    }
}
