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
    /// What is called `one_byte` here.
    name: &'static str,
}

/// A text that cannot be written in the encoding of what stands before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// What people call that encoding.
    pub encoding: &'static str,
    /// The first character that it lacks; where there is none, the text would be read as another one.
    pub lacking: Option<char>,
    /// The text with `?` in the place of each such character, if that is read again as it is.
    pub reduced: Option<Vec<u8>>,
}

impl OneEncoding {
    /// The next text is written as it is.
    pub fn keep(&mut self, text: &[u8], letters: Letters) {
        if self.letters == Letters::None && letters != Letters::None {
            self.letters = letters;
            let mut games = games(text).map(|game| &text[game.range]);
            if let Some(game) = games.find(|game| Encoding::of(game) != Encoding::Utf8) {
                self.one_byte = Encoding::of(game);
                self.name = self.one_byte.name(game);
            }
        }
    }

    /// The next text in the encoding of those before it. Texts in different encodings of one byte stay: which of them is
    /// meant is a guess.
    ///
    /// # Errors
    ///
    /// When it cannot be written so and be read again as it is.
    pub fn fitted<'t>(&mut self, text: &'t [u8], letters: Letters) -> Result<Cow<'t, [u8]>, Unfit> {
        if self.letters.goes_with(letters) {
            self.keep(text, letters);
            return Ok(text.into());
        }
        let mut fitted = Vec::with_capacity(text.len());
        let mut unfit = None;
        for game in games(text) {
            let game = &text[game.range];
            let decoded = Encoding::of(game).decode(game);
            if self.letters == Letters::Utf8 {
                fitted.extend_from_slice(decoded.as_bytes());
                continue;
            }
            let whole = self.in_one_byte(&decoded);
            if let Some(bytes) = whole {
                fitted.extend_from_slice(&bytes);
                continue;
            }
            let lacks = |character: &char| self.one_byte.encode(character.encode_utf8(&mut [0; 4])).is_err();
            let lacking = decoded.chars().find(lacks);
            let unfit = unfit.get_or_insert(Unfit { encoding: self.name, lacking, reduced: Some(Vec::new()) });
            let reduced: String =
                decoded.chars().map(|character| if lacks(&character) { '?' } else { character }).collect();
            match self.in_one_byte(&reduced) {
                Some(bytes) => fitted.extend_from_slice(&bytes),
                None => unfit.reduced = None,
            }
        }
        match unfit {
            None => Ok(fitted.into()),
            Some(unfit) => Err(Unfit { reduced: unfit.reduced.map(|_| fitted), ..unfit }),
        }
    }

    /// The text in the encoding of one byte, if it is read again as it is.
    fn in_one_byte(&self, text: &str) -> Option<Vec<u8>> {
        let bytes = self.one_byte.encode(text).ok()?;
        (Encoding::of(&bytes).decode(&bytes) == text).then(|| bytes.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(texts: &[&[u8]]) -> (Vec<u8>, Option<char>) {
        let mut written = OneEncoding::default();
        let mut lacking = None;
        let all = texts.iter().flat_map(|text| match written.fitted(text, Letters::of(text)) {
            Ok(fitted) => fitted.into_owned(),
            Err(unfit) => {
                lacking = unfit.lacking;
                assert_eq!(unfit.encoding, "ISO 8859-1");
                unfit.reduced.unwrap_or_default()
            }
        });
        (all.collect(), lacking)
    }

    #[test]
    fn the_first_letters_decide() {
        let (utf8, latin1) = ("{Müller} 1. e4 *\n".as_bytes(), b"{M\xfcller} 1. e4 *\n".as_slice());
        let (ascii, pieces) = (b"1. d4 *\n".as_slice(), "{Müller ♔} 1. e4 *\n".as_bytes());
        assert_eq!(written(&[ascii, utf8, latin1, ascii]), ([ascii, utf8, utf8, ascii].concat(), None));
        assert_eq!(written(&[ascii, latin1, utf8, ascii]), ([ascii, latin1, latin1, ascii].concat(), None));
        assert_eq!(
            written(&[latin1, pieces, utf8]),
            ([latin1, b"{M\xfcller ?} 1. e4 *\n", latin1].concat(), Some('♔'))
        );
        // In one byte a character it would be read as UTF-8.
        assert_eq!(written(&[latin1, "{Ã¼} 1. e4 *\n".as_bytes()]), (latin1.to_vec(), None));
        // Another encoding of one byte may be the same, wrongly guessed.
        assert_eq!(written(&[b"{M\x81ller} *\n", latin1]).0, [b"{M\x81ller} *\n", latin1].concat());
    }
}
