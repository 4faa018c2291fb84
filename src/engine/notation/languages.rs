//! Piece letters of other languages (PGN specification, section 17, and others in use).

use shakmaty::Role;

use super::{MoveText, ParsedMove, san};

/// A language and its piece letters.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// The English name.
    pub name: &'static str,
    /// Capital letters of pawn, knight, bishop, rook, queen and king; a letter may have two characters (`Кр`).
    pub letters: [&'static str; 6],
}

/// The languages; among those with the same letters, the more common one in print comes first.
pub static LANGUAGES: &[Language] = &[
    Language { name: "German", letters: ["B", "S", "L", "T", "D", "K"] },
    Language { name: "French", letters: ["P", "C", "F", "T", "D", "R"] },
    Language { name: "Spanish", letters: ["P", "C", "A", "T", "D", "R"] },
    Language { name: "Italian", letters: ["P", "C", "A", "T", "D", "R"] },
    Language { name: "Dutch", letters: ["O", "P", "L", "T", "D", "K"] },
    Language { name: "Polish", letters: ["P", "S", "G", "W", "H", "K"] },
    Language { name: "Czech", letters: ["P", "J", "S", "V", "D", "K"] },
    Language { name: "Portuguese", letters: ["P", "C", "B", "T", "D", "R"] },
    Language { name: "Swedish", letters: ["B", "S", "L", "T", "D", "K"] },
    Language { name: "Danish", letters: ["B", "S", "L", "T", "D", "K"] },
    Language { name: "Norwegian", letters: ["B", "S", "L", "T", "D", "K"] },
    Language { name: "Hungarian", letters: ["G", "H", "F", "B", "V", "K"] },
    Language { name: "Finnish", letters: ["P", "R", "L", "T", "D", "K"] },
    Language { name: "Icelandic", letters: ["P", "R", "B", "H", "D", "K"] },
    Language { name: "Estonian", letters: ["P", "R", "O", "V", "L", "K"] },
    Language { name: "Romanian", letters: ["P", "C", "N", "T", "D", "R"] },
    Language { name: "Catalan", letters: ["P", "C", "A", "T", "D", "R"] },
    Language { name: "Croatian", letters: ["P", "S", "L", "T", "D", "K"] },
    Language { name: "Slovak", letters: ["P", "J", "S", "V", "D", "K"] },
    Language { name: "Slovenian", letters: ["P", "S", "L", "T", "D", "K"] },
    Language { name: "Latvian", letters: ["B", "Z", "L", "T", "D", "K"] },
    Language { name: "Turkish", letters: ["P", "A", "F", "K", "V", "Ş"] },
    Language { name: "Russian", letters: ["П", "К", "С", "Л", "Ф", "Кр"] },
    Language { name: "Ukrainian", letters: ["П", "К", "С", "Т", "Ф", "Кр"] },
    Language { name: "Bulgarian", letters: ["П", "К", "О", "Т", "Д", "Ц"] },
    Language { name: "Greek", letters: ["Σ", "Ι", "Α", "Π", "Β", "Ρ"] },
];

/// The English letters in the order of [`Language::letters`].
const ENGLISH: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

impl Language {
    /// The English letter for the letter at the start of the text, with its length in bytes; the longest match wins.
    fn letter_at_start(&self, text: &str) -> Option<(char, usize)> {
        let fitting = self.letters.iter().zip(ENGLISH).filter(|(letter, _)| text.starts_with(**letter));
        fitting.max_by_key(|(letter, _)| letter.len()).map(|(letter, english)| (english, letter.len()))
    }

    /// Reads a SAN text with this language's piece letters.
    ///
    /// `Habits::foreign` is the first letter that differs from the English one; a text without piece letters (`e4`,
    /// `O-O`) has none and is the same in every language.
    pub fn read(&self, text: &str) -> Option<MoveText> {
        let as_english = san::read(text);
        if as_english.as_ref().is_some_and(|read| matches!(read.parsed, ParsedMove::Castle(_) | ParsedMove::Null)) {
            return as_english;
        }
        if self.writes_pawn(text) && as_english.as_ref().is_some_and(|read| is_piece_move(&read.parsed)) {
            // `Ba6` is a bishop's move or none: a pawn's letter is never written.
            return None;
        }
        let (english, foreign) = self.in_english(text)?;
        let mut read = san::read(&english)?;
        read.habits.foreign = foreign.or(read.habits.foreign);
        Some(read)
    }

    /// Whether the text begins with the letter of the pawn, which is not written in the language's moves.
    pub fn writes_pawn(&self, text: &str) -> bool {
        text.starts_with(self.letters[0])
    }

