//! Results in the movetext in other words and signs than the four of rule C1. They count only at the end of a game or of
//! a variation.

use crate::syntax::comments::{CommentEnd, comment_end};
use crate::syntax::lines::{is_line_end, line_end, skip_space};
use crate::syntax::results::{LONGEST, RESULTS, intended_result, may_be_castling};
use crate::syntax::words;

/// End of a possible result at `at`, of several words or with the beginning of a move, if only comments follow it in
/// the game or the variation.
#[cold]
pub(in crate::syntax) fn result_end(bytes: &[u8], at: usize) -> Option<usize> {
    let most = bytes.len().min(at + LONGEST);
    let stops = |byte: &u8| is_line_end(*byte) || b"{};()$*%".contains(byte);
    let len = bytes[at..most].iter().position(stops).unwrap_or(most - at);
    let text = bytes[at..at + len].trim_ascii_end();
    let end = at + text.len();
    let is_result = |text: &str| intended_result(text).is_some() && !may_be_castling(text);
    (ends_line_of_play(bytes, end) && is_result(&String::from_utf8_lossy(text))).then_some(end)
}

/// End of a half-move directly followed by a result: `Nf31-0`.
#[cold]
pub(in crate::syntax) fn move_before_result(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let word = &bytes[at..end];
    let head = RESULTS.iter().find_map(|result| word.strip_suffix(result.as_bytes()))?;
    let is_move = matches!(words::classify(head), words::WordClass::Move) && head.last() != Some(&b'-');
    (is_move && ends_line_of_play(bytes, end)).then_some(at + head.len())
}

/// Whether only white space and comments follow `at` before the end of the game or of a variation.
fn ends_line_of_play(bytes: &[u8], mut at: usize) -> bool {
    loop {
        at = skip_space(bytes, at);
        at = match bytes.get(at) {
            None | Some(b')') => return true,
            Some(b'{') => match comment_end(bytes, at, true) {
                CommentEnd::Closed(end) => end,
                CommentEnd::Unclosed(_) | CommentEnd::More => return false,
            },
            Some(b';') => line_end(bytes, at),
            Some(_) => return false,
        };
    }
}
