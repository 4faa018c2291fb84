//! What stands right behind a half-move, which another notation would read as a part of it: `c3b5N` is a promotion.

use std::ops::Range;

use shakmaty::Color;

use super::outline::slice;
use crate::notation::nag;

/// A half-move's new text, kept away from what stands around it and could be taken for a part of it: from its number,
/// if it is a board and `before` says so, and from what is glued to its end.
pub(super) fn spaced(mut new: String, text: &str, range: &Range<u32>, before: bool, behind: bool) -> String {
    if before && text[..range.start as usize].ends_with(|c: char| c.is_ascii_digit() || c == '.') {
        new.insert(0, ' ');
    }
    let ends = |c: char| c.is_whitespace() || "(){};$!?*".contains(c);
    if behind && text[range.end as usize..].starts_with(|c: char| !ends(c)) {
        new.push(' ');
    }
    new
}

/// The NAGs for the glyphs of books (`±`, `N`) in a range of the text behind a half-move of `mover`'s: other notations
/// have these letters for something else. `None` if anything else is there.
pub(super) fn nags_for(text: &str, range: &Range<u32>, mover: Color) -> Option<String> {
    let glyphs = slice(text, range).split_whitespace();
    let nags = glyphs.map(|glyph| nag::of_printed(glyph, mover).map(|number| format!("${number}")));
    let mut nags = nags.collect::<Option<Vec<_>>>()?.join(" ");
    if text[range.end as usize..].starts_with(|c: char| !c.is_whitespace() && c != ')') {
        nags.push(' ');
    }
    Some(nags)
}
