//! The undo stack of a board: its edits can be undone as long as the text is as they left it.

use std::ops::Range;

use ropey::Rope;

/// An edit of a document by a board.
#[derive(Clone, Debug)]
pub struct BoardEdit {
    before: Rope,
    after: Rope,
    /// The inverse edits, in bytes of the text after.
    back: Vec<(Range<usize>, String)>,
}

impl BoardEdit {
    /// From edits of a text that do not overlap.
    pub fn new(before: &Rope, edits: &[(Range<usize>, String)]) -> BoardEdit {
        let mut edits: Vec<_> = edits.iter().collect();
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut after = before.clone();
        let mut back = Vec::with_capacity(edits.len());
        // The shift of the text that follows, in bytes; computed with wrapping sums, since it may be negative.
        let mut moved = 0_usize;
        for (range, new) in edits {
            let start = range.start.wrapping_add(moved);
            let old = before.byte_slice(range.clone()).to_string();
            let chars = after.byte_to_char(start)..after.byte_to_char(start + old.len());
            after.remove(chars.clone());
            after.insert(chars.start, new);
            moved = moved.wrapping_add(new.len()).wrapping_sub(old.len());
            back.push((start..start + new.len(), old));
        }
        BoardEdit { before: before.clone(), after, back }
    }

    /// The text after the edit.
    pub fn after(&self) -> &Rope {
        &self.after
    }
}

/// The last edits of a board.
#[derive(Debug, Default)]
pub struct UndoStack(Vec<BoardEdit>);

/// Maximum number of edits kept.
const MOST: usize = 64;

impl UndoStack {
    /// Records an edit that the editor has applied.
    pub fn push(&mut self, step: BoardEdit) {
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(step);
    }

    /// The edits that undo the last edit, if the text is as that edit left it. Edits that the editor itself has undone
    /// are dropped.
    pub fn last(&mut self, text: &Rope) -> Option<Vec<(Range<usize>, String)>> {
        loop {
            let last = self.0.last()?;
            if last.after == *text {
                return Some(last.back.clone());
            }
            if last.before != *text {
                return None;
            }
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(text: &Rope, edits: &[(Range<usize>, String)]) -> Rope {
        BoardEdit::new(text, edits).after
    }

    #[test]
    fn what_was_written_is_taken_back_exactly() {
        let before = Rope::from("1. e4 {ä} *");
        let edits = [(10..10, " e5".to_owned()), (3..5, "d4".to_owned()), (7..9, String::new())];
        let step = BoardEdit::new(&before, &edits);
        assert_eq!(step.after, "1. d4 {} e5 *");
        let mut steps = UndoStack::default();
        let after = step.after.clone();
        steps.push(step);
        let back = steps.last(&after).expect("the text is as it was left");
        assert_eq!(apply(&after, &back), before);
    }

    #[test]
    fn edits_are_undone_in_order_and_only_if_the_text_is_unchanged() {
        let texts = ["1. *", "1. e4 *", "1. e4 e5 *"].map(Rope::from);
        let mut steps = UndoStack::default();
        for (before, written) in [(0, (2..3, " e4 ")), (1, (6..6, "e5 "))] {
            let step = BoardEdit::new(&texts[before], &[(written.0, written.1.to_owned())]);
            assert_eq!(*step.after(), texts[before + 1]);
            steps.push(step);
        }
        assert!(steps.last(&Rope::from("1. e4 e5  *")).is_none(), "somebody has typed");
        let edits = steps.last(&texts[2]).expect("the last step");
        assert_eq!(apply(&texts[2], &edits), texts[1]);
        let edits = steps.last(&texts[1]).expect("the one before it");
        assert_eq!(apply(&texts[1], &edits), texts[0]);
        assert!(steps.last(&texts[0]).is_none(), "all are taken back");
        assert!(steps.last(&texts[1]).is_none(), "and forgotten");
    }
}
