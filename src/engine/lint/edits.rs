//! Edits of a text: the selection of compatible edits, and their application.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Code, Edit};

/// Edits that can be applied at the same time.
#[derive(Debug)]
pub(crate) struct CompatibleEdits<'a> {
    /// By range and order of insertion.
    edits: BTreeMap<(u32, u32, usize), (Code, &'a Edit)>,
    /// Whether edits of fixes for one code may touch one another; insertions at the same offset keep their order.
    of_one_kind_may_touch: bool,
}

impl<'a> CompatibleEdits<'a> {
    /// An empty set.
    pub fn new(of_one_kind_may_touch: bool) -> CompatibleEdits<'a> {
        CompatibleEdits { edits: BTreeMap::new(), of_one_kind_may_touch }
    }

    /// Adds all edits of a fix, or none if one of them touches an earlier edit; returns whether the fix was accepted. A
    /// fix shared by several findings is accepted for each of them and applied once.
    pub fn offer(&mut self, code: Code, edits: &'a [Edit]) -> bool {
        // Equal edits that remove text cannot be meant twice.
        if edits.iter().any(|edit| !edit.range.is_empty()) && edits.iter().all(|edit| self.holds(edit)) {
            return true;
        }
        let ordered = edits.is_sorted_by(|a, b| a.range.end <= b.range.start);
        let taken = !edits.is_empty() && ordered && edits.iter().all(|edit| self.is_free(code, &edit.range));
        if taken {
            for edit in edits {
                self.edits.insert((edit.range.start, edit.range.end, self.edits.len()), (code, edit));
            }
        }
        taken
    }

    /// The edits, ordered by range.
    pub fn into_edits(self) -> impl Iterator<Item = &'a Edit> {
        self.edits.into_values().map(|(_, edit)| edit)
    }

    /// Whether this same edit was added.
    fn holds(&self, edit: &Edit) -> bool {
        let (start, end) = (edit.range.start, edit.range.end);
        self.edits.range((start, end, 0)..=(start, end, usize::MAX)).any(|(_, (_, taken))| *taken == edit)
    }

    /// Whether no edit overlaps the range, and none inserts text at its start or end.
    fn is_free(&self, code: Code, range: &Range<u32>) -> bool {
        let before = self.edits.range(..=(range.end, u32::MAX, usize::MAX)).rev();
        let mut near = before.take_while(|((_, end, _), _)| *end >= range.start);
        near.all(|((start, end, _), (other, _))| {
            let overlaps = range.start < *end && *start < range.end;
            self.of_one_kind_may_touch && *other == code && !overlaps
        })
    }
}

/// The text after the edits, which are in order and do not overlap.
pub fn apply<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> String {
    let mut edited = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for edit in edits {
        if let Some(kept) = text.get(at..edit.range.start as usize) {
            edited.push_str(kept);
            edited.push_str(&edit.text);
            at = edit.range.end as usize;
        }
    }
    edited.push_str(text.get(at..).unwrap_or_default());
    edited
}

/// The first line end behind the beginning of a text, or else before it; `\n` if there is none (rule A3). Empty lines
/// before a game may be of the game before it.
pub fn line_end_of(text: impl AsRef<[u8]>) -> &'static str {
    let text = text.as_ref();
    let begun = text.trim_ascii_start();
    let first = |text| memchr::memchr2(b'\n', b'\r', text).map(|at| &text[at..]);
    match first(begun).or_else(|| first(text)) {
        Some([b'\r', b'\n', ..]) => "\r\n",
        Some([b'\r', ..]) => "\r",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Range<u32>, text: &str) -> Edit {
        Edit { range, text: text.into() }
    }

    #[test]
    fn a_text_has_the_line_ends_of_its_first_line() {
        for (text, expected) in [
            ("", "\n"),
            ("e4", "\n"),
            ("e4\r\ne5\n", "\r\n"),
            ("e4\re5\n", "\r"),
            ("\r\n\r\n[Event \"x\"]\n", "\n"),
            ("\r\n e4", "\r\n"),
        ] {
            assert_eq!(line_end_of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn overlapping_and_touching_edits_wait() {
        let fixes = [
            vec![edit(5..8, "a"), edit(12..12, "b")],
            vec![edit(7..9, "overlaps")],
            vec![edit(8..9, "touches")],
            vec![edit(0..4, "free"), edit(12..13, "its second edit touches")],
            vec![edit(12..12, "the same place")],
            vec![edit(2..4, "free")],
            vec![edit(20..22, "also free"), edit(21..23, "but overlaps itself")],
        ];
        let mut compatible = CompatibleEdits::new(false);
        for edits in &fixes {
            compatible.offer(Code::StrayText, edits);
        }
        let taken: Vec<&Edit> = compatible.into_edits().collect();
        assert_eq!(taken, [&fixes[5][0], &fixes[0][0], &fixes[0][1]]);
        assert_eq!(apply("0123456789abcdef", taken), "01free4a89abbcdef");
    }

    #[test]
    fn edits_of_one_kind_may_touch() {
        let fixes = [
            vec![edit(1..2, ""), edit(5..5, "a")],
            vec![edit(2..3, ""), edit(5..5, "b")],
            vec![edit(1..3, "overlaps")],
            vec![edit(4..6, "around the insertions")],
        ];
        let mut compatible = CompatibleEdits::new(true);
        let taken = fixes.each_ref().map(|edits| compatible.offer(Code::StrayText, edits));
        assert_eq!(taken, [true, true, false, false]);
        let other = [edit(5..5, "another kind")];
        assert!(!compatible.offer(Code::MoveNumber, &other));
        assert_eq!(apply("0123456789", compatible.into_edits()), "034ab56789");
    }

    #[test]
    fn a_fix_of_several_findings_is_applied_once() {
        let all = [edit(1..2, ""), edit(5..5, "a")];
        let end = [edit(9..9, ")")];
        let other = [edit(1..2, "b")];
        let mut compatible = CompatibleEdits::new(true);
        assert!(compatible.offer(Code::CommentPlacement, &all) && compatible.offer(Code::CommentPlacement, &all));
        assert!(compatible.offer(Code::EscapeLine, &all), "of another kind too");
        assert!(!compatible.offer(Code::CommentPlacement, &other));
        // Two unclosed variations need the same text at the same offset, and each needs its own.
        assert!(compatible.offer(Code::UnclosedVariation, &end) && compatible.offer(Code::UnclosedVariation, &end));
        assert_eq!(apply("0123456789", compatible.into_edits()), "0234a5678))9");
    }

    #[test]
    fn the_first_line_end_counts() {
        assert_eq!(["x\r\ny\n", "x\ry", "x\ny\r\n", "x"].map(line_end_of), ["\r\n", "\r", "\n", "\n"]);
    }
}
