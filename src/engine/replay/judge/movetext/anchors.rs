//! The half-move that a variation replaces (rule C7): in a VGN game the one that its first number names, in a PGN game
//! the last one before it, whatever its number.

use std::ops::Range;

use shakmaty::Color;

use super::number_text::NumberText;
use super::numbers::{NumberFault, spell};
use crate::lint::{Code, Context, Edit, Fix, Severity};
use crate::notation::{Codec, MoveText, ParsedMove, nag};
use crate::replay::game::parse_game;
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::line::{JudgeLine, VariationAnchor};
use crate::replay::resolved::ResolvedMove;
use crate::rules::Position;
use crate::syntax::games::closed_comment;

/// Maximum length of a text, in bytes, that is replayed to find half-moves before the last two.
const LONGEST: usize = 1 << 20;

/// Maximum number of edits in a fix.
const MOST_EDITS: usize = 1 << 12;

/// The reported fault of a variation's first number.
#[derive(Clone, Debug)]
pub(crate) enum AnchorFault {
    /// The variation replaces another half-move than the number names. `ahead`: how far the numbers of the line around
    /// it are ahead.
    Number { range: Range<u32>, ahead: i64 },
    /// The variation can only be played in the place of the half-move that the number names, whose text ends at
    /// `half_move_end`.
    Place { range: Range<u32>, half_move_end: u32, named: String },
    /// The variation can only be played in the place of the next half-move of the line around it.
    Early { range: Range<u32> },
}

