//! The end of brace comments, including unclosed ones.

use std::ops::Range;

use super::lines::{after_blank_line, at_line_start, is_space, line_end, skip_space, without_marks};
use super::probable_starts::holds_probable_start;
use super::quotes::{ClosingQuote, closing_quote};
use super::words::is_terminator;

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
/// A comment holds anything up to the next `}` (rule C4, PGN 8.2.1). But if tag section lines come first (a complete
/// tag pair on a line after an empty line, with comment text before it), and the next brace is not a near `}`, the `}`
/// is missing: the comment ends before the tags, so that the games after it are found again. A comment that begins with
/// tags is a game commented out.
#[inline]
pub(super) fn comment_end(bytes: &[u8], open: usize, last: bool) -> CommentEnd {
    let mut at = open + 1;
    while let Some(n) = memchr::memchr2(b'}', b'[', &bytes[at..]) {
        let found = at + n;
        match bytes[found] {
            b'}' => return CommentEnd::Closed(found + 1),
            _ if at_line_start(bytes, found) && after_blank_line(bytes, found) => {
                let Some(tags) = is_tag_pair(bytes, found, last) else { return CommentEnd::More };
                if tags && bytes[open + 1..found].iter().any(|&b| !is_space(b)) {
                    return match near_close(bytes, found, last) {
                        NearClose::At(close) => CommentEnd::Closed(close + 1),
                        NearClose::None => CommentEnd::Unclosed(trimmed(bytes, open, found)),
                        NearClose::More => CommentEnd::More,
                    };
                }
            }
            _ => {}
        }
        at = found + 1;
    }
    if last { CommentEnd::Unclosed(trimmed(bytes, open, bytes.len())) } else { CommentEnd::More }
}

/// Offset of the first tag of a game within a comment: a line begins with an `Event` tag, and the next one with another
/// tag. A comment that begins with tags is a game commented out, and one that ends with a terminator quotes a whole game.
pub fn game_in_comment(comment: &[u8]) -> Option<usize> {
    let text = comment.strip_prefix(b"{").unwrap_or(comment);
    let text = text.strip_suffix(b"}").unwrap_or(text).trim_ascii();
    let last = text.rsplit(|byte| is_space(*byte)).next().unwrap_or_default();
    if text.starts_with(b"[") || last == b"*" || is_terminator(last) {
        return None;
    }
    let is_tag = |line: &[u8]| line.starts_with(b"[") && memchr::memmem::find(line, b" \"").is_some();
    memchr::memmem::find_iter(comment, b"[Event \"").find(|at| {
        let next = skip_space(comment, line_end(comment, *at));
        at_line_start(comment, *at) && is_tag(&comment[next..line_end(comment, next)])
    })
}

/// Maximum number of lines, from tag section lines inside of a comment on, among which its `}` is searched for: those of
/// a whole game that is quoted. The bound keeps a game's end independent of text far after it, so that an edit needs
/// no scan of games far before it.
pub(super) const CLOSE_LINES: usize = 32;

/// The `}` of a comment that holds tag section lines.
enum NearClose {
    At(usize),
    None,
    /// More text is needed to decide.
    More,
}

/// The `}` of a comment whose tag section lines begin at `tags`: it is on one of the next lines, and no `{` is before
/// it, which would begin a comment of another game.
#[cold]
fn near_close(bytes: &[u8], tags: usize, last: bool) -> NearClose {
    let whole = after_lines(bytes, tags, CLOSE_LINES);
    let text = &bytes[tags..whole.unwrap_or(bytes.len())];
    match memchr::memchr2(b'{', b'}', text) {
        Some(n) if text[n] == b'}' && is_text(bytes, tags..tags + n) => NearClose::At(tags + n),
        None if whole.is_none() && !last => NearClose::More,
        _ => NearClose::None,
    }
}

