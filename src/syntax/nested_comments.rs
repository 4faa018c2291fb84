//! The end of a comment meant to contain another one: comments do not nest (rule C4), so it ended at the first `}`.

use super::boundaries::may_end_game;
use super::comments::{CommentEnd, comment_end};
use super::lexer::{RawToken, raw_at};
use super::markup;

/// Maximum length of the rest of a nested comment after the first `}`, in bytes.
const LONGEST_REST: usize = 1_000;

/// End of the text meant as one comment, whose `{` is at `open` and whose first `}` is before `end`; the comment holds
/// a second `{`. The inner `None` means that the comment is complete as it is; the outer `None` means that more text is
/// needed (only without `last`).
///
/// `head`: the comment precedes the movetext, where the game scanner must decide as the grammar does. There, text that
/// may belong to another game is not read.
#[cold]
pub(super) fn nested_rest(bytes: &[u8], open: usize, end: usize, head: bool, last: bool) -> Option<Option<usize>> {
    let inner = |from: usize, to: usize| memchr::memchr_iter(b'{', &bytes[from..to]).count();
    let mut depth = inner(open + 1, end);
    let (mut at, mut parentheses) = (end, 0_usize);
    let most = bytes.len().min(end + LONGEST_REST);
    while depth > 0 {
        let Some((raw, next)) = raw_at(&bytes[..most], at) else {
            return if last || most < bytes.len() { Some(None) } else { None };
        };
        if !last && (next == bytes.len() || markup::may_go_on(bytes, at, next)) {
            return None;
        }
        match raw {
            RawToken::BraceClose => depth -= 1,
            RawToken::Brace => {
                let end = match comment_end(bytes, at, last) {
                    CommentEnd::Closed(end) if end <= most => end,
                    CommentEnd::More => return None,
                    CommentEnd::Closed(_) | CommentEnd::Unclosed(_) => return Some(None),
                };
                depth += inner(at + 1, end);
                at = end;
                continue;
            }
            RawToken::ParenOpen => parentheses += 1,
            RawToken::ParenClose if parentheses > 0 => parentheses -= 1,
            RawToken::ParenClose | RawToken::LineComment | RawToken::Open => return Some(None),
            _ if bytes[at] == b'%' => return Some(None),
            _ if head && may_end_game(raw, bytes, at, next) => return Some(None),
            _ => {}
        }
        at = next;
    }
    Some((parentheses == 0).then_some(at))
}
