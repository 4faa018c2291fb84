//! Where a game ends behind its terminator: shared by the scan of games and by the pass for clean ones.

use std::ops::Range;

use super::games::is_terminator;
use super::lexer::raw_at;
use super::lines::{BYTE_ORDER_MARK, is_line_end};

/// The end of the game whose terminator ends at `at`: the blanks and the line end after it are the game's, and byte order
/// marks that follow at once, for they do not belong to the beginning of the next game either. `None`: more text is needed
/// to know (only without `last`); a mark that begins just behind the bytes, after a line end, is not waited for.
#[inline]
pub fn after_terminator(bytes: &[u8], at: usize, last: bool) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let end = match rest.get(blanks..) {
        Some([b'\r', b'\n', ..]) => at + blanks + 2,
        Some([b'\r']) | Some([]) if !last => return None,
        Some([byte, ..]) if is_line_end(*byte) => at + blanks + 1,
        _ => at + blanks,
    };
    if bytes.get(end) == Some(&BYTE_ORDER_MARK[0]) { after_marks(bytes, end, last) } else { Some(end) }
}

/// The same for a game with half-moves: further terminators on its line are its own too, and no games without any.
pub(super) fn after_terminators(bytes: &[u8], mut at: usize, last: bool) -> Option<usize> {
    loop {
        let end = after_terminator(bytes, at, last)?;
        if !second_terminator_may_follow(bytes, at..end) {
            return Some(end);
        }
        let (raw, next) = raw_at(bytes, end)?;
        if next == bytes.len() && !last {
            return None;
        }
        if !is_terminator(raw, &bytes[end..next]) {
            return Some(end);
        }
        at = next;
    }
}

/// Does what follows a terminator on its line, behind these blanks, begin as terminators do?
pub fn second_terminator_may_follow(bytes: &[u8], blanks: Range<usize>) -> bool {
    matches!(bytes.get(blanks.end), Some(b'0' | b'1' | b'*')) && matches!(bytes[blanks], [.., b' ' | b'\t'])
}

#[cold]
fn after_marks(bytes: &[u8], mut at: usize, last: bool) -> Option<usize> {
    while bytes[at..].starts_with(BYTE_ORDER_MARK) {
        at += BYTE_ORDER_MARK.len();
    }
    let rest = &bytes[at..];
    let begun = !rest.is_empty() && BYTE_ORDER_MARK.starts_with(rest);
    (last || !begun).then_some(at)
}
