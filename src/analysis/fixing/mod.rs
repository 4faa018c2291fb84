//! Fixes applied to a game, round after round, until none is left: the one loop for the command line, for editors, and
//! for fixes that are made of others.
//!
//! A round applies the fixes that do not touch one another and judges the game again. A fix whose own finding is still
//! there afterwards is dropped. A round knows nothing of those before it, and a game that does not come to rest stays
//! as it is; so what fixing gives is never changed by fixing it again.

mod draft;

use std::ops::Range;

pub(super) use draft::Draft;

use super::edits::{Together, apply};
use super::no_text::is_no_text;
use super::{Context, Diagnostic, Edit, Fix, check_binary_game, check_game};
use crate::syntax::games::games;

/// A fix can bring up another; a game comes to rest long before so many rounds, unless fixes undo one another.
const ROUNDS: usize = 16;

/// So many bytes are judged for a game's fixes, beside twice its own: a game that is nothing but faults would be judged
/// once for nearly each of them.
const MOST_JUDGED: usize = 1 << 22;

/// The fix that is applied to a diagnostic, if any.
pub type Choice<'c> = &'c dyn Fn(&Diagnostic) -> Option<&Fix>;

/// The edits that apply all fixes that `choose` names, and those that come up meanwhile: ordered, not overlapping, in
/// bytes of the text. None of them touches the binary section that stands behind the text, if one does.
///
/// `text` is one game's. A fix may part it into several: then each of them is fixed.
pub fn fix_game(text: &str, section: Option<&[u8]>, context: &Context<'_>, choose: Choice<'_>) -> Vec<Edit> {
    fix_game_counted(text, section, context, choose).0
}

/// As [`fix_game`], and how many findings the edits take away.
pub fn fix_game_counted(
    text: &str,
    section: Option<&[u8]>,
    context: &Context<'_>,
    choose: Choice<'_>,
) -> (Vec<Edit>, usize) {
    fix(text, section.map_or(Scope::Games, Scope::Before), context, choose)
}

/// As [`fix_game`], of a text that is one game and is taken for one whatever comes of it.
pub(super) fn fix_one_game(text: &str, context: &Context<'_>, choose: Choice<'_>) -> Vec<Edit> {
    fix(text, Scope::One, context, choose).0
}

/// What a text is.
#[derive(Clone, Copy)]
enum Scope<'s> {
    /// As many games as it has.
    Games,
    One,
    /// One game, before this binary section.
    Before(&'s [u8]),
}

fn fix(text: &str, scope: Scope<'_>, context: &Context<'_>, choose: Choice<'_>) -> (Vec<Edit>, usize) {
    if is_no_text(text) {
        return (Vec::new(), 0);
    }
    let context = Context { fixes: true, ..*context };
    let mut left = Some(MOST_JUDGED + 2 * text.len());
    let mut draft = Draft::new(text);
    let mut round = Round::of(text.to_owned(), scope, &context);
    let mut count = 0;
    for _ in 0..ROUNDS {
        let Some((edits, fixed, next)) = round.fixed(scope, &context, choose, &mut left) else {
            return if left.is_some() { (draft.into_edits(), count) } else { (Vec::new(), 0) };
        };
        draft.apply(&edits);
        count += fixed;
        round = next;
    }
    (Vec::new(), 0)
}

/// A text, and what was found in it.
struct Round {
    text: String,
    /// In bytes of the text.
    found: Vec<Diagnostic>,
}

impl Round {
    fn of(text: String, scope: Scope<'_>, context: &Context<'_>) -> Round {
        let found = found_in(&text, scope, context);
        Round { text, found }
    }

