//! One encoding for all that is written (rule A3): games are read each in its own, and those of several files, or those
//! that were a binary section, can come together in one file.

use std::borrow::Cow;

use crate::source::Encoding;
use crate::syntax::games::games;

/// How the letters outside ASCII are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letters {
    /// There are none.
    #[default]
    None,
    Utf8,
    /// In an encoding of one byte a character.
    OneByte,
}

impl Letters {
    pub fn of(bytes: &[u8]) -> Letters {
        match bytes {
            _ if bytes.is_ascii() => Letters::None,
            _ if std::str::from_utf8(bytes).is_ok() => Letters::Utf8,
            _ => Letters::OneByte,
        }
    }

    /// Both can stand in one file.
    pub fn goes_with(self, other: Letters) -> bool {
        self == Letters::None || other == Letters::None || self == other
    }
}

/// The encoding of what has been written.
#[derive(Debug, Default)]
pub struct OneEncoding {
    letters: Letters,
    /// That of the first game with letters of one byte.
    one_byte: Encoding,
    /// A character that the encoding lacks, of a game that is in UTF-8 therefore.
    lacking: Option<char>,
    told: bool,
}

impl OneEncoding {
    /// A character that the encoding of the games before its own lacks: the first one, once.
    pub fn lacking(&mut self) -> Option<char> {
        let lacking = self.lacking.take().filter(|_| !self.told);
        self.told |= lacking.is_some();
        lacking
    }

    /// The next text is written as it is.
    pub fn keep(&mut self, text: &[u8], letters: Letters) {
        if self.letters == Letters::None && letters != Letters::None {
            self.letters = letters;
            self.one_byte =
                games(text).map(|game| Encoding::of(&text[game.range])).find(is_one_byte).unwrap_or_default();
        }
    }

    /// The next text in the encoding of those before it, if it can be written so and is read again as it is. Texts in
    /// different encodings of one byte stay: which of them is meant is a guess.
    pub fn fitted<'t>(&mut self, text: &'t [u8], letters: Letters) -> Cow<'t, [u8]> {
        if self.letters.goes_with(letters) {
            self.keep(text, letters);
            return text.into();
        }
        let mut fitted = Vec::with_capacity(text.len());
        for game in games(text) {
            let game = &text[game.range];
            let decoded = Encoding::of(game).decode(game);
            match self.letters {
                Letters::OneByte => match self.one_byte.encode(&decoded) {
                    Ok(bytes) if Encoding::of(&bytes).decode(&bytes) == decoded => fitted.extend_from_slice(&bytes),
                    Ok(_) => fitted.extend_from_slice(game),
                    Err(character) => {
                        self.lacking.get_or_insert(character);
                        fitted.extend_from_slice(game);
                    }
                },
                _ => fitted.extend_from_slice(decoded.as_bytes()),
            }
        }
        fitted.into()
    }
}

fn is_one_byte(encoding: &Encoding) -> bool {
    *encoding != Encoding::Utf8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(texts: &[&[u8]]) -> (Vec<u8>, Option<char>) {
        let mut written = OneEncoding::default();
        let all = texts.iter().flat_map(|text| written.fitted(text, Letters::of(text)).into_owned()).collect();
        (all, written.lacking())
    }

    #[test]
    fn the_first_letters_decide() {
        let (utf8, latin1) = ("{Müller} 1. e4 *\n".as_bytes(), b"{M\xfcller} 1. e4 *\n".as_slice());
        let (ascii, pieces) = (b"1. d4 *\n".as_slice(), "{Müller ♔} 1. e4 *\n".as_bytes());
        assert_eq!(written(&[ascii, utf8, latin1, ascii]), ([ascii, utf8, utf8, ascii].concat(), None));
        assert_eq!(written(&[ascii, latin1, utf8, ascii]), ([ascii, latin1, latin1, ascii].concat(), None));
        assert_eq!(written(&[latin1, pieces, utf8]), ([latin1, pieces, latin1].concat(), Some('♔')));
        // Another encoding of one byte may be the same, wrongly guessed.
        assert_eq!(written(&[b"{M\x81ller} *\n", latin1]).0, [b"{M\x81ller} *\n", latin1].concat());
    }
}
