//! The encodings of a game's bytes (rule A3).

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use oem_cp::code_table::{DECODING_TABLE_CP437, DECODING_TABLE_CP850};

use super::fit;

/// The encoding of one game. All except UTF-8 have one byte per character, and a distinct character for every byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    #[default]
    Utf8,
    /// ISO 8859-1, with Windows-1252 for the bytes 80-9F.
    Latin1,
    /// The OEM code page of the United States (437).
    Cp437,
    /// The OEM code page of Western Europe (850).
    Cp850,
}

/// Characters of the bytes 80-FF in Windows-1252. Unassigned bytes are mapped to C1 controls, so decoding is lossless.
static WINDOWS_1252: LazyLock<[char; 128]> = LazyLock::new(|| {
    let bytes: [u8; 128] = std::array::from_fn(|index| 0x80 + index as u8);
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
    let mut table = ['\u{fffd}'; 128];
    for (slot, character) in table.iter_mut().zip(text.chars()) {
        *slot = character;
    }
    table
});

impl Encoding {
    /// The encoding that fits a game's bytes best: UTF-8 if they are valid, else the one-byte encoding whose letters
    /// form the most plausible words.
    pub fn of(bytes: &[u8]) -> Encoding {
        if std::str::from_utf8(bytes).is_ok() { Encoding::Utf8 } else { fit::best(bytes) }
    }

    /// Whether these words are probably those that were written: in an encoding that is not known here, or if a game is in
    /// two encodings, they are not, and nothing may be written in place of its bytes.
    pub fn is_plausible_for(self, bytes: &[u8]) -> bool {
        self == Encoding::Utf8 || fit::is_plausible(bytes, self)
    }

    /// The common name. `bytes` are the decoded bytes: Windows-1252 without bytes in 80-9F is named ISO 8859-1.
    pub fn name(self, bytes: &[u8]) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Latin1 if bytes.iter().any(|byte| (0x80..0xa0).contains(byte)) => "Windows-1252",
            Encoding::Latin1 => "ISO 8859-1",
            Encoding::Cp437 => "code page 437",
            Encoding::Cp850 => "code page 850",
        }
    }

    /// Decodes `bytes`. In UTF-8 invalid bytes become U+FFFD; [`Encoding::of`] never returns UTF-8 for such bytes.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match (std::str::from_utf8(bytes), self.table()) {
            // Fast path for valid UTF-8, much cheaper than a search for replacements.
            (Ok(text), None) => Cow::Borrowed(text),
            (Err(_), None) => String::from_utf8_lossy(bytes),
            (Ok(text), Some(_)) if text.is_ascii() => Cow::Borrowed(text),
            (_, Some(table)) => Cow::Owned(bytes.iter().map(|&byte| in_table(table, byte)).collect()),
        }
    }

    /// Encodes `text`; the error is the first character that this encoding lacks.
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, char> {
        let Some(table) = self.table() else { return Ok(Cow::Borrowed(text.as_bytes())) };
        if text.is_ascii() {
            return Ok(Cow::Borrowed(text.as_bytes()));
        }
        text.chars()
            .map(|character| {
                if character.is_ascii() {
                    return Ok(character as u8);
                }
                let at = table.iter().position(|&entry| entry == character).ok_or(character)?;
                Ok(0x80 + at as u8)
            })
            .collect::<Result<Vec<u8>, char>>()
            .map(Cow::Owned)
    }

    /// Length of one byte's character in the decoded text, in bytes of UTF-8.
    pub(super) fn text_len(self, byte: u8) -> usize {
        self.table().map_or(1, |table| in_table(table, byte).len_utf8())
    }

    pub(super) fn table(self) -> Option<&'static [char; 128]> {
        match self {
            Encoding::Utf8 => None,
            Encoding::Latin1 => Some(&WINDOWS_1252),
            Encoding::Cp437 => Some(&DECODING_TABLE_CP437),
            Encoding::Cp850 => Some(&DECODING_TABLE_CP850),
        }
    }
}

pub(super) fn in_table(table: &[char; 128], byte: u8) -> char {
    if byte.is_ascii() { byte as char } else { table[usize::from(byte & 0x7f)] }
}

