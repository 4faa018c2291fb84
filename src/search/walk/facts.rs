//! What a game says of itself, as far as tables of positions need it.

use vgn_engine::syntax::results;

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    White,
    Draw,
    Black,
    /// Unfinished, or unknown.
    #[default]
    Open,
}

impl GameResult {
    /// The result that a tag's value or a terminator means.
    pub fn of(text: &[u8]) -> GameResult {
        let terminator = match text {
            b"1-0" | b"0-1" | b"1/2-1/2" | b"*" => std::str::from_utf8(text).unwrap_or("*"),
            _ => std::str::from_utf8(text).map_or("*", results::terminator),
        };
        match terminator {
            "1-0" => GameResult::White,
            "0-1" => GameResult::Black,
            "1/2-1/2" => GameResult::Draw,
            _ => GameResult::Open,
        }
    }
}

/// The facts of one game. A result is that of the tag `Result`, or of the terminator if the tag gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    pub result: GameResult,
    /// Ratings, 1 to 9999; 0 if unknown.
    pub white_rating: u16,
    pub black_rating: u16,
    /// 1 to 2100; 0 if unknown.
    pub year: u16,
}

impl GameFacts {
    /// Takes a tag.
    #[inline]
    pub fn take_tag(&mut self, name: &[u8], value: &[u8]) {
        match name {
            b"Result" => self.result = GameResult::of(value),
            b"WhiteElo" => self.white_rating = digits(value).unwrap_or(0),
            b"BlackElo" => self.black_rating = digits(value).unwrap_or(0),
            b"Date" => self.year = year(value).unwrap_or(self.year),
            b"UTCDate" if self.year == 0 => self.year = year(value).unwrap_or(0),
            _ => {}
        }
    }

    /// Takes the terminator.
    #[inline]
    pub fn take_terminator(&mut self, text: &[u8]) {
        if self.result == GameResult::Open {
            self.result = GameResult::of(text);
        }
    }

    /// The mean of both ratings, of which an unknown one counts as 0: what games are ranked by.
    pub fn mean_rating(&self) -> u16 {
        (self.white_rating + self.black_rating) / 2
    }
}

/// The number that 1 to 4 digits stand for, blanks around them aside.
fn digits(value: &[u8]) -> Option<u16> {
    let value = value.trim_ascii();
    let is_number = (1..=4).contains(&value.len()) && value.iter().all(u8::is_ascii_digit);
    is_number.then(|| value.iter().fold(0, |number, digit| number * 10 + u16::from(digit - b'0')))
}

/// The last year that a date may have: later ones are slips.
const LAST_YEAR: u16 = 2100;

/// The year at the start of a date: `2024.05.??`.
fn year(value: &[u8]) -> Option<u16> {
    let value = value.trim_ascii();
    if value.get(4).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    digits(value.get(..4)?).filter(|year| (1..=LAST_YEAR).contains(year))
}
