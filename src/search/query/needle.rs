//! Text that is looked for in texts, whatever the case of its letters and the line ends between its words.

/// A part of a text that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Needle(String);

impl Needle {
    pub fn new(text: &str) -> Needle {
        Needle(folded(text))
    }

    /// Whether the text contains it. An empty one is in any text.
    pub fn is_in(&self, text: &str) -> bool {
        folded(text).contains(&self.0)
    }
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
