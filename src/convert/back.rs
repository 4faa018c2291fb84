//! From places in a converted text back to those in the text that it was made of.

use std::ops::Range;

use crate::analysis::Edit;

/// The range of the old text that a range of the new one comes from; inside of an edit it is the edit's range.
pub(super) fn back(edits: &[Edit], range: &Range<u32>) -> Range<u32> {
    let start = offset(edits, range.start, |edit| edit.range.start);
    let end = offset(edits, range.end, |edit| edit.range.end);
    start..end.max(start)
}

fn offset(edits: &[Edit], at: u32, inside: fn(&Edit) -> u32) -> u32 {
    // New text before the edits that have gone by, and old text.
    let (mut new, mut old) = (0, 0);
    for edit in edits {
        let start = new + (edit.range.start - old);
        if at < start {
            break;
        }
        let end = start + edit.text.len() as u32;
        if at < end {
            return inside(edit);
        }
        (new, old) = (end, edit.range.end);
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
