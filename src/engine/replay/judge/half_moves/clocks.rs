//! The clocks of boards in FEN, counted from play by a second judge in games with a wrong clock.

use std::ops::Range;

use crate::lint::cause::{Cause, clock_in};
use crate::lint::{Code, Context, Edit, Fix};
use crate::replay::game::parse_game;
use crate::replay::judge::Judge;
use crate::rules::Position;

/// Maximum number of wrong clocks that are slips; more are a habit of the game.
pub(crate) const SLIPS: usize = 2;

impl Judge<'_> {
    /// The edits of all clocks that differ from the count from the first board, whatever the boards between have.
    /// Findings at boards that agree with the count are dropped: an earlier slip is their cause. Empty if no clock was
    /// reported.
    pub(crate) fn counted_clocks(&mut self) -> Vec<Edit> {
        let is_clock = |code: Code| code == Code::FenClock;
        if !self.report.drafts().iter().any(|found| is_clock(found.code)) {
            return Vec::new();
        }
        let context = Context { fixes: false, ..*self.context };
        let mut judge = Judge::new(self.text, &context, false, self.letters());
        judge.numbering.counted = Some(Vec::new());
        parse_game(self.text, &mut judge, self.context.cancel);
        let mut edits = judge.numbering.counted.take().unwrap_or_default();
        edits.sort_by_key(|edit| edit.range.start);
        edits.dedup_by_key(|edit| edit.range.start);
        let text = self.text;
        self.report.account(&Cause::EarlierClock { counted: &edits });
        for found in self.report.drafts_mut().iter_mut().filter(|found| is_clock(found.code)) {
            let Some(edit) = clock_in(&edits, &found.range) else { continue };
            let written = &text[edit.range.start as usize..edit.range.end as usize];
            found.message = format!("the half-move clock and move number should be {}, not {written}", edit.text);
        }
        self.report_consistent_clocks(&edits);
        edits
    }

    /// If clocks are wrong throughout, adds findings at boards whose clocks are a correct step from the wrong ones
    /// before, because the fix corrects them too.
    fn report_consistent_clocks(&mut self, edits: &[Edit]) {
        let found = self.report.drafts().iter().filter(|found| found.code == Code::FenClock);
        let mut reported: Vec<Range<u32>> = found.map(|found| found.range.clone()).collect();
        if reported.len() <= SLIPS {
            return;
        }
        reported.sort_unstable_by_key(|range| range.start);
        let is_reported = |edit: &&Edit| {
            let next = reported.partition_point(|range| range.start <= edit.range.start);
            reported[..next].last().is_some_and(|range| edit.range.end <= range.end)
        };
        for edit in edits.iter().filter(|edit| !is_reported(edit)) {
            let message = format!("the half-move clock and move number should be {}", edit.text);
            self.report.add(Code::FenClock, edit.range.clone(), message);
        }
    }

    /// Records the correct clocks of a board.
    pub(crate) fn count_clock(&mut self, range: &Range<u32>, after: &Position) {
        let Some(clocks) = clocks_in(self.slice(range)) else { return };
        let clocks = range.start + clocks.start as u32..range.start + clocks.end as u32;
        let edit = Edit::replace(clocks, format!("{} {}", after.halfmoves(), after.fullmoves()));
        self.numbering.counted.iter_mut().for_each(|counted| counted.push(edit.clone()));
    }

    /// Gives all findings about clocks the fix that corrects all clocks of the game.
    pub(crate) fn clock_fix(&mut self, edits: Vec<Edit>) {
        if edits.is_empty() || !self.report.wants_fixes() {
            return;
        }
        let title = match edits.as_slice() {
            [only] => format!("write `{}`", only.text),
            _ => format!("correct the clocks of {} boards of this game", edits.len()),
        };
        let fix = Fix::choice(title, edits);
        for found in self.report.drafts_mut().iter_mut().filter(|found| found.code == Code::FenClock) {
            found.fixes = vec![fix.clone()];
        }
    }
}

/// Range of the half-move clock and the move number in a board's text: its only two fields of digits.
fn clocks_in(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    let mut fields = text.split(' ').filter_map(|field| {
        let range = at..at + field.len();
        at = range.end + 1;
        field.bytes().all(|byte| byte.is_ascii_digit()).then_some(range)
    });
    let (clock, number) = (fields.next()?, fields.next()?);
    (clock.end + 1 == number.start).then_some(clock.start..number.end)
}
