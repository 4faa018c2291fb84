//! The difference between two versions of a text, merged from any number of edits.

use std::ops::Range;

/// Replacements between two versions of a text, in order. They neither overlap nor touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    replacements: Vec<Change>,
}

/// One replacement, in bytes: a range of the old text and a range of the new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub old: Range<usize>,
    pub new: Range<usize>,
}

impl Changes {
    /// One replacement: the bytes `old` became `new_len` bytes.
    pub fn one(old: Range<usize>, new_len: usize) -> Changes {
        let mut changes = Changes::default();
        changes.then(old, new_len);
        changes
    }

    /// Adds a replacement made after all earlier ones: the bytes `replaced` of the current text became `new_len` bytes.
    pub fn then(&mut self, replaced: Range<usize>, new_len: usize) {
        let first = self.replacements.partition_point(|replacement| replacement.new.end < replaced.start);
        let last = self.replacements.partition_point(|replacement| replacement.new.start <= replaced.end);
        let mut old = self.before(first, replaced.start)..self.before(last, replaced.end);
        let mut new = replaced.start..replaced.start + new_len;
        if let [touched @ .., end] = &self.replacements[first..last] {
            let start = touched.first().unwrap_or(end);
            old = old.start.min(start.old.start)..old.end.max(end.old.end);
            new = new.start.min(start.new.start)..new.end + end.new.end.saturating_sub(replaced.end);
        }
        for later in &mut self.replacements[last..] {
            let start = later.new.start - replaced.end + replaced.start + new_len;
            later.new = start..start + later.new.len();
        }
        self.replacements.splice(first..last, [Change { old, new }]);
    }

    /// Number of separate replacements.
    pub fn count(&self) -> usize {
        self.replacements.len()
    }

    pub(super) fn replacements(&self) -> impl Iterator<Item = &Change> {
        self.replacements.iter()
    }

    /// Offset in the old text of the offset `place` in the new text, which is after the first `count` replacements.
    fn before(&self, count: usize, place: usize) -> usize {
        match self.replacements[..count].last() {
            // An offset inside the last replacement maps to its end.
            Some(replacement) => replacement.old.end + place.saturating_sub(replacement.new.end),
            None => place,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The old text with all replacements applied is the new text.
        #[test]
        fn merged_edits_equal_the_edits_in_sequence(
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..8, 0usize..8), 0..12),
        ) {
            let before: Vec<u32> = (0..60).collect();
            let (mut now, mut changes, mut fresh) = (before.clone(), Changes::default(), 1000);
            for (place, len, new_len) in edits {
                let start = place.index(now.len() + 1);
                let replaced = start..(start + len).min(now.len());
                now.splice(replaced.clone(), (0..new_len).map(|n| fresh + n as u32));
                fresh += 1000;
                changes.then(replaced, new_len);
            }
            let mut made = Vec::new();
            let mut done = 0;
            for Change { old, new } in changes.replacements() {
                prop_assert!(done < old.start || made.is_empty() && old.start == 0, "they touch: {:?}", changes);
                made.extend_from_slice(&before[done..old.start]);
                prop_assert_eq!(made.len(), new.start);
                made.extend_from_slice(&now[new.clone()]);
                done = old.end;
            }
            made.extend_from_slice(&before[done..]);
            prop_assert_eq!(made, now);
        }
    }

    #[test]
    fn text_typed_letter_by_letter_is_one_replacement() {
        let mut changes = Changes::default();
        for n in 0..1000 {
            changes.then(500 + n..500 + n, 1);
        }
        changes.then(1490..1500, 0);
        assert_eq!(changes, Changes::one(500..500, 990));
        changes.then(0..10, 3);
        assert_eq!(changes.count(), 2);
    }
}
