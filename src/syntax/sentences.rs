//! Words of a language within a line of movetext: a sentence is one run of stray text, including articles, periods and
//! other signs that would otherwise be tokens of a game.

use std::ops::Range;

use super::glyphs::is_ascii_glyph;
use super::lines::{is_line_end, is_space};
use super::words::{self, WordClass};

/// Maximum length of a word with its punctuation, in bytes; bounds re-reading of text without blanks.
const LONGEST_WORD: usize = 100;

/// End of the sentences whose first word, of stray text, begins at `at` and ends at `end`; `end` if the word is alone.
///
/// They continue as long as words follow on the line that consist of letters and cannot be moves, glyphs, or other
/// tokens of a game. Signs attached to a word belong to it. Numbers between words belong to the sentence, and so do
/// words in balanced parentheses, which the game scanner reads alike.
#[cold]
pub(super) fn sentence_end(bytes: &[u8], at: usize, end: usize) -> usize {
    let mut sentence = Sentence { bytes, words: 0 };
    let (mut found, mut from) = (end, at);
    loop {
        let words = sentence.words;
        let next = match bytes.get(from) {
            Some(b'(') if words > 0 => sentence.in_parentheses(from),
            _ => sentence.piece(from),
        };
        let Some(next) = next else { break };
        let is_dash = sentence.words > 1 && &bytes[from..next] == DASH;
        let is_last_number = sentence.words > 0 && sentence.words == words && ends_line(bytes, from..next);
        if sentence.words > words.max(1) || is_dash || is_last_number {
            found = next;
        }
        let blanks = blanks(bytes, next);
        if blanks == 0 {
            break;
        }
        from = next + blanks;
    }
    found
}

/// Whether a number without a period ends its line, after words and before an empty line or the end: `Match round 3`.
fn ends_line(bytes: &[u8], number: Range<usize>) -> bool {
    let rest = &bytes[number.end + blanks(bytes, number.end)..];
    let behind = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).or_else(|| rest.strip_prefix(b"\r"));
    let is_empty = |rest: &[u8]| {
        let rest = &rest[blanks(rest, 0)..];
        rest.first().is_none_or(|byte| is_line_end(*byte))
    };
    bytes[number].iter().all(u8::is_ascii_digit) && behind.is_some_and(is_empty)
}

/// End of the sentence that begins with the number from `at` to `end`, without a period: at least two words follow it.
#[cold]
pub(super) fn numbered_sentence_end(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let word = end + blanks(bytes, end);
    if word == end || !bytes.get(word).is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let found = sentence_end(bytes, at, end);
    (found > end).then_some(found)
}

/// Whether the stray text ends with a word directly before the cursor, `at`, on its line.
pub(super) fn is_behind_word(bytes: &[u8], stray: Range<usize>, at: usize) -> bool {
    let between = &bytes[stray.end..at];
    let last = bytes[stray.clone()].split(|byte| is_space(*byte)).next_back().unwrap_or_default();
    between.iter().all(|byte| is_space(*byte) && !is_line_end(*byte)) && letters(last).is_some_and(is_word)
}

fn blanks(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take_while(|byte| is_space(**byte) && !is_line_end(**byte)).count()
}

/// A dash beside words, otherwise a null move.
const DASH: &[u8] = b"--";

struct Sentence<'b> {
    bytes: &'b [u8],
    /// Number of words so far.
    words: usize,
}

