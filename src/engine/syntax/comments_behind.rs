//! Comments behind a game that speak of it, although its terminator ends it: `1-0 {Black loses on time}`.

use std::ops::Range;

use super::comments::{CommentEnd, comment_end};
use super::lines::{at_first_column, is_line_end, line_end, line_ends, skip_space};

/// The comments that belong to a game which ends before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommentsBehind {
    /// The end of the last of them, in bytes of the text; the end of the game without any.
    pub end: usize,
    /// Each with its braces or its semicolon, in bytes of the text.
    pub comments: Vec<Range<usize>>,
    /// Whether more text could not add to them.
    pub is_whole: bool,
}

/// The comments that belong to the game that ends at `game_end` in `bytes`: those that begin on the line of its
/// terminator, and those of the lines below, escapes with `%` included, up to the first empty line. What is directly
/// above the next game, without an empty line, belongs to that, unless it begins on the terminator's line. `last`: the
/// text ends where `bytes` end. The scan of games is another: it ends a game behind its terminator.
pub fn comments_behind(bytes: &[u8], game_end: usize, last: bool) -> CommentsBehind {
    let has_line_end = bytes[..game_end].last().is_none_or(|byte| is_line_end(*byte));
    comments_at_start(&bytes[game_end..], has_line_end, last).moved(game_end)
}

/// The comments at the start of `bytes` that belong to the game before; `has_line_end`: that ends with the end of its
/// line. See [`comments_behind`].
pub fn comments_at_start(bytes: &[u8], has_line_end: bool, last: bool) -> CommentsBehind {
    let mut sure = CommentsBehind { is_whole: true, ..CommentsBehind::default() };
    let mut below = Vec::new();
    let (mut at, mut lines) = (0, usize::from(has_line_end));
    loop {
        let next = skip_space(bytes, at);
        let ends = line_ends(&bytes[at..next]);
        lines += ends;
        let is_empty_line = ends > 1 || at == 0 && lines > 1;
        if is_empty_line || (next == bytes.len() && last) {
            sure.end = at;
            sure.comments.append(&mut below);
            return sure;
        }
        let (end, is_comment) = match bytes.get(next) {
            Some(b'{') => match comment_end(bytes, next, last) {
                CommentEnd::Closed(end) | CommentEnd::Unclosed(end) => (end, true),
                CommentEnd::More => (bytes.len(), true),
            },
            Some(b';') => (line_end(bytes, next), true),
            Some(b'%') if lines > 0 && at_first_column(bytes, next) => (line_end(bytes, next), false),
            Some(_) => return sure,
            None => (bytes.len(), false),
        };
        if end == bytes.len() && !last {
            return CommentsBehind { is_whole: false, ..sure };
        }
        if is_comment {
            below.push(next..end);
        }
        at = end;
        if lines == 0 {
            sure.end = at;
            sure.comments.append(&mut below);
        }
    }
}

impl CommentsBehind {
    /// The same in a text with this number of bytes before it.
    fn moved(mut self, before: usize) -> CommentsBehind {
        self.end += before;
        for comment in &mut self.comments {
            *comment = comment.start + before..comment.end + before;
        }
        self
    }
}

/// Whether a text holds nothing but white space, and comments and escapes that end in it.
pub fn are_comments(text: &[u8]) -> bool {
    let mut at = 0;
    loop {
        at = skip_space(text, at);
        let is_line = match text.get(at) {
            None => return true,
            Some(b'{') => false,
            Some(b';') => true,
            Some(b'%') if at_first_column(text, at) => true,
            Some(_) => return false,
        };
        at = match is_line {
            true => line_end(text, at),
            false => match comment_end(text, at, true) {
                CommentEnd::Closed(end) => end,
                CommentEnd::Unclosed(_) | CommentEnd::More => return false,
            },
        };
        if is_line && at == text.len() {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What belongs to a game that ends at the `|`.
    fn behind(text: &str) -> (String, usize) {
        let end = text.find('|').expect("an end");
        let text = text.replacen('|', "", 1);
        let found = comments_behind(text.as_bytes(), end, true);
        (text[end..found.end].to_owned(), found.comments.len())
    }

    #[test]
    fn comments_belong_to_the_game_before_up_to_an_empty_line() {
        for (text, expected, comments) in [
            ("1-0 |{time}\n\n[Event \"a\"]", "{time}", 1),
            ("1-0 |{time}\n[Event \"a\"]", "{time}", 1),
            ("1-0 |{time} {flag} ; x\n; y\n% z\n\n{a}\n[Event \"a\"]", "{time} {flag} ; x\n; y\n% z", 4),
            ("1-0\n|{time}\n\n[Event \"a\"]", "{time}", 1),
            ("1-0\r\n|; time\r\n\r\n[Event \"a\"]", "; time", 1),
            ("1-0\n|{above}\n[Event \"a\"]", "", 0),
            ("1-0 |{time}\n{above}\n[Event \"a\"]", "{time}", 1),
            ("1-0\n|\n{above}\n\n[Event \"a\"]", "", 0),
            ("1-0\n|[Event \"a\"]", "", 0),
            ("1-0 |{two\n\nlines}\n[Event \"a\"]", "{two\n\nlines}", 1),
            ("1-0 |{open\n\n[Event \"a\"]", "{open", 1),
            ("1-0 |{time} 1. d4 *", "{time}", 1),
            ("1-0\n|% x\n; y", "% x\n; y", 1),
            ("1-0|", "", 0),
        ] {
            assert_eq!(behind(text), (expected.to_owned(), comments), "{text:?}");
        }
    }

    #[test]
    fn comments_alone_are_told_from_all_else() {
        for (text, expected) in [
            ("", true),
            (" {a} ; }\n% b\n\n{c}", true),
            ("; a }\n", true),
            ("; a", false),
            ("{a", false),
            ("{a} 1. e4", false),
            (" % a\n", false),
        ] {
            assert_eq!(are_comments(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn more_text_is_asked_for_where_it_may_matter() {
        for (text, is_known) in
            [("1-0\n", false), ("1-0\n{a", false), ("1-0\n{a}\n", false), ("1-0\n{a}\n\n", true), ("1-0\n[", true)]
        {
            assert_eq!(comments_behind(text.as_bytes(), 4, false).is_whole, is_known, "{text:?}");
        }
    }
}
