//! The walk over a game's movetext: converts half-moves, numbers, annotations and comments.
//!
//! A half-move that the target cannot represent ends its line, because the half-moves after it need its board. The rest
//! of the line is cut and listed as one loss; a variation of which nothing remains is removed.

pub mod comments;
pub mod frame;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use shakmaty::Color;

use self::comments::carry;
use self::frame::{LastToken, LineCut, LineFrame};
use super::edits::Edits;
use super::glyphs::{nags_for, spaced};
use super::half_moves::{Speller, fault};
use super::losses::cut_rest::CutRest;
use super::losses::en_passant::is_en_passant;
use super::losses::stray_text::final_score;
use super::numbers::WrittenNumber;
use super::outcome::Loss;
use super::placement::comments::{MovedComment, move_before};
use super::target::FormatChange;
use crate::notation::{TokenContent, nag};
use crate::replay::{MoveCursor, Resolved};
use crate::score::{OutlineToken, slice};
use crate::syntax::{Token, is_board_field};

/// Parameters of the walk.
pub(super) struct WalkPlan<'a> {
    pub layout: FormatChange,
    /// Spells the half-moves; without it they are unchanged.
    pub speller: Option<Speller<'a>>,
    /// Whether half-moves become boards.
    pub content: TokenContent,
    /// Only half-moves that touch this range are rewritten.
    pub scope: Option<Range<u32>>,
    /// Whether comments name their half-move by a command if they cannot be behind it.
    pub commands: bool,
    /// Corrections of numbers, by start offset.
    pub numbers: &'a HashMap<u32, u32>,
    /// Starts of comments that move with the variation before them.
    pub carried: &'a HashSet<u32>,
    pub line_end: &'static str,
}

/// Walks over the movetext and adds edits and losses.
pub(super) fn walk<'a>(
    text: &'a str,
    items: &[OutlineToken],
    resolved: &'a Resolved,
    plan: &WalkPlan<'a>,
    edits: &mut Edits<'a>,
    losses: &mut Vec<Loss>,
) {
    let main_line = LineFrame::new(None, Color::White);
    let mut walk =
        MovetextWalk { text, resolved, cursor: resolved.cursor(), plan, edits, losses, frames: vec![main_line] };
    let score = final_score(text, items, resolved);
    for item in items {
        // A score becomes the terminator.
        let token = if score == Some(&item.range) { Token::Terminator } else { item.token };
        walk.item(&OutlineToken { token, range: item.range.clone() });
    }
    let end = items.last().map_or(0, |item| item.range.end);
    while !walk.frames.is_empty() {
        walk.end_line(end, end);
    }
}

pub(super) struct MovetextWalk<'w, 'a> {
    pub(super) text: &'a str,
    resolved: &'a Resolved,
    cursor: MoveCursor<'a>,
    pub(super) plan: &'w WalkPlan<'a>,
    pub(super) edits: &'w mut Edits<'a>,
    pub(super) losses: &'w mut Vec<Loss>,
    /// The main line and the open variations.
    pub(super) frames: Vec<LineFrame>,
}