/// The first invalid UTF-8 sequence, if any.
pub fn offending_bytes(bytes: &[u8]) -> Option<Range<usize>> {
    let error = std::str::from_utf8(bytes).err()?;
    let start = error.valid_up_to();
    let len = error.error_len().unwrap_or(bytes.len() - start);
    Some(start..start + len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chosen(bytes: &[u8]) -> (Encoding, String) {
        let encoding = Encoding::of(bytes);
        (encoding, encoding.decode(bytes).into_owned())
    }

    #[test]
    fn letters_decide_between_the_one_byte_encodings() {
        let cases: &[(&[u8], Encoding, &str)] = &[
            ("Brüssel".as_bytes(), Encoding::Utf8, "Brüssel"),
            (b"Br\x81ssel", Encoding::Cp437, "Brüssel"),
            (b"M\x81nchen, Bj\x94rn, Andr\x82", Encoding::Cp437, "München, Björn, André"),
            (b"K\x9bbenhavn", Encoding::Cp850, "København"),
            (b"M\xfcller - Sch\xe4fer", Encoding::Latin1, "Müller - Schäfer"),
            (b"M\xdcLLER", Encoding::Latin1, "MÜLLER"),
            (b"Espa\xf1a, Jos\xe9, Fran\xe7ois", Encoding::Latin1, "España, José, François"),
            (b"White\x92s move \x96 he said \x93No\x94\x85", Encoding::Latin1, "White’s move – he said “No”…"),
            (b"\x8aahovski klub, Ilin\x9eenevski", Encoding::Latin1, "Šahovski klub, Ilinženevski"),
            (b"\xc9cole", Encoding::Latin1, "École"),
            (b"O\x92Kelly", Encoding::Latin1, "O’Kelly"),
            (b"\x80", Encoding::Latin1, "€"),
            // A half is another byte in the code pages, a quotation mark in Windows-1252.
            (b"[Result \"\xab-\xab\"]", Encoding::Cp437, "[Result \"½-½\"]"),
            (b"Karpov 2\xab, Timman 1\xab", Encoding::Cp437, "Karpov 2½, Timman 1½"),
            (b"K\x81hn \xab:\xab", Encoding::Cp437, "Kühn ½:½"),
            (b"2\xab\xc41\xab, 1\xc40", Encoding::Cp437, "2½─1½, 1─0"),
            (b"[Result \"\xbd-\xbd\"] {7\xbd, \xbd point}", Encoding::Latin1, "[Result \"½-½\"] {7½, ½ point}"),
            (b"{\xab Bon coup \xbb}", Encoding::Latin1, "{« Bon coup »}"),
            (b"{\xbbZug 7\xab und \xbb1-0\xab}", Encoding::Latin1, "{»Zug 7« und »1-0«}"),
            (b"{\xabBon coup, \xab 1-0}", Encoding::Latin1, "{«Bon coup, « 1-0}"),
            // A no-break space is a letter of the code pages.
            (b"Fran\xe7ois {Un coup\xa0!}", Encoding::Latin1, "François {Un coup\u{a0}!}"),
            (b"{Un coup\xa0!} 5\xa0min", Encoding::Latin1, "{Un coup\u{a0}!} 5\u{a0}min"),
            (b"\xc7elik 1.\xa0e4 x\xa0-\xa0y", Encoding::Latin1, "Çelik 1.\u{a0}e4 x\u{a0}-\u{a0}y"),
            (b"H\xe5kan a\xa0b", Encoding::Latin1, "Håkan a\u{a0}b"),
            (b"Jos\xe9, le\xa0roi", Encoding::Latin1, "José, le\u{a0}roi"),
            (b"Fran\xe7ois \xa1Ole! \xb5 \xb6 \xa4", Encoding::Latin1, "François ¡Ole! µ ¶ ¤"),
            (b"Gonz\xa0lez, J\xa0nos", Encoding::Cp437, "González, János"),
            (b"ma\xa4ana, est\xa0 bien", Encoding::Cp437, "mañana, está bien"),
        ];
        for (bytes, encoding, text) in cases {
            assert_eq!(chosen(bytes), (*encoding, (*text).to_string()), "{bytes:x?}");
        }
    }

    #[test]
    fn words_of_unknown_encodings_are_not_plausible() {
        for (bytes, is_plausible) in [
            (&b"M\xfcller - Sch\xe4fer {White\x92s move}"[..], true),
            (b"{\xab Bon coup\xa0! \xbb} 2\xbd", true),
            (b"Br\x81ssel, Andr\x82", true),
            // Windows-1251: Карпов
            (b"\xca\xe0\xf0\xef\xee\xe2", false),
            // The same: Ян
            (b"\"\xdf\xed\"", false),
            (b"\xd6. Larsen, \xc0 Paris", true),
            // Windows-1250: Miko\u{142}aj
            (b"Miko\xb3aj", false),
            // UTF-8, and an apostrophe of Windows-1252.
            (b"[White \"M\xc3\xbcller\"] {White\x92s move}", false),
        ] {
            assert_eq!(Encoding::of(bytes).is_plausible_for(bytes), is_plausible, "{bytes:x?}");
        }
    }

    #[test]
    fn every_byte_survives_every_one_byte_encoding() {
        let bytes: Vec<u8> = (0..=255).collect();
        for encoding in [Encoding::Latin1, Encoding::Cp437, Encoding::Cp850] {
            let text = encoding.decode(&bytes);
            assert_eq!(encoding.encode(&text).as_deref(), Ok(bytes.as_slice()), "{encoding:?}");
        }
    }

    #[test]
    fn a_character_that_the_encoding_lacks_is_named() {
        assert_eq!(Encoding::Latin1.encode("♔"), Err('♔'));
        assert_eq!(Encoding::Utf8.encode("♔").as_deref(), Ok("♔".as_bytes()));
    }

    #[test]
    fn offending_bytes_are_the_shortest_invalid_run() {
        assert_eq!(offending_bytes(b"ab\xfcc"), Some(2..3));
        assert_eq!(offending_bytes(b"ab\xe2\x82"), Some(2..4), "cut off at the end");
        assert_eq!(offending_bytes("aü".as_bytes()), None);
    }

    proptest! {
        /// Decoded text can be encoded again in any encoding.
        #[test]
        fn reading_is_reversible(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let encoding = Encoding::of(&bytes);
            let text = encoding.decode(&bytes);
            let written = encoding.encode(&text);
            prop_assert_eq!(written.as_deref(), Ok(bytes.as_slice()));
            prop_assert_eq!(offending_bytes(&bytes).is_none(), encoding == Encoding::Utf8);
        }
    }
}
