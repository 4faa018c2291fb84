//! The text of a move number (rule C2): its digits, and its periods or the signs that replace them.

use std::borrow::Cow;

use shakmaty::Color;

/// The parts of a move number's text.
pub(crate) struct NumberText {
    pub number: Option<u32>,
    pub dots: usize,
    /// `1.5`.
    pub half: bool,
    /// Another sign than a period follows: `1)`, `1,`, `1:`, `1-`, `1…`.
    pub signed: bool,
}

/// Signs that people write after a number instead of a period.
pub(crate) const SIGNS: [char; 4] = [')', ',', ':', '-'];

/// The character that word processors write for three periods.
pub(crate) const ELLIPSIS: char = '\u{2026}';

/// Maximum number of digits of a usual number.
const MOST_DIGITS: usize = 9;

impl NumberText {
    pub(crate) fn read(text: &str) -> NumberText {
        let (text, signed) = match (text.contains(SIGNS), text.contains(ELLIPSIS)) {
            _ if text.ends_with(",5") => (Cow::from(text.replace(',', ".")), true),
            (_, true) => (Cow::from(text.replace(ELLIPSIS, "...")), true),
            (true, _) => (Cow::from(text.replace(SIGNS, "")), true),
            _ => (Cow::from(text), false),
        };
        let half = text.ends_with(".5");
        let digits = text.bytes().position(|byte| byte == b'.').unwrap_or(text.len());
        let dots = if half { 1 } else { text[digits..].trim_end_matches(|c: char| c.is_ascii_digit()).len() };
        NumberText { number: text[..digits].parse().ok(), dots, half, signed }
    }

    /// Reads a number of digits and periods only; `None` for any other text.
    pub(crate) fn usual(text: &[u8]) -> Option<NumberText> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = text.len() - digits;
        if !(1..=MOST_DIGITS).contains(&digits) || !text[digits..].iter().all(|byte| *byte == b'.') {
            return None;
        }
        let number = text[..digits].iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
        Some(NumberText { number: Some(number), dots, half: false, signed: false })
    }

    /// The side that the text indicates, if any.
    pub(crate) fn color(&self) -> Option<Color> {
        match (self.half, self.dots) {
            (true, _) | (false, 2..) => Some(Color::Black),
            (false, 1) => Some(Color::White),
            (false, _) => None,
        }
    }

    /// The side of the half-move that a variation replaces: two periods may be one period too many.
    pub(crate) fn anchor_color(&self) -> Option<Color> {
        self.color().filter(|_| self.half || self.dots != 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_readers_give_the_same_number() {
        let parts = |written: NumberText| (written.number, written.dots, written.half);
        for text in ["1", "12.", "12...", "007..", "999999999."] {
            assert_eq!(NumberText::usual(text.as_bytes()).map(parts), Some(parts(NumberText::read(text))), "{text}");
        }
        for text in ["", ".", "1.5", "9999999999.", "13 ..", "x"] {
            assert!(NumberText::usual(text.as_bytes()).is_none(), "{text}");
        }
    }
}
