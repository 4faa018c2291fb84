//! JSON where a game could begin: a program's data, with games in its strings. It is one stretch that is no chess.

/// End of the JSON array or object whose bracket is at `at`, if it is complete and holds more than one value; else `at`:
/// an object without a nested one is a comment to PGN readers. `None` if more text is needed (only without `last`).
pub(super) fn json_end(bytes: &[u8], at: usize, last: bool) -> Option<usize> {
    let (mut depth, mut is_nested, mut next) = (0_usize, false, at);
    while let Some(byte) = bytes.get(next) {
        next += 1;
        match byte {
            b'{' | b'[' => {
                is_nested |= depth > 0;
                depth += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(if is_nested { next } else { at });
                }
            }
            b'"' => match string_end(bytes, next) {
                Some(end) => next = end,
                None if last => return Some(at),
                None => return None,
            },
            b',' => is_nested |= bytes[at] == b'[',
            b':' | b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9' if depth > 0 => {}
            byte if byte.is_ascii_whitespace() => {}
            b't' | b'f' | b'n' => {
                let rest = &bytes[next - 1..];
                let word = [&b"true"[..], b"false", b"null"].into_iter().find(|word| word[0] == *byte)?;
                match rest.starts_with(word) {
                    true => next += word.len() - 1,
                    false if word.starts_with(rest) && !last => return None,
                    false => return Some(at),
                }
            }
            _ => return Some(at),
        }
    }
    last.then_some(at)
}

/// End of the string that begins at `at`, behind its quote. `None` if the text ends first.
fn string_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let stop = at + memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        match bytes[stop] {
            b'"' => return Some(stop + 1),
            _ => at = stop + 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_told_from_comments_and_tags() {
        for (text, end) in [
            ("{\"a\": {\"b\": 1.5e3}} *", 19),
            ("[\n  {\"a\": true, \"m\": \"1. e4 {\\\"x\\\"} *\"}\n]", 41),
            ("[\"e4\", \"e5\"]", 12),
            ("{\"a\": 1}", 0),
            ("{a {b} c}", 0),
            ("{\"quoted\" and more}", 0),
            ("[\"value\"]", 0),
            ("[Event \"x\"]", 0),
            ("[\n{\"a\": 1}", 0),
        ] {
            assert_eq!(json_end(text.as_bytes(), 0, true), Some(end), "{text}");
            for at in 1..text.len() {
                let found = json_end(&text.as_bytes()[..at], 0, false);
                assert!(found.is_none_or(|found| found == end), "{text} {at}");
            }
        }
    }
}
