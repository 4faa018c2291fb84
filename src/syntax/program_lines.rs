//! Lines of programs and their data: source code, style sheets, JSON, configuration. Braces in them are not comments,
//! and lines between the braces belong to them.

use super::comments::is_tag_pair;
use super::lines::{line_end, skip_space};
use super::prose_words::{has_chess, in_any_encoding};
use super::words::{self, WordClass};

/// Signs that occur after words in programs and never in games.
const SIGNS: [&[u8]; 14] =
    [b"==", b"!=", b"&&", b"||", b"=>", b"::", b":=", b"();", b");", b" = \"", b" = '", b" = [", b" = {", b" = ("];

/// Beginnings of program lines.
const BEGINNINGS: [&[u8]; 9] = [b"//", b"/*", b"*/", b"#!", b"#include ", b"#define ", b"#if", b"#endif", b"@media"];

/// Whether the line is one of a program, by its beginning, or by its end if the line holds nothing of a game.
pub(super) fn is_code(line: &[u8]) -> bool {
    BEGINNINGS.iter().any(|start| line.starts_with(start))
        || SIGNS.iter().any(|sign| {
            memchr::memmem::find(line, sign).is_some_and(|at| {
                let before = &line[..at];
                before.iter().any(u8::is_ascii_alphabetic) && !before.contains(&b'{') && !has_chess(before)
            })
        })
        || is_call(line)
        || is_rule(line)
        || (ends_as_code(line) && !has_chess(line.strip_suffix(b"{").unwrap_or(line)))
        || is_assignment(line)
}

/// Whether the line passes a string to a function: `print("1. e4")`.
fn is_call(line: &[u8]) -> bool {
    line.windows(3)
        .position(|part| part[0].is_ascii_alphanumeric() && matches!(part[1..], [b'(', b'"' | b'\'']))
        .is_some_and(|at| line[0].is_ascii_alphabetic() && !line[..at].contains(&b'{') && !has_chess(&line[..at]))
}

/// Whether the line is a style sheet rule, a selector with declarations: `td { color: red; }`.
fn is_rule(line: &[u8]) -> bool {
    let Some(open) = memchr::memchr(b'{', line) else { return false };
    let inner = line[open + 1..].trim_ascii_start();
    let name = inner.iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'-').count();
    let value = memchr::memchr2(b';', b'}', inner);
    open > 0
        && name > 1
        && inner.get(name) == Some(&b':')
        && value.is_some_and(|at| at > name && inner[at] == b';')
        && !has_chess(&line[..open])
}

/// Whether a block begins or a statement ends at the end of the line.
fn ends_as_code(line: &[u8]) -> bool {
    let begins = matches!(line, [b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'#' | b'@' | b'}', ..]);
    let opens = line.strip_suffix(b"{").map(<[u8]>::trim_ascii_end).is_some_and(|before| {
        let word = before.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
        let first = before.split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
        matches!(before, [.., b')' | b'=' | b'>' | b':' | b',' | b'('])
            || matches!(word, b"else" | b"do" | b"try")
            || matches!(first, b"class" | b"struct" | b"enum" | b"interface" | b"namespace" | b"impl" | b"public")
            || matches!(before, [b'.' | b'#' | b'@', ..])
    });
    begins && (opens || matches!(line, [.., b';'] if !line.contains(&b'{')))
}

/// Whether the line is just `name = word` or `name=word`.
fn is_assignment(line: &[u8]) -> bool {
    let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)).count();
    let Some(value) = line[name..].trim_ascii_start().strip_prefix(b"=") else { return false };
    let value = value.trim_ascii();
    name > 1
        && line[0].is_ascii_lowercase()
        && words::classify(&line[..name]) == WordClass::Stray
        && !value.is_empty()
        && !value.iter().any(u8::is_ascii_whitespace)
        && !has_chess(value)
}

/// Number of open brackets after the line, given the number before it. Brackets in strings do not count.
pub(super) fn open_behind(line: &[u8], mut open: usize) -> usize {
    let mut quote = None;
    let mut escaped = false;
    for &byte in line {
        match (quote, byte) {
            _ if std::mem::take(&mut escaped) => {}
            (Some(_), b'\\') => escaped = true,
            (Some(sign), _) if sign == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'{' | b'[' | b'(') => open += 1,
            (None, b'}' | b']' | b')') => open = open.saturating_sub(1),
            _ => {}
        }
    }
    open
}

