//! The words of a condition: separated by blanks, in quotes if they contain any, and parentheses.

use std::ops::Range;

use super::QueryError;

/// A word, or a parenthesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QueryToken {
    pub kind: QueryTokenKind,
    /// Without its quotes.
    pub text: String,
    /// In bytes of the condition, with its quotes.
    pub range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryTokenKind {
    /// A word without quotes, which may belong to the language.
    Word,
    /// A word in quotes, which is always a value.
    Quoted,
    Open,
    Close,
}

/// The words of a condition, read one after another.
pub(super) struct QueryWords {
    tokens: Vec<QueryToken>,
    at: usize,
    /// Length of the condition, in bytes.
    end: usize,
}

impl QueryWords {
    /// # Errors
    ///
    /// If a quote is not closed.
    pub fn of(text: &str) -> Result<QueryWords, QueryError> {
        let mut tokens = Vec::new();
        let mut from = 0;
        while let Some(begin) = text[from..].find(|c: char| !c.is_whitespace()).map(|blanks| from + blanks) {
            let token = token(text, begin)?;
            from = token.range.end;
            tokens.push(token);
        }
        Ok(QueryWords { tokens, at: 0, end: text.len() })
    }

    pub fn peek(&self) -> Option<&QueryToken> {
        self.tokens.get(self.at)
    }

    pub fn next(&mut self) -> Option<QueryToken> {
        let token = self.tokens.get(self.at).cloned()?;
        self.at += 1;
        Some(token)
    }

    /// Takes this word of the language if it comes next.
    pub fn take(&mut self, word: &str) -> bool {
        let is_it = |token: &QueryToken| token.kind == QueryTokenKind::Word && token.text.eq_ignore_ascii_case(word);
        let is_next = self.peek().is_some_and(is_it);
        self.at += usize::from(is_next);
        is_next
    }

    /// The value that must come next.
    ///
    /// # Errors
    ///
    /// If none does: `expected` says what it should be.
    pub fn value(&mut self, expected: &str) -> Result<QueryToken, QueryError> {
        match self.peek() {
            Some(token) if matches!(token.kind, QueryTokenKind::Word | QueryTokenKind::Quoted) => {
                let token = token.clone();
                self.at += 1;
                Ok(token)
            }
            Some(token) => {
                let message = format!("expected {expected} before `{}`", token.text);
                Err(QueryError { range: token.range.clone(), message })
            }
            None => Err(self.error_at_end(&format!("expected {expected}"))),
        }
    }

    pub fn error_at_end(&self, message: &str) -> QueryError {
        QueryError { range: self.end..self.end, message: format!("the condition ends here: {message}") }
    }
}

impl QueryToken {
    /// An error about this word.
    pub fn error(&self, message: &str) -> QueryError {
        QueryError { range: self.range.clone(), message: format!("`{}`: {message}", self.text) }
    }
}

/// The token that begins here.
fn token(text: &str, begin: usize) -> Result<QueryToken, QueryError> {
    let rest = &text[begin..];
    let one = |kind| QueryToken { kind, text: rest[..1].to_owned(), range: begin..begin + 1 };
    // The sign of a spelling that is nearly so may stand before the quotes.
    let sign = usize::from(rest.starts_with("~\"") || rest.starts_with("~'"));
    let quote = match rest.as_bytes().get(sign) {
        Some(b'(') => return Ok(one(QueryTokenKind::Open)),
        Some(b')') => return Ok(one(QueryTokenKind::Close)),
        Some(b'"') => '"',
        Some(b'\'') => '\'',
        _ => {
            let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')')).unwrap_or(rest.len());
            let range = begin..begin + length;
            return Ok(QueryToken { kind: QueryTokenKind::Word, text: rest[..length].to_owned(), range });
        }
    };
    let quoted = &rest[sign + 1..];
    match quoted.find(quote) {
        Some(length) => Ok(QueryToken {
            kind: QueryTokenKind::Quoted,
            text: [&rest[..sign], &quoted[..length]].concat(),
            range: begin..begin + sign + length + 2,
        }),
        None => Err(QueryError {
            range: begin..text.len(),
            message: format!("a quote begins here that is not closed: expected a further {quote}"),
        }),
    }
}
