//! Move numbers (rule C2): right, in order, and in the game format's style.

use std::ops::Range;

use shakmaty::Color;

use super::Judge;
use super::line::{Last, WentBack};
use crate::analysis::{Code, Diagnostic, Edit, Fix};

/// A number in the text with what it should be, for the fix that renumbers the game.
#[derive(Clone, Debug)]
pub(super) struct NumberSeen {
    pub range: Range<u32>,
    pub number: u32,
    pub color: Color,
}

/// The number of a half-move as its game format writes it.
pub(super) fn spell(number: u32, color: Color, vgn: bool) -> String {
    match (color, vgn) {
        (Color::White, _) => format!("{number}."),
        (Color::Black, true) => format!("{number}.5"),
        (Color::Black, false) => format!("{number}..."),
    }
}

/// How a number is written.
struct Written {
    number: Option<u32>,
    dots: usize,
    half: bool,
}

impl Written {
    fn read(text: &str) -> Written {
        let half = text.ends_with(".5");
        let digits = text.split('.').next().unwrap_or(text);
        let dots = if half { 1 } else { text.len() - digits.len() };
        Written { number: digits.parse().ok(), dots, half }
    }

    /// The side it is written for, if it tells.
    fn color(&self) -> Option<Color> {
        match (self.half, self.dots) {
            (true, _) | (false, 2..) => Some(Color::Black),
            (false, 1) => Some(Color::White),
            (false, _) => None,
        }
    }
}

