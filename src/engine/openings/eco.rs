//! Codes of the Encyclopaedia of Chess Openings.

use std::fmt;

/// A code: a letter from A to E and two digits, ordered as in the volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eco {
    /// From 0 for A00 to 499 for E99.
    number: u16,
}

impl Eco {
    /// The code at the start of a text, to which databases append a letter or a sub-code. `None` if there is none.
    pub fn read(text: &[u8]) -> Option<Eco> {
        match *text {
            [letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9', ..] => {
                let digit = |byte: u8, zero: u8| u16::from(byte - zero);
                Some(Eco { number: digit(letter, b'A') * 100 + digit(tens, b'0') * 10 + digit(ones, b'0') })
            }
            _ => None,
        }
    }

    /// From 0 for A00 to 499 for E99.
    pub(super) fn number(self) -> usize {
        usize::from(self.number)
    }

    /// 0 for A to 4 for E.
    fn volume(self) -> u16 {
        self.number / 100
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = ['A', 'B', 'C', 'D', 'E'][usize::from(self.volume()).min(4)];
        write!(f, "{letter}{:02}", self.number % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for (text, code) in [("B90", "B90"), ("A00a", "A00"), ("E99/03", "E99"), ("C05 ", "C05")] {
            assert_eq!(Eco::read(text.as_bytes()).map(|eco| eco.to_string()).as_deref(), Some(code));
        }
        for text in ["", "B", "F00", "b90", "B9", "90B", "?"] {
            assert_eq!(Eco::read(text.as_bytes()), None, "{text}");
        }
    }
}
