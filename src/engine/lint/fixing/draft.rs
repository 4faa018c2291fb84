//! A text that is edited in several rounds, and the single set of edits to the original text that results.

use std::ops::Range;

use super::Edit;

/// Ranges of the original text, and texts inserted between them.
pub struct Draft<'t> {
    text: &'t str,
    segments: Vec<Segment>,
}

#[derive(Clone, Debug)]
enum Segment {
    /// Unchanged, in bytes of the original text.
    Kept(Range<usize>),
    Inserted(String),
}

impl Segment {
    fn len(&self) -> usize {
        match self {
            Segment::Kept(range) => range.len(),
            Segment::Inserted(text) => text.len(),
        }
    }

    /// A part of the segment, in bytes of the segment.
    fn part(&self, part: Range<usize>) -> Segment {
        match self {
            Segment::Kept(range) => Segment::Kept(range.start + part.start..range.start + part.end),
            Segment::Inserted(text) => Segment::Inserted(text.get(part).unwrap_or_default().to_owned()),
        }
    }
}

impl<'t> Draft<'t> {
    /// A text without changes.
    pub fn new(text: &'t str) -> Draft<'t> {
        Draft { text, segments: vec![Segment::Kept(0..text.len())] }
    }

    /// The text after all rounds so far.
    pub fn current(&self) -> String {
        let mut current = String::with_capacity(self.text.len() + 64);
        for segment in &self.segments {
            current.push_str(match segment {
                Segment::Kept(range) => self.text.get(range.clone()).unwrap_or_default(),
                Segment::Inserted(text) => text,
            });
        }
        current
    }

    /// Applies edits of the current text, which are in order and do not overlap.
    pub fn apply<'e>(&mut self, edits: impl IntoIterator<Item = &'e Edit>) {
        let mut old = std::mem::take(&mut self.segments).into_iter();
        let mut rest: Option<Segment> = old.next();
        let mut at = 0;
        for edit in edits {
            let (start, end) = (edit.range.start as usize, edit.range.end as usize);
            // First the text kept before the edit, then the text that it removes.
            for (until, keep) in [(start, true), (end, false)] {
                while let Some(segment) = rest.take() {
                    let len = segment.len();
                    let wanted = until.saturating_sub(at).min(len);
                    if keep && wanted > 0 {
                        self.segments.push(segment.part(0..wanted));
                    }
                    at += wanted;
                    if wanted < len {
                        rest = Some(segment.part(wanted..len));
                        break;
                    }
                    rest = old.next();
                }
            }
            if !edit.text.is_empty() {
                self.segments.push(Segment::Inserted(edit.text.clone()));
            }
        }
        self.segments.extend(rest);
        self.segments.extend(old);
    }

    /// The edits that turn the original text into the current one: in order, separate from one another, none without
    /// effect.
    pub fn into_edits(self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let (mut at, mut inserted) = (0, String::new());
        let end = Segment::Kept(self.text.len()..self.text.len());
        for segment in self.segments.into_iter().chain([end]) {
            match segment {
                Segment::Inserted(text) => inserted.push_str(&text),
                Segment::Kept(range) => {
                    let removed = self.text.get(at..range.start).unwrap_or_default();
                    if removed != inserted {
                        edits.push(least(at, removed, &inserted));
                    }
                    inserted.clear();
                    at = range.end;
                }
            }
        }
        edits
    }
}

/// The minimal edit: the replacement of `removed` at `at` by `inserted`, without their common prefix and suffix.
fn least(at: usize, removed: &str, inserted: &str) -> Edit {
    let same = |(a, b): &(char, char)| a == b;
    let start: usize = removed.chars().zip(inserted.chars()).take_while(same).map(|(char, _)| char.len_utf8()).sum();
    let (removed, inserted) = (&removed[start..], &inserted[start..]);
    let pairs = removed.chars().rev().zip(inserted.chars().rev());
    let end: usize = pairs.take_while(same).map(|(char, _)| char.len_utf8()).sum();
    let offset = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    let range = offset(at + start)..offset(at + start + removed.len() - end);
    Edit { range, text: inserted[..inserted.len() - end].to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn applied(text: &str, edits: &[Edit]) -> String {
        let mut text = text.to_owned();
        for edit in edits.iter().rev() {
            text.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
        }
        text
    }

    fn edit(range: Range<u32>, text: &str) -> Edit {
        Edit { range, text: text.to_owned() }
    }

    #[test]
    fn rounds_merge_into_one_set_of_edits() {
        let mut draft = Draft::new("1. e4! e5 *");
        draft.apply(&[edit(5..6, " $1"), edit(9..9, " 2. d4")]);
        assert_eq!(draft.current(), "1. e4 $1 e5 2. d4 *");
        draft.apply(&[edit(6..8, "$3"), edit(14..15, "")]);
        assert_eq!(draft.current(), "1. e4 $3 e5 2.d4 *");
        assert_eq!(draft.into_edits(), [edit(5..6, " $3"), edit(9..9, " 2.d4")]);
    }

    #[test]
    fn reverted_text_is_no_edit() {
        let mut draft = Draft::new("e4 é e5");
        draft.apply(&[edit(0..2, "d4")]);
        draft.apply(&[edit(0..2, "e4")]);
        assert_eq!(draft.into_edits(), []);
    }

    proptest! {
        #[test]
        fn edits_of_the_original_text_give_the_last_text(
            text in "[abé ]{0,20}",
            rounds in prop::collection::vec(prop::collection::vec((0usize..8, 0usize..4, "[xyé]{0,3}"), 0..4), 0..4),
        ) {
            let mut draft = Draft::new(&text);
            for round in rounds {
                let current = draft.current();
                let mut at = 0;
                let mut edits = Vec::new();
                for (gap, len, inserted) in round {
                    let start = current.ceil_char_boundary(at + gap);
                    let end = current.ceil_char_boundary(start + len);
                    if start > current.len() || end > current.len() {
                        break;
                    }
                    edits.push(edit(start as u32..end as u32, &inserted));
                    at = end;
                }
                let expected = applied(&current, &edits);
                draft.apply(&edits);
                prop_assert_eq!(draft.current(), expected);
            }
            let last = draft.current();
            let edits = draft.into_edits();
            prop_assert!(edits.is_sorted_by(|a, b| a.range.end <= b.range.start));
            prop_assert_eq!(applied(&text, &edits), last);
        }
    }
}
