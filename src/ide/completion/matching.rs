//! Which moves a word that has been begun may become.

use std::cmp::Reverse;

use shakmaty::{Move, Square};

use super::board_here::Next;
use crate::notation::languages::LANGUAGES;
use crate::notation::{Codec, Notation, REGISTRY, SAN};
use crate::rules::Play;

/// The word as far as it is typed.
pub struct Typed<'t> {
    text: &'t str,
    plain: String,
    /// The square that it ends with.
    square: Option<Square>,
    /// What it would be if its letters are those of other languages.
    translated: Vec<String>,
}

/// How a move fits the word: the surest way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// It begins as the word does.
    Begun,
    /// It does if capital letters may be small ones, which people type more easily.
    InOtherCase,
    /// It begins so in another notation, or without the signs for captures and checks.
    InOtherWords,
    /// It begins so with the letters of another language.
    Translated,
    /// It goes to the square that the word ends with.
    ToSquare,
    /// It begins with the same piece, or on the same file or square: all that such a piece can do, where the word is none
    /// of it. How much is alike, the more the better.
    SamePiece(Reverse<usize>),
}

impl<'t> Typed<'t> {
    pub fn new(text: &'t str) -> Typed<'t> {
        let is_square = |tail: &str| Square::from_ascii(tail.as_bytes()).ok();
        let square = text.get(text.len().saturating_sub(2)..).and_then(is_square);
        let translated = LANGUAGES.iter().filter_map(|language| Some(language.in_english(text)?.0)).collect();
        Typed { text, plain: plain(text), square, translated }
    }

    pub fn text(&self) -> &'t str {
        self.text
    }

    /// How a half-move with this text fits the word, if it does.
    pub fn compare(&self, text: &str, next: &Next<'_>) -> Option<Way> {
        if text.starts_with(self.text) {
            return Some(Way::Begun);
        }
        // What begins with a small letter is a file, which stands for nothing else where it is a capital one.
        let small = self.text.starts_with(|c: char| c.is_lowercase());
        if small && text.to_lowercase().starts_with(&self.text.to_lowercase()) {
            return Some(Way::InOtherCase);
        }
        if self.plain.is_empty() {
            return None;
        }
        let is_text = |row: &&Notation| matches!(row.codec, Codec::Moves { .. });
        let others = || REGISTRY.iter().copied().filter(is_text).filter_map(|row| next.spell(row).ok());
        if plain(text).starts_with(&self.plain) || others().any(|other| plain(&other).starts_with(&self.plain)) {
            return Some(Way::InOtherWords);
        }
        let san = next.spell(&SAN).ok()?;
        if self.translated.iter().any(|translated| san.starts_with(translated)) {
            return Some(Way::Translated);
        }
        let to = match next.play {
            Play::Move(Move::Castle { .. }) | Play::Null => None,
            Play::Move(m) => Some(m.to()),
            Play::Arrival { to, .. } => Some(*to),
        };
        if self.square.is_some() && self.square == to {
            return Some(Way::ToSquare);
        }
        let alike = alike(self.text, text);
        (alike > 0).then_some(Way::SamePiece(Reverse(alike)))
    }
}

/// How many characters of a half-move are typed from its beginning; small letters may be capital ones.
fn alike(typed: &str, text: &str) -> usize {
    let is_same = |(typed, c): &(char, char)| typed == c || c.to_lowercase().eq([*typed]);
    typed.chars().zip(text.chars()).take_while(is_same).count()
}

/// A move without its signs, in small letters; castling is the same with zeros.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() && *c != 'x');
    kept.flat_map(char::to_lowercase).map(|c| if c == '0' { 'o' } else { c }).collect()
}
