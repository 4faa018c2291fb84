//! Fixes applied to the text of a game, or of the games into which a fix splits it, until none is left.

use std::cell::Cell;
use std::ops::Range;

use crate::binary::check_binary_game;
use crate::lint::fixing::settle;
use crate::lint::{Choice, Context, Diagnostic, Edit, Fix, apply};
use crate::replay::check_game;
use crate::syntax::games::games;

/// The edits that apply all fixes that `choose` selects, including fixes that become possible meanwhile: in order,
/// without overlaps, in bytes of the text. No edit touches the binary section after the text, if there is one.
///
/// `text` is one game. If a fix that is not safe splits it into several games, each of them is fixed; safe ones that would
/// are not applied.
pub fn fix_game(text: &str, section: Option<&[u8]>, context: &Context<'_>, choose: Choice<'_>) -> Vec<Edit> {
    fix_game_counted(text, section, context, choose).0
}

/// Same as [`fix_game`], with the number of findings that the edits remove.
pub fn fix_game_counted(
    text: &str,
    section: Option<&[u8]>,
    context: &Context<'_>,
    choose: Choice<'_>,
) -> (Vec<Edit>, usize) {
    let context = context.with_fixes(true);
    let all_are_safe = Cell::new(true);
    let choose = noting_unsafe(choose, &all_are_safe);
    let settled = settle(text, &|text| findings(text, section, &context), &choose);
    // A terminator ends a game by what is beside it, too: what makes two games of one is not safe.
    let count = |text: &str| games(text.as_bytes()).filter(|span| span.is_game).count();
    let splits = || count(&apply(text, &settled.0)) > count(text).max(1);
    if all_are_safe.get() && section.is_none() && !settled.0.is_empty() && splits() {
        return (Vec::new(), 0);
    }
    settled
}

/// The same choice; notes whether each fix chosen is safe.
fn noting_unsafe<'c>(choose: Choice<'c>, all_are_safe: &'c Cell<bool>) -> impl Fn(&Diagnostic) -> Option<&Fix> + 'c {
    move |found| {
        let fix = choose(found)?;
        all_are_safe.set(all_are_safe.get() && fix.safe);
        Some(fix)
    }
}

/// The findings in a text of one or more games, in bytes of the text.
fn findings(text: &str, section: Option<&[u8]>, context: &Context<'_>) -> Vec<Diagnostic> {
    if let Some(section) = section {
        return check_binary_game(text, section, context).diagnostics;
    }
    let mut all = Vec::new();
    for span in games(text.as_bytes()) {
        // A section that begins inside a character does not belong to this text.
        let binary = span.binary.filter(|at| text.is_char_boundary(*at));
        let (begin, end) = (text.floor_char_boundary(span.range.start), text.floor_char_boundary(span.range.end));
        let game = &text[begin..binary.unwrap_or(end)];
        let report = match binary {
            Some(binary) => check_binary_game(game, &text.as_bytes()[binary..span.range.end], context),
            None => check_game(game, context),
        };
        let start = u32::try_from(begin).unwrap_or(u32::MAX);
        all.extend(report.diagnostics.into_iter().map(|diagnostic| shifted(diagnostic, start)));
    }
    all
}

/// A finding of the game that begins at `start`, with the ranges that fixing needs moved to the whole text.
fn shifted(mut diagnostic: Diagnostic, start: u32) -> Diagnostic {
    let shift = |range: &mut Range<u32>| *range = range.start + start..range.end + start;
    shift(&mut diagnostic.range);
    diagnostic.fixes.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| shift(&mut edit.range));
    diagnostic
}

#[cfg(test)]
mod tests;
