//! Where a brace comment ends, and when it was never closed.

use super::lines::{after_blank_line, at_line_start, is_space, line_end};

/// The end of a brace comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentEnd {
    /// Just after its `}`.
    Closed(usize),
    /// It has none: the comment is taken to reach to here.
    Unclosed(usize),
    /// More text is needed to know.
    More,
}

/// The end of the comment whose `{` stands at `open`.
///
/// A comment holds anything up to the next `}` (rule C4). But where the lines of a tag section come first (a whole tag
/// pair on a line after an empty line, with comment text before it), a `}` was forgotten: the comment ends before the
/// tags, so that the games after it are found again. A comment that begins with tags is a game commented out.
pub(super) fn comment_end(bytes: &[u8], open: usize, last: bool) -> CommentEnd {
    let mut at = open + 1;
    while let Some(n) = memchr::memchr2(b'}', b'[', &bytes[at..]) {
        let found = at + n;
        if bytes[found] == b'}' {
            return CommentEnd::Closed(found + 1);
        }
        if at_line_start(bytes, found) && after_blank_line(bytes, found) {
            let end = line_end(bytes, found);
            if end == bytes.len() && !last {
                return CommentEnd::More;
            }
            if is_tag_pair(&bytes[found..end]) && bytes[open + 1..found].iter().any(|&b| !is_space(b)) {
                return CommentEnd::Unclosed(trimmed(bytes, open, found));
            }
        }
        at = found + 1;
    }
    if last { CommentEnd::Unclosed(trimmed(bytes, open, bytes.len())) } else { CommentEnd::More }
}

/// White space at the end is not the comment's.
fn trimmed(bytes: &[u8], open: usize, end: usize) -> usize {
    open + bytes[open..end].trim_ascii_end().len()
}

/// Does the line begin with a complete tag pair: `[Name "value"]`?
pub(super) fn is_tag_pair(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[") else { return false };
    let name = rest.iter().position(|b| !(b.is_ascii_alphanumeric() || *b == b'_')).unwrap_or(rest.len());
    let rest = rest[name..].trim_ascii_start();
    if name == 0 || rest.first() != Some(&b'"') {
        return false;
    }
    let mut escaped = false;
    let close = rest[1..].iter().position(|&b| {
        let closes = b == b'"' && !escaped;
        escaped = b == b'\\' && !escaped;
        closes
    });
    close.is_some_and(|n| rest[n + 2..].trim_ascii_start().first() == Some(&b']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forgotten_brace_does_not_swallow_the_next_game() {
        let text = b"{good 2. Nf3 1-0\n\n[Event \"B\"]\n\n1. d4 {x} *";
        assert_eq!(comment_end(text, 0, true), CommentEnd::Unclosed(16));
    }

    #[test]
    fn a_game_commented_out_stays_a_comment() {
        let text = b"{\n\n[Event \"B\"]\n1. d4 *}";
        assert_eq!(comment_end(text, 0, true), CommentEnd::Closed(text.len()));
    }

    #[test]
    fn without_the_rest_of_the_text_nothing_is_decided() {
        assert_eq!(comment_end(b"{abc", 0, false), CommentEnd::More);
        assert_eq!(comment_end(b"{abc\n\n[Eve", 0, false), CommentEnd::More);
        assert_eq!(comment_end(b"{abc", 0, true), CommentEnd::Unclosed(4));
    }
}