impl Sentence<'_> {
    /// End of the word, article or number at `at`; `None` for anything else.
    fn piece(&mut self, at: usize) -> Option<usize> {
        let price = usize::from(self.bytes.get(at) == Some(&b'$'));
        let ends = |byte: &u8| is_space(*byte) || b"()[]{};*$".contains(byte);
        let most = self.bytes.len().min(at + LONGEST_WORD);
        let len = price + self.bytes[at + price..most].iter().position(ends).unwrap_or(most - at - price);
        if len == LONGEST_WORD {
            return None;
        }
        let whole = &self.bytes[at..at + len];
        if whole == DASH {
            return Some(at + len);
        }
        if is_number(&whole[price..], price > 0) {
            // A year, a day or a price may end a sentence.
            self.words += usize::from(self.words > 0 && is_long_number(whole));
            return Some(at + len);
        }
        let word = letters(whole)?;
        match words::classify(word) {
            WordClass::Stray if is_word(word) => self.words += 1,
            // An article, if its noun follows.
            WordClass::Attempt if word == b"a" && len == 1 => {}
            WordClass::Attempt if is_ordinal(word) => self.words += 1,
            _ => return None,
        }
        Some(at + len)
    }

    /// End of words and numbers in parentheses with the punctuation after them; `at` is the first of them.
    fn in_parentheses(&mut self, mut at: usize) -> Option<usize> {
        let mut inside = Sentence { bytes: self.bytes, words: self.words };
        at += 1;
        loop {
            at = inside.piece(at)?;
            if self.bytes.get(at) == Some(&b')') {
                break;
            }
            let blanks = blanks(self.bytes, at);
            if blanks == 0 {
                return None;
            }
            at += blanks;
        }
        at += 1;
        at += self.bytes[at..].iter().take_while(|byte| b".,:!?\"'".contains(byte)).count();
        let is_apart = self.bytes.get(at).is_none_or(|byte| is_space(*byte) || b")]*".contains(byte));
        // Numbers alone count as one word.
        self.words = inside.words.max(self.words + 1);
        is_apart.then_some(at)
    }
}

/// Whether the number is too long for a move.
fn is_long_number(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let periods = word[..word.len() - 1].iter().filter(|byte| **byte == b'.').count();
    digits > 3 || periods > 1 || word[0] == b'$'
}

/// Whether the word is an ordinal, `2nd`, whose letters may be a move's.
fn is_ordinal(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(&word[digits..], b"st" | b"nd" | b"rd" | b"th")
}

/// Whether the word is a number: `12`, `1999,`, `12.50`, `12.03.1999`. A move number, which ends with its only period,
/// a terminator or a NAG is not.
fn is_number(word: &[u8], price: bool) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (inner, ends) = match word {
        [inner @ .., b'.'] => (inner, true),
        [inner @ .., b',' | b':' | b'!' | b'?' | b'%'] => (inner, false),
        inner => (inner, false),
    };
    let is_long = digits > 3 || inner.contains(&b'.');
    digits > 0
        && inner.last().is_some_and(u8::is_ascii_digit)
        && inner.iter().all(|byte| byte.is_ascii_digit() || b".,:/-".contains(byte))
        && (is_long || !ends && !price)
        && !words::is_terminator(inner)
        && !words::is_near_terminator(inner)
}

/// The word without the punctuation around it. `None` if there is other than a sentence's punctuation, or no letters.
fn letters(word: &[u8]) -> Option<&[u8]> {
    let is_sign = |byte: &u8| b".,:!?\"'-/&".contains(byte);
    let start = word.iter().position(|byte| !is_sign(byte))?;
    let end = word.iter().rposition(|byte| !is_sign(byte))? + 1;
    // A sign before a word may belong to the text before it.
    let opens = start == 0 || (start == 1 && matches!(word[0], b'"' | b'\''));
    opens.then_some(&word[start..end])
}

/// Whether the text consists of letters and is not a glyph. A single letter is a word only if it names no piece.
fn is_word(word: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(word) else { return false };
    let is_one = text.chars().nth(1).is_none();
    // `19th`, `1990s`.
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '-' | '\u{2019}'))
        && (!is_one || matches!(text, "A" | "I"))
        && !is_ascii_glyph(text)
}

