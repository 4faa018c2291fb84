//! The loop that applies fixes to a game, round after round, until none is left: for the command line, for editors, and
//! for fixes composed of others.
//!
//! A round applies fixes that do not touch one another and judges the game again. A fix whose own finding remains is
//! dropped. Rounds are independent of earlier ones, and a game that does not reach a fixed point is left unchanged; so
//! fixing is idempotent.

mod draft;

use std::ops::Range;

pub(crate) use draft::Draft;

use super::edits::{CompatibleEdits, apply};
use super::no_text::is_no_text;
use super::{Diagnostic, Edit, Fix};

/// Maximum number of rounds. Fixes may enable others; a game reaches a fixed point much earlier unless fixes undo one
/// another.
const ROUNDS: usize = 16;

/// Maximum number of bytes judged for a game's fixes, in addition to twice its own size: a game full of faults would
/// otherwise be judged once for nearly each of them.
const MOST_JUDGED: usize = 1 << 22;

/// Finds the diagnostics of a text, with fixes; ranges are in bytes of the text.
pub(crate) type Checker<'f> = &'f dyn Fn(&str) -> Vec<Diagnostic>;

/// Selects the fix to apply to a diagnostic, if any.
pub type Choice<'c> = &'c dyn Fn(&Diagnostic) -> Option<&Fix>;

/// The edits that apply all fixes that `choose` selects, including fixes that become possible meanwhile, and the number
/// of findings that they remove. The edits are in bytes of the text, in order, and do not overlap; `find` returns a
/// text's findings with their fixes.
pub(crate) fn settle(text: &str, find: Checker<'_>, choose: Choice<'_>) -> (Vec<Edit>, usize) {
    if is_no_text(text) {
        return (Vec::new(), 0);
    }
    let mut left = Some(MOST_JUDGED + 2 * text.len());
    let mut draft = Draft::new(text);
    let mut round = Round::of(text.to_owned(), find);
    let mut count = 0;
    for _ in 0..ROUNDS {
        let Some((edits, fixed, next)) = round.fixed(find, choose, &mut left) else {
            return if left.is_some() { (draft.into_edits(), count) } else { (Vec::new(), 0) };
        };
        draft.apply(&edits);
        count += fixed;
        round = next;
    }
    (Vec::new(), 0)
}

/// A text and its findings.
struct Round {
    text: String,
    /// In bytes of the text.
    found: Vec<Diagnostic>,
}

impl Round {
    fn of(text: String, find: Checker<'_>) -> Round {
        let found = find(&text);
        Round { text, found }
    }

    /// The compatible edits, the number of findings that they remove, and the next round; `None` if no fix removes its
    /// finding.
    ///
    /// `left` is the number of bytes that may still be judged; `None` once it was not enough.
    fn fixed(
        &self,
        find: Checker<'_>,
        choose: Choice<'_>,
        left: &mut Option<usize>,
    ) -> Option<(Vec<Edit>, usize, Round)> {
        let mut chosen: Vec<(&Diagnostic, &Fix)> =
            self.found.iter().filter_map(|diagnostic| Some((diagnostic, choose(diagnostic)?))).collect();
        let mut of_one_kind_may_touch = true;
        loop {
            let mut compatible = CompatibleEdits::new(of_one_kind_may_touch);
            let taken: Vec<&Diagnostic> = chosen
                .iter()
                .filter(|(diagnostic, fix)| is_in(&self.text, fix) && compatible.offer(diagnostic.code, &fix.edits))
                .map(|(diagnostic, _)| *diagnostic)
                .collect();
            if taken.is_empty() {
                return None;
            }
            let edits: Vec<Edit> = compatible.into_edits().cloned().collect();
            *left = left.and_then(|left| left.checked_sub(self.text.len()));
            (*left)?;
            let next = Round::of(apply(&self.text, &edits), find);
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

    /// Whether a finding of the text before these edits remains: the same message at the same range or, if the number
    /// of findings with its code has not decreased, any finding with its code that touches the range.
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

/// Whether all edits of the fix are inside the text.
fn is_in(text: &str, fix: &Fix) -> bool {
    fix.edits.iter().all(|edit| text.get(edit.range.start as usize..edit.range.end as usize).is_some())
}

/// The range after the edits; text inserted at its ends belongs to it.
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
