//! Unreadable words in the place of a half-move: a homoglyph of another alphabet, a printed capture sign, a mistyped
//! key, a byte that is no letter. They count as half-moves.

use super::words::{self, WordClass};

/// Maximum length, in characters.
const LONGEST: usize = 12;

/// Replacements to try for a wrong letter; the empty one is for a superfluous letter.
const MEANT: [&str; 6] = ["", "e", "4", "N", "x", "="];

/// Classifies a word that has no other meaning as an attempt at a half-move, or as a move except for its capture sign;
/// `None` if it is neither.
#[cold]
pub(super) fn attempt(word: &[u8]) -> Option<WordClass> {
    if word.len() > 4 * LONGEST || !word.iter().any(|byte| matches!(byte, b'1'..=b'8' | b'-' | 0x80..)) {
        return None;
    }
    let mut shape = Lookalike::default();
    match std::str::from_utf8(word) {
        Ok(text) => text.chars().try_for_each(|c| shape.take(c))?,
        // Games are cut before their encoding is known. Bytes without a character in Latin-1 are letters in other code
        // pages.
        Err(_) => word.iter().try_for_each(|byte| match byte {
            0x80..=0x9f => shape.take('\u{e9}'),
            byte => shape.take(char::from(*byte)),
        })?,
    }
    if shape.seen.len() > LONGEST {
        return None;
    }
    match shape.wrong {
        None if !shape.changed => None,
        None if shape.only_captures && words::classify(shape.seen.as_bytes()) == WordClass::Move => {
            Some(WordClass::Move)
        }
        None => is_move(&shape.seen).then_some(WordClass::Attempt),
        Some(at) => {
            let is_near = |meant: &&str| is_move(&[&shape.seen[..at], meant, &shape.seen[at + 1..]].concat());
            MEANT.iter().any(is_near).then_some(WordClass::Attempt)
        }
    }
}

/// A word in the letters of moves, with homoglyphs replaced.
struct Lookalike {
    seen: String,
    /// Whether a character was replaced.
    changed: bool,
    only_captures: bool,
    /// Index of the one letter that occurs in no move.
    wrong: Option<usize>,
}

impl Default for Lookalike {
    fn default() -> Lookalike {
        Lookalike { seen: String::new(), changed: false, only_captures: true, wrong: None }
    }
}

impl Lookalike {
    /// Adds a character; `None` if it rules out a move.
    fn take(&mut self, c: char) -> Option<()> {
        self.changed |= !c.is_ascii() || c.is_control();
        if is_invisible(c) {
            self.only_captures = false;
            return Some(());
        }
        let seen = looks_like(c).unwrap_or(c);
        self.only_captures &= c.is_ascii() || is_times(c);
        if is_of_moves(seen) {
            self.seen.push(seen);
            return Some(());
        }
        if self.wrong.is_some() || !is_letter(c) {
            return None;
        }
        self.wrong = Some(self.seen.len());
        self.seen.push('?');
        Some(())
    }
}

/// The text with its homoglyphs replaced by the letters that they look like; `None` if it has none.
pub fn replace_homoglyphs(text: &str) -> Option<String> {
    let seen: String = text.chars().filter(|c| !is_invisible(*c)).map(|c| looks_like(c).unwrap_or(c)).collect();
    (seen != text).then_some(seen)
}

fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn is_times(c: char) -> bool {
    matches!(c, '\u{d7}' | '\u{2715}' | '\u{2716}' | '\u{2a2f}')
}

