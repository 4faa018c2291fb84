//! The half-move that a variation of boards replaces (rule C7), if its number names another one than the one in whose
//! place its first board can follow: boards show their place themselves.

use std::ops::Range;

use shakmaty::Color;

use crate::lint::{Code, Severity};
use crate::notation::Codec;
use crate::replay::judge::Judge;
use crate::replay::judge::line::VariationAnchor;
use crate::replay::judge::movetext::number_text::NumberText;
use crate::replay::judge::movetext::numbers::{NumberFault, spell};

impl Judge<'_> {
    /// Anchors the variation in the only place in which its first board can follow, if its number names another one.
    /// Returns whether that is so.
    pub(crate) fn anchor_where_possible(
        &mut self,
        range: &Range<u32>,
        (number, color): (u32, Option<Color>),
        half_move: Option<&Range<u32>>,
    ) -> bool {
        if !self.is_vgn() || self.moves_unjudged || !self.has_boards() {
            return false;
        }
        let Some(half_move) = half_move else { return false };
        let Some(back) = self.only_place(number, color, half_move) else { return false };
        let Some(outer) = self.outer_lines.last() else { return false };
        self.line.anchor_on(outer, back);
        let (at, side) = (self.line.number, self.line.color);
        let at = u32::try_from(i64::from(at) + self.line.drift).unwrap_or(at);
        let expected = spell(at, side, true);
        let written = self.slice(range);
        let message = format!(
            "the variation's first board can follow only in the place of `{expected}`: its number should be \
             `{expected}`, not `{written}`"
        );
        let (range, named) = (range.clone(), (number, color));
        self.record_number(range.clone());
        let fault = NumberFault { code: Code::VariationAnchor, range, message, fix: None, named };
        self.line.number_fault = Some(Box::new(fault));
        true
    }

    /// Half-moves are boards, which show their place themselves.
    pub(crate) fn has_boards(&self) -> bool {
        matches!(self.notation.codec, Codec::Boards { .. })
    }

    /// The distance, in half-moves, to the only half-move that this one can replace, unless the number names that one.
    fn only_place(&self, number: u32, color: Option<Color>, half_move: &Range<u32>) -> Option<u32> {
        let outer = self.outer_lines.last()?;
        let is_certain =
            !(outer.stray || outer.fault_reported || outer.unreachable || outer.suppositions.is_doubtful());
        if !is_certain || outer.glyph_for_move.is_some() {
            return None;
        }
        let places = || 1..=outer.played.min(2);
        let parsed = self.parse_half_move(half_move)?;
        let can_start = |back: u32| Some(parsed.legal_on(&*outer.boards.back(back).position()?).is_some());
        let mut only = None;
        for back in places() {
            if !can_start(back)? {
                continue;
            }
            if outer.names(back, number, color) || only.replace(back).is_some() {
                return None;
            }
        }
        only
    }

    /// Whether the second of two numbers at the start of a variation names a half-move that it can replace.
    pub(crate) fn names_replaced(&self, range: &Range<u32>) -> bool {
        let Some(outer) = self.outer_lines.last().filter(|_| self.line.anchor == VariationAnchor::Pending) else {
            return false;
        };
        let written = NumberText::read(self.slice(range));
        let most = if self.is_vgn() { outer.played.min(2) } else { outer.played.min(1) };
        let names = |back| written.number.is_some_and(|number| outer.names(back, number, written.color()));
        !self.moves_unjudged && (1..=most).any(names)
    }

    /// Reports the number of another half-move, after the half-move that follows it has been judged.
    pub(crate) fn report_wrong_anchor(&mut self, fault: NumberFault) {
        // In a VGN game the number decides; in a PGN game the place does.
        let level = if self.is_vgn() { Severity::Error } else { fault.code.lint().severity };
        self.report.add_at(level, fault.code, fault.range, fault.message);
    }
}