    /// The text with English piece letters, and the first letter that differs from the English one; `None` if it has a
    /// capital letter that is not a piece letter of this language.
    pub fn in_english(&self, text: &str) -> Option<(String, Option<char>)> {
        let mut english = String::with_capacity(text.len());
        let mut foreign = None;
        let mut rest = text;
        while let Some(found) = rest.chars().next() {
            let (read, len) = match self.letter_at_start(rest) {
                Some(letter) => letter,
                None if found.is_uppercase() => return None,
                None => (found, found.len_utf8()),
            };
            if read != found {
                foreign = foreign.or(Some(found));
            }
            english.push(read);
            rest = rest.get(len..)?;
        }
        Some((english, foreign))
    }

    /// A SAN move with this language's piece letters.
    pub fn from_english(&self, san: &str) -> String {
        if san.starts_with('O') {
            return san.to_owned();
        }
        let letter = |c: char| ENGLISH.iter().position(|english| *english == c).map(|at| self.letters[at]);
        let mut spelt = String::with_capacity(san.len());
        for c in san.chars() {
            match letter(c) {
                Some(letter) => spelt += letter,
                None => spelt.push(c),
            }
        }
        spelt
    }
}

fn is_piece_move(parsed: &ParsedMove) -> bool {
    matches!(parsed, ParsedMove::Piece(said) if said.role.is_some_and(|role| role != Role::Pawn))
}

/// Whether the text has a capital letter that is not an English piece letter.
pub fn has_foreign_letter(text: &str) -> bool {
    text.chars().any(|c| c.is_uppercase() && !ENGLISH.contains(&c))
}

/// Whether the text is a move in the letters of some language, but not in English.
pub fn is_foreign(text: &str) -> bool {
    has_foreign_letter(text)
        && san::read(text).is_none()
        && LANGUAGES.iter().any(|language| !language.writes_pawn(text) && language.read(text).is_some())
}

/// Every language in which the text is a SAN move, with its reading, in the order of [`LANGUAGES`].
///
/// The language of a game follows from its whole text: it must be able to read every move.
pub fn read_foreign(text: &str) -> Vec<(&'static Language, MoveText)> {
    LANGUAGES.iter().filter_map(|language| Some((language, language.read(text)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(name: &str, text: &str) -> Option<MoveText> {
        LANGUAGES.iter().find(|language| language.name == name)?.read(text)
    }

    #[test]
    fn the_same_moves_in_many_languages() {
        for (language, text, english) in [
            ("German", "Sf3", "Nf3"),
            ("German", "Tad1", "Rad1"),
            ("German", "e8D+", "e8Q+"),
            ("German", "fxg8=S#", "fxg8=N#"),
            ("French", "Cf3", "Nf3"),
            ("French", "Rg1", "Kg1"),
            ("Spanish", "Axf7+", "Bxf7+"),
            ("Dutch", "Pf3", "Nf3"),
            ("Polish", "Hxd5", "Qxd5"),
            ("Czech", "Sb5", "Bb5"),
            ("Hungarian", "Bd1", "Rd1"),
            ("Hungarian", "a8=V", "a8=Q"),
            ("Russian", "Кf3", "Nf3"),
            ("Russian", "Крg1", "Kg1"),
            ("Russian", "e8Ф", "e8Q"),
            ("Bulgarian", "Цg1", "Kg1"),
            ("Turkish", "Şe2", "Ke2"),
        ] {
            let mut read = reading(language, text).expect(text);
            assert!(read.habits.foreign.is_some(), "{text}");
            read.habits.foreign = None;
            assert_eq!(Some(read), san::read(english), "{text}");
        }
    }

    #[test]
    fn letters_that_mean_the_same_are_not_foreign() {
        for text in ["Ke2", "e4", "O-O", "O-O-O+", "0-0", "--", "Z0", "exd5"] {
            assert_eq!(reading("German", text), san::read(text), "{text}");
        }
    }

    #[test]
    fn the_letters_of_other_languages_do_not_read() {
        assert_eq!(reading("German", "Ba6"), None);
        assert_eq!(reading("Hungarian", "Bd1").map(|read| read.habits.foreign), Some(Some('B')));
        assert_eq!(reading("German", "Nf3"), None);
        assert_eq!(reading("French", "Sf3"), None);
        assert_eq!(reading("Dutch", "O-O"), san::read("O-O"));
        assert_eq!(reading("Russian", "Nf3"), None);
        let names = |text| read_foreign(text).iter().map(|(language, _)| language.name).collect::<Vec<_>>().join(" ");
        assert_eq!(names("Cf3"), "French Spanish Italian Portuguese Romanian Catalan");
        assert_eq!(names("Jf3"), "Czech Slovak");
        assert_eq!(names("hello"), "");
    }
}
