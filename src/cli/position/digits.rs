//! Bytes as text: hexadecimal or base64.

use std::sync::LazyLock;

use data_encoding::{BASE64, DecodeError, DecodeKind, Encoding, HEXUPPER, Specification};

use super::args::DigitsArg;

/// Hexadecimal digits of any case, with white space between them.
static HEX_READ: LazyLock<Encoding> = LazyLock::new(|| {
    let mut digits = Specification::new();
    digits.symbols.push_str("0123456789ABCDEF");
    digits.translate.from.push_str("abcdef");
    digits.translate.to.push_str("ABCDEF");
    digits.ignore.push_str(" \t");
    digits.encoding().expect("sixteen digits, their small letters, and white space that is neither")
});

/// Base64 of RFC 4648, with white space between.
static BASE64_READ: LazyLock<Encoding> = LazyLock::new(|| {
    let mut digits = BASE64.specification();
    digits.ignore.push_str(" \t");
    digits.encoding().expect("base64 has no white space among its digits")
});

/// The text encoding of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitEncoding {
    Hex,
    Base64,
}

impl From<DigitsArg> for DigitEncoding {
    fn from(arg: DigitsArg) -> DigitEncoding {
        match arg {
            DigitsArg::Hex => DigitEncoding::Hex,
            DigitsArg::Base64 => DigitEncoding::Base64,
        }
    }
}

impl DigitEncoding {
    pub fn write(self, bytes: &[u8]) -> String {
        match self {
            DigitEncoding::Hex => HEXUPPER.encode(bytes),
            DigitEncoding::Base64 => BASE64.encode(bytes),
        }
    }

    /// The bytes of a text, or the offset of its first fault, and the reason.
    pub fn read(self, text: &str) -> Result<Vec<u8>, (usize, String)> {
        let encoding: &Encoding = match self {
            DigitEncoding::Hex => &HEX_READ,
            DigitEncoding::Base64 => &BASE64_READ,
        };
        encoding.decode(text.as_bytes()).map_err(|error| self.fault(text, error))
    }

    /// The offset in a text of the digit with this bit, in bytes; the end of the text for a bit past the last digit.
    pub fn place_of_bit(self, text: &str, bit: usize) -> usize {
        let bits_a_digit = match self {
            DigitEncoding::Hex => 4,
            DigitEncoding::Base64 => 6,
        };
        let mut digits = text.char_indices().filter(|(_, c)| !matches!(c, ' ' | '\t' | '='));
        digits.nth(bit / bits_a_digit).map_or(text.len(), |(at, _)| at)
    }

    fn fault(self, text: &str, error: DecodeError) -> (usize, String) {
        // The decoder checks the length first, but a character that is not a digit is the likelier cause.
        if let Some((at, found)) = text.char_indices().find(|(_, c)| !self.reads(*c)) {
            let name = if self == DigitEncoding::Hex { "a hexadecimal digit" } else { "a digit of base64" };
            return (at, format!("`{found}` is not {name}"));
        }
        match (self, error.kind) {
            // The decoder reports the end of the last whole byte.
            (DigitEncoding::Hex, _) => {
                (text.len(), "there is an odd number of hexadecimal digits: expected two a byte".into())
            }
            (DigitEncoding::Base64, DecodeKind::Trailing) => {
                (error.position, "bits are set after the last byte of base64".into())
            }
            (DigitEncoding::Base64, _) => {
                (error.position, "base64 ends within a group: expected four digits, or `=` in their place".into())
            }
        }
    }

    /// Whether a character is valid in the text.
    fn reads(self, c: char) -> bool {
        match self {
            DigitEncoding::Hex => c.is_ascii_hexdigit() || matches!(c, ' ' | '\t'),
            DigitEncoding::Base64 => c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | ' ' | '\t'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_and_with_white_space() {
        for len in 0..9 {
            let bytes: Vec<u8> = (0..len).map(|n| 0x9a ^ 37_u8.wrapping_mul(n)).collect();
            for digits in [DigitEncoding::Hex, DigitEncoding::Base64] {
                assert_eq!(digits.read(&digits.write(&bytes)), Ok(bytes.clone()));
            }
        }
        assert_eq!(DigitEncoding::Hex.read("9a BC\td b"), Ok(vec![0x9a, 0xbc, 0xdb]));
        assert_eq!(DigitEncoding::Base64.read("mr zb"), Ok(vec![0x9a, 0xbc, 0xdb]));
    }

    #[test]
    fn faults_say_where_and_what() {
        for (digits, text, expected) in [
            (DigitEncoding::Hex, "9ag0", "2 `g` is not a hexadecimal digit"),
            (DigitEncoding::Hex, "9aé0", "2 `é` is not a hexadecimal digit"),
            (DigitEncoding::Hex, "9abcx", "4 `x` is not a hexadecimal digit"),
            (DigitEncoding::Hex, "9ab", "3 there is an odd number of hexadecimal digits: expected two a byte"),
            (DigitEncoding::Base64, "mr!b", "2 `!` is not a digit of base64"),
            (
                DigitEncoding::Base64,
                "mrzbm",
                "4 base64 ends within a group: expected four digits, or `=` in their place",
            ),
            (DigitEncoding::Base64, "mr==", "1 bits are set after the last byte of base64"),
        ] {
            let (at, message) = digits.read(text).unwrap_err();
            assert_eq!(format!("{at} {message}"), expected, "{text}");
        }
    }

    #[test]
    fn a_bit_has_its_digit() {
        assert_eq!(DigitEncoding::Hex.place_of_bit("9a bc", 8), 3);
        assert_eq!(DigitEncoding::Hex.place_of_bit("9a bc", 7), 1);
        assert_eq!(DigitEncoding::Hex.place_of_bit("9a bc", 16), 5);
        assert_eq!(DigitEncoding::Base64.place_of_bit("mrzb", 13), 2);
    }
}
