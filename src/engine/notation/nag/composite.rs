//! Composite NAGs, an idea of VGN's author that is not part of VGN 1.0 (seed 001): `$5.1.2.1.1`.
//!
//! The first number is a pattern, the others are its arguments. Only two patterns and some of their words are defined;
//! arguments without a word are shown as numbers.

/// A parsed composite NAG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompositeNag {
    /// The pattern's number.
    pub pattern: u32,
    /// The pattern's arguments in order; at least one.
    pub arguments: Vec<u32>,
}

impl CompositeNag {
    /// Parses `$5.1.2.1.1`, with or without the `$`. `None` if it has no period or a part that is not a number.
    pub fn parse(text: &str) -> Option<CompositeNag> {
        let (pattern, arguments) = text.strip_prefix('$').unwrap_or(text).split_once('.')?;
        Some(CompositeNag {
            pattern: number(pattern)?,
            arguments: arguments.split('.').map(number).collect::<Option<Vec<u32>>>()?,
        })
    }

    /// The sentence of a known pattern, or `None` for another pattern or number of arguments.
    pub fn meaning(&self) -> Option<String> {
        match (self.pattern, self.arguments.as_slice()) {
            (1, &[side, seconds, milliseconds]) => {
                let side = word(SIDES, side);
                Some(format!("{side} has {seconds} seconds and {milliseconds} milliseconds of time left"))
            }
            (5, &[side, degree, of, what]) => {
                let (side, degree, of, what) =
                    (word(SIDES, side), word(DEGREES, degree), word(MATTERS, of), word(BALANCES, what));
                Some(format!("{side} has a {degree} {of} {what}"))
            }
            _ => None,
        }
    }
}

type WordTable = &'static [(u32, &'static str)];

const SIDES: WordTable = &[(0, "Black"), (1, "White")];
const DEGREES: WordTable = &[(2, "moderate"), (3, "great")];
const MATTERS: WordTable = &[(1, "space"), (2, "piece")];
const BALANCES: WordTable = &[(0, "disadvantage"), (1, "advantage")];

fn word(words: WordTable, number: u32) -> String {
    match words.iter().find(|(known, _)| *known == number) {
        Some((_, word)) => (*word).to_owned(),
        None => format!("({number})"),
    }
}

fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_seed() {
        let meaning = |text| CompositeNag::parse(text).and_then(|composite| composite.meaning());
        assert_eq!(meaning("$5.1.2.1.1").as_deref(), Some("White has a moderate space advantage"));
        assert_eq!(meaning("$5.0.3.2.0").as_deref(), Some("Black has a great piece disadvantage"));
        assert_eq!(meaning("$1.1.300.20").as_deref(), Some("White has 300 seconds and 20 milliseconds of time left"));
        assert_eq!(meaning("5.1.9.1.1").as_deref(), Some("White has a (9) space advantage"));
        assert_eq!(meaning("$7.1"), None);
    }

    #[test]
    fn what_is_no_composite() {
        for text in ["$5", "$5.", "$.1", "$5.x", "$5..1", "$5.99999999999", ""] {
            assert_eq!(CompositeNag::parse(text), None, "{text}");
        }
    }
}