/// The ASCII character that a homoglyph looks like.
fn looks_like(c: char) -> Option<char> {
    Some(match c {
        _ if is_times(c) => 'x',
        '\u{2010}'..='\u{2014}' | '\u{2212}' => '-',
        // Fullwidth forms.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0)?,
        '\u{430}' | '\u{3b1}' => 'a',
        '\u{3b2}' => 'b',
        '\u{441}' | '\u{3f2}' => 'c',
        '\u{501}' | '\u{3b4}' => 'd',
        '\u{435}' | '\u{451}' | '\u{3b5}' => 'e',
        '\u{4bb}' => 'h',
        '\u{445}' | '\u{3c7}' => 'x',
        '\u{410}' | '\u{391}' => 'A',
        '\u{412}' | '\u{392}' => 'B',
        '\u{421}' => 'C',
        '\u{415}' | '\u{395}' => 'E',
        '\u{41d}' | '\u{397}' => 'H',
        '\u{41a}' | '\u{39a}' => 'K',
        '\u{39d}' => 'N',
        '\u{41e}' | '\u{39f}' => 'O',
        '\u{43e}' | '\u{3bf}' => 'o',
        '\u{420}' | '\u{3a1}' => 'P',
        '\u{51a}' => 'Q',
        '\u{425}' | '\u{3a7}' => 'X',
        _ => return None,
    })
}

fn is_of_moves(c: char) -> bool {
    matches!(c, 'a'..='h' | '1'..='8' | 'x' | '-' | '=' | '+' | '#' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'O')
}

/// Whether the character is a letter of an alphabet that moves are typed next to. Micro sign, Delta and similar
/// characters are glyphs; so is Ø, which can also be a slashed zero.
fn is_letter(c: char) -> bool {
    c.is_alphabetic()
        && c < '\u{530}'
        && !matches!(c, '\u{aa}' | '\u{b5}' | '\u{ba}' | '\u{d8}' | '\u{f8}' | '\u{192}' | '\u{394}' | '\u{3bc}')
}

/// Whether the letters are those of a move, in order: `Nbxd7+`, `e7-e8=Q`, `O-O`.
fn is_move(text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#']);
    if matches!(text, "O-O" | "O-O-O") {
        return true;
    }
    let body = match text.as_bytes() {
        [body @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => body,
        [body @ .., b'Q' | b'R' | b'B' | b'N'] if body.len() > 1 => body,
        body => body,
    };
    let body = match body {
        [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', body @ ..] => body,
        body => body,
    };
    let [source @ .., b'a'..=b'h', b'1'..=b'8'] = body else { return false };
    let source = source.strip_suffix(b"x").or_else(|| source.strip_suffix(b"-")).unwrap_or(source);
    matches!(source, [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_place_of_a_half_move_are_distinguished_from_others() {
        for word in [
            "\u{435}5",
            "N\u{441}3",
            "f\u{445}e5",
            "Nj3",
            "i4",
            "N\0f3",
            "Nf3\0",
            "e4\u{200b}",
            "\u{ff45}\u{ff14}",
            "O\u{2013}O",
            "\u{41e}-\u{41e}",
            "Ng1\u{2013}f3",
            "N\u{e9}3",
        ] {
            assert_eq!(words::classify(word.as_bytes()), WordClass::Attempt, "{word:?}");
        }
        for word in ["e\u{d7}d5", "N\u{d7}c6+", "e7\u{2716}d8=Q"] {
            assert_eq!(words::classify(word.as_bytes()), WordClass::Move, "{word}");
        }
        assert_eq!(words::classify(b"e\xd7d5"), WordClass::Move);
        assert_eq!(words::classify(b"\xe55"), WordClass::Attempt);
        for word in [
            "\u{b1}2",
            "\u{394}2",
            "\u{b5}2",
            "5th",
            "1st",
            "mp3",
            "hello",
            "\u{d7}",
            "\u{2013}",
            "\u{435}",
            "\u{435}\u{441}",
            "v12",
            "\u{7b2c}3",
            "\0",
            "a-b",
        ] {
            assert_eq!(words::classify(word.as_bytes()), WordClass::Stray, "{word:?}");
        }
    }

    #[test]
    fn homoglyphs_are_read_as_the_letters_they_resemble() {
        for (text, seen) in [
            ("\u{435}4", Some("e4")),
            ("N\u{441}3", Some("Nc3")),
            ("N\0f3", Some("Nf3")),
            ("e\u{d7}d5", Some("exd5")),
            ("\u{ff2e}f3", Some("Nf3")),
            ("Nf3", None),
        ] {
            assert_eq!(replace_homoglyphs(text).as_deref(), seen, "{text:?}");
        }
    }
}
