//! The terms of a game, one row each: what its tags say, its length, its comments and NAGs.

use shakmaty::Color;

use super::QueryError;
use super::dates::{self, DateSpan};
use super::evaluate::SeenPlace;
use super::lexer::QueryWords;
use super::needle::Needle;
use super::parse::TermRow;
use super::record::GameRecord;
use super::spans::{self, ValueSpan};
use super::swings::SoughtSwing;
use crate::GameResult;
use crate::walk::glyph_number;

/// What is asked of a game.
#[derive(Clone, Debug)]
pub(super) enum GameTerm {
    /// Of this side, or of either.
    Player(Option<Color>, Needle),
    Tag(String, Needle),
    Result(GameResult),
    Date(DateSpan),
    Rating(Option<Color>, ValueSpan<u16>),
    /// The first and the last code, or their beginnings.
    Eco(ValueSpan<String>),
    Plies(ValueSpan<u32>),
    Comment(Needle),
    Nag(u32),
    Swing(SoughtSwing),
}

const NAME: &str = "a name, or a part of it, in quotes if it has blanks";
const TEXT: &str = "a text, in quotes if it has blanks";
const RATING: &str = "a rating or a span of them, such as 2600.. or 2400..2500";

pub(super) const GAME_TERMS: &[TermRow<GameTerm>] = &[
    TermRow { word: "player", read: |words| Ok(GameTerm::Player(None, name(words)?)) },
    TermRow { word: "white", read: |words| Ok(GameTerm::Player(Some(Color::White), name(words)?)) },
    TermRow { word: "black", read: |words| Ok(GameTerm::Player(Some(Color::Black), name(words)?)) },
    TermRow { word: "event", read: |words| Ok(GameTerm::Tag("Event".to_owned(), needle(words, TEXT)?)) },
    TermRow {
        word: "tag",
        read: |words| {
            let name = words.value("the name of a tag, such as Annotator")?.text;
            Ok(GameTerm::Tag(name, needle(words, TEXT)?))
        },
    },
    TermRow { word: "result", read: |words| result(words).map(GameTerm::Result) },
    TermRow { word: "date", read: |words| DateSpan::read(words).map(GameTerm::Date) },
    TermRow { word: "elo", read: |words| Ok(GameTerm::Rating(None, spans::numbers(words, RATING)?)) },
    TermRow {
        word: "white-elo",
        read: |words| Ok(GameTerm::Rating(Some(Color::White), spans::numbers(words, RATING)?)),
    },
    TermRow {
        word: "black-elo",
        read: |words| Ok(GameTerm::Rating(Some(Color::Black), spans::numbers(words, RATING)?)),
    },
    TermRow { word: "eco", read: |words| eco(words).map(GameTerm::Eco) },
    TermRow {
        word: "plies",
        read: |words| {
            Ok(GameTerm::Plies(spans::numbers(words, "a number of half-moves or a span, such as 40 or 20..40")?))
        },
    },
    TermRow { word: "comment", read: |words| Ok(GameTerm::Comment(needle(words, TEXT)?)) },
    TermRow { word: "nag", read: |words| nag(words).map(GameTerm::Nag) },
    TermRow { word: "swing", read: |words| SoughtSwing::read(words).map(GameTerm::Swing) },
];

