//! Counts the raw tokens of a text, to measure the cost of lexing alone.

use super::comments::{CommentEnd, comment_end};
use super::lexer::{RawToken, raw_at};

/// Number of raw tokens in a game's text; a brace comment is one token, and tags are lexed like movetext. Never fails.
pub fn count_tokens(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut count) = (0, 0);
    while let Some((raw, end)) = raw_at(bytes, at) {
        at = match raw {
            RawToken::Brace => match comment_end(bytes, at, true) {
                CommentEnd::Closed(end) | CommentEnd::Unclosed(end) => end.max(at + 1),
                CommentEnd::More => bytes.len(),
            },
            _ => end,
        };
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_one_token_closed_or_not() {
        assert_eq!(count_tokens("1. e4 {a b c} e5"), 7);
        assert_eq!(count_tokens("1. e4 {a b c e5"), 5);
        assert_eq!(count_tokens("{"), 1);
        assert_eq!(count_tokens(""), 0);
    }
}
