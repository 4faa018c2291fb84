//! Comments in positions that VGN does not allow, and their new positions (rule C4).

use std::ops::Range;

use crate::convert::edits::Edits;
use crate::convert::outcome::Loss;
use crate::replay::after::{MoveName, with_after};
use crate::score::slice;

/// A comment or an escape in a form for another position in a line: in braces, unless it contains a closing brace. Its
/// text is kept, including trailing blanks. A line comment that cannot be put in braces needs a line end after it.
pub fn inline(comment: &str) -> Option<String> {
    match comment.strip_prefix([';', '%']) {
        None => Some(comment.to_owned()),
        Some(line) if line.contains('}') => None,
        Some(line) => Some(format!("{{{line}}}")),
    }
}

/// A line comment, or an escape converted to VGN's line comment (rule C5).
pub fn line_comment(escape: &str) -> String {
    format!(";{}", escape.strip_prefix(['%', ';']).unwrap_or(escape))
}

/// A moved comment: its source range, and its text before it is put in braces.
pub struct MovedComment {
    pub range: Range<u32>,
    pub written: String,
}

/// A comment in a position that VGN may not allow.
pub struct PendingComment {
    pub range: Range<u32>,
    /// Its text if it stays, unless unchanged.
    pub written: Option<String>,
    /// The half-move that its command names if the comment is moved behind the next one.
    pub names: Option<MoveName>,
    /// Whether it moves with the variation before it.
    pub is_carried: bool,
}

impl PendingComment {
    /// The loss if it is moved behind the next half-move, and no command can have the number of its own.
    pub fn unnamed_loss(&self) -> Option<Loss> {
        let name = self.names.filter(|name| !name.can_be_written())?;
        let message = format!("the comment would belong to another half-move: VGN has no number `{name}`");
        Some(Loss::new(self.range.clone(), message))
    }

    /// Moves it behind the next half-move, which is not its own.
    pub fn named(self, text: &str) -> MovedComment {
        let names = self.names;
        let MovedComment { range, written } = self.unnamed(text);
        let written = names.map(|names| with_after(&written, names)).unwrap_or(written);
        MovedComment { range, written }
    }

    /// Moves it to another position behind its own half-move.
    pub fn unnamed(self, text: &str) -> MovedComment {
        let written = self.written.unwrap_or_else(|| slice(text, &self.range).to_owned());
        MovedComment { range: self.range, written }
    }
}

/// Destination of moved comments.
#[derive(Default)]
pub struct CommentTarget {
    pub at: u32,
    /// Whether a line comment ends there, whose line end must be kept.
    pub after_line_comment: bool,
}

/// Moves comments behind a position, in order.
pub fn move_behind(
    text: &str,
    comments: &[MovedComment],
    place: &CommentTarget,
    line_end: &str,
    edits: &mut Edits<'_>,
) {
    let mut moved = String::new();
    for comment in comments {
        let lead = if place.after_line_comment && moved.is_empty() { line_end } else { " " };
        match inline(&comment.written) {
            Some(braced) => moved.extend([lead, &braced]),
            None => moved.extend([lead, &comment.written, line_end]),
        }
    }
    if moved.ends_with(line_end) && text[place.at as usize..].starts_with(['\n', '\r']) {
        moved.truncate(moved.len() - line_end.len());
    }
    edits.insert(place.at, moved);
    cut_runs(text, comments, edits);
}

/// Moves comments before the token that starts at `place`, in order.
pub fn move_before(text: &str, comments: &[MovedComment], place: u32, line_end: &str, edits: &mut Edits<'_>) {
    let mut moved = String::new();
    for comment in comments {
        match inline(&comment.written) {
            Some(braced) => moved.extend([&braced, " "]),
            None => moved.extend([&comment.written, line_end]),
        }
    }
    edits.insert(place, moved);
    cut_runs(text, comments, edits);
}

/// Cuts comments; those separated only by white space as one range.
fn cut_runs(text: &str, comments: &[MovedComment], edits: &mut Edits<'_>) {
    let mut run: Option<Range<u32>> = None;
    for MovedComment { range: comment, .. } in comments {
        // Drops the rewrite planned for the old position.
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
        let moved = |part: &&str| MovedComment { range: range(part), written: (*part).to_owned() };
        let comments: Vec<MovedComment> = comments.iter().map(moved).collect();
        let mut edits = Edits::new(text);
        let place = CommentTarget { at: range(after).end, after_line_comment: after.starts_with(';') };
        move_behind(text, &comments, &place, "\n", &mut edits);
        apply(text, &edits.finish())
    }

    #[test]
    fn comments_move_in_their_order() {
        assert_eq!(behind("e4 {a} {b} e5 {d} Nf3", &["{a}", "{b}"], "e5"), "e4 e5 {a} {b} {d} Nf3");
        assert_eq!(behind("e4 ; a\n{b}\ne5\n2. d4", &["; a", "{b}"], "e5"), "e4\ne5 { a} {b}\n2. d4");
        assert_eq!(behind("e4 {a}e5)", &["{a}"], "e5"), "e4 e5 {a})");
        assert_eq!(behind("e4 ; a } b\ne5 d4", &["; a } b"], "e5"), "e4\ne5 ; a } b\n d4");
        assert_eq!(behind("e4 ; a\ne5 {b} d4", &["{b}"], "; a"), "e4 ; a\n{b}\ne5 d4");
        assert_eq!(behind("e4 ; a } b\ne5\nd4", &["; a } b"], "e5"), "e4\ne5 ; a } b\nd4");
    }
}
