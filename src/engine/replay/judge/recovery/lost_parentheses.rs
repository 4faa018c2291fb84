//! Variations without one of their parentheses: the findings that follow from it, and the board after them.

use std::ops::Range;

use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic};
use crate::replay::judge::Judge;
use crate::replay::judge::line::PrecedingToken;
use crate::replay::judge::movetext::number_text::NumberText;
use crate::replay::judge::recovery::played_text::{LONGEST_PLAYED, main_line_of};

/// Maximum number of half-moves that a number after a `)` may go back.
const MOST_BACK: u32 = 2;

/// Findings of a half-move that is read on another line than its own.
const ODD_FIRST: [Code; 2] = [Code::IllegalMove, Code::InvalidMoveText];

/// Maximum length in bytes of a number that names a half-move.
const LONGEST_NUMBER: usize = 16;

impl Judge<'_> {
    /// Drops the findings after the missing end of a variation, which were judged as part of it. The end is missing
    /// before a number that goes back, or before an inner variation in a wrong place. Returns its place in the latter
    /// case.
    pub(crate) fn drop_after_missing_end(&mut self, open: u32) -> Option<u32> {
        let is_inside = |d: &&Diagnostic| d.code == Code::VariationAnchor && d.range.start > open;
        let next = self.report.drafts().iter().filter(is_inside).map(|d| d.range.start).min();
        let back = self.line.first_rewind();
        self.drop_line_findings(next.into_iter().chain(back).min().unwrap_or(self.line.open_parenthesis));
        let next = next.filter(|next| back.is_none_or(|back| *next < back))?;
        let mut before = self.text[..next as usize].trim_end();
        if before.ends_with('}') {
            before = before[..before.rfind('{')?].trim_end();
        }
        let before = before.strip_suffix('(')?.trim_end();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        (before.len() > open as usize && !line.contains([';', '%'])).then_some(before.len() as u32)
    }

    /// The place of the missing `)` of the variation that is about to end: before its number that goes back to the
    /// half-move due on the line around it, if that line allows the half-move behind the number. `None` if a number in a
    /// variation within it goes back before: the `)` may be missing there.
    pub(crate) fn end_before_rewind(&self) -> Option<u32> {
        let (back, outer) = (self.line.before_rewind.as_ref()?, self.outer_lines.last()?);
        if self.line.first_rewind() != Some(back.at) {
            return None;
        }
        let rest = &self.text[back.at as usize..];
        let written = first_number(rest);
        let is_due = written.number == Some(outer.number) && written.color().is_none_or(|color| color == outer.color);
        if !is_due || !self.goes_on_with(rest, &*outer.position()?) {
            return None;
        }
        let before = self.text[..back.at as usize].trim_end();
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        // An inner variation that ends there may be the one without its `)`.
        (!line.contains([';', '%']) && !before.ends_with(')')).then_some(before.len() as u32)
    }

    /// Where the missing `)` of the variation belongs whose half-moves go on from `open` to the end of the line around it:
    /// before a number that names the half-move due there, if what follows can be played there and not in the variation;
    /// at the end, if it can be played in the variation only. `None` if neither is certain, or if a variation replaces its
    /// first half-move, which more often stands beside it.
    pub(crate) fn end_by_board(&self, open: u32, end: u32) -> Option<u32> {
        let Some(outer) = self.outer_lines.last().filter(|_| !self.has_boards()) else { return Some(end) };
        let (Some(before), Some(due)) = (outer.boards.back(1).position(), outer.position()) else { return Some(end) };
        let start = open as usize + 1;
        let text = &self.text[start..(end as usize).max(start)];
        let line =
            (text.len() <= LONGEST_PLAYED).then(|| main_line_of(text)).filter(|line| !line.has_first_replaced)?;
        let is_due = |range: &Range<u32>| {
            let written = NumberText::read(&text[range.start as usize..range.end as usize]);
            written.number == Some(outer.number) && written.color().is_none_or(|color| color == outer.color)
        };
        let is_place =
            |range: &Range<u32>| is_due(range) && self.plays_through(&due, &text[range.start as usize..], None);
        let mut places = line.numbers.iter().filter(|range| is_place(range));
        match (self.plays_through(&before, text, None), places.next(), places.next()) {
            (true, None, _) => Some(end),
            (false, Some(place), None) => Some((start + text[..place.start as usize].trim_end().len()) as u32),
            _ => None,
        }
    }

    /// The sign that stands for the `)` of the variation that begins at `open`: a `]` or `}`, as the only stray text in
    /// it, or the sign of a finding before the number that goes back. Its finding, and those after it, are dropped.
    pub(crate) fn wrong_parenthesis(&mut self, open: u32) -> Option<Range<u32>> {
        let inside = || self.report.last_drafts().iter().filter(|found| found.range.start > open);
        let back = self.line.first_rewind().filter(|back| *back > open);
        let end = back.map(|back| self.text[..back as usize].trim_end().len() as u32);
        // A letter or digit belongs to a half-move, whose finding is another fault.
        let is_sign =
            |found: &Diagnostic| found.range.len() == 1 || !self.slice(&found.range).ends_with(char::is_alphanumeric);
        let is_before_back = |found: &&Diagnostic| {
            Some(found.range.end) == end && found.code != Code::UnclosedVariation && is_sign(found)
        };
        let before_back = inside().find(is_before_back);
        let mut stray = inside().filter(|found| found.code == Code::StrayText);
        let (place, sign) = match (before_back, stray.next(), stray.next()) {
            (Some(found), ..) => (found.range.clone(), found.range.end - 1..found.range.end),
            (_, Some(found), None) if matches!(self.slice(&found.range), "]" | "}") => {
                (found.range.clone(), found.range.clone())
            }
            _ => return None,
        };
        if !self.text.is_char_boundary(sign.start as usize) || self.slice(&sign) == ")" {
            return None;
        }
        self.report.account(&Cause::At { places: &[place] });
        self.drop_line_findings(sign.end);
        Some(sign)
    }

    /// Drops the findings of half-moves directly after a `(` in the variation that begins at `open` and has no end: that
    /// `(` may be the one too many.
    pub(crate) fn drop_after_superfluous_opening(&mut self, open: u32) {
        let is_after = |found: &Diagnostic| {
            let before = self.text[..found.range.start as usize].trim_end();
            let is_empty = found.code == Code::EmptyVariation;
            let is_first = ODD_FIRST.contains(&found.code) && before.ends_with('(') && before.len() as u32 > open + 1;
            found.range.start > open && (is_empty || is_first)
        };
        self.drop_where(is_after);
    }

    /// Drops the finding of what a superfluous `)` in a variation, whose real end is the `)` at `end`, has cut: of the
    /// number before it, or of the half-move after it.
    pub(crate) fn drop_beside_early_end(&mut self, end: u32) {
        let Some(early) = self.text[..end as usize].rfind(')') else { return };
        let is_beside = |found: &Diagnostic| {
            let (before, after) = (&self.text[..found.range.start as usize], &self.text[found.range.end as usize..]);
            let is_number = found.code == Code::MoveNumber && after.trim_start().len() == self.text.len() - early;
            let is_first = ODD_FIRST.contains(&found.code) && before.trim_end().len() == early + 1;
            is_number || is_first
        };
        self.drop_where(is_beside);
    }

    /// Whether the last `)` before the one at `end` is a slip in a half-move, which has been reported.
    pub(crate) fn early_end_is_in_half_move(&self, end: u32) -> bool {
        let Some(early) = self.text[..end as usize].rfind(')').map(|early| early as u32) else { return false };
        let is_in = |found: &Diagnostic| {
            found.code == Code::InvalidMoveText && found.range.start < early && found.range.end >= early
        };
        self.report.last_drafts().iter().any(is_in)
    }

    fn drop_where(&mut self, is_dropped: impl Fn(&Diagnostic) -> bool) {
        let dropped = self.report.last_drafts().iter().filter(|found| is_dropped(found));
        let places: Vec<Range<u32>> = dropped.map(|found| found.range.clone()).collect();
        if !places.is_empty() {
            self.report.account(&Cause::At { places: &places });
        }
    }

    /// The sign that stands for the `(` of a variation whose first number begins at `start`. Its finding is dropped.
    pub(crate) fn sign_for_opening(&mut self, start: u32) -> Option<Range<u32>> {
        let is_before = |found: &&Diagnostic| found.range.end == start && found.range.len() == 1;
        let sign = self.report.last_drafts().iter().find(is_before)?.range.clone();
        self.report.account(&Cause::At { places: std::slice::from_ref(&sign) });
        Some(sign)
    }

    /// Drops the findings inside a variation without `(`: it began at a number that goes back, and its line continues
    /// from before that number. Returns that place, if any number went back.
    pub(crate) fn drop_inside_missing_start(&mut self) -> Option<u32> {
        let first = self.line.first_rewind();
        let before_rewind = self.line.before_rewind.take()?;
        self.drop_line_findings(first.unwrap_or(before_rewind.at));
        if !self.in_variation() {
            self.counts.main_line = before_rewind.main_line_half_moves;
            self.history.back_to(before_rewind.history);
        }
        self.line = before_rewind.line;
        self.line.preceding = PrecedingToken::Variation;
        Some(before_rewind.at)
    }

    /// After a `)` that ends at `end` and closes nothing: if the number after it names one of the last half-moves, the
    /// `)` closes a variation on that half-move, and the line continues from the board before it.
    pub(crate) fn return_to_number(&mut self, end: u32) {
        let word = self.text[end as usize..].trim_ascii_start();
        let written = first_number(word);
        let (Some(number), Some(color)) = (written.number, written.color()) else { return };
        let most = MOST_BACK.min(self.line.played);
        let Some(back) = (1..=most).find(|back| self.line.half_move_back(*back) == (number, color)) else { return };
        let board = self.line.boards.back(back).clone();
        self.line.boards.replace(board);
        (self.line.number, self.line.color) = (number, color);
        if !self.in_variation() {
            self.history.take_back(back);
            self.causes.other_count = true;
        }
    }
}

/// The number with which a text begins.
fn first_number(text: &str) -> NumberText {
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    NumberText::read(&text[..text.bytes().take(LONGEST_NUMBER).take_while(is_number).count()])
}
