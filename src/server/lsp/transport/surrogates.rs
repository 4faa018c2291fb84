//! Lone surrogates in JSON.
//!
//! Editors that store text as UTF-16 can send one half of a surrogate pair (`"\ud83d"`), which a Rust string cannot
//! hold. Rejecting the change would leave the document wrong permanently, so such a half is read as U+FFFD, which is
//! one UTF-16 code unit as well: positions stay right.

/// The JSON with every lone surrogate replaced; `None` if there is none.
pub fn repair(json: &[u8]) -> Option<Vec<u8>> {
    let mut repaired: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(backslash) = memchr::memchr(b'\\', json.get(at..)?) {
        at += backslash;
        let (length, lone) = match (unit(json, at), unit(json, at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (12, false),
            (Some(0xD800..=0xDFFF), _) => (6, true),
            (Some(_), _) => (6, false),
            (None, _) => (2, false),
        };
        if lone {
            repaired.get_or_insert_with(|| json.to_vec())[at..at + 6].copy_from_slice(b"\\ufffd");
        }
        at += length;
    }
    repaired
}

/// The code unit of the escape `\uXXXX` at an offset.
fn unit(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(json: &str) -> Option<String> {
        repair(json.as_bytes()).map(|json| String::from_utf8(json).expect("still text"))
    }

    #[test]
    fn lone_halves_are_replaced_and_pairs_kept() {
        assert_eq!(repaired(r#""a\ud83d""#), Some(r#""a\ufffd""#.to_owned()));
        assert_eq!(repaired(r#""\ude00\ud83d\ude00""#), Some(r#""\ufffd\ud83d\ude00""#.to_owned()));
        assert_eq!(repaired(r#""\ud83d\ud83d\ude00""#), Some(r#""\ufffd\ud83d\ude00""#.to_owned()));
    }

    #[test]
    fn what_is_right_is_left_alone() {
        for json in [r#""\ud83d\ude00""#, r#""\\ud83d""#, r#""\u00e9\n\"""#, "{}", "\"\\", "\"\\u12", ""] {
            assert_eq!(repaired(json), None, "{json}");
        }
    }
}
