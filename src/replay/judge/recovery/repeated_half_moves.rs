//! Repeated half-moves in notations that record illegal ones (rule D1): the repetition is not played, so that later
//! numbers, variations and half-moves keep their places.

use std::ops::Range;

use shakmaty::Color;

use crate::lint::Code;
use crate::notation::Codec;
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::{legal_play, verdict};
use crate::replay::judge::movetext::variations::after_variations;
use crate::rules::{Play, Position, RuleScope};

/// Maximum number of bytes after a half-move searched for the next one.
const LONGEST: usize = 1 << 16;

impl Judge<'_> {
    /// Reports the half-move if it repeats the last one and is not possible again. False if it is something else.
    pub(crate) fn report_repetition(&mut self, range: &Range<u32>) -> bool {
        if self.moves_unjudged || !self.notation.allows_illegal || self.line.stray || self.line.fault_reported {
            return false;
        }
        let Some(fix) = self.repetition_fix(range).filter(|_| self.line.pending_number.is_none()) else { return false };
        let Some(before) = self.line.position().map(std::borrow::Cow::into_owned) else { return false };
        let text = self.slice(range);
        let (code, message) = match self.notation.codec {
            Codec::Boards { read, .. } => {
                if read(text).map_or(true, |board| board.setup.board != *before.board()) {
                    return false;
                }
                (Code::BoardNotReachable, "the board is the same as before: it stands twice".to_owned())
            }
            Codec::Moves { read, .. } => {
                let Some(read) = read(text).filter(|read| legal_play(&before, read).is_none()) else { return false };
                let verdict = verdict(&before, &read.parsed, RuleScope::Full);
                let Some(why) = verdict.and_then(|verdict| verdict.illegal) else { return false };
                (Code::IllegalMove, format!("`{text}` is not legal here: {why}; it stands twice"))
            }
            _ => return false,
        };
        if self.replaces_another(range, &before) {
            return false;
        }
        if self.rule_scope().is_some() {
            self.report.add_fixed(code, range.clone(), message, || vec![fix]);
        }
        let board = self.line.boards.back(0).kept();
        self.keep(range, None, None, board);
        if let Some(last) = &mut self.line.last_move {
            last.range = range.clone();
        }
        true
    }

    /// The next number or half-move counts this one: it was copied into the place of another.
    fn replaces_another(&self, range: &Range<u32>, before: &Position) -> bool {
        let start = range.end as usize;
        let mut rest = self.text[start..self.text.floor_char_boundary(start + LONGEST)].trim_start();
        while let Some(glyph) = rest.strip_prefix('$') {
            rest = glyph.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        }
        let rest = after_variations(rest).unwrap_or(rest);
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() < rest.len() && after.starts_with('.') {
            let is_black = after.starts_with(".5") || after.starts_with("..");
            let written = rest[..rest.len() - after.len()].parse::<i64>().unwrap_or(0);
            let due = i64::from(self.line.number) + self.line.drift;
            return match self.line.color {
                Color::White => is_black && written == due,
                Color::Black => !is_black && written == due + 1,
            };
        }
        let end = rest.find(|c: char| c.is_whitespace() || "(){};$!?".contains(c)).unwrap_or(rest.len());
        let possible = |on: &Position| self.read_text(&rest[..end]).is_some_and(|read| legal_play(on, &read).is_some());
        !possible(before) && possible(&before.after(&Play::Null))
    }
}
