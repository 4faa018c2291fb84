//! Line ends of parts of a text, so that the lines of the whole can be summed from its parts (rule A3).

/// The line ends of a part of a text. `\r\n` is one line end, even if it is split between two parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    count: u32,
    /// Whether the first byte is `\n`.
    begins_with_newline: bool,
    last: LastByte,
}

/// Last byte of a part of a text, as far as it matters for line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LastByte {
    /// The part is empty.
    #[default]
    Nothing,
    /// `\n`.
    Newline,
    /// `\r`: the line end may continue in the next part.
    Return,
    /// Not a line end.
    Other,
}

impl Lines {
    /// Counts the line ends of at most 4 GiB of text.
    pub(super) fn of(text: &[u8]) -> Lines {
        let newlines = memchr::memchr_iter(b'\n', text).count();
        let is_alone = |at: &usize| text.get(at + 1) != Some(&b'\n');
        // Most files have no `\r`, and need no second pass.
        let returns = match memchr::memchr(b'\r', text) {
            Some(first) => memchr::memchr_iter(b'\r', &text[first..]).filter(|at| is_alone(&(first + at))).count(),
            None => 0,
        };
        let last = match text.last() {
            None => LastByte::Nothing,
            Some(b'\n') => LastByte::Newline,
            Some(b'\r') => LastByte::Return,
            Some(_) => LastByte::Other,
        };
        let count = u32::try_from(newlines + returns).unwrap_or(u32::MAX);
        Lines { count, begins_with_newline: text.first() == Some(&b'\n'), last }
    }

    /// The line ends of this part and the part after it.
    pub(super) fn then(self, next: Lines) -> Lines {
        match (self.last, next.last) {
            (LastByte::Nothing, _) => next,
            (_, LastByte::Nothing) => self,
            _ => {
                let count = self.count.saturating_add(next.count) - u32::from(self.splits_one(next));
                Lines { count, begins_with_newline: self.begins_with_newline, last: next.last }
            }
        }
    }

    /// Number of line ends.
    pub(super) fn count(self) -> usize {
        self.count as usize
    }

    /// Whether the part `next`, directly after this one, begins a line.
    pub(super) fn next_begins_a_line(self, next: Lines) -> bool {
        self.last != LastByte::Other && !self.splits_one(next)
    }

    /// Whether one line end is split between both parts.
    fn splits_one(self, next: Lines) -> bool {
        self.last == LastByte::Return && next.begins_with_newline
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_line_end_counts_once() {
        for (text, count) in [("", 0), ("a", 0), ("\n", 1), ("\r", 1), ("\r\n", 1), ("\n\r", 2), ("a\r\rb\r\n\n", 4)] {
            assert_eq!(Lines::of(text.as_bytes()).count(), count, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn a_text_has_the_lines_of_its_parts(parts in prop::collection::vec("[a\r\n]{0,4}", 0..6)) {
            let of_parts = parts.iter().map(|part| Lines::of(part.as_bytes())).fold(Lines::default(), Lines::then);
            prop_assert_eq!(of_parts, Lines::of(parts.concat().as_bytes()));
        }
    }
}
