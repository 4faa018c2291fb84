//! Lines that would be left with nothing on them: they go as well, for to other programs an empty line ends a game.

use std::ops::Range;

use crate::analysis::Edit;

/// The edits, in their order; those that leave only blanks of a line take all of it away.
pub fn with_emptied_lines(text: &str, edits: &[Edit]) -> Vec<Edit> {
    let is_near = |first: &Edit, next: &Edit| {
        let between = text.get(first.range.end as usize..next.range.start as usize);
        first.text.is_empty() && next.text.is_empty() && between.is_some_and(|it| it.trim_matches(BLANKS).is_empty())
    };
    let mut all = Vec::new();
    for group in edits.chunk_by(is_near) {
        let range = group[0].range.start..group[group.len() - 1].range.end;
        match Some(range).filter(|_| group[0].text.is_empty()).and_then(|range| whole_lines(text, &range)) {
            Some(range) => all.push(Edit { range, text: String::new() }),
            None => all.extend_from_slice(group),
        }
    }
    all
}

const BLANKS: [char; 2] = [' ', '\t'];

/// The range with the blanks around it and its line end, where it is all that its lines hold.
fn whole_lines(text: &str, range: &Range<u32>) -> Option<Range<u32>> {
    let head = text[..range.start as usize].trim_end_matches(BLANKS);
    let tail = text[range.end as usize..].trim_start_matches(BLANKS);
    let line_end = ["\r\n", "\n", "\r"].into_iter().find(|line_end| tail.starts_with(line_end))?;
    let is_line = !range.is_empty() && (head.is_empty() || head.ends_with(['\n', '\r']));
    let end = text.len() - tail.len() + line_end.len();
    is_line.then_some(u32::try_from(head.len()).ok()?..u32::try_from(end).ok()?)
}