/// Whether the comment whose `{` is at `open` is closed on one of the lines after `at`, before another `{`. `None` if more
/// text is needed (only without `last`).
#[cold]
pub(super) fn closes_nearby(bytes: &[u8], open: usize, at: usize, last: bool) -> Option<bool> {
    let whole = after_lines(bytes, at, CLOSE_LINES);
    let text = &bytes[at..whole.unwrap_or(bytes.len())];
    match memchr::memchr2(b'{', b'}', text) {
        None if whole.is_none() && !last => None,
        // The `}` may belong to a later game.
        Some(n) if text[n] == b'}' => match comment_end(bytes, open, last) {
            CommentEnd::Closed(_) => Some(true),
            CommentEnd::Unclosed(_) => Some(false),
            CommentEnd::More => None,
        },
        _ => Some(false),
    }
}

/// Offset after as many lines from `at` on; `None` if the text ends before.
fn after_lines(bytes: &[u8], at: usize, lines: usize) -> Option<usize> {
    (0..lines).try_fold(at, |at, _| {
        let end = line_end(bytes, at);
        match bytes[end..] {
            [] | [b'\r'] => None,
            [b'\r', b'\n', ..] => Some(end + 2),
            _ => Some(end + 1),
        }
    })
}

/// Whether tag section lines can be text of a comment: neither a terminator with an `Event` tag after it shows that a
/// game ends there, nor a control character or the tag of a notation that they lead to a binary section.
fn is_text(bytes: &[u8], lines: Range<usize>) -> bool {
    let text = &bytes[lines.clone()];
    let is_control = |byte: &u8| byte.is_ascii_control() && !is_space(*byte);
    let has_section = || text.iter().any(is_control) || memchr::memmem::find(text, b"[MoveFormat").is_some();
    !holds_probable_start(bytes, lines) && !has_section()
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
    fn tag_lines_before_the_next_closing_brace_are_text_of_the_comment() {
        for text in ["{text\n\n[Event \"x\"]\n text}", "{text 1-0\r\n\r\n[A \"x\"]\r\n[B \"y\"]\r\n\r\n1. d4 *\r\n}"] {
            let more = format!("{text} e5 {{x}} *");
            assert_eq!(comment_end(more.as_bytes(), 0, true), CommentEnd::Closed(text.len()));
            assert_eq!(comment_end(more.as_bytes(), 0, false), CommentEnd::Closed(text.len()));
            assert_eq!(comment_end(&text.as_bytes()[..text.len() - 1], 0, false), CommentEnd::More);
        }
        // Neither a `}` far after the tags nor a byte of a binary section closes a comment.
        let far = |lines| format!("{{text\n\n[Event \"x\"]{}}} *", "\n".repeat(lines));
        assert_eq!(comment_end(far(CLOSE_LINES - 1).as_bytes(), 0, true), CommentEnd::Closed(17 + CLOSE_LINES + 1));
        assert_eq!(comment_end(far(CLOSE_LINES).as_bytes(), 0, false), CommentEnd::Unclosed(5));
        // Nor is the border between two games text of a comment.
        for games in
            ["{good 1-0\n\n[Event \"B\"]\n\n1. d4 d5} *", "{good\n\n[A \"B\"]\n\n* \n\n[Event \"C\"]\n\n1. d4 d5} *"]
        {
            assert!(matches!(comment_end(games.as_bytes(), 0, true), CommentEnd::Unclosed(5 | 9)));
        }
        for section in ["[MoveFormat \"BCCF\"]ab}", "[Event \"x\"]a\u{1}b}"] {
            let text = format!("{{text\n\n{section}");
            assert_eq!(comment_end(text.as_bytes(), 0, true), CommentEnd::Unclosed(5));
        }
    }

    #[test]
    fn a_game_in_a_comment_begins_with_two_tags() {
        assert_eq!(game_in_comment(b"{see\n[Event \"B\"]\r\n[Site \"?\"]\n1. d4}"), Some(5));
        for comment in
            ["{\n[Event \"B\"]\n[Site \"?\"]}", "{see [Event \"B\"]\n[Site \"?\"]}", "{see\n[Event \"B\"]\n1. d4}"]
        {
            assert_eq!(game_in_comment(comment.as_bytes()), None);
        }
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
