//! Marks of half-moves for an end of the game that only the terminator explains (rule F3): `#+` for a win without mate,
//! `##` for a draw without stalemate. The last half-move of the main line has them.

use shakmaty::Color;

use super::{MAIN, Score};
use crate::notation::{Codec, EndMark};

/// Length in bytes of such a mark.
const LENGTH: usize = 2;

/// The half-move's text without such a mark, and the mark.
fn without_end_mark<'s>(score: &'s Score<'_>, ply: usize) -> (&'s str, &'s str) {
    let text = score.written(&score.plies[ply].range);
    text.split_at(text.len() - end_mark_of(score, text).len())
}

/// Such a mark at the end of a half-move's text, or nothing.
pub(super) fn end_mark_of<'x>(score: &Score<'_>, text: &'x str) -> &'x str {
    match end_mark(score, text) {
        EndMark::Won | EndMark::Drawn => &text[text.len() - LENGTH..],
        EndMark::None | EndMark::Over => "",
    }
}

fn end_mark(score: &Score<'_>, text: &str) -> EndMark {
    match score.resolved.notation.map(|notation| &notation.codec) {
        Some(Codec::Moves { read, .. }) if text.ends_with("#+") || text.ends_with("##") => {
            read(text).map_or(EndMark::None, |read| read.end)
        }
        _ => EndMark::None,
    }
}

/// Moves the mark of the half-move that was the last one of the main line to the one that is now, unless that one ends
/// the game on the board or has a mark of its own.
pub fn move_end_mark(score: &mut Score<'_>, was_last: Option<usize>) {
    let last = score.lines[MAIN].plies.last().copied();
    let Some(was_last) = was_last.filter(|was_last| last != Some(*was_last)) else { return };
    let (bare, mark) = without_end_mark(score, was_last);
    if mark.is_empty() {
        return;
    }
    let (bare, mark) = (bare.to_owned(), mark.to_owned());
    score.rewrite_half_move(was_last, bare);
    let Some(last) = last else { return };
    let (text, own) = without_end_mark(score, last);
    let is_over = score
        .half_move(last)
        .after
        .as_deref()
        .is_none_or(|after| after.is_checkmate() || after.is_stalemate() || after.variant_end().is_some());
    if own.is_empty() && !is_over {
        let text = format!("{text}{mark}");
        score.rewrite_half_move(last, text);
    }
}

/// The terminator that the mark of the last half-move records; `*` if it records none.
pub fn recorded_terminator(score: &Score<'_>) -> &'static str {
    let Some(&last) = score.lines[MAIN].plies.last() else { return "*" };
    match (end_mark(score, score.written(&score.plies[last].range)), score.half_move(last).color) {
        (EndMark::Won, Color::White) => "1-0",
        (EndMark::Won, Color::Black) => "0-1",
        (EndMark::Drawn, _) => "1/2-1/2",
        _ => "*",
    }
}
