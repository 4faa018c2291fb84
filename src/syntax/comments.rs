//! The end of brace comments, including unclosed ones.

use super::lines::{after_blank_line, at_line_start, is_space, without_marks};
use super::tags::{ClosingQuote, closing_quote};

/// How a brace comment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentEnd {
    /// Offset after its `}`.
    Closed(usize),
    /// The `}` is missing; the comment is taken to end at this offset.
    Unclosed(usize),
    /// More text is needed to decide.
    More,
}

/// End of the comment whose `{` is at `open`.
///
/// A comment holds anything up to the next `}` (rule C4). But if tag section lines come first (a complete tag pair on a
/// line after an empty line, with comment text before it), the `}` is missing: the comment ends before the tags, so
/// that the games after it are found again. A comment that begins with tags is a game commented out.
#[inline]
pub(super) fn comment_end(bytes: &[u8], open: usize, last: bool) -> CommentEnd {
    let stop = |bytes: &[u8]| memchr::memchr2(b'}', b'[', bytes);
    end_by(stop, bytes, open, last).0
}

/// Same as [`comment_end`] at the end of the text; the second result is whether the comment holds a `{`.
pub(super) fn comment_end_and_brace(bytes: &[u8], open: usize) -> (CommentEnd, bool) {
    let stop = |bytes: &[u8]| memchr::memchr3(b'}', b'[', b'{', bytes);
    end_by(stop, bytes, open, true)
}

/// `stop` finds the next relevant byte.
#[inline]
fn end_by(stop: impl Fn(&[u8]) -> Option<usize>, bytes: &[u8], open: usize, last: bool) -> (CommentEnd, bool) {
    let (mut at, mut brace) = (open + 1, false);
    while let Some(n) = stop(&bytes[at..]) {
        let found = at + n;
        match bytes[found] {
            b'}' => return (CommentEnd::Closed(found + 1), brace),
            b'{' => brace = true,
            _ if at_line_start(bytes, found) && after_blank_line(bytes, found) => {
                let Some(tags) = is_tag_pair(bytes, found, last) else { return (CommentEnd::More, brace) };
                if tags && bytes[open + 1..found].iter().any(|&b| !is_space(b)) {
                    return (CommentEnd::Unclosed(trimmed(bytes, open, found)), brace);
                }
            }
            _ => {}
        }
        at = found + 1;
    }
    let end = if last { CommentEnd::Unclosed(trimmed(bytes, open, bytes.len())) } else { CommentEnd::More };
    (end, brace)
}

/// Excludes white space at the comment's end, and byte order marks on its last line.
fn trimmed(bytes: &[u8], open: usize, end: usize) -> usize {
    let marked = at_line_start(bytes, end);
    let text = if marked { without_marks(&bytes[open..end]) } else { &bytes[open..end] };
    open + text.trim_ascii_end().len()
}

/// Whether a complete tag pair, `[Name "value"]`, begins with the `[` at `open` and ends on its line. `None` if more
/// text is needed (only without `last`).
pub(super) fn is_tag_pair(bytes: &[u8], open: usize, last: bool) -> Option<bool> {
    let more = || if last { Some(false) } else { None };
    let mut at = open + 1;
    let skip = |at: &mut usize, part: fn(&u8) -> bool| {
        *at += bytes[*at..].iter().take_while(|b| part(b)).count();
        bytes.get(*at).copied()
    };
    let name = at;
    let Some(_) = skip(&mut at, |b| b.is_ascii_alphanumeric() || *b == b'_') else { return more() };
    if at == name {
        return Some(false);
    }
    match skip(&mut at, |b| matches!(b, b' ' | b'\t')) {
        None => return more(),
        Some(b'"') => {}
        Some(_) => return Some(false),
    }
    match closing_quote(bytes, at + 1) {
        ClosingQuote::At(close) => at = close + 1,
        ClosingQuote::None(end) if end == bytes.len() => return more(),
        ClosingQuote::None(_) => return Some(false),
    }
    match skip(&mut at, |b| matches!(b, b' ' | b'\t')) {
        None => more(),
        next => Some(next == Some(b']')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forgotten_brace_does_not_swallow_the_next_game() {
        let text = b"{good 2. Nf3 1-0\n\n[Event \"B\"]\n\n1. d4 {x} *";
        assert_eq!(comment_end(text, 0, true), CommentEnd::Unclosed(16));
        let marked = "{good 2. Nf3 1-0\n\n\u{feff}[Event \"B\"]\n\n1. d4 {x} *";
        assert_eq!(comment_end(marked.as_bytes(), 0, true), CommentEnd::Unclosed(16));
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
