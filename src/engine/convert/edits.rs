//! Collects the edits of a conversion.

use std::ops::Range;

use crate::lint::Edit;

/// Edits of one game's text, in any order until [finished](Edits::finish).
pub(super) struct Edits<'t> {
    text: &'t str,
    list: Vec<Edit>,
}

impl<'t> Edits<'t> {
    pub(super) fn new(text: &'t str) -> Edits<'t> {
        Edits { text, list: Vec::new() }
    }

    /// Replaces the range, unless its text is unchanged.
    pub(super) fn replace(&mut self, range: Range<u32>, text: impl Into<String>) {
        let text = text.into();
        if self.text[range.start as usize..range.end as usize] != text {
            self.list.push(Edit { range, text });
        }
    }

    pub(super) fn insert(&mut self, at: u32, text: impl Into<String>) {
        self.list.push(Edit { range: at..at, text: text.into() });
    }

    pub(super) fn delete(&mut self, range: Range<u32>) {
        self.replace(range, "");
    }

    /// Deletes the range with blanks that become superfluous: those before it, or those after it at the start of a
    /// line; the whole line if nothing else is on it. Tokens on both sides remain separated.
    pub(super) fn cut(&mut self, range: Range<u32>) {
        let Edit { range, text } = cut(self.text, range);
        self.replace(range, text);
    }

    /// Drops the edits in the range.
    pub(super) fn forget(&mut self, range: &Range<u32>) {
        self.list.retain(|edit| edit.range.end <= range.start || edit.range.start >= range.end);
    }

    /// All edits in text order. At the same offset, insertions come before replacements.
    pub(super) fn finish(self) -> Vec<Edit> {
        let mut list = self.list;
        list.sort_by_key(|edit| (edit.range.start, edit.range.end));
        join(&mut list);
        list
    }

    /// All unjoined edits, sorted by position.
    pub(super) fn into_sorted(self) -> Vec<Edit> {
        let mut list = self.list;
        list.sort_by_key(|edit| (edit.range.start, edit.range.end));
        list
    }
}

/// Joins edits that overlap, and insertions at the same offset; the list is sorted.
pub(super) fn join(list: &mut Vec<Edit>) {
    list.dedup_by(|later, edit| {
        let same_place = edit.range == later.range && edit.range.is_empty();
        // A cut includes blanks before an insertion: both become one edit.
        let overlap = later.range.start < edit.range.end;
        if same_place || overlap {
            edit.text.push_str(&later.text);
            edit.range.end = edit.range.end.max(later.range.end);
        }
        same_place || overlap
    });
}

/// The edit of [`Edits::cut`].
pub(super) fn cut(text: &str, range: Range<u32>) -> Edit {
    let (before, after) = (&text[..range.start as usize], &text[range.end as usize..]);
    let kept_before = before.trim_end_matches(BLANKS);
    let kept_after = after.trim_start_matches(BLANKS);
    let at_line_start = kept_before.is_empty() || kept_before.ends_with(['\n', '\r']);
    if at_line_start {
        let line_end =
            if kept_after.starts_with("\r\n") { 2 } else { usize::from(kept_after.starts_with(['\n', '\r'])) };
        let start = if line_end > 0 { kept_before.len() } else { before.len() };
        let end = text.len() - kept_after.len() + line_end;
        return Edit { range: start as u32..end as u32, text: String::new() };
    }
    let ends = after.is_empty() || after.starts_with(char::is_whitespace) || after.starts_with(')');
    let joined = if ends { "" } else { " " };
    Edit { range: kept_before.len() as u32..range.end, text: joined.to_owned() }
}

const BLANKS: [char; 2] = [' ', '\t'];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::apply;

    fn cut(text: &str) -> String {
        let start = text.find('{').expect("a comment") as u32;
        let end = text.rfind('}').expect("its end") as u32 + 1;
        let mut edits = Edits::new(text);
        edits.cut(start..end);
        apply(text, &edits.finish())
    }

    #[test]
    fn a_cut_leaves_neither_gaps_nor_joins() {
        for (text, expected) in [
            ("e4 {c} e5", "e4 e5"),
            ("e4{c}e5", "e4 e5"),
            ("e4 {c}e5", "e4 e5"),
            ("(e4 {c})", "(e4)"),
            ("e4\n{c}\ne5", "e4\ne5"),
            ("e4\r\n  {c}\r\ne5", "e4\r\ne5"),
            ("e4\n{c} e5", "e4\ne5"),
            ("e4 {c}\ne5", "e4\ne5"),
            ("e4 {c}", "e4"),
        ] {
            assert_eq!(cut(text), expected, "{text:?}");
        }
    }

    #[test]
    fn insertions_come_before_replacements() {
        let mut edits = Edits::new("abc");
        edits.replace(1..2, "B");
        edits.insert(1, "-");
        edits.replace(0..1, "A");
        edits.replace(2..3, "c");
        assert_eq!(apply("abc", &edits.finish()), "A-Bc");
    }
}