impl GameTerm {
    /// Whether it holds, and if so, what shows it, if a place does. `bytes` are those of the game.
    pub fn holds(&self, game: &GameRecord, bytes: &[u8]) -> Option<Option<SeenPlace>> {
        let sides = |color: &Option<Color>| {
            color.map_or(&Color::ALL[..], |color| match color {
                Color::White => &Color::ALL[..1],
                Color::Black => &Color::ALL[1..],
            })
        };
        let has_tag = |name: &str, needle: &Needle| game.tag(name, bytes).is_some_and(|value| needle.is_in(&value));
        let holds = match self {
            GameTerm::Player(color, needle) => {
                sides(color).iter().any(|color| has_tag(color.fold_wb("White", "Black"), needle))
            }
            GameTerm::Tag(name, needle) => has_tag(name, needle),
            GameTerm::Result(result) => game.facts.result == *result,
            GameTerm::Date(span) => {
                let known = |name| game.tag(name, bytes).filter(|date| dates::is_known(date));
                known("Date").or_else(|| known("UTCDate")).is_some_and(|date| span.contains(&date))
            }
            GameTerm::Rating(color, span) => sides(color).iter().any(|color| {
                let rating = color.fold_wb(game.facts.white_rating, game.facts.black_rating);
                rating > 0 && span.contains(&rating)
            }),
            GameTerm::Eco(span) => game.tag("ECO", bytes).is_some_and(|code| is_code_in(code.trim(), span)),
            GameTerm::Plies(span) => span.contains(&game.plies),
            GameTerm::Comment(needle) => {
                let found = game.comments(bytes).find(|(_, text)| needle.is_in(text));
                return found.map(|(range, _)| Some(SeenPlace::Text(range)));
            }
            GameTerm::Nag(number) => {
                let found = game.glyphs.iter().find(|(_, other)| other == number);
                return found.map(|(range, _)| Some(SeenPlace::Text(range.clone())));
            }
            GameTerm::Swing(sought) => {
                let found = sought.first(game, bytes);
                return found.map(|step| Some(SeenPlace::HalfMove(step.clone())));
            }
        };
        holds.then_some(None)
    }
}

fn name(words: &mut QueryWords) -> Result<Needle, QueryError> {
    Ok(Needle::of_name(&words.value(NAME)?.text))
}

fn needle(words: &mut QueryWords, expected: &str) -> Result<Needle, QueryError> {
    Ok(Needle::new(&words.value(expected)?.text))
}

fn result(words: &mut QueryWords) -> Result<GameResult, QueryError> {
    const EXPECTED: &str = "1-0, 0-1, 1/2-1/2, draw or *";
    let token = words.value(EXPECTED)?;
    Ok(match token.text.as_str() {
        "1-0" => GameResult::White,
        "0-1" => GameResult::Black,
        "1/2-1/2" | "draw" => GameResult::Draw,
        "*" => GameResult::Open,
        _ => return Err(token.error(&format!("expected {EXPECTED}"))),
    })
}

fn eco(words: &mut QueryWords) -> Result<ValueSpan<String>, QueryError> {
    const EXPECTED: &str = "a code of the Encyclopaedia of Chess Openings or a span of them, such as B90..B99, C4 or A";
    let (span, token) = spans::ends(words, EXPECTED)?;
    let code = |text: Option<String>| {
        let Some(code) = text.map(|text| text.to_ascii_uppercase()) else { return Ok(None) };
        let is_code = code.bytes().enumerate().all(|(at, byte)| match at {
            0 => matches!(byte, b'A'..=b'E'),
            1 | 2 => byte.is_ascii_digit(),
            _ => false,
        });
        if is_code { Ok(Some(code)) } else { Err(token.error(&format!("expected {EXPECTED}"))) }
    };
    let span = ValueSpan { from: code(span.from)?, to: code(span.to)? };
    match (&span.from, &span.to) {
        (Some(from), Some(to)) if to.starts_with(from.as_str()) || from.starts_with(to.as_str()) => Ok(span),
        _ => spans::in_order(span, &token),
    }
}

/// Whether a code is in a span, whose ends may be the beginnings of codes.
fn is_code_in(code: &str, span: &ValueSpan<String>) -> bool {
    let begin = |end: &String| code.get(..end.len()).map(str::to_ascii_uppercase);
    span.from.as_ref().is_none_or(|from| begin(from).is_some_and(|code| code >= *from))
        && span.to.as_ref().is_none_or(|to| begin(to).is_some_and(|code| code <= *to))
        && code.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

fn nag(words: &mut QueryWords) -> Result<u32, QueryError> {
    const EXPECTED: &str = "a NAG such as $14, or one of ! ? !! ?? !? ?!";
    let token = words.value(EXPECTED)?;
    let bare = || token.text.parse().ok();
    glyph_number(&token.text).or_else(bare).ok_or_else(|| token.error(&format!("expected {EXPECTED}")))
}
