//! Minimal edits that turn one text into another, so that an editor keeps the cursor's place.

use std::ops::Range;

use super::lines::CopiedSpan;
use super::movetext::LaidOutGame;
use crate::lint::Edit;

/// The edits that turn `text` into the written text that was made from it.
pub(super) fn between(text: &str, written: &LaidOutGame) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (mut at, mut new) = (0, 0);
    for span in in_order(written.copies.as_deref().unwrap_or_default()) {
        replace(text, at..span.source.start, &written.text[new..span.at as usize], &mut edits);
        at = span.source.end;
        new = span.at as usize + span.source.len();
    }
    replace(text, at..text.len() as u32, &written.text[new..], &mut edits);
    edits
}

/// The longest subsequence of the copied spans that is in source order.
fn in_order(copies: &[CopiedSpan]) -> Vec<&CopiedSpan> {
    if copies.is_sorted_by(|a, b| a.source.end <= b.source.start) {
        return copies.iter().collect();
    }
    // `rows`: the last span of the best subsequence of each length; `before`: each span's predecessor.
    let (mut rows, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::with_capacity(copies.len()));
    for (n, span) in copies.iter().enumerate() {
        let length = rows.partition_point(|last| copies[*last].source.end <= span.source.start);
        before.push(length.checked_sub(1).map(|shorter| rows[shorter]));
        match rows.get_mut(length) {
            Some(last) => *last = n,
            None => rows.push(n),
        }
    }
    let mut row: Vec<&CopiedSpan> =
        std::iter::successors(rows.last().copied(), |n| before[*n]).map(|n| &copies[n]).collect();
    row.reverse();
    row
}

/// An edit for a range, without the prefix and suffix that both texts share.
fn replace(text: &str, range: Range<u32>, new: &str, edits: &mut Vec<Edit>) {
    let old = super::tokens::slice(text, &range);
    if old == new {
        return;
    }
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum()
    };
    let mut head = same(&mut old.chars().zip(new.chars()));
    // An edit must not split the CR and LF of a line end.
    head -= usize::from(old[..head].ends_with('\r'));
    let (old, new) = (&old[head..], &new[head..]);
    let mut tail = same(&mut old.chars().rev().zip(new.chars().rev()));
    tail -= usize::from(old[old.len() - tail..].starts_with('\n'));
    let start = range.start + head as u32;
    let text = new[..new.len() - tail].to_owned();
    edits.push(Edit { range: start..range.end - tail as u32, text });
}