    /// The edits that can be made together, how many findings they end, and what comes of them; `None` when no fix
    /// takes its finding away.
    ///
    /// `left` are the bytes that may still be judged; `None` when they have not been enough.
    fn fixed(
        &self,
        scope: Scope<'_>,
        context: &Context<'_>,
        choose: Choice<'_>,
        left: &mut Option<usize>,
    ) -> Option<(Vec<Edit>, usize, Round)> {
        let mut chosen: Vec<(&Diagnostic, &Fix)> =
            self.found.iter().filter_map(|diagnostic| Some((diagnostic, choose(diagnostic)?))).collect();
        let mut of_one_kind_may_touch = true;
        loop {
            let mut together = Together::new(of_one_kind_may_touch);
            let taken: Vec<&Diagnostic> = chosen
                .iter()
                .filter(|(diagnostic, fix)| is_in(&self.text, fix) && together.offer(diagnostic.code, &fix.edits))
                .map(|(diagnostic, _)| *diagnostic)
                .collect();
            if taken.is_empty() {
                return None;
            }
            let edits: Vec<Edit> = together.into_edits().cloned().collect();
            *left = left.and_then(|left| left.checked_sub(self.text.len()));
            (*left)?;
            let next = Round::of(apply(&self.text, &edits), scope, context);
            let fixed = taken.len();
            let stays = |diagnostic: &Diagnostic| next.holds(diagnostic, &edits, &self.found);
            let failed: Vec<&Diagnostic> = taken.into_iter().filter(|diagnostic| stays(diagnostic)).collect();
            if failed.is_empty() {
                return (next.text != self.text).then_some((edits, fixed, next));
            }
            if std::mem::take(&mut of_one_kind_may_touch) {
                continue;
            }
            chosen.retain(|(diagnostic, _)| !failed.iter().any(|failed| std::ptr::eq(*failed, *diagnostic)));
        }
    }

    /// A finding of the text before these edits is still there: word for word in its place, or, where no fewer of its
    /// kind are found than before, one of its kind touches the place.
    fn holds(&self, before: &Diagnostic, edits: &[Edit], all_before: &[Diagnostic]) -> bool {
        let of_kind = |found: &&Diagnostic| found.code == before.code;
        let fewer = self.found.iter().filter(of_kind).count() < all_before.iter().filter(of_kind).count();
        let place = moved(&before.range, edits);
        self.found.iter().filter(of_kind).any(|found| match fewer {
            true => found.range == place && found.message == before.message,
            false => found.range.start <= place.end && place.start <= found.range.end,
        })
    }
}

/// All edits of the fix lie in the text.
fn is_in(text: &str, fix: &Fix) -> bool {
    fix.edits.iter().all(|edit| text.get(edit.range.start as usize..edit.range.end as usize).is_some())
}

/// What is found in a text of one game or several, in bytes of the text.
fn found_in(text: &str, scope: Scope<'_>, context: &Context<'_>) -> Vec<Diagnostic> {
    match scope {
        Scope::Games => {}
        Scope::One => return check_game(text, context).diagnostics,
        Scope::Before(section) => return check_binary_game(text, section, context).diagnostics,
    }
    let mut all = Vec::new();
    for span in games(text.as_bytes()) {
        // A section that begins or ends inside a character is none of this text's.
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

/// A finding of the game that begins at `start`, with the places that fixing needs.
fn shifted(mut diagnostic: Diagnostic, start: u32) -> Diagnostic {
    let shift = |range: &mut Range<u32>| *range = range.start + start..range.end + start;
    shift(&mut diagnostic.range);
    diagnostic.fixes.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| shift(&mut edit.range));
    diagnostic
}

/// Where a range is after the edits; what was put at its ends belongs to it.
fn moved(range: &Range<u32>, edits: &[Edit]) -> Range<u32> {
    let put = |edit: &Edit| u32::try_from(edit.text.len()).unwrap_or(u32::MAX);
    let place = |offset: u32, is_end: bool| {
        let mut moved = i64::from(offset);
        for edit in edits {
            if edit.range.end < offset || (is_end && edit.range.end == offset) {
                moved += i64::from(put(edit)) - i64::from(edit.range.end - edit.range.start);
            } else if edit.range.start < offset {
                let end = if is_end { i64::from(put(edit)) } else { 0 };
                moved += end - i64::from(offset - edit.range.start);
            }
        }
        u32::try_from(moved).unwrap_or(0)
    };
    place(range.start, false)..place(range.end, true)
}

#[cfg(test)]
mod tests;
