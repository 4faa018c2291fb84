//! Where the line of a place begins, for findings that depend on it: many may be on one long line.

use std::cell::Cell;

/// The line that was last asked for.
#[derive(Debug, Default)]
pub(super) struct LineStarts {
    start: Cell<usize>,
    /// No line end is between `start` and this offset.
    seen: Cell<usize>,
}

impl LineStarts {
    /// The start of the line that contains the offset, in bytes. Offsets in the order of the text take time in proportion
    /// to the text.
    pub(super) fn before(&self, text: &str, at: usize) -> usize {
        let (start, seen) = (self.start.get(), self.seen.get());
        if (start..=seen).contains(&at) {
            return start;
        }
        let from = if at > seen { seen } else { 0 };
        let found = memchr::memrchr2(b'\n', b'\r', &text.as_bytes()[from..at]).map(|end| from + end + 1);
        let start = found.unwrap_or(if from == 0 { 0 } else { start });
        self.start.set(start);
        self.seen.set(at);
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_behind_the_last_line_end_in_any_order_of_questions() {
        let text = "ab\ncd\r\nef\rgh";
        let expected = |at: usize| text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        for first in 0..=text.len() {
            for second in 0..=text.len() {
                let lines = LineStarts::default();
                for at in [first, second, first] {
                    assert_eq!(lines.before(text, at), expected(at), "{first} {second}");
                }
            }
        }
    }
}
