//! JSON without characters that steer a terminal: they are escaped, and parsers read them unchanged.

use std::io;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::terminal::shown;

/// Appends a value as one line of JSON. Plain data always serializes.
pub fn push(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    let start = out.len();
    if value.serialize(&mut Serializer::with_formatter(&mut *out, Escaping)).is_err() {
        out.truncate(start);
    }
}

/// Appends a text in quotes.
pub fn push_text(out: &mut Vec<u8>, text: &str) {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if !text.as_bytes().iter().all(is_plain) {
        return push(out, text);
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// Appends a number.
pub fn push_number(out: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let (mut start, mut rest) = (digits.len(), number);
    while rest > 0 || start == digits.len() {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[start..]);
}

/// The compact format of serde_json, which by itself escapes the controls of ASCII except DEL.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, steering)) = rest.char_indices().find(|(_, character)| shown(*character) != *character) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in steering.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + steering.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        let mut out = b"[".to_vec();
        push(&mut out, &"a\x1b\x7f\u{9b}\u{202e}é\"♔");
        assert_eq!(String::from_utf8_lossy(&out), r#"["a\u001b\u007f\u009b\u202eé\"♔""#);
    }

    #[test]
    fn numbers_are_decimal() {
        let mut out = Vec::new();
        [0, 9, 10, 1234, u64::MAX].into_iter().for_each(|number| {
            push_number(&mut out, number);
            out.push(b' ');
        });
        assert_eq!(out, format!("0 9 10 1234 {} ", u64::MAX).as_bytes());
    }

    proptest! {
        #[test]
        fn the_text_is_read_again(text in prop_oneof![any::<String>(), "[ -~]{0,20}"]) {
            let mut out = Vec::new();
            push(&mut out, &text);
            prop_assert_eq!(serde_json::from_slice::<String>(&out).ok(), Some(text.clone()));
            prop_assert!(String::from_utf8_lossy(&out).chars().all(|character| shown(character) == character));
            let mut quoted = Vec::new();
            push_text(&mut quoted, &text);
            prop_assert_eq!(quoted, out);
        }
    }
}
