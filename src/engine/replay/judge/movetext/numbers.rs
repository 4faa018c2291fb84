//! Move numbers (rule C2): their value, their order, and the style of the game format.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;

use super::number_text::NumberText;
use crate::lint::{Code, Diagnostic, Edit, Fix, Severity};
use crate::replay::judge::Judge;
use crate::replay::judge::line::{LineSnapshot, PrecedingToken, VariationAnchor};
use crate::replay::judge::recovery::consequences::ITS_NUMBER;
use crate::replay::judge::recovery::habits::TWICE;

/// Maximum number of edits in all fixes that renumber a game.
const MOST_EDITS: usize = 1 << 18;

/// A number in the text with its correct value, for the fix that renumbers the game.
#[derive(Clone, Debug)]
pub(crate) struct NumberRecord {
    pub range: Range<u32>,
    pub number: u32,
    pub color: Color,
}

/// The number of a half-move in the style of the game format.
pub(crate) fn spell(number: u32, color: Color, vgn: bool) -> String {
    match (color, vgn) {
        (Color::White, _) => format!("{number}."),
        (Color::Black, true) => format!("{number}.5"),
        (Color::Black, false) => format!("{number}..."),
    }
}

/// A number that names another half-move than the one after it.
#[derive(Clone, Debug)]
pub(crate) struct NumberFault {
    pub(crate) code: Code,
    pub(crate) range: Range<u32>,
    pub(crate) message: String,
    /// The correct number and its edit; without them, the game is renumbered.
    pub(crate) fix: Option<(String, Edit)>,
    /// The number and side in the text.
    pub(crate) named: (u32, Option<Color>),
}

/// The move numbers of the game.
#[derive(Default)]
pub(crate) struct Numbering {
    pub numbers: Vec<NumberRecord>,
    /// Half-moves that comments name by other numbers than the correct ones.
    pub named: Vec<NumberRecord>,
    /// The corrected clocks, if the judge runs only to count them.
    pub counted: Option<Vec<Edit>>,
}

