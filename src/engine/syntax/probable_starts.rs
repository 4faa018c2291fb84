//! Probable starts of games, found from a few lines: they divide a long text into parts before it has been scanned.
//!
//! A probable start is after a terminator and before an empty line and a complete `Event` tag pair. Nearly always a
//! game begins there, which is certain once the scan of the preceding game ends there. Otherwise a game begins a few
//! lines later: only a binary move section can extend over such a place.

use std::ops::Range;

use memchr::memmem;

use super::comments::is_tag_pair;
use super::games::after_terminator;
use super::lines::{after_blank_line, at_line_start, is_space};
use super::words::is_terminator;

const TAG: &[u8] = b"[Event \"";

/// The first probable start at or after `from`.
pub fn next_probable_start(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let mut starts = memmem::find_iter(rest, TAG).filter_map(|tag| start_before(bytes, from + tag));
    starts.find(|start| *start >= from)
}

/// The last probable start.
pub fn last_probable_start(bytes: &[u8]) -> Option<usize> {
    memmem::rfind_iter(bytes, TAG).find_map(|tag| start_before(bytes, tag))
}

/// Whether a probable start is among these bytes, which begin and end outside of its `Event` tag.
pub(super) fn holds_probable_start(bytes: &[u8], among: Range<usize>) -> bool {
    let start = among.start;
    memmem::find_iter(&bytes[among], TAG).any(|tag| start_before(bytes, start + tag).is_some())
}

/// The start of the game whose `Event` tag is at `tag`, if it is a probable one.
fn start_before(bytes: &[u8], tag: usize) -> Option<usize> {
    if !at_line_start(bytes, tag) || !after_blank_line(bytes, tag) || is_tag_pair(bytes, tag, true) != Some(true) {
        return None;
    }
    let before = &bytes[..tag];
    let end = before.iter().rposition(|&b| !is_space(b))? + 1;
    let word = before[..end].iter().rposition(|&b| is_space(b)).map_or(0, |n| n + 1);
    let word = &before[word..end];
    if is_terminator(word) || word == b"*" { after_terminator(bytes, end, true) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::games::games;

    #[test]
    fn probable_starts_are_starts() {
        let text =
            b"[Event \"A\"]\n\n1. e4 1-0\n\n[Event \"B\"]\n\n1. d4 {x} *  \r\n\r\n[Event \"C\"]\r\n\r\n1/2-1/2\n";
        let starts: Vec<usize> = games(text).map(|span| span.range.start).filter(|start| *start > 0).collect();
        let mut found = Vec::new();
        while let Some(start) = next_probable_start(text, found.last().map_or(0, |last| last + 1)) {
            found.push(start);
        }
        assert_eq!(found, starts);
        assert_eq!(last_probable_start(text), starts.last().copied());
    }

    #[test]
    fn other_places_are_not_probable() {
        for text in [
            "[Event \"A\"]\n\n*",
            "1. e4\n\n[Event \"A\"]\n\n*",
            "1-0\n[Event \"A\"]\n\n*",
            "1-0\n\n[Event \"A\n\n*",
            "1-0\n\n{[Event \"A\"]}",
        ] {
            assert_eq!(next_probable_start(text.as_bytes(), 0), None, "{text}");
            assert_eq!(last_probable_start(text.as_bytes()), None, "{text}");
        }
    }
}
