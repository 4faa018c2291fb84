//! Reads a condition: terms by their tables, `and`, `or`, `not`, parentheses, windows.
//!
//! A window behind a parenthesis lets all that is in it hold on the same boards.

use std::ops::Range;

use super::board_terms::{BOARD_TERMS, BoardTest};
use super::game_terms::{GAME_TERMS, GameTerm};
use super::lexer::{QueryToken, QueryTokenKind, QueryWords};
use super::window::{WINDOW_WORDS, Window};
use super::{BoardCondition, BoardExpression, Expression, Query, QueryError};

/// A term of the language: its word, and how what follows the word is read.
pub(super) struct TermRow<T: 'static> {
    pub word: &'static str,
    pub read: fn(&mut QueryWords) -> Result<T, QueryError>,
}

/// The deepest nesting of parentheses and `not`.
const DEEPEST: usize = 100;

/// Words that follow a term or come before one.
const CONNECTIVES: [&str; 3] = ["and", "or", "not"];

/// A part of a condition before it is known whether a window follows. The range is that of its words.
struct Parsed {
    kind: ParsedKind,
    range: Range<usize>,
}

enum ParsedKind {
    Game(GameTerm),
    Test(BoardTest),
    Boards(BoardCondition),
    And(Vec<Parsed>),
    Or(Vec<Parsed>),
    Not(Box<Parsed>),
}

/// Reads a condition.
pub(super) fn query(text: &str) -> Result<Query, QueryError> {
    let mut words = QueryWords::of(text)?;
    let parsed = either(&mut words, 0)?;
    if let Some(token) = words.next() {
        return Err(match token.kind {
            QueryTokenKind::Close => token.error("this parenthesis was not opened"),
            _ => unexpected(&token),
        });
    }
    let mut windows = Vec::new();
    let root = expression(parsed, &mut windows);
    Ok(Query { root, windows })
}

/// What stands behind a term but does not follow one.
fn unexpected(token: &QueryToken) -> QueryError {
    let known = CONNECTIVES.into_iter().filter(|word| *word != "not").chain(WINDOW_WORDS);
    let near = match near(token, known) {
        Some(near) => format!(": did you mean `{near}`?"),
        None => ", and quotes around a value with blanks".to_owned(),
    };
    token.error(&format!("expected `and` or `or` before a further term{near}"))
}

fn either(words: &mut QueryWords, depth: usize) -> Result<Parsed, QueryError> {
    joined(words, depth, "or", both, ParsedKind::Or)
}

fn both(words: &mut QueryWords, depth: usize) -> Result<Parsed, QueryError> {
    joined(words, depth, "and", one, ParsedKind::And)
}

/// Parts with this word between them.
fn joined(
    words: &mut QueryWords,
    depth: usize,
    word: &str,
    part: fn(&mut QueryWords, usize) -> Result<Parsed, QueryError>,
    kind: fn(Vec<Parsed>) -> ParsedKind,
) -> Result<Parsed, QueryError> {
    let first = part(words, depth)?;
    let mut parts = vec![first];
    while words.take(word) {
        parts.push(part(words, depth)?);
    }
    match (parts.len(), parts.pop()) {
        (1, Some(only)) => Ok(only),
        (_, last) => {
            parts.extend(last);
            let range = parts.first().map_or(0, |part| part.range.start)..parts.last().map_or(0, |part| part.range.end);
            Ok(Parsed { kind: kind(parts), range })
        }
    }
}

