//! Castling with blanks between its letters, `O - O`: one half-move with the blanks in it.

use super::lines::skip_blanks;
use super::words;

/// Whether the text after a word may continue its castling: a blank and a hyphen.
#[inline]
pub(crate) fn may_go_on(bytes: &[u8], end: usize) -> bool {
    matches!(bytes.get(end), Some(b' ' | b'\t')) && matches!(bytes.get(end + 1), Some(b'-' | b' ' | b'\t'))
}

/// End of the castling that begins with the word from `at` to `end` and goes on after blanks: `O - O`, `O-O - O+`.
#[cold]
pub(super) fn spaced_castling_end(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let word = &bytes[at..end];
    if !matches!(word, b"O" | b"o" | b"0" | b"O-O" | b"o-o" | b"0-0") {
        return None;
    }
    let (rook, mut rooks, mut end) = (word[0], word.len() / 2 + 1, end);
    while rooks < 3 {
        let hyphen = skip_blanks(bytes, end);
        if bytes.get(hyphen) != Some(&b'-') {
            break;
        }
        let next = skip_blanks(bytes, hyphen + 1);
        if bytes.get(next) != Some(&rook) {
            break;
        }
        (end, rooks) = (next + 1, rooks + 1);
    }
    let marks = bytes[end..].iter().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let ends_word = bytes.get(end + marks).is_none_or(|byte| !words::is_word_byte(*byte));
    (end > at + word.len() && ends_word).then_some(end + marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_around_a_hyphen_belong_to_the_castling() {
        for (text, found) in [
            ("O - O e5", Some("O - O")),
            ("O - O - O+ e5", Some("O - O - O+")),
            ("O-O - O e5", Some("O-O - O")),
            ("o - o", Some("o - o")),
            ("O - 0", None),
            ("O - Oe", None),
            ("O-O e5", None),
        ] {
            let end = text.find(' ').unwrap_or(text.len());
            assert_eq!(spaced_castling_end(text.as_bytes(), 0, end).map(|end| &text[..end]), found, "{text}");
        }
    }
}