impl<'a> MovetextWalk<'_, 'a> {
    fn item(&mut self, item: &OutlineToken) {
        let range = item.range.clone();
        let cut = self.frames.iter().any(|frame| frame.cut.is_some());
        match item.token {
            Token::VariationOpen => {
                self.settle();
                let color = self.frames.last().map_or(Color::White, |frame| {
                    if frame.played > 0 && frame.last != LastToken::Stray { !frame.color } else { frame.color }
                });
                self.frames.push(LineFrame::new(Some(range.start), color));
            }
            Token::VariationClose => self.end_line(range.start, range.end),
            Token::Move if cut => self.rest_of_cut().into_iter().for_each(|rest| rest.half_moves += 1),
            Token::BraceComment | Token::LineComment if cut => self.comment_in_cut(item),
            Token::Nag | Token::CompositeNag | Token::Suffix if cut => self.glyph_in_cut(item),
            _ if cut && !(item.token == Token::Terminator && self.frames.len() == 1) => {}
            Token::Move => self.half_move(range),
            Token::MoveNumber => {
                self.settle();
                if let Some(frame) = self.frames.last_mut() {
                    frame.repeated_numbers.extend(frame.number.replace(range));
                    frame.last = LastToken::Number;
                }
            }
            Token::Nag | Token::CompositeNag | Token::Suffix => self.glyph(item),
            Token::BraceComment | Token::LineComment | Token::Escape => self.comment(item),
            Token::Terminator => {
                self.settle();
                self.lone_numbers();
                if self.frames.len() == 1 {
                    self.end_cut(range.start);
                }
                self.passed(LastToken::Terminator);
            }
            Token::Stray => self.stray(range),
            _ => {}
        }
    }

    /// Keeps stray text in place, except behind a board that would include it.
    fn stray(&mut self, range: Range<u32>) {
        let text = slice(self.text, &range);
        let is_word = text.contains(char::is_alphanumeric);
        if let Some(frame) = self.frames.last_mut().filter(|frame| is_word && frame.last == LastToken::Number) {
            frame.last = LastToken::Stray;
        }
        if let Some(frame) = self.frames.last_mut().filter(|_| is_word && self.plan.layout == FormatChange::Pgn) {
            frame.lost_words = Some(range.clone());
        }
        let word = text.split_whitespace().next().unwrap_or_default();
        let behind = self.frames.last().is_some_and(|frame| frame.last == LastToken::Move);
        let respells = self.plan.speller.as_ref().is_some_and(Speller::respells);
        if respells
            && let Some(frame) = self.frames.last()
            && let Some(nags) = nags_for(self.text, &range, !frame.color)
        {
            let taken =
                || Loss::new(range.clone(), format!("`{text}` can only be written as the glyph `{}`", nags.trim_end()));
            if matches!(frame.last, LastToken::Move | LastToken::Glyph) {
                self.losses.push(taken());
                return self.edits.replace(range, nags);
            }
            if frame.played > 0 && frame.last == LastToken::Other {
                self.losses.push(taken());
                self.edits.insert(frame.move_end, format!(" {nags}"));
                return self.edits.cut(range);
            }
            let message = format!("`{text}` is a printed glyph, but does not stand after a half-move");
            self.losses.push(Loss::new(range.clone(), message));
            return self.edits.cut(range);
        }
        if behind && self.plan.speller.is_some() && self.plan.content == TokenContent::Boards && is_board_field(word) {
            let message = format!("`{text}` cannot stand after a board: both would be read together");
            self.losses.push(Loss::new(range.clone(), message));
            self.edits.cut(range);
        }
    }

    fn passed(&mut self, last: LastToken) {
        if let Some(frame) = self.frames.last_mut() {
            frame.last = last;
        }
    }

    /// What is lost behind the half-move at which the line was cut.
    pub(super) fn rest_of_cut(&mut self) -> Option<&mut CutRest> {
        self.frames.iter_mut().find_map(|frame| Some(&mut frame.cut.as_mut()?.rest))
    }

    fn half_move(&mut self, range: Range<u32>) {
        self.settle();
        self.settle_back();
        let n = self.cursor.index_of(&range);
        let resolved_move = n.map(|n| &self.resolved.moves[n]);
        let Some(frame) = self.frames.last_mut() else { return };
        let number = frame.number.take();
        let repeated_numbers = std::mem::take(&mut frame.repeated_numbers);
        let written_number = number.as_ref().map(|number| WrittenNumber::read(slice(self.text, number)));
        let side = written_number.as_ref().and_then(WrittenNumber::color);
        // Without a legal move, its side follows from its position if it begins a variation, or else from its number.
        let by_place = frame.open.is_some() && frame.played == 0 && self.plan.layout != FormatChange::Pgn;
        let color = match resolved_move {
            Some(resolved_move) if resolved_move.play.is_some() => resolved_move.color,
            Some(_) if by_place => frame.color,
            Some(resolved_move) => side.unwrap_or(resolved_move.color),
            None => side.unwrap_or(frame.color),
        };
        let touched = |scope: &Range<u32>| range.start < scope.end && range.end > scope.start;
        let speller = self.plan.speller.as_ref().filter(|_| self.plan.scope.as_ref().is_none_or(touched));
        let spelt = match (speller, n) {
            (Some(speller), Some(n)) => Some(speller.spell(n)),
            (Some(speller), None) if speller.respells() => Some(Err(fault(self.resolved, &range))),
            _ => None,
        };
        // If a possible half-move is lost, unplayable ones behind it would change sides.
        let spelt = match frame
            .lost_words
            .as_ref()
            .filter(|_| resolved_move.is_some_and(|resolved_move| resolved_move.play.is_none()))
        {
            Some(lost) => Some(Err(format!("`{}` before it is lost", slice(self.text, lost)))),
            None => spelt,
        };
        if let Some(Err(reason)) = spelt {
            let from = number.map_or(range.start, |number| number.start);
            frame.cut = Some(LineCut { from, half_move: range, reason, rest: CutRest::default(), emitted: false });
            return;
        }
        if self.plan.layout == FormatChange::Vgn {
            let after_number = std::mem::take(&mut frame.after_number);
            let after_white = std::mem::take(&mut frame.after_white);
            if color == Color::Black && frame.played > 0 {
                let (carried, misplaced): (Vec<_>, Vec<_>) = after_white.into_iter().partition(|held| held.is_carried);
                carried.into_iter().for_each(|held| carry(self.text, held, self.edits, self.losses));
                frame.misplaced = misplaced;
                frame.misplaced.extend(after_number);
                // A stray terminator between a number and its half-move mixes the comments of both.
                frame.misplaced.sort_by_key(|comment| comment.range.start);
            } else if let Some(number) = number.as_ref().filter(|_| !after_number.is_empty()) {
                let after_number: Vec<MovedComment> =
                    after_number.into_iter().map(|held| held.unnamed(self.text)).collect();
                move_before(self.text, &after_number, number.start, self.plan.line_end, self.edits);
            }
        }
        let corrected = number.as_ref().and_then(|number| self.plan.numbers.get(&number.start).copied());
        frame.is_renumbered |= corrected.is_some();
        let value = corrected.or_else(|| written_number.as_ref().and_then(WrittenNumber::value));
        // An unknown half-move has the number that the text gives it.
        let known = resolved_move.filter(|resolved_move| resolved_move.play.is_some() || !frame.is_renumbered);
        frame.played(known.map(|known| known.number), value, color, range.end);
        if let (Some(range), Some(number)) = (&number, written_number) {
            // A board would take a `.5` without digits for a part of it.
            let lost = known.filter(|_| self.plan.content == TokenContent::Boards && number.value().is_none());
            self.number(range, number, lost.map(|known| known.number), color);
        }
        for range in &repeated_numbers {
            let number = WrittenNumber::read(slice(self.text, range));
            let color = number.color().unwrap_or(color);
            self.number(range, number, None, color);
        }
        if let Some(Ok((text, loss))) = spelt {
            let sides = self.plan.speller.as_ref().zip(n).and_then(|(speller, n)| speller.other_side(n, side));
            self.losses.extend(loss.or(sides));
            let glued = number.is_some_and(|number| number.end == range.start);
            let apart = glued && self.plan.layout == FormatChange::Vgn;
            let is_board = self.plan.content == TokenContent::Boards;
            let respells = self.plan.speller.as_ref().is_some_and(Speller::respells);
            let blanks = (is_board && !apart, respells);
            self.edits.replace(range.clone(), spaced(text, self.text, &range, is_board, blanks));
        }
    }

    /// Writes a number in the target's form; `lost` is its value where the text has no digits.
    fn number(&mut self, range: &Range<u32>, number: WrittenNumber<'_>, lost: Option<u32>, color: Color) {
        let right = self.plan.numbers.get(&range.start).copied().or(lost).map(|right| right.to_string());
        let number = right.as_deref().map_or(number, WrittenNumber::of);
        match self.plan.layout {
            FormatChange::Keep if right.is_none() => {}
            FormatChange::Pgn => {
                if let Some(pgn) = number.pgn() {
                    self.edits.replace(range.clone(), pgn);
                }
            }
            FormatChange::Keep | FormatChange::Vgn => {
                // VGN requires white space after a number.
                let glued = self.text[range.end as usize..].starts_with(|c: char| !c.is_whitespace());
                if right.is_none() && !glued && number.is_vgn(color, range.len()) {
                    return;
                }
                self.edits.replace(range.clone(), format!("{}{}", number.vgn(color), if glued { " " } else { "" }));
            }
        }
    }

    /// Writes a period behind numbers that no half-move follows: a board before them would take digits alone. Alone in
    /// parentheses, they have none before them.
    fn lone_numbers(&mut self) {
        let respells = self.plan.speller.as_ref().is_some_and(Speller::respells);
        let is_board = respells && self.plan.content == TokenContent::Boards;
        let is_behind_board = |frame: &&mut LineFrame| frame.open.is_none() || frame.played > 0;
        let Some(frame) = self.frames.last_mut().filter(|_| is_board).filter(is_behind_board) else { return };
        let numbers: Vec<Range<u32>> = frame.repeated_numbers.drain(..).chain(frame.number.take()).collect();
        let is_bare = |range: &&Range<u32>| slice(self.text, range).bytes().all(|byte| byte.is_ascii_digit());
        numbers.iter().filter(is_bare).for_each(|range| self.edits.insert(range.end, "."));
    }

    fn glyph(&mut self, item: &OutlineToken) {
        let text = slice(self.text, &item.range);
        let speaks_of_move = self.plan.layout == FormatChange::Vgn || self.plan.speller.is_some();
        if is_en_passant(self.text, item) {
            if speaks_of_move {
                self.edits.cut(item.range.clone());
            }
        } else if item.token == Token::Suffix {
            if self.plan.layout == FormatChange::Vgn
                && let Some(number) = nag::of_suffix(text)
            {
                let before = &self.text[..item.range.start as usize];
                let after = &self.text[item.range.end as usize..];
                let lead = if before.ends_with(char::is_whitespace) { "" } else { " " };
                let apart = after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || "(){};$".contains(c));
                self.edits.replace(item.range.clone(), format!("{lead}${number}{}", if apart { "" } else { " " }));
            }
        } else if item.token == Token::CompositeNag && self.plan.layout == FormatChange::Pgn {
            let message = format!("PGN has no composite NAG such as `{text}`");
            self.losses.push(Loss::new(item.range.clone(), message));
            self.edits.cut(item.range.clone());
        }
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.last {
            LastToken::Move | LastToken::Glyph => {
                (frame.last, frame.move_end) = (LastToken::Glyph, item.range.end);
                frame.ends[0].at = item.range.end;
            }
            LastToken::Number => {
                // The comments before and behind such a NAG stay where they are, in their order.
                frame.after_white.clear();
                frame.after_number.clear();
                frame.last = LastToken::GlyphOfNumber;
            }
            _ => {}
        }
    }

    fn glyph_in_cut(&mut self, item: &OutlineToken) {
        let is_nag = item.token != Token::Suffix || nag::of_suffix(slice(self.text, &item.range)).is_some();
        self.rest_of_cut().into_iter().for_each(|rest| rest.nags += u32::from(is_nag));
    }

    /// Ends the line at `end`; a variation's `)` ends at `close`.
    fn end_line(&mut self, end: u32, close: u32) {
        self.settle();
        self.settle_back();
        self.lone_numbers();
        self.end_cut(end);
        let Some(frame) = self.frames.pop() else { return };
        if let (Some(open), 0, true) = (frame.open, frame.played, frame.cut.is_some()) {
            let whole = open..close;
            self.edits.forget(&whole);
            self.edits.cut(whole);
        }
        if let Some(outer) = self.frames.last_mut() {
            outer.last = LastToken::Other;
        }
    }

    /// Cuts the rest of the line, which ends at `end`, from the cut position on.
    fn end_cut(&mut self, end: u32) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(cut) = frame.cut.as_mut().filter(|cut| !cut.emitted) else { return };
        cut.emitted = true;
        let text = slice(self.text, &cut.half_move);
        self.losses.push(Loss::new(cut.half_move.clone(), cut.rest.message(text, &cut.reason)));
        // The line end is kept if it may belong to a line comment.
        let before = &self.text[..cut.from as usize];
        let kept = if frame.open.is_some() { before.trim_end_matches([' ', '\t']).len() as u32 } else { cut.from };
        let rest = kept..end.max(kept);
        self.edits.forget(&rest);
        self.edits.delete(rest);
    }
}
