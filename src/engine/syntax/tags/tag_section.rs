//! The tags of a game without its movetext, for listing games.

use std::ops::Range;

use crate::syntax::comments::{CommentEnd, comment_end};
use crate::syntax::lexer::{RawToken, raw_at};
use crate::syntax::lines::{BYTE_ORDER_MARK, at_first_column, line_end};
use crate::syntax::tags::{TagPart, scan_tag};

/// Passes the name and the quoted value of each tag pair before a game's movetext to the callback, in bytes of the
/// game's text. Returns the range from the first to the last tag, if there are any.
///
/// `last`: the text is the whole game. `None` if more of it is needed (only without `last`).
pub fn tag_section(
    text: &str,
    last: bool,
    mut hand_on: impl FnMut(Range<usize>, Range<usize>),
) -> Option<Option<Range<usize>>> {
    let bytes = text.as_bytes();
    let mut tags: Option<Range<usize>> = None;
    let mut at = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    loop {
        let Some(&byte) = bytes.get(at) else { return last.then_some(tags) };
        at = match byte {
            b'[' => {
                let (mut name, mut value) = (None, None);
                let end = scan_tag(bytes, at, last, |piece, range| match piece {
                    TagPart::Name => name = name.take().or(Some(range)),
                    TagPart::Value => value = value.take().or(Some(range)),
                    _ => {}
                })?;
                if let (Some(name), Some(value)) = (name, value) {
                    hand_on(name, value);
                }
                tags = Some(tags.map_or(at, |tags| tags.start)..end.end);
                end.end
            }
            b'%' if at_first_column(bytes, at) => line_end(bytes, at),
            b'{' => match comment_end(bytes, at, last) {
                CommentEnd::Closed(end) | CommentEnd::Unclosed(end) => end,
                CommentEnd::More => return None,
            },
            _ => match raw_at(bytes, at)? {
                (RawToken::Space | RawToken::LineComment, end) => end,
                _ => return Some(tags),
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str, last: bool) -> Option<Vec<(&str, &str)>> {
        let mut found = Vec::new();
        tag_section(text, last, |name, value| found.push((&text[name], &text[value])))?;
        Some(found)
    }

    #[test]
    fn tags_are_read_up_to_the_movetext_and_no_further() {
        let text = "\u{feff}% x\n{c} [White \"A\"] ; c\n[ Black\n\"B \\\"b\\\"\" ] [Empty] 1. e4 [Event \"x\"]";
        let expected = vec![("White", "\"A\""), ("Black", "\"B \\\"b\\\"\"")];
        assert_eq!(tags(text, true), Some(expected.clone()));
        assert_eq!(tags(&text[..text.find("e4").expect("it is there")], false), Some(expected));
        assert_eq!(tag_section(text, true, |_, _| {}), Some(Some(11..text.find(" 1.").expect("it is there"))));
        assert_eq!(tag_section("1. e4", true, |_, _| {}), Some(None));
    }

    #[test]
    fn incomplete_text_needs_more() {
        for text in ["", "{c", "[White", "[White \"A\"", "[White \"A\"]", "[White \"A\"]\n\n"] {
            assert_eq!(tags(text, false), None, "{text:?}");
            assert!(tags(text, true).is_some(), "{text:?}");
        }
    }
}
