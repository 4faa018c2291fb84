//! Text that is looked for in texts, whatever the case of its letters and the line ends between its words.

use vgn_engine::source::spelling_distance;

/// A part of a text that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Needle {
    Exact(String),
    /// Words one after another, spelt alike or nearly.
    Near(Vec<String>),
}

/// Letters of the words looked for to a letter that may be another, missing or too many.
const LETTERS_A_CHANGE: usize = 4;

impl Needle {
    pub fn new(text: &str) -> Needle {
        Needle::Exact(folded(text))
    }

    /// A name; behind a `~` it may be spelt a little otherwise.
    pub fn of_name(text: &str) -> Needle {
        match text.strip_prefix('~').map(words) {
            Some(words) if !words.is_empty() => Needle::Near(words),
            _ => Needle::new(text),
        }
    }

    /// Whether the text contains it. An empty one is in any text.
    pub fn is_in(&self, text: &str) -> bool {
        match self {
            Needle::Exact(part) => folded(text).contains(part),
            Needle::Near(sought) => {
                let is_near = |(one, other): (&String, &String)| {
                    let limit = (one.chars().count() / LETTERS_A_CHANGE).max(1);
                    spelling_distance(one, other, limit).is_some()
                };
                words(text).windows(sought.len()).any(|part| sought.iter().zip(part).all(is_near))
            }
        }
    }
}

/// The words in small letters.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Small letters, and one blank between words.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        match word.is_ascii() {
            true => folded.extend(word.bytes().map(|byte| char::from(byte.to_ascii_lowercase()))),
            false => folded.push_str(&word.to_lowercase()),
        }
    }
    folded
}
