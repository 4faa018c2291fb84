//! JSON where a game could begin: a program's data, with games in its strings. It is one stretch that is no chess.

use super::lines::is_line_end;

/// End of the JSON array or object whose bracket is at `at`; `at` if none begins there. What begins like one goes on to
/// its closing bracket, to what cannot be JSON, or to the end of the text. `None` if more text is needed (only without
/// `last`).
pub(super) fn json_end(bytes: &[u8], at: usize, last: bool) -> Option<usize> {
    if !begins_json(bytes, at, last)? {
        return Some(at);
    }
    let (mut depth, mut next) = (0_usize, at);
    while let Some(byte) = bytes.get(next) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b'"' => match string_end(bytes, next + 1) {
                Some(end) => next = end - 1,
                None => break,
            },
            b',' | b':' | b'-' | b'+' | b'.' => {}
            byte if byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() => {}
            _ => return Some(next),
        }
        next += 1;
        if depth == 0 {
            return Some(next);
        }
    }
    last.then_some(bytes.len())
}

/// Whether the bracket at `at` begins an array of several values, of arrays or of objects, or an object with a nested one:
/// another object is a comment to PGN readers. Only the text up to the next brace decides.
fn begins_json(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let more = if last { Some(false) } else { None };
    let skip = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let inner = skip(at + 1);
    match (bytes[at], bytes.get(inner)) {
        (_, None) => more,
        // A tag with a bracket too many begins with a name behind it.
        (b'[', Some(b'{')) => bytes.get(skip(inner + 1)).map_or(more, |byte| Some(matches!(byte, b'"' | b'}'))),
        (b'[', Some(b'[')) => bytes.get(skip(inner + 1)).map_or(more, |byte| Some(!byte.is_ascii_alphabetic())),
        (_, Some(b'"')) => {
            let rest = &bytes[inner + 1..];
            let Some(end) = string_end(bytes, inner + 1) else {
                return if rest.iter().any(|byte| is_line_end(*byte)) { Some(false) } else { more };
            };
            let behind = skip(end);
            match (bytes[at], bytes.get(behind)) {
                _ if bytes[inner..end].iter().any(|byte| is_line_end(*byte)) => Some(false),
                (_, None) => more,
                (b'[', Some(b',')) => Some(true),
                (b'{', Some(b':')) => match memchr::memchr2(b'{', b'}', &bytes[behind..]) {
                    Some(brace) if bytes[behind + brace] == b'{' => {
                        let nested = skip(behind + brace + 1);
                        bytes.get(nested).map_or(more, |byte| Some(matches!(byte, b'"' | b'}')))
                    }
                    Some(_) => Some(false),
                    None => more,
                },
                _ => Some(false),
            }
        }
        _ => Some(false),
    }
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
            ("[{Event \"x\"]", 0),
            ("[[Event \"x\"]", 0),
            ("[[1, \"x\"], 2]", 13),
            ("[\n{\"a\": 1}", 10),
            ("[\n{\"a\": 1} * 1. e4", 11),
        ] {
            assert_eq!(json_end(text.as_bytes(), 0, true), Some(end), "{text}");
            for at in 1..text.len() {
                let found = json_end(&text.as_bytes()[..at], 0, false);
                assert!(found.is_none_or(|found| found == end), "{text} {at}");
            }
        }
    }
}
