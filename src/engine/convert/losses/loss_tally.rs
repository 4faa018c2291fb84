//! Losses of one game, counted by their reason.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::convert::outcome::Loss;

/// Losses by reason: the first range and the count.
#[derive(Default)]
pub struct LossTally(BTreeMap<String, (Range<u32>, usize)>);

impl LossTally {
    pub fn one(&mut self, message: String, range: Range<u32>) {
        self.0.entry(message).or_insert((range, 0)).1 += 1;
    }

    /// One loss for each reason, in the order of the reasons' letters.
    pub fn finish(self) -> impl Iterator<Item = Loss> {
        self.0.into_iter().map(|(message, (range, count))| match count {
            1 => Loss::new(range, message),
            count => Loss::new(range, format!("{message} ({count} of them)")),
        })
    }
}