impl Judge<'_> {
    #[inline(never)]
    pub(crate) fn number(&mut self, range: Range<u32>) {
        self.line.has_content = true;
        self.settle_glyphs();
        if self.line.stray && self.text[..range.start as usize].ends_with(char::is_alphanumeric) {
            // The number is the rest of the stray text.
            return;
        }
        if self.report_reversed_nag(&range) {
            return;
        }
        if self.is_decimal_in_pgn(&range) {
            return self.decimal(range);
        }
        self.number_after_number(&range);
        self.repeated_number();
        self.line.pending_number = Some(range);
        self.line.preceding = PrecedingToken::Number;
    }

    /// Extends the number by separate periods.
    pub(crate) fn periods(&mut self, range: Range<u32>) {
        if let Some(number) = &mut self.line.pending_number
            && self.text[number.end as usize..range.start as usize].trim().is_empty()
        {
            number.end = range.end;
        } else {
            self.stray_period(&range);
        }
    }

    /// Judges two numbers in a row: if they differ, the half-move of the first is missing, and the board after it
    /// unknown.
    fn number_after_number(&mut self, next: &Range<u32>) {
        let Some(range) = self.line.pending_number.clone() else { return };
        let (first, second) = (NumberText::read(self.slice(&range)), NumberText::read(self.slice(next)));
        if (first.number, first.color()) == (second.number, second.color()) || self.line.stray {
            return;
        }
        let is_known = self.line.is_known();
        if self.names_replaced(next) || is_known && !self.in_variation() && self.names_due(next) {
            // The second number names the half-move after it: the first is superfluous.
            return self.superfluous_number();
        }
        if is_known && let Some((_, glyph)) = self.line.glyph_for_move.take_if(|(number, _)| number.end == range.end) {
            self.is_glyph_for_half_move(&glyph);
        }
        self.missing_half_move(is_known);
    }

    /// Whether the second of two numbers at the start of a variation names the half-move that it replaces (rule C7).
    fn names_replaced(&self, range: &Range<u32>) -> bool {
        let Some(outer) = self.outer_lines.last().filter(|_| self.line.anchor == VariationAnchor::Pending) else {
            return false;
        };
        let written = NumberText::read(self.slice(range));
        let most = if self.is_vgn() { outer.played.min(2) } else { outer.played.min(1) };
        let names = |back| written.number.is_some_and(|number| outer.names(back, number, written.color()));
        !self.moves_unjudged && (1..=most).any(names)
    }

    fn superfluous_number(&mut self) {
        let Some(range) = self.take_number().filter(|_| !self.moves_unjudged) else { return };
        let cut = self.removal(&range);
        let message = format!("no move follows the number `{}`", self.slice(&range));
        self.report.add_fixed(Code::MoveNumber, range, message, || vec![Fix::choice("remove the number", vec![cut])]);
    }

    /// No half-move precedes, and a tag sets up the board: programs start counting from it in different ways.
    fn is_first_after_setup(&self) -> bool {
        let gives_board = |name: &str| self.tags.value(self.text, name).is_some_and(|value| value.contains('/'));
        self.line.played == 0 && !self.in_variation() && (gives_board("FEN") || gives_board("SetUp"))
    }

    /// The number names the next half-move of the line.
    pub(crate) fn names_due(&self, range: &Range<u32>) -> bool {
        let written = NumberText::read(self.slice(range));
        written.number == Some(self.line.number) && written.color().is_none_or(|color| color == self.line.color)
    }

    /// Reports the pending number as repeated by the next one.
    fn repeated_number(&mut self) {
        let Some(range) = self.take_number() else { return };
        if self.moves_unjudged || self.line.stray {
            return;
        }
        let cut = self.removal(&range);
        let message = format!("the number `{}` stands twice", self.slice(&range));
        self.report.record_kind(&range, TWICE);
        self.report.add_fixed(Code::MoveNumber, range, message, || vec![Fix::safe("remove one of them", vec![cut])]);
    }

    /// Judges the number before the current half-move. The fault of a number that names another half-move is kept until
    /// the half-move has been judged: if it fits the board, the number is wrong, otherwise something else is.
    pub(crate) fn number_of_move(&mut self, half_move: &Range<u32>) {
        let Some(range) = self.take_number() else {
            return self.anchor_by_move();
        };
        if NumberText::usual(self.slice(&range).as_bytes()).is_some_and(|written| self.is_plainly_right(&written)) {
            self.line.count_is_right();
            return self.record_number(range);
        }
        let mut text = Cow::from(self.slice(&range));
        if text.contains(char::is_whitespace) {
            text.to_mut().retain(|c| !c.is_whitespace());
        }
        let written = NumberText::read(&text);
        let number = written.number.unwrap_or(u32::MAX);
        if self.anchor_by_number(&range, number, written.anchor_color(), Some(half_move)) {
            return;
        }
        if self.moves_unjudged && !self.line.is_known() {
            // Without moves the numbers alone tell the side to move.
            if let (Some(number), Some(color)) = (written.number, written.color()) {
                self.line.adopt_number(number, Some(color));
            }
            return;
        }
        let vgn = self.is_vgn();
        // Before White's half-move it is wrong in VGN too, so it is no evidence of the format.
        let is_of_white = self.line.is_known() && !self.line.stray && self.line.color == Color::White;
        let is_number = written.half && written.number.is_some();
        if is_number && !vgn && !self.format.named_by_tag && !is_of_white {
            self.missing_game_format(range.clone(), "`.5` numbers");
        }
        let stray = self.line.stray && self.line.adopt_if_ahead(number, written.color());
        let side_uncertain = std::mem::take(&mut self.line.side_uncertain);
        if (!self.line.is_known() || side_uncertain) && !stray {
            // The fault that made the board unknown may have swallowed half-moves: the numbers are trusted.
            if written.number.is_none() {
                return;
            }
            self.line.adopt_number(number, written.color());
            if side_uncertain && written.color().is_none() {
                // Its side and style would be a guess.
                return;
            }
        }
        let (expected, color) = (self.line.number, self.line.color);
        self.record_number(range.clone());
        let right = number == expected;
        let drifted = i64::from(number) == i64::from(expected) + self.line.drift;
        if right {
            self.line.count_is_right();
        }
        let other_side = written.color().is_some_and(|written| written != color);
        if stray {
            return;
        }
        if (!right && !drifted) || other_side {
            if number <= expected {
                self.save_before_rewind(range.start);
            }
            self.line.number_fault = Some(Box::new(self.number_fault(range, &text, &written, right || drifted)));
            return;
        }
        if vgn || self.wrong_style(&written, vgn) {
            self.number_style(range, &text, &written, half_move);
        }
    }

    /// Records the number of the current half-move, for the fix that renumbers the game.
    #[inline]
    pub(crate) fn record_number(&mut self, range: Range<u32>) {
        if self.report.wants_fixes() {
            self.numbering.numbers.push(NumberRecord { range, number: self.line.number, color: self.line.color });
        }
    }

    /// The number of a PGN game is correct, on a line whose state is fully known.
    #[inline]
    fn is_plainly_right(&self, written: &NumberText) -> bool {
        let line = &self.line;
        line.anchor == VariationAnchor::Known
            && written.number == Some(line.number)
            && written.color().is_none_or(|color| color == line.color)
            && line.is_known()
            && !(line.stray || line.side_uncertain || self.is_vgn())
    }

    /// Reports a correct number in the style of the other format.
    #[inline(never)]
    fn number_style(&mut self, range: Range<u32>, text: &str, written: &NumberText, half_move: &Range<u32>) {
        let (vgn, number, color) = (self.is_vgn(), written.number.unwrap_or(u32::MAX), self.line.color);
        if self.wrong_style(written, vgn) {
            let (fixed, format) = (spell(number, color, vgn), if vgn { "VGN" } else { "PGN" });
            let message = format!("{format} writes the number of {color:?}'s move `{fixed}`, not `{text}`");
            let edit = Edit::replace(range.clone(), self.spaced(&fixed, &range));
            // In a PGN game it may be an evaluation.
            let safe = !written.half;
            self.report.add_fixed(Code::MoveNumberStyle, range, message, || {
                vec![Fix { title: format!("write `{fixed}`"), edits: vec![edit], safe }]
            });
        } else if vgn && range.end == half_move.start {
            let at = range.end;
            self.report.add_fixed(
                Code::MissingSpaceAfterNumber,
                range,
                "there must be a space after a move number",
                || vec![Fix::safe("insert a space", vec![Edit::insert(at, " ")])],
            );
        }
    }

    /// The fault of a number that names another half-move; `counted`: only its side is wrong.
    fn number_fault(&self, range: Range<u32>, text: &str, written: &NumberText, counted: bool) -> NumberFault {
        let (expected, color) = (self.line.number, self.line.color);
        let number = written.number.unwrap_or(u32::MAX);
        let vgn = self.is_vgn();
        let named = (number, written.color());
        if counted {
            let fixed = spell(number, color, vgn);
            let code = if color == Color::White { Code::BlackNumberForWhite } else { Code::MoveNumber };
            let message = format!("`{text}` is a number for {:?}'s move, but it is {color:?}'s: `{fixed}`", !color);
            let edit = Edit::replace(range.clone(), self.spaced(&fixed, &range));
            return NumberFault { code, range, message, fix: Some((fixed, edit)), named };
        }
        let message = match number {
            0 if expected == 1 => format!("move numbers begin with 1: `{}` was expected", spell(expected, color, vgn)),
            0 => format!("`{text}` is not a move number: `{}` was expected", spell(expected, color, vgn)),
            _ => format!("the move number should be `{}`, not `{text}`", spell(expected, color, vgn)),
        };
        NumberFault { code: Code::MoveNumber, range, message, fix: None, named }
    }

    /// Settles the number's fault after its half-move has been judged. If the half-move fits the board, the number is
    /// wrong. If not, half-moves are missing or superfluous, which has been reported, and the number is trusted.
    pub(crate) fn settle_number(&mut self, fits: bool, half_move: &Range<u32>) {
        let Some(fault) = self.line.number_fault.take() else { return };
        let mut fault = *fault;
        let (number, color) = fault.named;
        let expected = (self.line.number, self.line.color);
        if !fits {
            self.numbering.numbers.pop_if(|record| record.range == fault.range);
            self.line.adopt_number(number, color);
            self.causes.other_count |= !self.in_variation();
            self.causes.first_misfit.get_or_insert(half_move.start);
            if let Some(kept) =
                self.record.kept.as_mut().and_then(|kept| kept.last_mut()).filter(|m| m.range == *half_move)
            {
                (kept.number, kept.color) = (self.line.number, self.line.color);
            }
            if let Some(diagnostic) = self.report.drafts_mut().iter_mut().rfind(|d| d.range.start == half_move.start) {
                // With another half-move in its place, the number would still be wrong.
                diagnostic.fixes.clear();
                let text = &self.text[fault.range.start as usize..fault.range.end as usize];
                diagnostic.message += &format!("{ITS_NUMBER}`{text}` does not fit either: {}", fault.gap(expected));
            }
            return;
        }
        if (number, color) == (self.line.number, Some(self.line.color)) {
            // The side that has moved confirms the number: the count before it was wrong.
            return;
        }
        if self.line.suppositions.expects(number, color) {
            // Half-moves may be missing or superfluous since an earlier slip.
            self.numbering.numbers.pop_if(|record| record.range == fault.range);
            return self.line.adopt_number(number, color);
        }
        if fault.fix.is_none() {
            if self.line.drift == 0
                && fault.code == Code::MoveNumber
                && color.is_some_and(|color| color != expected.1)
                && number != 0
            {
                fault.message = format!("{}: {}", fault.message, fault.gap(expected));
            }
            self.line.drift = i64::from(number) - i64::from(self.line.number);
            if self.line.played == 0 && self.in_variation() {
                self.line.first_drift = self.line.drift;
            }
            // It begins a variation, or continues from the number that does.
            let is_of_first = self.line.drift == self.line.first_drift;
            self.line.jump.take_if(|_| !self.line.jumped || is_of_first);
            self.line.jumped = !self.is_first_after_setup();
            if self.line.jumped && !is_of_first && fault.code == Code::MoveNumber {
                self.line.jump.get_or_insert(fault.range.start);
            }
            // Without a period it may be a NAG that has lost its `$`.
            self.causes.jumped |= !self.slice(&fault.range).contains(['.', ')', ':']);
            // A NAG before it may have taken its first digit: `$14 1.` for `$1 41.`.
            let before = self.text[..fault.range.start as usize].trim_end();
            self.causes.jumped |= before.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with('$');
        }
        if fault.code == Code::VariationAnchor {
            self.misnumbered(&fault);
            // In a VGN game the number decides; in a PGN game the place does.
            let level = if self.is_vgn() { Severity::Error } else { fault.code.lint().severity };
            self.report.add_at(level, fault.code, fault.range, fault.message);
            return;
        }
        self.report.add_fixed(fault.code, fault.range, fault.message, || {
            let fix = |(text, edit)| Fix::safe(format!("write `{text}`"), vec![edit]);
            fault.fix.map(fix).into_iter().collect()
        });
    }

    /// Starts of the numbers that jumped without a later correct one, in text order.
    pub(crate) fn take_jumped(&mut self) -> Vec<u32> {
        let mut jumped = std::mem::take(&mut self.causes.jumps);
        jumped.sort_unstable();
        jumped
    }

    /// Keeps the state of the line before a number that goes back, in case a parenthesis is missing here.
    pub(crate) fn save_before_rewind(&mut self, at: u32) {
        if self.line.before_rewind.is_none() {
            let before = self.counts.main_line;
            let (line, history) = (self.line.clone(), self.history.mark());
            self.line.before_rewind = Some(Box::new(LineSnapshot { at, line, main_line_half_moves: before, history }));
        }
    }

    /// `1...` in a VGN game; `1.5` in a PGN game, unless reported as VGN without a format tag; `1)`, `1,` and `1…` in
    /// any.
    fn wrong_style(&self, written: &NumberText, vgn: bool) -> bool {
        if written.signed {
            true
        } else if vgn {
            written.dots > 1 || (written.dots == 0 && !written.half)
        } else {
            written.half && !self.format.missing_reported
        }
    }

    /// The number's text, with a space before it if a word directly precedes, and after it if a VGN half-move directly
    /// follows.
    pub(crate) fn spaced(&self, number: &str, range: &Range<u32>) -> String {
        let glued = self.is_vgn() && self.text[range.end as usize..].starts_with(|c: char| !c.is_whitespace());
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '+' | '#' | '!' | '?');
        let behind = self.text[..range.start as usize].ends_with(is_word);
        let (before, after) = (if behind { " " } else { "" }, if glued { " " } else { "" });
        format!("{before}{number}{after}")
    }

    /// Adds the fix that renumbers the whole game to each `move-number` without its own fix. Each copy has all edits,
    /// so in very large games only the first diagnostics get it.
    pub(crate) fn renumber(&mut self) {
        let mut records = std::mem::take(&mut self.numbering.numbers);
        records.sort_by_key(|n| n.range.start);
        let numbered = |at: u32| records.binary_search_by_key(&at, |record| record.range.start).is_ok();
        let wants = |d: &Diagnostic| d.code == Code::MoveNumber && d.fixes.is_empty() && numbered(d.range.start);
        if !self.report.drafts().iter().any(wants) {
            return;
        }
        let vgn = self.is_vgn();
        let mut edits: Vec<Edit> = records
            .iter()
            .filter_map(|record| {
                let text = spell(record.number, record.color, vgn);
                let old = self.slice(&record.range);
                let tidy = NumberText::read(old).number == Some(record.number)
                    && NumberText::read(old).color() == Some(record.color);
                (!tidy).then(|| Edit::replace(record.range.clone(), self.spaced(&text, &record.range)))
            })
            .collect();
        let named = std::mem::take(&mut self.numbering.named);
        edits.extend(
            named.iter().map(|record| Edit::replace(record.range.clone(), spell(record.number, record.color, vgn))),
        );
        edits.sort_by_key(|edit| edit.range.start);
        let most = (MOST_EDITS / edits.len().max(1)).max(1);
        // If a tag is in the middle of a line, other programs continue the count from the text before it.
        let safe = !self.continues_tag_line() && !self.causes.jumped;
        for diagnostic in self.report.drafts_mut().iter_mut().filter(|d| wants(d)).take(most) {
            diagnostic.fixes = vec![Fix { title: "renumber the game's moves".to_owned(), edits: edits.clone(), safe }];
        }
    }
}