impl Judge<'_> {
    /// Anchors the variation by its first number, if not done yet, and by its first half-move, if any. `color` is the
    /// side that the number indicates. Returns whether all findings about the number have been made.
    pub(crate) fn anchor_by_number(
        &mut self,
        range: &Range<u32>,
        number: u32,
        color: Option<Color>,
        half_move: Option<&Range<u32>>,
    ) -> bool {
        if self.line.anchor == VariationAnchor::Known {
            return false;
        }
        if self.is_in_comment(number, color) {
            return true;
        }
        let Some(outer) = self.outer_lines.last() else { return false };
        let names = |back: u32| back <= outer.played && outer.names(back, number, color);
        if names(1) {
            // A number without periods may be of either side. PGN's rule then decides, unless only the other half-move
            // of the number can be replaced.
            let either = color.is_none() && outer.played >= 2 && outer.names(2, number, color);
            self.line.anchor_on(outer, 1);
            if either && !self.is_vgn() {
                let impossible = half_move.and_then(|half_move| self.impossible(half_move));
                return impossible.is_some_and(|text| self.fits_named_place(range, (number, color), half_move, &text));
            }
            if either && let Some(text) = half_move.and_then(|half_move| self.read_move(half_move)) {
                for back in [2, 1] {
                    if self.possible(&text) {
                        break;
                    }
                    if let Some(outer) = self.outer_lines.last() {
                        self.line.anchor_on(outer, back);
                    }
                }
            }
            return false;
        }
        if self.anchors_on_unread((number, color), half_move) {
            return false;
        }
        let Some(outer) = self.outer_lines.last() else { return false };
        if self.is_vgn() || self.format.missing_reported || outer.played == 0 {
            return self.anchor_where_named(range, number, color);
        }
        self.line.anchor_on(outer, 1);
        if !self.line.is_known() || self.line.stray {
            // Half-moves may have been swallowed: numbers are trusted.
            return false;
        }
        let (at, side) = (self.line.number, self.line.color);
        let expected = spell(u32::try_from(i64::from(at) + outer.drift).unwrap_or(at), side, false);
        let written = self.slice(range).to_owned();
        let impossible = half_move.and_then(|half_move| self.impossible(half_move));
        if let Some(text) = &impossible
            && self.fits_named_place(range, (number, color), half_move, text)
        {
            return true;
        }
        if let Some(text) = &impossible
            && self.names_next(number, color, text)
        {
            let (first, last) = (half_move.map_or("", |range| self.slice(range)), self.last_half_move());
            let message = format!(
                "the variation replaces the last move before it, `{last}`, but `{first}` is not possible there: by its \
                 number `{written}` it belongs after the next move"
            );
            self.line.lose_board();
            self.line.adopt_number(number, color);
            self.report.add(Code::VariationAnchor, range.clone(), message);
            self.line.anchor_fault = Some(Box::new(AnchorFault::Early { range: range.clone() }));
            return true;
        }
        let message = format!(
            "the variation replaces the last move before it, `{}`: its number should be `{expected}`, not `{written}`",
            self.last_half_move()
        );
        if impossible.is_some() {
            self.line.adopt_number(number, color);
        }
        let (range, named) = (range.clone(), (number, color));
        if half_move.is_none() {
            self.report.add(Code::VariationAnchor, range, message);
            return true;
        }
        let fault = NumberFault { code: Code::VariationAnchor, range: range.clone(), message, fix: None, named };
        self.line.number_fault = Some(Box::new(fault));
        if impossible.is_none() {
            self.record_number(range);
        }
        true
    }

    /// Anchors the variation by its first number before its first half-move is known, if not done yet.
    pub(crate) fn anchor_by_pending_number(&mut self) {
        let Some(range) = self.line.pending_number.clone() else { return };
        let written = NumberText::read(self.slice(&range));
        self.anchor_by_number(&range, written.number.unwrap_or(u32::MAX), written.anchor_color(), None);
    }

    /// The parsed half-move, if it is not possible on the line's board.
    fn impossible(&self, half_move: &Range<u32>) -> Option<MoveText> {
        self.read_move(half_move).filter(|text| !self.possible(text))
    }

    /// Reports a variation whose first half-move, `text`, is possible in the place that its number names, but not in
    /// that of the last half-move. False if it is not.
    fn fits_named_place(
        &mut self,
        range: &Range<u32>,
        (number, color): (u32, Option<Color>),
        half_move: Option<&Range<u32>>,
        text: &MoveText,
    ) -> bool {
        let Some(named) = self.named_half_move(number, color, text) else { return false };
        let (first, last) = (half_move.map_or("", |range| self.slice(range)), self.last_half_move());
        let message = format!(
            "the variation replaces the last move before it, `{last}`, but `{first}` is not possible there: it is \
             possible in the place that its number `{}` names",
            self.slice(range)
        );
        self.line.lose_board();
        self.line.adopt_number(number, color);
        self.report.add(Code::VariationAnchor, range.clone(), message);
        let fault =
            AnchorFault::Place { range: range.clone(), half_move_end: named.end, named: self.slice(&named).to_owned() };
        self.line.anchor_fault = Some(Box::new(fault));
        true
    }

    /// Anchors by VGN's rule: the half-move that the number names, if it is one of the last two. Returns whether all
    /// findings about the number have been made.
    fn anchor_where_named(&mut self, range: &Range<u32>, number: u32, color: Option<Color>) -> bool {
        let Some(outer) = self.outer_lines.last() else { return false };
        if outer.played >= 2 && outer.names(2, number, color) {
            self.line.anchor_on(outer, 2);
            return false;
        }
        let drift = outer.drift;
        let same_number = [1, 2]
            .into_iter()
            .find(|&back| back <= outer.played && i64::from(outer.half_move_back(back).0) + drift == i64::from(number));
        if let Some(back) = same_number.filter(|_| !outer.is_known()) {
            // The number is for the other side: on a line with an unknown board, the replaced half-move is uncertain
            // too.
            self.line.anchor_on(outer, back);
            self.line.adopt_number(number, color);
            self.line.lose_board();
            return false;
        }
        let is_lost = self.is_vgn() && (!outer.is_known() || outer.side_uncertain);
        if is_lost || [0, 1, 2].into_iter().any(|back| outer.suppositions.back(back).expects(number, color)) {
            // Half-moves may be missing or superfluous since an earlier slip: the replaced half-move is unknown.
            self.line.anchor_on(outer, 1);
            self.line.adopt_number(number, color);
            self.line.lose_board();
            return true;
        }
        let of_side = |back: &u32| *back <= outer.played && color.is_none_or(|c| c == outer.half_move_back(*back).1);
        let back = [1, 2].into_iter().find(of_side).unwrap_or(outer.played.min(1));
        let (at, side) = outer.half_move_back(back);
        let outer_played = outer.played;
        let message = if outer_played == 0 {
            NOTHING_BEFORE.to_owned()
        } else {
            let expected = spell(at, side, self.is_vgn());
            let named = spell(number, color.unwrap_or(side), self.is_vgn());
            let before = if outer.played > 1 { ", or the half-move before it" } else { "" };
            format!("a variation here replaces {expected}{before}, not {named}")
        };
        self.line.anchor_on(outer, back);
        // The count continues from the number in the text.
        self.line.drift = i64::from(number) - i64::from(self.line.number);
        // A misfit of its half-moves is not reported too.
        self.line.fault_reported = true;
        // In a VGN game the number decides, so the replaced half-move is unknown; in a PGN game the place decides.
        let level = if self.is_vgn() { Severity::Error } else { Code::VariationAnchor.lint().severity };
        let is_lost = self.is_vgn() && outer_played > 0;
        if is_lost {
            self.line.lose_board();
            // A later number may be correct.
            self.line.side_uncertain = true;
        }
        self.report.add_at(level, Code::VariationAnchor, range.clone(), message);
        is_lost || color.is_some_and(|color| color != side)
    }

    /// Anchors a variation without a number, which replaces the last half-move before it.
    pub(crate) fn anchor_by_move(&mut self) {
        if self.line.anchor == VariationAnchor::Known {
            return;
        }
        let Some(outer) = self.outer_lines.last() else { return };
        let back = outer.played.min(1);
        let (nothing_before, is_stray) = (outer.played == 0, outer.is_stray_numbered());
        let open = self.line.open_parenthesis;
        self.line.anchor_on(outer, back);
        if is_stray {
            self.line.lose_board();
        } else if nothing_before {
            self.report.add(Code::VariationAnchor, open..open + 1, NOTHING_BEFORE);
        }
    }

    /// Records a fault of the variation's first number whose fix renumbers the variation: its half-moves are in the
    /// correct place.
    pub(crate) fn misnumbered(&mut self, fault: &NumberFault) {
        let ahead = self.outer_lines.last().map_or(0, |outer| outer.drift);
        self.line.anchor_fault = Some(Box::new(AnchorFault::Number { range: fault.range.clone(), ahead }));
    }

    /// Adds the fixes to the finding about a variation's number, after the variation has been read.
    pub(crate) fn anchor_fixes(&mut self, fault: AnchorFault, variation: Range<u32>) {
        if !self.report.wants_fixes() {
            return;
        }
        let (range, fix) = match fault {
            AnchorFault::Number { range, ahead } => (range, self.renumbered(ahead, &variation)),
            AnchorFault::Place { range, half_move_end, named } => {
                (range, Some(self.moved_after(half_move_end, &named, &variation)))
            }
            AnchorFault::Early { range } => {
                self.line.early_variation = Some(Box::new((range, variation)));
                return;
            }
        };
        self.fix_anchor(&range, variation.start, fix);
    }

    /// Adds the fix that moves an early variation after `half_move`, the half-move that it replaces.
    pub(crate) fn move_early_variation(&mut self, half_move: &Range<u32>) {
        let Some(early) = self.line.early_variation.take() else { return };
        let (number, variation) = *early;
        let fix = self.moved_after(half_move.end, self.slice(half_move), &variation);
        self.fix_anchor(&number, variation.start, Some(fix));
    }

    /// Adds the fix to the finding about a number in a variation that begins at `open`.
    fn fix_anchor(&mut self, number: &Range<u32>, open: u32, fix: Option<Fix>) {
        let found = self.report.drafts_mut().iter_mut().rev();
        let found = found.take_while(|d| d.range.start >= open || d.code != Code::VariationAnchor);
        let mut found = found.filter(|d| d.code == Code::VariationAnchor && d.range == *number);
        if let Some(diagnostic) = found.next() {
            diagnostic.fixes.extend(fix);
        }
    }

    fn renumbered(&self, ahead: i64, variation: &Range<u32>) -> Option<Fix> {
        let records = self.numbering.numbers.iter().rev().take_while(|record| record.range.start > variation.start);
        let mut edits: Vec<Edit> = Vec::new();
        for record in records.take(MOST_EDITS + 1) {
            let number = u32::try_from(i64::from(record.number) + ahead).ok()?;
            let text = spell(number, record.color, self.is_vgn());
            if self.slice(&record.range) != text {
                edits.push(Edit::replace(record.range.clone(), self.spaced(&text, &record.range)));
            }
        }
        edits.sort_by_key(|edit| edit.range.start);
        let first = edits.first().map(|edit| edit.text.trim_end().to_owned())?;
        (edits.len() <= MOST_EDITS).then(|| Fix::safe(format!("write `{first}`"), edits))
    }

    fn moved_after(&self, half_move: u32, named: &str, variation: &Range<u32>) -> Fix {
        let place = self.end_of_annotations(half_move);
        let moved = Edit::insert(place, format!(" {}", self.slice(variation)));
        let mut edits = vec![moved, self.removal(variation)];
        edits.sort_by_key(|edit| edit.range.start);
        Fix::choice(format!("move the variation after `{named}`"), edits)
    }

    /// End of the NAGs and brace comments after a half-move.
    fn end_of_annotations(&self, half_move: u32) -> u32 {
        let bytes = self.text.as_bytes();
        let mut end = half_move as usize;
        loop {
            let at = end + bytes[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let rest = &bytes[at..];
            let signs = rest.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
            end = match rest.first() {
                Some(b'{') => match closed_comment(bytes, at) {
                    Some(end) => end,
                    None => break,
                },
                Some(b'$') => at + 1 + rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count(),
                _ if self.text.get(at..at + signs).and_then(nag::of_suffix).is_some() => at + signs,
                _ => break,
            };
        }
        end as u32
    }

    fn read_move(&self, range: &Range<u32>) -> Option<MoveText> {
        self.read_text(self.slice(range))
    }

    /// Reads a text in the game's notation, with the piece letters of its language.
    pub(crate) fn read_text(&self, text: &str) -> Option<MoveText> {
        match self.letters.language {
            Some(language) => language.read(text),
            None => self.read_by_notation(text),
        }
    }

    /// Reads a text in the game's notation, with English piece letters.
    pub(crate) fn read_by_notation(&self, text: &str) -> Option<MoveText> {
        let Codec::Moves { read, .. } = self.notation.codec else { return None };
        read(text)
    }

    pub(crate) fn possible(&self, text: &MoveText) -> bool {
        self.line.position().is_some_and(|position| is_playable(&position, text))
    }

    fn last_half_move(&self) -> &str {
        let last = self.outer_lines.last().and_then(|outer| outer.last_move.as_ref());
        last.map_or("", |last| self.slice(&last.range))
    }

    /// Whether a number names the half-move after the variation, and `text` could be played in its place.
    fn names_next(&self, number: u32, color: Option<Color>, text: &MoveText) -> bool {
        let Some(outer) = self.outer_lines.last() else { return false };
        let possible = || outer.position().is_some_and(|position| is_playable(&position, text));
        outer.names(0, number, color) && possible()
    }

    /// The half-move of the line around the variation that a number names, if it is before the last one and `text`
    /// could be played in its place.
    fn named_half_move(&mut self, number: u32, color: Option<Color>, text: &MoveText) -> Option<Range<u32>> {
        let outer = self.outer_lines.last()?;
        let (line, depth, drift) = (outer.open_parenthesis, self.outer_lines.len() as u32 - 1, outer.drift);
        let before = outer.last_move.as_ref()?.range.start;
        let fits = |position: &Position| is_playable(position, text);
        let near = outer.played >= 2 && outer.names(2, number, color);
        if near && outer.boards.back(2).position().is_none_or(|position| !fits(&position)) {
            return None;
        }
        if self.record.kept.is_none() && self.record.replayed.is_none() {
            if self.text.len() > LONGEST {
                return None;
            }
            self.record.replayed = Some(self.replay());
        }
        let moves = self.record.kept.as_ref().or(self.record.replayed.as_ref())?;
        let last = moves.partition_point(|m| m.range.start < before);
        let named = moves[..last].iter().rev().find(|m| {
            let counted = m.number == number || i64::from(m.number) + drift == i64::from(number);
            (m.line, m.depth) == (line, depth) && counted && color.is_none_or(|color| color == m.color)
        })?;
        named.before.as_deref().is_some_and(fits).then(|| named.range.clone())
    }

    fn replay(&self) -> Vec<ResolvedMove> {
        let context = Context { fixes: false, ..*self.context };
        let mut judge = Judge::new(self.text, &context, true, self.letters());
        parse_game(self.text, &mut judge, self.context.cancel);
        judge.record.kept.take().unwrap_or_default()
    }
}

/// Whether the text denotes a legal move on the board, or a null move where the side is not in check.
fn is_playable(position: &Position, text: &MoveText) -> bool {
    match text.parsed {
        ParsedMove::Null => position.why_not_pass().is_none(),
        _ => legal_play(position, text).is_some(),
    }
}

impl JudgeLine {
    /// Whether a number names the half-move `back` half-moves ago, by the true count or by the numbers in the text.
    pub(crate) fn names(&self, back: u32, number: u32, color: Option<Color>) -> bool {
        let (at, side) = self.half_move_back(back);
        let counted = at == number || i64::from(at) + self.drift == i64::from(number);
        counted && color.is_none_or(|color| color == side)
    }
}

/// The message of a variation before the first half-move of its line.
pub(crate) const NOTHING_BEFORE: &str = "there is no move before this variation for it to replace";