/// A term, a parenthesis, or the opposite of one.
fn one(words: &mut QueryWords, depth: usize) -> Result<Parsed, QueryError> {
    const EXPECTED: &str = "expected a term, such as `player NAME` or `material KRPvKR`";
    let Some(token) = words.next() else { return Err(words.error_at_end(EXPECTED)) };
    if depth > DEEPEST {
        return Err(token.error("the condition nests too deeply: use fewer parentheses"));
    }
    let begin = token.range.start;
    if token.kind == QueryTokenKind::Word && token.text.eq_ignore_ascii_case("not") {
        let inner = one(words, depth + 1)?;
        let range = begin..inner.range.end;
        return Ok(Parsed { kind: ParsedKind::Not(Box::new(inner)), range });
    }
    let parsed = match token.kind {
        QueryTokenKind::Open => {
            let inner = either(words, depth + 1)?;
            match words.next() {
                Some(close) if close.kind == QueryTokenKind::Close => {
                    Parsed { kind: inner.kind, range: begin..close.range.end }
                }
                Some(other) => return Err(unexpected(&other)),
                None => return Err(words.error_at_end("expected `)` for the parenthesis that is open")),
            }
        }
        QueryTokenKind::Close => return Err(token.error(EXPECTED)),
        QueryTokenKind::Quoted => {
            return Err(
                token.error("a text in quotes is the value of a term: expected a term before it, such as `player`")
            );
        }
        QueryTokenKind::Word => Parsed { kind: term(&token, words)?, range: token.range.clone() },
    };
    match Window::read(words)? {
        None => Ok(parsed),
        Some(window) => {
            let range = parsed.range.clone();
            let test = on_board(parsed)?;
            Ok(Parsed { kind: ParsedKind::Boards(BoardCondition { test, window }), range })
        }
    }
}

fn term(token: &QueryToken, words: &mut QueryWords) -> Result<ParsedKind, QueryError> {
    if let Some(row) = GAME_TERMS.iter().find(|row| row.word == token.text) {
        return (row.read)(words).map(ParsedKind::Game);
    }
    if let Some(row) = BOARD_TERMS.iter().find(|row| row.word == token.text) {
        return (row.read)(words).map(ParsedKind::Test);
    }
    let terms = || GAME_TERMS.iter().map(|row| row.word).chain(BOARD_TERMS.iter().map(|row| row.word));
    let message = match near(token, terms().chain(["not"])) {
        Some(near) => format!("no term has this name: did you mean `{near}`?"),
        None => format!("no term has this name: expected one of {}", terms().collect::<Vec<_>>().join(", ")),
    };
    Err(token.error(&message))
}

/// The word that was probably meant.
fn near<'a>(token: &QueryToken, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let given = token.text.to_lowercase();
    let limit = (given.chars().count() / 3).max(1);
    let apart = words.map(|word| (strsim::osa_distance(&given, word), word));
    apart.filter(|(distance, _)| *distance <= limit).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// What must hold on the boards of one window.
fn on_board(parsed: Parsed) -> Result<BoardExpression, QueryError> {
    let all = |parts: Vec<Parsed>| parts.into_iter().map(on_board).collect::<Result<Vec<_>, _>>();
    let wrong = |message: &str| Err(QueryError { range: parsed.range.clone(), message: message.to_owned() });
    match parsed.kind {
        ParsedKind::Test(test) => Ok(BoardExpression::Test(test)),
        ParsedKind::And(parts) => all(parts).map(BoardExpression::And),
        ParsedKind::Or(parts) => all(parts).map(BoardExpression::Or),
        ParsedKind::Not(part) => on_board(*part).map(|part| BoardExpression::Not(Box::new(part))),
        ParsedKind::Game(_) => {
            wrong("this term is one of a whole game: `ever`, `always` and `for` follow terms of a position")
        }
        ParsedKind::Boards(_) => {
            wrong("this term has its own `ever`, `always` or `for`: a further one cannot follow the parenthesis")
        }
    }
}

/// The condition, in which terms of boards without a window hold if they ever do.
fn expression(parsed: Parsed, windows: &mut Vec<BoardCondition>) -> Expression {
    let mut boards = |condition| {
        windows.push(condition);
        Expression::Boards(windows.len() - 1)
    };
    match parsed.kind {
        ParsedKind::Game(term) => Expression::Game(term),
        ParsedKind::Test(test) => boards(BoardCondition { test: BoardExpression::Test(test), window: Window::Ever }),
        ParsedKind::Boards(condition) => boards(condition),
        ParsedKind::And(parts) => Expression::And(parts.into_iter().map(|part| expression(part, windows)).collect()),
        ParsedKind::Or(parts) => Expression::Or(parts.into_iter().map(|part| expression(part, windows)).collect()),
        ParsedKind::Not(part) => Expression::Not(Box::new(expression(*part, windows))),
    }
}
