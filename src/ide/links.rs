//! Web addresses in tags and comments.
//!
//! They are found by text alone, whether in a `Site` tag, in a comment or in a broken game.

use std::ops::Range;

/// Maximum length of an address in bytes.
pub const LONGEST_ADDRESS: usize = 2_000;

const SCHEMES: [&str; 2] = ["https://", "http://"];
/// Characters in an address besides ASCII letters and digits; all others end it.
const SIGNS: &str = "-._~:/?#@!$&'()*+,;=%";
/// Punctuation after an address that is not part of it.
const BEHIND: [char; 8] = ['.', ',', ';', ':', '!', '?', '\'', '*'];

/// The ranges of web addresses in a text, in bytes.
pub fn links(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("http").map(|at| from + at) {
        let rest = &text[at..];
        from = at + 4;
        let Some(scheme) = SCHEMES.iter().find(|scheme| rest.starts_with(**scheme)) else { continue };
        // `xhttp://` is not an address.
        if text[..at].ends_with(|c: char| c.is_alphanumeric()) {
            continue;
        }
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && !SIGNS.contains(c)).unwrap_or(rest.len());
        let mut address = &rest[..length];
        loop {
            let less = address.trim_end_matches(BEHIND);
            // A `)` belongs to an address that contains its `(`.
            let closes = less.ends_with(')') && less.matches('(').count() < less.matches(')').count();
            let less = if closes { &less[..less.len() - 1] } else { less };
            if less.len() == address.len() {
                break;
            }
            address = less;
        }
        let host = address[scheme.len().min(address.len())..].chars().next();
        if host.is_some_and(|first| first.is_ascii_alphanumeric()) && address.len() <= LONGEST_ADDRESS {
            found.push(at..at + address.len());
            from = at + address.len();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_tags_comments_and_broken_games() {
        for (text, expected) in [
            ("[Site \"https://lichess.org/abcdefgh\"]", &["https://lichess.org/abcdefgh"][..]),
            ("[Annotator \"A (http://a.b/c?d=e#f)\"]", &["http://a.b/c?d=e#f"]),
            ("{see https://a.b/x_(y), or https://c.d.}", &["https://a.b/x_(y)", "https://c.d"]),
            ("{[%src https://a.b/c]}", &["https://a.b/c"]),
            ("[Link \"https://a.b/c", &["https://a.b/c"]),
            ("; https://a.b\\\"", &["https://a.b"]),
            ("{https://a.b/é https://a.b\u{202e}x}", &["https://a.b/", "https://a.b"]),
            ("{javascript:alert(1) file:///etc/passwd https:// https:///x xhttps://a.b command:x http:a}", &[]),
        ] {
            let found: Vec<&str> = links(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text}");
        }
        assert!(links(&format!("http://a/{}", "x".repeat(LONGEST_ADDRESS))).is_empty());
    }
}
