//! A map of offsets between an earlier version of a text and the current one, made of the edits between them.

use std::ops::Range;

/// Maximum number of edited places.
const MOST: usize = 64;
/// Maximum length of an edit's new text, in bytes.
const LONGEST: usize = 1 << 16;

/// Edits in order. Edits that touch each other, like those of typing, are merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OffsetMap(Vec<MappedEdit>);

/// A replacement of the bytes `old` by `new_len` others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MappedEdit {
    old: Range<usize>,
    new_len: usize,
}

impl MappedEdit {
    fn new_end(&self) -> usize {
        self.old.start + self.new_len
    }
}

impl OffsetMap {
    /// The map with one more edit; `None` beyond the limits.
    pub fn then(mut self, old: Range<usize>, new_len: usize) -> Option<OffsetMap> {
        match self.0.last_mut() {
            Some(last) if old.start <= last.new_end() && last.old.start <= old.end => {
                let (start, end) = (last.old.start.min(old.start), last.new_end().max(old.end));
                let past = end - last.new_end();
                last.new_len = end - start - old.len() + new_len;
                last.old = start..last.old.end + past;
            }
            _ => self.0.push(MappedEdit { old, new_len }),
        }
        let few = self.0.len() <= MOST && self.0.last().is_some_and(|last| last.new_len <= LONGEST);
        few.then_some(self)
    }

    /// The current offset of an earlier one; `None` if its text was replaced.
    pub fn map_forward(&self, place: usize) -> Option<usize> {
        self.0.iter().try_fold(place, |place, edit| match place.checked_sub(edit.old.end) {
            Some(past) => Some(edit.new_end() + past),
            None => (place <= edit.old.start).then_some(place),
        })
    }

    /// The earlier offset of a current one; `None` if its text is new.
    pub fn map_back(&self, place: usize) -> Option<usize> {
        self.0.iter().rev().try_fold(place, |place, edit| match place.checked_sub(edit.new_end()) {
            _ if place < edit.old.start => Some(place),
            Some(past) => Some(edit.old.end + past),
            None => (place == edit.old.start).then_some(place),
        })
    }

    /// The earlier offset of a current one; of new text, that of the text it has replaced.
    pub fn place_before(&self, place: usize) -> usize {
        self.0.iter().rev().fold(place, |place, edit| match place.checked_sub(edit.new_end()) {
            _ if place < edit.old.start => place,
            Some(past) => edit.old.end + past,
            None => edit.old.start,
        })
    }

    /// The ranges of new text, in bytes of the current text.
    pub fn new_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        (0..self.0.len()).map(|n| {
            let later = &self.0[n + 1..];
            let start = later.iter().fold(self.0[n].old.start, |place, edit| match place.checked_sub(edit.old.end) {
                _ if place <= edit.old.start => place,
                Some(past) => edit.new_end() + past,
                None => edit.old.start,
            });
            let end = later.iter().fold(self.0[n].new_end(), |place, edit| match place.checked_sub(edit.old.end) {
                _ if place < edit.old.start => place,
                Some(past) => edit.new_end() + past,
                None => edit.new_end(),
            });
            start..end.max(start)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn followed(edits: &[(Range<usize>, usize)]) -> OffsetMap {
        edits.iter().fold(OffsetMap::default(), |followed, (old, len)| followed.then(old.clone(), *len).expect("few"))
    }

    #[test]
    fn typing_is_one_edit() {
        let typed = followed(&[(10..10, 1), (11..11, 1), (12..12, 1), (12..13, 0), (9..10, 0)]);
        assert_eq!(typed, followed(&[(9..10, 2)]));
        assert!(typed.new_ranges().eq(std::iter::once(9..11)));
    }

    #[test]
    fn many_places_and_long_texts_are_not_followed() {
        let many = (0..=MOST).try_fold(OffsetMap::default(), |followed, n| followed.then(n * 10..n * 10, 1));
        assert_eq!(many, None);
        assert_eq!(OffsetMap::default().then(0..0, LONGEST + 1), None);
    }

    proptest! {
        /// Letters that stay are mapped to their new offset, and back.
        #[test]
        fn places_are_those_of_the_letters(edits in prop::collection::vec((0_usize..60, 0_usize..10, 0_usize..10), 0..12)) {
            let mut text: Vec<Option<usize>> = (0..50).map(Some).collect();
            let mut follow = OffsetMap::default();
            for (start, len, new) in edits {
                let start = start.min(text.len());
                let end = (start + len).min(text.len());
                text.splice(start..end, std::iter::repeat_n(None, new));
                follow = follow.then(start..end, new).expect("few");
            }
            for (at, letter) in text.iter().enumerate() {
                if let Some(was) = letter {
                    let mapped = (follow.map_back(at), follow.map_forward(*was));
                    prop_assert_eq!(mapped, (Some(*was), Some(at)), "{:?}", follow);
                } else {
                    let new = follow.new_ranges().any(|place| place.contains(&at));
                    prop_assert!(new, "{at} in {:?}", follow);
                }
            }
        }
    }
}