/// The end of two words or more in parentheses that are no variation, `(see a)`: they begin as a sentence does, and none of
/// them is a half-move of more than a letter.
pub(super) fn words_in_parentheses(bytes: &[u8], open: usize) -> Option<usize> {
    const LONGEST: usize = 60;
    // A variation begins otherwise.
    if !matches!(bytes.get(open + 1..open + 3), Some([first, b'a'..=b'z']) if first.is_ascii_alphabetic()) {
        return None;
    }
    let rest = &bytes[open + 1..bytes.len().min(open + LONGEST)];
    let inside = &rest[..rest.iter().position(|byte| *byte == b')')?];
    let is_of_words = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b',' | b'\'');
    let words = || inside.split(|byte| matches!(byte, b' ' | b',')).filter(|word| !word.is_empty());
    let first = words().next().filter(|word| word.len() > 2 && word[1..].iter().all(u8::is_ascii_lowercase))?;
    let is_word = |word: &[u8]| word.len() == 1 || words::classify(word) == WordClass::Stray;
    let are_words = inside.iter().all(is_of_words) && words().nth(1).is_some() && words().all(is_word);
    (are_words && words::classify(first) == WordClass::Stray).then_some(open + 1 + inside.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_before_possible_tokens_of_a_game() {
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
            ("very good! (so Bob) 2.", "very good! (so Bob)"),
            ("very good (so Bob), I think! 2.", "very good (so Bob), I think!"),
            ("very good (2. Nf3) now", "very good"),
            ("very good (N) now", "very good"),
            ("very good (so Bob", "very good"),
            ("very good (so (Bob))", "very good"),
            ("very good (12) now", "very good (12) now"),
            ("very good (2nd round) 2. Nf3", "very good (2nd round)"),
            ("a very good game 2. Nf3", "a very good game"),
            ("a good Nf3", "a"),
            ("this cost 12 euros in 1999, or in the 1990s 2. Nf3", "this cost 12 euros in 1999, or in the 1990s"),
            ("on 12.03.1999 at 10:30 we met 2. Nf3", "on 12.03.1999 at 10:30 we met"),
            ("this cost $12.50 for all", "this cost $12.50 for all"),
            ("it was in 1999. Then he left", "it was in 1999. Then he left"),
            ("it was good 12 Nf3", "it was good"),
            ("it was in 1972 2. Nf3", "it was in 1972"),
            ("it cost $12.50 2. Nf3", "it cost $12.50"),
            ("it was on 12.03.1999. 2. Nf3", "it was on 12.03.1999."),
            ("it was good 12. Then Nf3", "it was good"),
            ("it was good 1.5 e5", "it was good"),
            ("it was 1-0 for him", "it was"),
            ("it was 1:0 for him", "it was"),
            ("it was $12 for him", "it was"),
            ("very good!) 2.", "very good!"),
            ("very good!$1", "very good!"),
            ("very good*", "very good"),
            ("good... ...e5", "good"),
            ("very good -- 2. Nf3", "very good --"),
            ("very good -- so Bob -- 2. Nf3", "very good -- so Bob --"),
            ("good -- 2. Nf3", "good"),
            ("good -- e4", "good"),
            ("good! Nf3", "good"),
            ("Match round 3\n\n1. e4", "Match round 3"),
            ("Round 3 \r\n \r\n1. e4", "Round 3"),
            ("Match round 3\n1. e4", "Match round"),
            ("Match round 3. \n\n1. e4", "Match round"),
            ("good", "good"),
        ] {
            let end = text.find([' ', '.', '!', ',']).unwrap_or(text.len());
            assert_eq!(&text[..sentence_end(text.as_bytes(), 0, end)], sentence, "{text}");
        }
    }

    #[test]
    fn a_number_before_words_is_theirs() {
        for (text, sentence) in [
            ("3 people saw it. 2. Nf3", Some("3 people saw it.")),
            ("3 people", None),
            ("3 Nf3", None),
            ("3 Sehr Nf3", None),
            ("3\npeople saw it", None),
        ] {
            let found = numbered_sentence_end(text.as_bytes(), 0, 1);
            assert_eq!(found.map(|end| &text[..end]), sentence, "{text}");
        }
    }
}
