//! Move numbers in the style of a game format (rule C2): `1.5` in VGN, `1...` in PGN.

use shakmaty::Color;

/// A move number as written.
pub(super) struct WrittenNumber<'t> {
    digits: &'t str,
    /// Number of periods after the digits, with or without blanks between.
    periods: usize,
    half: bool,
    /// Whether another sign replaces the period: `1)`, `1,`, `1:`, `1-`.
    signed: bool,
    /// Whether the three periods are one ellipsis character.
    ellipsis: bool,
}

impl<'t> WrittenNumber<'t> {
    pub(super) fn read(text: &'t str) -> WrittenNumber<'t> {
        let bytes = text.as_bytes();
        let end = bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len());
        let ellipsis = text.ends_with('\u{2026}');
        let periods = if ellipsis { 3 } else { bytes[end..].iter().filter(|byte| **byte == b'.').count() };
        let signed = text.ends_with([')', ',', ':', '-']);
        WrittenNumber { digits: &text[..end], periods, half: bytes.ends_with(b".5"), signed, ellipsis }
    }

    /// The number with these digits.
    pub(super) fn of(digits: &'t str) -> WrittenNumber<'t> {
        WrittenNumber { digits, periods: 0, half: false, signed: false, ellipsis: false }
    }

    /// The number of the full move, unless it has too many digits.
    pub(super) fn value(&self) -> Option<u32> {
        self.digits.parse().ok()
    }

    /// The side given by the number's form, if any.
    pub(super) fn color(&self) -> Option<Color> {
        match (self.half, self.periods) {
            (true, _) | (_, 2..) => Some(Color::Black),
            (_, 1) => Some(Color::White),
            _ => None,
        }
    }

    /// The number in VGN's form. Its value is unchanged, right or wrong.
    pub(super) fn vgn(&self, color: Color) -> String {
        match color {
            Color::White => format!("{}.", self.digits),
            Color::Black => format!("{}.5", self.digits),
        }
    }

    /// Whether the number, `len` bytes long in the text, is White's in VGN's form.
    pub(super) fn is_vgn(&self, color: Color, len: usize) -> bool {
        color == Color::White && self.periods == 1 && len == self.digits.len() + 1
    }

    /// The number in PGN's form; `None` if it is unchanged.
    pub(super) fn pgn(&self) -> Option<String> {
        match (self.half || self.ellipsis, self.signed) {
            (true, _) => Some(format!("{}...", self.digits)),
            (_, true) => Some(format!("{}.", self.digits)),
            _ => None,
        }
    }
}

/// Formats a number in decimal; `digits` is the buffer.
pub(super) fn decimal(mut number: u32, digits: &mut [u8; 10]) -> &[u8] {
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &digits[first..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_numbers() {
        for number in [0, 7, 10, 139, u32::MAX] {
            assert_eq!(decimal(number, &mut [0; 10]), number.to_string().as_bytes());
        }
    }

    #[test]
    fn styles() {
        for (text, color, vgn, pgn) in [
            ("1.", Some(Color::White), "1.", None),
            ("12...", Some(Color::Black), "12.5", None),
            ("12 ..", Some(Color::Black), "12.5", None),
            ("12.5", Some(Color::Black), "12.5", Some("12...")),
            ("7", None, "7.", None),
            ("7)", None, "7.", Some("7.")),
            ("7,", None, "7.", Some("7.")),
            ("7:", None, "7.", Some("7.")),
            ("7-", None, "7.", Some("7.")),
            ("7\u{2026}", Some(Color::Black), "7.5", Some("7...")),
        ] {
            let number = WrittenNumber::read(text);
            assert_eq!(number.color(), color, "{text}");
            assert_eq!(number.vgn(color.unwrap_or(Color::White)), vgn, "{text}");
            assert_eq!(number.pgn().as_deref(), pgn, "{text}");
        }
    }
}
