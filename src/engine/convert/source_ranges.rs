//! Maps ranges of a converted text to ranges of its source.

use std::ops::Range;

use crate::lint::Edit;

/// The range of the old text that a range of the new one comes from; a range that touches an edit's text maps to all of
/// the replaced text.
pub(super) fn back(edits: &[Edit], range: &Range<u32>) -> Range<u32> {
    let start = offset(edits, range.start, EditSide::Start);
    let end = offset(edits, range.end, EditSide::End);
    start..end.max(start)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EditSide {
    Start,
    End,
}

fn offset(edits: &[Edit], at: u32, side: EditSide) -> u32 {
    // Ends of the processed parts of the new and the old text.
    let (mut new, mut old) = (0, 0);
    for edit in edits {
        let start = new + (edit.range.start - old);
        let end = start + edit.text.len() as u32;
        match side {
            _ if at < start => break,
            EditSide::Start if at < end => return edit.range.start,
            EditSide::End if at == start => break,
            EditSide::End if at <= end => return edit.range.end,
            _ => (new, old) = (end, edit.range.end),
        }
    }
    old + (at - new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_back() {
        let edits = [Edit { range: 2..4, text: "long".into() }, Edit { range: 6..6, text: "x".into() }];
        // ab[cd]ef|gh becomes ab[long]ef[x]gh.
        for (new, old) in [(0..2, 0..2), (2..6, 2..4), (3..5, 2..4), (6..8, 4..6), (8..9, 6..6), (9..11, 6..8)] {
            assert_eq!(back(&edits, &new), old, "{new:?}");
        }
        assert_eq!(back(&[], &(3..5)), 3..5);
    }
}
