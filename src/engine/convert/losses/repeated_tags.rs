//! Tags of which readers differ in what they take: those that repeat a name, of which a PGN game has one each, and those
//! with values that may end in two places.

use std::collections::{HashMap, HashSet};

use crate::convert::outcome::Loss;
use crate::score::{SourceOutline, TagRanges, slice};

/// The tags that repeat a name with another value, unless `losses` has them for another reason.
pub fn repeated_tags(text: &str, outline: &SourceOutline, losses: &[Loss]) -> Vec<Loss> {
    let mut lasts: HashMap<&str, &TagRanges> = HashMap::new();
    let mut repeated: Vec<&TagRanges> = Vec::new();
    for tag in outline.tags.iter().rev() {
        let last = *lasts.entry(slice(text, &tag.name)).or_insert(tag);
        if last.raw(text) != tag.raw(text) {
            repeated.push(tag);
        }
    }
    if repeated.is_empty() {
        return Vec::new();
    }
    let listed: HashSet<u32> = losses.iter().map(|loss| loss.range.start).collect();
    let others = repeated.into_iter().rev().filter(|tag| !listed.contains(&tag.range.start));
    let message = |tag: &TagRanges| format!("the tag {} is repeated: the last one is used", slice(text, &tag.name));
    others.map(|tag| Loss::new(tag.range.clone(), message(tag))).collect()
}

/// The values with line ends and quotes inside: joined on one line (rule B2), they would end at the first quote.
pub fn torn_values(text: &str, outline: &SourceOutline) -> Vec<Loss> {
    let has_bare_quote = |raw: &str| raw.replace("\\\\", "").replace("\\\"", "").contains('"');
    let is_torn = |tag: &&TagRanges| tag.raw(text).contains(['\n', '\r']) && has_bare_quote(tag.raw(text));
    let message = "the value has a line end and a quote: where it ends is not certain";
    outline.tags.iter().filter(is_torn).map(|tag| Loss::new(tag.value.clone(), message)).collect()
}

/// The tag names that occurred.
#[derive(Default)]
pub struct TagNameSet<'t> {
    few: Vec<&'t str>,
    more: HashSet<&'t str>,
}

/// Maximum number of names for linear search, which is faster than hashing up to there.
const FEW: usize = 30;

impl<'t> TagNameSet<'t> {
    /// Adds a name; false if it occurred before.
    pub fn insert(&mut self, name: &'t str) -> bool {
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
