//! Web page markup among the words of a game: `<!-- best -->`, `<a href="x.html">`. It is stray text (rule C6), and its content forms no tokens.

use std::ops::Range;

use memchr::{memchr2, memmem};

/// Maximum length of markup, in bytes.
const LONGEST: usize = 1_000;

/// Bytes that markup cannot contain: line ends, and delimiters of a game's other tokens.
const FOREIGN: &[u8] = b"\r\n[]{};";

/// Whether a comment that ends the word before it is at `at`.
pub(super) fn begins_comment(bytes: &[u8], at: usize) -> bool {
    bytes[at..].starts_with(b"<!--")
}

/// End of the markup at `at`: a comment, only its `<!--` if it has no end on its line, or a tag with
/// attributes. `None` for everything else; a tag without blanks is an ordinary word.
#[inline]
pub(super) fn end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at)? {
        b'<' => end_of(bytes, at),
        _ => None,
    }
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

/// Elements of web pages.
const OF_PAGES: &str = "a article aside b base big blockquote body br button caption center code dd div dl dt em \
                        fieldset font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hr html i iframe img \
                        input label li link main meta nav noscript ol option p path pre script section select small \
                        span strong style svg table tbody td textarea th thead title tr tt u ul";

/// Whether the text begins with an HTML tag, comment or declaration.
pub(super) fn is_of_page(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"<") else { return false };
    if rest.starts_with(b"!--") || rest.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"!doctype")) {
        return true;
    }
    let rest = rest.strip_prefix(b"/").unwrap_or(rest);
    let name = &rest[..rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()];
    let ends = matches!(rest.get(name.len()), None | Some(b' ' | b'\t' | b'\n' | b'\r' | b'>' | b'/'));
    ends && OF_PAGES.split(' ').any(|known| known.as_bytes().eq_ignore_ascii_case(name))
}

/// Maximum length of a script, style or comment whose end is searched for, in bytes.
const LONGEST_ELEMENT: usize = 1 << 18;

/// Elements whose text is not displayed, with their ends.
const ELEMENTS: [(&[u8], &[u8]); 3] = [(b"<!--", b"-->"), (b"<script", b"</script"), (b"<style", b"</style")];

/// End of a comment, script or style that begins on the line and continues after it. The inner `None` means that there
/// is none or that it contains games; the outer `None` means that more text is needed (only without `last`).
pub(super) fn element_end(bytes: &[u8], line: Range<usize>, last: bool) -> Option<Option<usize>> {
    let text = &bytes[line.clone()];
    let begins = |at: &usize| ELEMENTS.iter().find(|(open, _)| starts_with(&text[*at..], open));
    let Some((at, (_, close))) = memchr::memrchr_iter(b'<', text).find_map(|at| Some((at, begins(&at)?))) else {
        return Some(None);
    };
    if find(&text[at..], close).is_some() {
        return Some(None);
    }
    let rest = &bytes[line.end..bytes.len().min(line.end + LONGEST_ELEMENT)];
    let Some(n) = find(rest, close) else {
        return if last || rest.len() == LONGEST_ELEMENT { Some(None) } else { None };
    };
    let end = n + close.len();
    let end = match close.ends_with(b">") {
        true => end,
        false => match memchr2(b'>', b'\n', &rest[end..]) {
            Some(n) => end + n + 1,
            None if last => rest.len(),
            None => return None,
        },
    };
    let holds_games = memmem::find(&rest[..n], b"\n[Event \"").is_some();
    Some((!holds_games).then_some(line.end + end))
}

fn starts_with(text: &[u8], start: &[u8]) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

/// Finds a tag in a text, ignoring case.
fn find(text: &[u8], tag: &[u8]) -> Option<usize> {
    memchr::memchr_iter(tag[0], text).find(|at| starts_with(&text[*at..], tag))
}

/// Whether a word that holds blanks, or begins like a comment, is markup.
pub(super) fn is_markup(word: &[u8]) -> bool {
    word.starts_with(b"<") && (word.starts_with(b"<!--") || word.contains(&b' '))
}

/// Whether the token from `at` to `end` may become a different one if more text follows.
#[inline]
pub(super) fn may_go_on(bytes: &[u8], at: usize, end: usize) -> bool {
    let begins = bytes[at] == b'<' || bytes[end - 1] == b'<';
    begins && memchr2(b'\n', b'\r', &bytes[at..]).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_end_on_their_line_and_comments_with_their_sign() {
        for (text, markup) in [
            ("<!-- best --> e5", Some("<!-- best -->")),
            ("<!----> e5", Some("<!---->")),
            ("<!-- 1. e4 e5 1-0 --> 1.", Some("<!-- 1. e4 e5 1-0 -->")),
            ("<!-- best\nmove -->", Some("<!--")),
            ("<!-- best\n\n-->", Some("<!--")),
            ("<!-- {best} -->", Some("<!--")),
            ("<!-- best} -->", Some("<!--")),
            ("<!-- [Event \"x\"] -->", Some("<!--")),
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
