//! Matches legal moves with the word that is being typed.

use std::cmp::Reverse;

use shakmaty::{Move, Square};
use vgn_engine::notation::languages::LANGUAGES;
use vgn_engine::notation::{Codec, Notation, REGISTRY, SAN};
use vgn_engine::rules::Play;

use super::board::CandidateMove;

/// The typed part of the word.
pub struct TypedWord<'t> {
    text: &'t str,
    plain: String,
    /// The square at its end.
    square: Option<Square>,
    /// Its translations from the piece letters of other languages.
    translated: Vec<String>,
}

/// How a move matches the word, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchKind {
    /// It starts with the word.
    Begun,
    /// It starts with the word if typed small letters may stand for capitals.
    InOtherCase,
    /// It starts with the word in another notation, or without the marks for captures and checks.
    InOtherWords,
    /// It starts with the word after translation from another language.
    Translated,
    /// Its target is the square at the end of the word.
    ToSquare,
    /// It has a common prefix with the word, such as the piece or the file. The longer the prefix, the better.
    SamePiece(Reverse<usize>),
}

impl<'t> TypedWord<'t> {
    pub fn new(text: &'t str) -> TypedWord<'t> {
        let is_square = |tail: &str| Square::from_ascii(tail.as_bytes()).ok();
        let square = text.get(text.len().saturating_sub(2)..).and_then(is_square);
        let translated = LANGUAGES.iter().filter_map(|language| Some(language.in_english(text)?.0)).collect();
        TypedWord { text, plain: plain(text), square, translated }
    }

    pub fn text(&self) -> &'t str {
        self.text
    }

    /// How a half-move with this text matches the word, if it does.
    pub fn compare(&self, text: &str, next: &CandidateMove<'_>) -> Option<MatchKind> {
        if text.starts_with(self.text) {
            return Some(MatchKind::Begun);
        }
        // A small letter may be a file, so only words that start with one are compared without case.
        let small = self.text.starts_with(|c: char| c.is_lowercase());
        if small && text.to_lowercase().starts_with(&self.text.to_lowercase()) {
            return Some(MatchKind::InOtherCase);
        }
        if self.plain.is_empty() {
            return None;
        }
        let is_text = |row: &&Notation| matches!(row.codec, Codec::Moves { .. });
        let others = || REGISTRY.iter().copied().filter(is_text).filter_map(|row| next.spell(row).ok());
        if plain(text).starts_with(&self.plain) || others().any(|other| plain(&other).starts_with(&self.plain)) {
            return Some(MatchKind::InOtherWords);
        }
        let san = next.spell(&SAN).ok()?;
        if self.translated.iter().any(|translated| san.starts_with(translated)) {
            return Some(MatchKind::Translated);
        }
        let to = match next.play {
            Play::Move(Move::Castle { .. }) | Play::Null => None,
            Play::Move(m) => Some(m.to()),
            Play::Arrival { to, .. } => Some(*to),
        };
        if self.square.is_some() && self.square == to {
            return Some(MatchKind::ToSquare);
        }
        let alike = alike(self.text, text);
        (alike > 0).then_some(MatchKind::SamePiece(Reverse(alike)))
    }
}

/// Length of the common prefix in characters; a typed small letter equals a capital.
fn alike(typed: &str, text: &str) -> usize {
    let is_same = |(typed, c): &(char, char)| typed == c || c.to_lowercase().eq([*typed]);
    typed.chars().zip(text.chars()).take_while(is_same).count()
}

/// A move without marks, in lower case; castling with zeros equals castling with letters.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() && *c != 'x');
    kept.flat_map(char::to_lowercase).map(|c| if c == '0' { 'o' } else { c }).collect()
}
