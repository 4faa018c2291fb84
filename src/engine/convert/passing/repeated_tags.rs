//! Tags that are not in common use and may be repeated: others are not, in a clean game.

use std::ops::Range;

/// The names of such tags so far.
#[derive(Default)]
pub(super) struct UnknownTagNames {
    names: Vec<Range<usize>>,
    is_next: bool,
}

/// Maximum number of names for a linear search.
const MOST_NAMES: usize = 200;

impl UnknownTagNames {
    /// The next tag is not in common use.
    pub(super) fn expect(&mut self) {
        self.is_next = true;
    }

    /// Adds a tag. `None` if it repeats another one.
    pub(super) fn tag(&mut self, bytes: &[u8], name: &Range<usize>) -> Option<()> {
        if std::mem::take(&mut self.is_next) {
            let is_name = |known: &Range<usize>| bytes[known.clone()] == bytes[name.clone()];
            if self.names.len() > MOST_NAMES || self.names.iter().any(is_name) {
                return None;
            }
            self.names.push(name.clone());
        }
        Some(())
    }
}
