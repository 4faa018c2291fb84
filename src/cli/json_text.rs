//! JSON without characters that steer a terminal: they are escaped, and parsers read them unchanged.

use std::io;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::terminal::shown;

/// Appends a value as one line of JSON. Plain data always serializes.
pub fn push(out: &mut Vec<u8>, value: &impl Serialize) {
    let start = out.len();
    if value.serialize(&mut Serializer::with_formatter(&mut *out, Escaping)).is_err() {
        out.truncate(start);
    }
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

    proptest! {
        #[test]
        fn the_text_is_read_again(text in any::<String>()) {
            let mut out = Vec::new();
            push(&mut out, &text);
            prop_assert_eq!(serde_json::from_slice::<String>(&out).ok(), Some(text));
            prop_assert!(String::from_utf8_lossy(&out).chars().all(|character| shown(character) == character));
        }
    }
}
