//! Markup of web pages among the words of a game: `<!-- best -->`, `<a href="x.html">`. It is stray text (rule C6), and what
//! stands in it is no token of a game.

use memchr::{memchr2, memmem};

/// Longest markup, in bytes.
const LONGEST: usize = 1_000;

/// What does not stand in it: ends of lines, and what begins or ends other parts of a game.
const FOREIGN: &[u8] = b"\r\n[]{};";

/// Does `<!--` stand at `at`?
pub(super) fn begins_comment(bytes: &[u8], at: usize) -> bool {
    bytes[at..].starts_with(b"<!--")
}

/// The end of the markup at `at`, on its line: a comment, only its `<!--` where it has no end, or a tag with attributes. `None`
/// of all else; a tag without blanks is a word as others are.
#[inline]
pub(super) fn end(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) == Some(&b'<') { end_of(bytes, at) } else { None }
}

#[cold]
fn end_of(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..bytes.len().min(at + LONGEST)];
    let rest = &rest[..rest.iter().position(|byte| FOREIGN.contains(byte)).unwrap_or(rest.len())];
    if rest.starts_with(b"<!--") {
        return Some(at + memmem::find(&rest[4..], b"-->").map_or(4, |n| n + 7));
    }
    let close = rest.iter().position(|&byte| byte == b'>')?;
    let (name, attributes) = rest[1..close].split_at(rest[1..close].iter().position(|&byte| byte == b' ')?);
    let named = !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric);
    let has_value = memmem::find(attributes, b"=\"").is_some() || memmem::find(attributes, b"='").is_some();
    (named && (has_value || attributes.trim_ascii() == b"/")).then_some(at + close + 1)
}

/// Is a word that holds blanks, or begins as a comment does, markup?
pub(super) fn is_markup(word: &[u8]) -> bool {
    word.starts_with(b"<") && (word.starts_with(b"<!--") || word.contains(&b' '))
}

/// May the token at `at`, which ends at `end`, be another one when more text follows the last line?
#[inline]
pub(super) fn may_go_on(bytes: &[u8], at: usize, end: usize) -> bool {
    (bytes[at] == b'<' || bytes[end - 1] == b'<') && memchr2(b'\n', b'\r', &bytes[at..]).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_ends_on_its_line() {
        for (text, markup) in [
            ("<!-- best --> e5", Some("<!-- best -->")),
            ("<!----> e5", Some("<!---->")),
            ("<!-- 1. e4 e5 1-0 --> 1.", Some("<!-- 1. e4 e5 1-0 -->")),
            ("<!-- best\n-->", Some("<!--")),
            ("<!-- {best} -->", Some("<!--")),
            ("<a href=\"x.html\">e4</a>", Some("<a href=\"x.html\">")),
            ("<br /> e4", Some("<br />")),
            ("<b> e4", None),
            ("<e4 e5>", None),
            ("< e4 >", None),
            ("<=", None),
        ] {
            assert_eq!(end(text.as_bytes(), 0).map(|end| &text[..end]), markup, "{text}");
        }
    }
}
