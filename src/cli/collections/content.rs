//! Games whose text is the same but for white space.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::CollectedGame;

/// The texts of games that have passed, as hashes of 128 bits: two texts are confused with a probability of 2^-64 even
/// among billions.
#[derive(Default)]
pub struct SeenTexts {
    seen: HashSet<(u64, u64)>,
    /// The text whose hash is made.
    compared: Vec<u8>,
}

impl SeenTexts {
    /// Whether the text of this game is new.
    pub fn insert(&mut self, game: &CollectedGame<'_>) -> bool {
        let (text, section) = game.bytes.split_at(game.text_len);
        self.compared.clear();
        // The end of a line ends such a comment, and such an escape.
        let has_lines = text.iter().any(|byte| matches!(byte, b';' | b'%'));
        for word in text.split_inclusive(u8::is_ascii_whitespace) {
            let Some((last, letters)) = word.split_last() else { continue };
            if !last.is_ascii_whitespace() {
                self.compared.extend_from_slice(word);
                continue;
            }
            self.compared.extend_from_slice(letters);
            let is_line_end = has_lines && matches!(last, b'\n' | b'\r');
            match self.compared.last_mut() {
                Some(before @ b' ') if is_line_end => *before = b'\n',
                Some(b' ' | b'\n') if letters.is_empty() => {}
                _ => self.compared.push(if is_line_end { b'\n' } else { b' ' }),
            }
        }
        self.seen.insert((hashed(0, &self.compared, section), hashed(1, &self.compared, section)))
    }
}

fn hashed(seed: u8, text: &[u8], section: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, text, section).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_new(seen: &mut SeenTexts, text: &str) -> bool {
        let (bytes, text_len) = (text.as_bytes().into(), text.len());
        seen.insert(&CollectedGame { bytes, text_len, is_game: true, number: 1, line: 1, is_recoded: false })
    }

    #[test]
    fn only_white_space_may_differ() {
        for (one, other, is_same) in [
            ("[Event \"a\"]\n\n1. e4 {a\nb} *", "[Event \"a\"]\r\n\r\n1. e4\n{a b}  *", true),
            ("1. e4 *", "1. e4 e5 *", false),
            ("1. e4 {ab} *", "1. e4 {a b} *", false),
            ("1. e4 ; x\ne5 *", "1. e4 ; x e5 *", false),
            ("1. e4 ; x\ne5 *", "1. e4  ; x\r\n\r\ne5 *", true),
            ("1. e4 ; x \n e5 *", "1. e4 ; x\ne5 *", true),
        ] {
            let mut seen = SeenTexts::default();
            assert!(is_new(&mut seen, one));
            assert_eq!(is_new(&mut seen, other), !is_same, "{one:?} {other:?}");
        }
    }
}