impl Judge<'_> {
    pub(super) fn number(&mut self, range: Range<u32>) {
        self.line.filled = true;
        self.settle_glyphs();
        if self.line.stray && self.text[..range.start as usize].ends_with(|c: char| !c.is_whitespace()) {
            // The tail of the stray text.
            return;
        }
        self.number_after_number(&range);
        self.dangling_number();
        self.line.pending_number = Some(range);
        self.line.last = Last::Number;
    }

    /// Periods apart from their number belong to it: `13 .. Kg7`.
    pub(super) fn periods(&mut self, range: Range<u32>) {
        if let Some(number) = &mut self.line.pending_number
            && self.text[number.end as usize..range.start as usize].trim().is_empty()
        {
            number.end = range.end;
        }
    }

    /// Two numbers in a row: where they differ, the half-move of the first one is missing, and nothing behind it is known.
    fn number_after_number(&mut self, next: &Range<u32>) {
        let Some(range) = self.line.pending_number.clone() else { return };
        let (first, second) = (Written::read(self.slice(&range)), Written::read(self.slice(next)));
        if (first.number, first.color()) == (second.number, second.color()) || self.line.stray {
            return;
        }
        self.line.pending_number = None;
        self.line.misread = true;
        self.line.step(None);
        if !self.silent {
            let message = format!("no move follows the number `{}`", self.slice(&range));
            self.unmendable.push(range.start);
            self.report.add(Code::MoveNumber, range, message);
        }
    }

    /// A number that no move follows.
    pub(super) fn dangling_number(&mut self) {
        let Some(range) = self.line.pending_number.take() else { return };
        if self.silent || self.line.stray {
            return;
        }
        let cut = self.removal(&range);
        let message = format!("no move follows the number `{}`", self.slice(&range));
        self.report.add_fixed(Code::MoveNumber, range, message, || vec![Fix::safe("remove the number", vec![cut])]);
    }

    /// Judges the number that stands before the half-move that comes now.
    pub(super) fn number_of_move(&mut self, half_move: &Range<u32>) {
        let Some(range) = self.line.pending_number.take() else {
            return self.anchor_by_move();
        };
        let text: String = self.slice(&range).chars().filter(|c| !c.is_whitespace()).collect();
        let written = Written::read(&text);
        let number = written.number.unwrap_or(u32::MAX);
        self.anchor_by_number(&range, number, written.color());
        if !self.line.recount(number, written.color()) {
            return;
        }
        // Without the moves it is not known whose move a number stands before.
        let unknown = self.silent && self.line.position.is_none();
        let taken = !unknown && self.line.stray && self.line.takes_number(number, written.color());
        let (expected, color) = (self.line.number, self.line.color);
        if self.report.wants_fixes() {
            self.numbers.push(NumberSeen { range: range.clone(), number: expected, color });
        }
        if unknown || taken {
            return;
        }
        let right = i64::from(number) == i64::from(expected);
        let drifted = i64::from(number) == i64::from(expected) + self.line.drift;
        if right {
            self.line.drift = 0;
        }
        let vgn = self.is_vgn();
        let spelt = spell(expected, color, vgn);
        if written.half && !vgn && !self.format_said {
            self.missing_game_format(range.clone(), "`.5` numbers");
        }
        let side = if color == Color::White { "White" } else { "Black" };
        if !right && !drifted {
            if number <= expected {
                self.remember_went_back(range.start);
            }
            self.line.drift = i64::from(number) - i64::from(expected);
            // Half-moves may be missing before it.
            self.line.doubtful |= number > expected || written.color().is_some_and(|written| written != color);
            let message = if number == 0 {
                format!("move numbers begin with 1: `{spelt}` was expected")
            } else {
                format!("the move number should be `{spelt}`, not `{text}`")
            };
            self.report.add(Code::MoveNumber, range, message);
        } else if color == Color::White && written.color() == Some(Color::Black) {
            let fixed = spell(number, color, vgn);
            let message = format!("`{text}` is a number for Black's move, but it is White's: `{fixed}`");
            self.line.doubtful = true;
            let edit = Edit::replace(range.clone(), self.spaced(&fixed, &range));
            self.report.add_fixed(Code::BlackNumberForWhite, range, message, || {
                vec![Fix::safe(format!("write `{fixed}`"), vec![edit])]
            });
        } else if color == Color::Black && written.color() == Some(Color::White) {
            let fixed = spell(number, color, vgn);
            let message = format!("`{text}` is a number for White's move, but it is Black's: `{fixed}`");
            self.remember_went_back(range.start);
            self.line.doubtful = true;
            let edit = Edit::replace(range.clone(), self.spaced(&fixed, &range));
            self.report.add_fixed(Code::MoveNumber, range, message, || {
                vec![Fix::safe(format!("write `{fixed}`"), vec![edit])]
            });
        } else if self.wrong_style(&written, vgn) {
            let fixed = spell(number, color, vgn);
            let format = if vgn { "VGN" } else { "PGN" };
            let message = format!("{format} writes the number of {side}'s move `{fixed}`, not `{text}`");
            let edit = Edit::replace(range.clone(), self.spaced(&fixed, &range));
            self.report.add_fixed(Code::MoveNumberStyle, range, message, || {
                vec![Fix::safe(format!("write `{fixed}`"), vec![edit])]
            });
        } else if vgn && range.end == half_move.start {
            let at = range.end;
            self.report.add_fixed(Code::MissingSpaceAfterNumber, range, "a space belongs after a move number", || {
                vec![Fix::safe("insert a space", vec![Edit::insert(at, " ")])]
            });
        }
    }

    /// Keeps the line as it is before a number that goes back, should a parenthesis turn out to be missing here.
    fn remember_went_back(&mut self, at: u32) {
        if self.line.went_back.is_none() {
            let before = self.main_line_half_moves;
            let line = self.line.clone();
            self.line.went_back = Some(Box::new(WentBack { at, line, main_line_half_moves: before }));
        }
    }

    /// `1...` in a VGN game, `1.5` in a game that says it is PGN.
    fn wrong_style(&self, written: &Written, vgn: bool) -> bool {
        if vgn { written.dots > 1 || (written.dots == 0 && !written.half) } else { written.half && !self.format_missed }
    }

    /// A number's text, with the space that a VGN move wants before it.
    fn spaced(&self, number: &str, range: &Range<u32>) -> String {
        let glued = self.is_vgn() && self.text[range.end as usize..].starts_with(|c: char| !c.is_whitespace());
        format!("{number}{}", if glued { " " } else { "" })
    }

    /// The half-move after a number for the other side is not possible either: then a move is missing, and another number
    /// would not mend that.
    pub(super) fn withdraw_number_fix(&mut self) {
        let other_side = |d: &&mut Diagnostic| matches!(d.code, Code::MoveNumber | Code::BlackNumberForWhite);
        if !self.line.doubtful || !self.report.wants_fixes() {
            return;
        }
        let Some(last) = self.numbers.pop() else { return };
        if let Some(diagnostic) = self.report.diagnostics.iter_mut().rev().take(4).find(other_side)
            && diagnostic.range == last.range
        {
            diagnostic.fixes.clear();
            self.unmendable.push(last.range.start);
        } else {
            self.numbers.push(last);
        }
    }

    /// The fix that writes every number of the game anew, given to each `move-number` that has none of its own.
    pub(super) fn renumber(&mut self) {
        let unmendable = std::mem::take(&mut self.unmendable);
        let wants = |d: &Diagnostic| {
            d.code == Code::MoveNumber && d.fixes.is_empty() && unmendable.binary_search(&d.range.start).is_err()
        };
        if !self.report.wants_fixes() || !self.report.diagnostics.iter().any(wants) {
            return;
        }
        let vgn = self.is_vgn();
        let mut seen = std::mem::take(&mut self.numbers);
        seen.sort_by_key(|n| n.range.start);
        let edits: Vec<Edit> = seen
            .iter()
            .filter_map(|seen| {
                let text = spell(seen.number, seen.color, vgn);
                let old = self.slice(&seen.range);
                let tidy =
                    Written::read(old).number == Some(seen.number) && Written::read(old).color() == Some(seen.color);
                (!tidy).then(|| Edit::replace(seen.range.clone(), self.spaced(&text, &seen.range)))
            })
            .collect();
        for diagnostic in self.report.diagnostics.iter_mut().filter(|d| wants(d)) {
            diagnostic.fixes = vec![Fix::safe("renumber the game's moves", edits.clone())];
        }
    }
}
