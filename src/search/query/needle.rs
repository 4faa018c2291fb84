//! Text that is looked for in texts, whatever the case and the accents of its letters and the line ends between its
//! words.

use icu_normalizer::DecomposingNormalizer;
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

/// The words in small letters without accents.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(plain).collect()
}

/// Small letters without accents, and one blank between words.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        match word.is_ascii() {
            true => folded.extend(word.bytes().map(|byte| char::from(byte.to_ascii_lowercase()))),
            false => folded.push_str(&plain(word)),
        }
    }
    folded
}

/// Small letters without accents.
fn plain(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for letter in DecomposingNormalizer::new_nfd().normalize(&word.to_lowercase()).chars() {
        match letter {
            // Combining diacritical marks.
            '\u{300}'..='\u{36f}' => {}
            '\u{142}' => plain.push('l'),
            '\u{f8}' => plain.push('o'),
            '\u{111}' | '\u{f0}' => plain.push('d'),
            '\u{131}' => plain.push('i'),
            '\u{df}' => plain.push_str("ss"),
            '\u{e6}' => plain.push_str("ae"),
            '\u{153}' => plain.push_str("oe"),
            '\u{fe}' => plain.push_str("th"),
            letter => plain.push(letter),
        }
    }
    plain
}
