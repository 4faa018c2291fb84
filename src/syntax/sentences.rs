//! Words of a language in the middle of a line of movetext: a sentence is one piece of stray text, with its articles, and with
//! its periods and other signs, that would be tokens of a game elsewhere.

use super::glyphs::is_ascii_glyph;
use super::lines::{is_line_end, is_space};
use super::words::{self, Word};

/// Longest word with its signs, in bytes: text without blanks is not read again and again.
const LONGEST_WORD: usize = 100;

/// The end of the sentences whose first word, of stray text, begins at `at` and ends at `end`; `end` if it stands alone.
///
/// They go on as long as word follows word on the line, each of letters and none that could be a move, a glyph, or another
/// token of a game. The signs that stand at a word without a blank are its own.
#[cold]
pub(super) fn sentence_end(bytes: &[u8], at: usize, end: usize) -> usize {
    let (mut found, mut from, mut words) = (end, at, 0);
    loop {
        let ends = |byte: &u8| is_space(*byte) || b"()[]{};*$".contains(byte);
        let most = bytes.len().min(from + LONGEST_WORD);
        let len = bytes[from..most].iter().position(ends).unwrap_or(most - from);
        if len == LONGEST_WORD {
            break;
        }
        let Some(word) = letters(&bytes[from..from + len]) else { break };
        match words::classify(word) {
            Word::Stray if is_word(word) => {
                words += 1;
                if words > 1 {
                    found = from + len;
                }
            }
            // An article, if its noun follows.
            Word::Attempt if word == b"a" && len == 1 && words > 0 => {}
            _ => break,
        }
        let blanks = bytes[from + len..].iter().take_while(|byte| is_space(**byte) && !is_line_end(**byte)).count();
        if blanks == 0 {
            break;
        }
        from += len + blanks;
    }
    found
}

/// A word without the signs around it. `None` if others than a sentence has stand there, or no letters.
fn letters(word: &[u8]) -> Option<&[u8]> {
    let is_sign = |byte: &u8| b".,:!?\"'-/&".contains(byte);
    let start = word.iter().position(|byte| !is_sign(byte))?;
    let end = word.iter().rposition(|byte| !is_sign(byte))? + 1;
    // A sign before a word may belong to what stands before.
    let opens = start == 0 || (start == 1 && matches!(word[0], b'"' | b'\''));
    opens.then_some(&word[start..end])
}

/// Letters, and no glyph. One letter is a word only where no piece has it.
fn is_word(word: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(word) else { return false };
    let is_one = text.chars().nth(1).is_none();
    text.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '-' | '\u{2019}'))
        && (!is_one || matches!(text, "A" | "I"))
        && !is_ascii_glyph(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_before_what_may_be_of_a_game() {
        for (text, sentence) in [
            (
                "White is better. He has a strong attack, said Bob! 2. Nf3",
                "White is better. He has a strong attack, said Bob!",
            ),
            ("well, I think so... or not? 3. Bb5", "well, I think so... or not?"),
            ("Sch\u{f6}n gespielt! Nf3", "Sch\u{f6}n gespielt!"),
            ("he won *", "he won"),
            ("he won 1-0", "he won"),
            ("he won 1/2", "he won"),
            ("he won.\n1-0 or so", "he won."),
            ("\"very good\" e4", "\"very good\""),
            ("said a e4", "said"),
            ("said it is a e4", "said it is"),
            ("said it, e4! was good", "said it,"),
            ("castled with O-O", "castled with"),
            ("very unclear Nf3", "very"),
            ("very \u{b1} now", "very"),
            ("very good N now", "very good"),
            ("very good $1", "very good"),
            ("very good! (so Bob) 2.", "very good!"),
            ("very good!) 2.", "very good!"),
            ("very good!$1", "very good!"),
            ("very good*", "very good"),
            ("good... ...e5", "good"),
            ("good! Nf3", "good"),
            ("good", "good"),
        ] {
            let end = text.find([' ', '.', '!', ',']).unwrap_or(text.len());
            assert_eq!(&text[..sentence_end(text.as_bytes(), 0, end)], sentence, "{text}");
        }
    }
}
