//! Combines edits with moved variations: an edit inside a moved variation applies at its new position.

use std::ops::Range;

use super::variations::Relocation;
use crate::convert::edits::{Edits, cut, join};
use crate::lint::{Edit, apply, line_end_of};

/// All edits in text order, including those of moved variations. A variation of which nothing remains, or whose
/// half-move is removed, is not moved.
pub fn finish(text: &str, edits: Edits<'_>, relocations: &[Relocation]) -> Vec<Edit> {
    if relocations.is_empty() {
        return edits.finish();
    }
    let list = edits.into_sorted();
    let gone = EditReach::of(&list, |edit| edit.text.is_empty());
    let changed = EditReach::of(&list, |_| true);
    let stays =
        |relocation: &Relocation| changed.covers(&list, &relocation.block) || gone.covers(&list, &relocation.half_move);
    let moved: Vec<&Relocation> = relocations.iter().filter(|relocation| !stays(relocation)).collect();
    let mut levels = vec![EditLevel::default()];
    let mut open: Vec<&Relocation> = Vec::new();
    let mut moved = moved.into_iter().peekable();
    let mut list = list.into_iter().peekable();
    loop {
        let edit = list.peek().map(|edit| edit.range.start);
        let next = moved.peek().map(|relocation| relocation.block.start);
        let closes = open.last().map(|relocation| (relocation.block.end, relocation.unclosed > 0));
        // An edit at a block's first byte or after its last byte is outside.
        let inside = |at: u32| closes.is_none_or(|(end, unclosed)| at < end || unclosed && at == end);
        match (edit, next) {
            (Some(at), next) if inside(at) && next.is_none_or(|next| at <= next) => {
                if let (Some(level), Some(edit)) = (levels.last_mut(), list.next()) {
                    level.edits.push((edit, false));
                }
            }
            (_, Some(next)) if inside(next) => {
                levels.push(EditLevel::default());
                open.extend(moved.next());
            }
            _ => {
                let Some(relocation) = open.pop() else { break };
                let inner = levels.pop().unwrap_or_default().finish(text);
                if let Some(outer) = levels.last_mut() {
                    outer.take(text, relocation, inner);
                }
            }
        }
    }
    levels.pop().unwrap_or_default().finish(text)
}

/// The farthest end of the edits up to each one in sorted order.
struct EditReach(Vec<u32>);

impl EditReach {
    fn of(list: &[Edit], counts: impl Fn(&Edit) -> bool) -> EditReach {
        let mut far = 0;
        EditReach(
            list.iter()
                .map(|edit| {
                    far = far.max(if counts(edit) && !edit.range.is_empty() { edit.range.end } else { 0 });
                    far
                })
                .collect(),
        )
    }

    /// Whether a single edit covers the whole range.
    fn covers(&self, list: &[Edit], range: &Range<u32>) -> bool {
        let before = list.partition_point(|edit| edit.range.start <= range.start);
        before.checked_sub(1).and_then(|last| self.0.get(last)).is_some_and(|far| *far >= range.end)
    }
}

/// Edits of the game, or of a moved variation.
#[derive(Default)]
struct EditLevel {
    /// Edits, with a flag for those that come after others at the same offset.
    edits: Vec<(Edit, bool)>,
    /// Adjacent moved variations, to be cut as one range.
    run: Option<Range<u32>>,
}

impl EditLevel {
    /// Adds a variation that moves within this level.
    fn take(&mut self, text: &str, relocation: &Relocation, edits: Vec<Edit>) {
        let Range { start, end } = relocation.block;
        // All ranges refer to the whole text.
        let inner =
            edits.into_iter().map(|Edit { range, text }| Edit { range: range.start - start..range.end - start, text });
        let inner: Vec<Edit> = inner.collect();
        let mut moved = format!(" {}", apply(&text[start as usize..end as usize], &inner));
        if relocation.unclosed > 0 {
            let is_escape = moved.rsplit(['\n', '\r']).next().is_some_and(|line| line.starts_with('%'));
            moved += if is_escape || ends_in_line_comment(&moved) { line_end_of(text) } else { "" };
            moved.push_str(&")".repeat(relocation.unclosed));
        }
        self.edits.push((Edit { range: relocation.to..relocation.to, text: moved }, true));
        match &mut self.run {
            Some(run) if text[run.end as usize..start as usize].trim().is_empty() => run.end = end,
            run => {
                if let Some(run) = run.replace(start..end) {
                    self.edits.push((cut(text, run), false));
                }
            }
        }
    }

    fn finish(mut self, text: &str) -> Vec<Edit> {
        self.edits.extend(self.run.take().map(|run| (cut(text, run), false)));
        self.edits.sort_by_key(|(edit, late)| (edit.range.start, edit.range.end, *late));
        let mut list: Vec<Edit> = Vec::with_capacity(self.edits.len());
        for (mut edit, late) in self.edits {
            let before = list.last().filter(|before| late && before.range == edit.range);
            if before.is_some_and(|before| ends_in_line_comment(&before.text)) {
                edit.text.insert_str(0, line_end_of(text));
            }
            list.push(edit);
        }
        join(&mut list);
        list
    }
}

/// Whether the comments, with blanks between them, end with one that needs a line end.
fn ends_in_line_comment(comments: &str) -> bool {
    let mut rest = comments;
    while let Some(at) = rest.find(['{', ';']) {
        let ends: &[char] = if rest[at..].starts_with('{') { &['}'] } else { &['\n', '\r'] };
        match rest[at..].find(ends) {
            Some(end) => rest = &rest[at + end + 1..],
            None => return true,
        }
    }
    false
}
