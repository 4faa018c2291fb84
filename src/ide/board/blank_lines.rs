//! Removes lines that an edit would leave empty, as an empty line ends a game for other programs.

use std::ops::Range;

use vgn_engine::lint::Edit;

/// The edits in order; an edit that would leave only blanks on a line removes the whole line.
pub fn without_blank_lines(text: &str, edits: &[Edit]) -> Vec<Edit> {
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

/// The range extended by adjacent blanks and the line end, if nothing else is on its lines.
fn whole_lines(text: &str, range: &Range<u32>) -> Option<Range<u32>> {
    let head = text[..range.start as usize].trim_end_matches(BLANKS);
    let tail = text[range.end as usize..].trim_start_matches(BLANKS);
    let line_end = ["\r\n", "\n", "\r"].into_iter().find(|line_end| tail.starts_with(line_end))?;
    let is_line = !range.is_empty() && (head.is_empty() || head.ends_with(['\n', '\r']));
    let end = text.len() - tail.len() + line_end.len();
    is_line.then_some(u32::try_from(head.len()).ok()?..u32::try_from(end).ok()?)
}
