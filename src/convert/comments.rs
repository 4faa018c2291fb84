//! Comments that stand where VGN has no place for them, and the place that they move to (rule C4).

use std::ops::Range;

use super::edits::Edits;
use super::outline::slice;

/// A comment or an escape as it is written elsewhere in a line: in braces, as long as no brace ends it before its time.
/// A line comment that cannot be put in braces needs a line end behind it.
pub(super) fn inline(comment: &str) -> Option<String> {
    match comment.strip_prefix([';', '%']) {
        None => Some(comment.to_owned()),
        Some(line) if line.contains('}') => None,
        Some(line) => Some(format!("{{{}}}", line.trim_end())),
    }
}

/// A line comment, or an escape as VGN's line comment (rule C5).
pub(super) fn line_comment(escape: &str) -> String {
    format!(";{}", escape.strip_prefix(['%', ';']).unwrap_or(escape))
}

/// Moves comments behind what ends at `place`, in their order.
pub(super) fn move_behind(text: &str, comments: &[Range<u32>], place: u32, line_end: &str, edits: &mut Edits<'_>) {
    let mut moved = String::new();
    for comment in comments {
        let comment = slice(text, comment);
        match inline(comment) {
            Some(braced) => moved.extend([" ", &braced]),
            None => moved.extend([" ", &line_comment(comment), line_end]),
        }
    }
    if moved.ends_with(line_end) && text[place as usize..].starts_with(['\n', '\r']) {
        moved.truncate(moved.len() - line_end.len());
    }
    edits.insert(place, moved);
    cut_runs(text, comments, edits);
}

/// Moves comments before what starts at `place`, in their order.
pub(super) fn move_before(text: &str, comments: &[Range<u32>], place: u32, line_end: &str, edits: &mut Edits<'_>) {
    let mut moved = String::new();
    for comment in comments {
        let comment = slice(text, comment);
        match inline(comment) {
            Some(braced) => moved.extend([&braced, " "]),
            None => moved.extend([&line_comment(comment), line_end]),
        }
    }
    edits.insert(place, moved);
    cut_runs(text, comments, edits);
}

/// Cuts comments out; those with nothing but white space between them in one piece.
fn cut_runs(text: &str, comments: &[Range<u32>], edits: &mut Edits<'_>) {
    let mut run: Option<Range<u32>> = None;
    for comment in comments {
        // An escape was to become a line comment.
        edits.forget(comment);
        match &mut run {
            Some(run) if slice(text, &(run.end..comment.start)).trim().is_empty() => run.end = comment.end,
            _ => {
                if let Some(run) = run.replace(comment.clone()) {
                    edits.cut(run);
                }
            }
        }
    }
    if let Some(run) = run {
        edits.cut(run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::apply;

    fn behind(text: &str, comments: &[&str], after: &str) -> String {
        let range = |part: &str| {
            let start = text.find(part).expect(part) as u32;
            start..start + part.len() as u32
        };
        let comments: Vec<Range<u32>> = comments.iter().map(|part| range(part)).collect();
        let mut edits = Edits::new(text);
        move_behind(text, &comments, range(after).end, "\n", &mut edits);
        apply(text, &edits.finish())
    }

    #[test]
    fn comments_move_in_their_order() {
        assert_eq!(behind("e4 {a} {b} e5 {d} Nf3", &["{a}", "{b}"], "e5"), "e4 e5 {a} {b} {d} Nf3");
        assert_eq!(behind("e4 ; a\n{b}\ne5\n2. d4", &["; a", "{b}"], "e5"), "e4\ne5 { a} {b}\n2. d4");
        assert_eq!(behind("e4 {a}e5)", &["{a}"], "e5"), "e4 e5 {a})");
        assert_eq!(behind("e4 ; a } b\ne5 d4", &["; a } b"], "e5"), "e4\ne5 ; a } b\n d4");
        assert_eq!(behind("e4 ; a } b\ne5\nd4", &["; a } b"], "e5"), "e4\ne5 ; a } b\nd4");
    }
}