/// Whether a game begins on the line at `at` although brackets are open: with tags, or a number and a move. `None` if
/// more text is needed (only without `last`).
pub(super) fn begins_game(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let at = skip_space(bytes, at);
    if bytes.get(at) == Some(&b'[') {
        return is_tag_pair(bytes, at, last);
    }
    let text = in_any_encoding(&bytes[at..line_end(bytes, at)]);
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = text[digits..].strip_prefix(b".").map(<[u8]>::trim_ascii_start).unwrap_or_default();
    let word = &behind[..behind.iter().take_while(|byte| words::is_word_byte(**byte)).count()];
    Some((1..4).contains(&digits) && words::classify(word) == WordClass::Move)
}

/// Whether JSON data begins at the bracket at `at`. A JSON object without a
/// nested one is a comment to PGN readers. `None` if more text is needed (only without `last`).
pub(super) fn begins_data(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let inner = skip_lines(bytes, at + 1);
    if inner == bytes.len() {
        return if last { Some(false) } else { None };
    }
    match (bytes[at], bytes[inner]) {
        (b'{', b'"') => {
            let Some(key) = string_end(bytes, inner) else { return if last { Some(false) } else { None } };
            let colon = skip_space(bytes, key);
            if key == inner || bytes.get(colon) != Some(&b':') {
                return if last || key == inner || colon < bytes.len() { Some(false) } else { None };
            }
            let Some(brace) = memchr::memchr2(b'{', b'}', &bytes[key..]).map(|n| key + n) else {
                return if last { Some(false) } else { None };
            };
            let next = skip_lines(bytes, brace + 1);
            if next == bytes.len() && bytes[brace] == b'{' && !last {
                return None;
            }
            Some(bytes[brace] == b'{' && matches!(bytes.get(next), Some(b'"' | b'}')))
        }
        (b'[', b'{') => Some(true),
        (b'[', b'"') => {
            let Some(end) = string_end(bytes, inner) else { return if last { Some(false) } else { None } };
            let next = skip_lines(bytes, end);
            if next == bytes.len() && !last {
                return None;
            }
            Some(end > inner && bytes.get(next) == Some(&b','))
        }
        _ => Some(false),
    }
}

fn skip_lines(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// End of the string whose quote is at `at`, on its line; `at` if its line ends first, `None` if the text does.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut escaped = false;
    for (n, byte) in bytes.iter().enumerate().skip(at + 1) {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' => escaped = true,
            b'"' => return Some(n + 1),
            b'\n' | b'\r' => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_programs_are_distinguished_from_movetext_and_comments() {
        for line in [
            "int main(void) {",
            "if (a == b) { return [a, b]; }",
            "var s = \"1. e4 e5\";",
            "return a + b;",
            "console.log(x);",
            "print(\"1. e4\")",
            "body { color: red; }",
            ".x, .y > a {",
            "} else {",
            "public class A {",
            "// 1. e4 e5 *",
            "key=value",
            "path = /tmp/x",
        ] {
            assert!(is_code(line.as_bytes()), "{line}");
        }
        for line in [
            "1. e4 e5;",
            "e4 = e5 =",
            "e4 == e5",
            "e8=Q e1=Q",
            "Bob {the best move, as all of us know}",
            "Bob {so: e4}",
            "1. e4 (1. d4) {",
            "won 1-0;",
            "{a == b}",
            "Nf3 => Nc6",
        ] {
            assert!(!is_code(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn data_is_distinguished_from_comments_and_tags() {
        for (text, expected) in [
            ("{\"a\": {\"b\": 1}}", true),
            ("{\n  \"a\" : [\n {\"b\": 1}", true),
            ("[\n  {\"a\": 1}", true),
            ("[\"e4\", \"e5\"]", true),
            ("{\"a\": 1} {", false),
            ("{a {b} c}", false),
            ("[\"value\"]", false),
            ("[Event]\n[Site \"x\"]", false),
            ("[Event \"x\"]\na=b", false),
        ] {
            assert_eq!(begins_data(text.as_bytes(), 0, true), Some(expected), "{text}");
            for end in 1..text.len() {
                assert!(begins_data(&text.as_bytes()[..end], 0, false).is_none_or(|found| found == expected), "{text}");
            }
        }
    }
}
