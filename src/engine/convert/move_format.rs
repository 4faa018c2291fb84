//! The notation of games without a `MoveFormat` tag.

use crate::lint::{Edit, line_end_of};
use crate::notation::Notation;
use crate::score::SourceOutline;

/// The edit that adds the `MoveFormat` tag for `notation`. `None` if the game has one.
pub fn move_format_edit(text: &str, notation: &Notation) -> Option<Edit> {
    let outline = SourceOutline::of(text);
    if outline.tag(text, "MoveFormat").is_some() {
        return None;
    }
    let line_end = line_end_of(text);
    let tag = format!("[MoveFormat \"{}\"]{line_end}", notation.tag_value());
    let (at, tag) = match outline.tags.first() {
        Some(first) => (first.range.start, tag),
        None => (outline.start, format!("{tag}{line_end}")),
    };
    Some(Edit { range: at..at, text: tag })
}
