//! Tags that repeat a name: a PGN game has one of each, and readers differ in which one they take.

use std::collections::{HashMap, HashSet};

use super::outcome::Loss;
use super::outline::{SourceOutline, TagRanges, slice};

/// The tags that repeat a name with another value, unless `losses` has them for another reason.
pub(super) fn repeated_tags(text: &str, outline: &SourceOutline, losses: &[Loss]) -> Vec<Loss> {
    let mut firsts: HashMap<&str, &TagRanges> = HashMap::new();
    let mut repeated: Vec<&TagRanges> = Vec::new();
    for tag in &outline.tags {
        let first = *firsts.entry(slice(text, &tag.name)).or_insert(tag);
        if first.raw(text) != tag.raw(text) {
            repeated.push(tag);
        }
    }
    if repeated.is_empty() {
        return Vec::new();
    }
    let listed: HashSet<u32> = losses.iter().map(|loss| loss.range.start).collect();
    let others = repeated.into_iter().filter(|tag| !listed.contains(&tag.range.start));
    let message = |tag: &TagRanges| format!("the tag {} is repeated: the first one is used", slice(text, &tag.name));
    others.map(|tag| Loss::new(tag.range.clone(), message(tag))).collect()
}

/// The tag names that occurred.
#[derive(Default)]
pub(super) struct TagNameSet<'t> {
    few: Vec<&'t str>,
    more: HashSet<&'t str>,
}

/// Maximum number of names for linear search, which is faster than hashing up to there.
const FEW: usize = 30;

impl<'t> TagNameSet<'t> {
    /// Adds a name; false if it occurred before.
    pub(super) fn insert(&mut self, name: &'t str) -> bool {
        if self.few.contains(&name) {
            return false;
        }
        if self.few.len() == FEW {
            return self.more.insert(name);
        }
        self.few.push(name);
        true
    }
}
