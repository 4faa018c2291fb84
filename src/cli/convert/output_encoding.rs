//! A single encoding for all output (rule A3): each game is read in its own encoding, and games of several files, or
//! games that were binary sections, can be joined in one file.

use std::borrow::Cow;

use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;

/// The encoding of the letters outside ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LetterEncoding {
    /// There are none.
    #[default]
    None,
    Utf8,
    /// An encoding with one byte per character.
    OneByte,
}

impl LetterEncoding {
    pub fn of(bytes: &[u8]) -> LetterEncoding {
        match bytes {
            _ if bytes.is_ascii() => LetterEncoding::None,
            _ if std::str::from_utf8(bytes).is_ok() => LetterEncoding::Utf8,
            _ => LetterEncoding::OneByte,
        }
    }

    /// Whether both can be in one file.
    pub fn goes_with(self, other: LetterEncoding) -> bool {
        self == LetterEncoding::None || other == LetterEncoding::None || self == other
    }
}

/// The encoding of the output so far.
#[derive(Debug, Default)]
pub struct OutputEncoding {
    letters: LetterEncoding,
    /// The encoding of the first game with single-byte letters.
    one_byte: Encoding,
    /// The common name of `one_byte`.
    name: &'static str,
    /// Whether `one_byte` is the encoding of an earlier file.
    is_of_earlier: bool,
    /// Whether the words of the first game with such letters are probably others than `one_byte` gives.
    is_guess: bool,
}

/// A text that cannot be written in the encoding of the output before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingMismatch {
    /// The common name of that encoding.
    pub encoding: &'static str,
    /// The first character that it lacks; `None` if the text would be read as another one.
    pub lacking: Option<char>,
    /// The text with `?` in place of each such character, if it is read back unchanged.
    pub reduced: Option<Vec<u8>>,
}

impl OutputEncoding {
    /// Records that the next text is that of another file.
    pub fn begin_file(&mut self) {
        self.is_of_earlier = self.letters == LetterEncoding::OneByte;
    }

    /// Records that the next text is written unchanged.
    pub fn keep(&mut self, text: &[u8], letters: LetterEncoding) {
        if self.letters == LetterEncoding::None && letters != LetterEncoding::None {
            self.letters = letters;
            let mut games = games(text).map(|game| &text[game.range]);
            if let Some(game) = games.find(|game| Encoding::of(game) != Encoding::Utf8) {
                self.one_byte = Encoding::of(game);
                self.name = self.one_byte.name(game);
                self.is_guess = !self.one_byte.is_plausible_for(game);
            }
        }
    }

    /// The common name of the encoding so far, if letters in another one cannot follow.
    pub fn other_than(&self, letters: LetterEncoding) -> Option<&'static str> {
        let name = if self.letters == LetterEncoding::Utf8 { "UTF-8" } else { self.name };
        (!self.letters.goes_with(letters)).then_some(name)
    }

    /// The next text in the encoding of those before it. Texts of one file in different single-byte encodings are kept:
    /// which of them is right is a guess.
    ///
    /// # Errors
    ///
    /// If it cannot be written and read back unchanged, or if it seems to be in another single-byte encoding than the
    /// files before it.
    pub fn fitted<'t>(&mut self, text: &'t [u8], letters: LetterEncoding) -> Result<Cow<'t, [u8]>, EncodingMismatch> {
        let differs = self.is_of_earlier && letters == LetterEncoding::OneByte && self.is_read_otherwise(text);
        if self.letters.goes_with(letters) && !differs {
            self.keep(text, letters);
            return Ok(text.into());
        }
        let mut fitted = Vec::with_capacity(text.len());
        let mut mismatch = None;
        for game in games(text) {
            let game = &text[game.range];
            let decoded = Encoding::of(game).decode(game);
            if self.letters == LetterEncoding::Utf8 {
                if !Encoding::of(game).is_plausible_for(game) {
                    let reduced = Some(Vec::new());
                    mismatch.get_or_insert(EncodingMismatch { encoding: "UTF-8", lacking: None, reduced });
                }
                fitted.extend_from_slice(decoded.as_bytes());
                continue;
            }
            let whole = self.in_one_byte(&decoded);
            if differs {
                mismatch.get_or_insert(EncodingMismatch {
                    encoding: self.name,
                    lacking: None,
                    reduced: Some(Vec::new()),
                });
            }
            if let Some(bytes) = whole {
                fitted.extend_from_slice(&bytes);
                continue;
            }
            let lacks = |character: &char| self.one_byte.encode(character.encode_utf8(&mut [0; 4])).is_err();
            let lacking = decoded.chars().find(lacks);
            let mismatch =
                mismatch.get_or_insert(EncodingMismatch { encoding: self.name, lacking, reduced: Some(Vec::new()) });
            let reduced: String =
                decoded.chars().map(|character| if lacks(&character) { '?' } else { character }).collect();
            match self.in_one_byte(&reduced) {
                Some(bytes) => fitted.extend_from_slice(&bytes),
                None => mismatch.reduced = None,
            }
        }
        match mismatch {
            None => Ok(fitted.into()),
            Some(mismatch) => Err(EncodingMismatch { reduced: mismatch.reduced.map(|_| fitted), ..mismatch }),
        }
    }

    /// Whether a game of the text seems to be in another single-byte encoding.
    fn is_read_otherwise(&self, text: &[u8]) -> bool {
        games(text).map(|game| &text[game.range]).any(|game| {
            let own = Encoding::of(game);
            own != self.one_byte && own.decode(game) != self.one_byte.decode(game)
        })
    }

    /// The text in the single-byte encoding, if it is read back unchanged.
    fn in_one_byte(&self, text: &str) -> Option<Vec<u8>> {
        let bytes = self.one_byte.encode(text).ok().filter(|_| !self.is_guess || text.is_ascii())?;
        (Encoding::of(&bytes).decode(&bytes) == text).then(|| bytes.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(texts: &[&[u8]]) -> (Vec<u8>, Option<char>) {
        let mut written = OutputEncoding::default();
        let mut lacking = None;
        let all = texts.iter().flat_map(|text| match written.fitted(text, LetterEncoding::of(text)) {
            Ok(fitted) => fitted.into_owned(),
            Err(mismatch) => {
                lacking = mismatch.lacking;
                assert_eq!(mismatch.encoding, "ISO 8859-1");
                mismatch.reduced.unwrap_or_default()
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
        // In a single-byte encoding it would be read as UTF-8.
        assert_eq!(written(&[latin1, "{Ã¼} 1. e4 *\n".as_bytes()]), (latin1.to_vec(), None));
        // Another single-byte encoding may be the same one, wrongly guessed.
        assert_eq!(written(&[b"{M\x81ller} *\n", latin1]).0, [b"{M\x81ller} *\n", latin1].concat());
    }

    #[test]
    fn files_in_different_single_byte_encodings_are_not_joined_unasked() {
        let (dos, latin1) = (b"{Br\x81ssel M\x84rz} *\n".as_slice(), b"{f\xfcr M\xe4dchen} *\n".as_slice());
        let mut written = OutputEncoding::default();
        written.begin_file();
        assert_eq!(written.fitted(latin1, LetterEncoding::OneByte), Ok(latin1.into()));
        written.begin_file();
        let mismatch = written.fitted(dos, LetterEncoding::OneByte).expect_err("its letters would be others");
        let recoded = b"{Br\xfcssel M\xe4rz} *\n".to_vec();
        assert_eq!((mismatch.lacking, mismatch.reduced), (None, Some(recoded)));
        assert_eq!(written.fitted(latin1, LetterEncoding::OneByte), Ok(latin1.into()));
    }
}
