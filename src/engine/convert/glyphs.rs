//! Glyphs directly behind a half-move that another notation would read as part of it: `c3b5N` is a promotion.

use std::ops::Range;

use shakmaty::Color;

use crate::notation::nag;
use crate::score::slice;

/// The new text of a half-move, with blanks where adjacent text could be read as part of it: before text attached to its
/// end, and with `before` after its number. A terminator attached to a board would be part of it.
pub(super) fn spaced(
    mut new: String,
    text: &str,
    range: &Range<u32>,
    is_board: bool,
    (before, behind): (bool, bool),
) -> String {
    if before && text[..range.start as usize].ends_with(|c: char| c.is_ascii_digit() || ".!?".contains(c)) {
        new.insert(0, ' ');
    }
    // Some readers of boards take other white space for a part of the last field.
    let is_blank = |c: char| if is_board { " \t\n\r".contains(c) } else { c.is_whitespace() };
    let ends = |c: char| is_blank(c) || "(){};$!?".contains(c) || (!is_board && c == '*');
    if behind && text[range.end as usize..].starts_with(|c: char| !ends(c)) {
        new.push(' ');
    }
    new
}

/// NAGs for book glyphs (`±`, `N`) in a range of the text behind a half-move of `mover`: in other notations these
/// letters have another meaning. `None` if the range holds anything else.
pub(super) fn nags_for(text: &str, range: &Range<u32>, mover: Color) -> Option<String> {
    let glyphs = slice(text, range).split_whitespace();
    let nags = glyphs.map(|glyph| nag::of_printed(glyph, mover).map(|number| format!("${number}")));
    let mut nags = nags.collect::<Option<Vec<_>>>()?.join(" ");
    if text[range.end as usize..].starts_with(|c: char| !c.is_whitespace() && c != ')') {
        nags.push(' ');
    }
    Some(nags)
}
