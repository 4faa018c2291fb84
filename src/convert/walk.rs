//! The walk over a game's movetext: half-moves, numbers, annotations and comments as the target has them.
//!
//! A half-move that the target cannot say ends its line there: what comes after it stands on a board that the line does
//! not tell any more. The rest of the line is cut and listed as one loss; a variation of which nothing is left goes
//! whole.

use std::ops::Range;

use shakmaty::Color;

use super::comments::{line_comment, move_before, move_behind};
use super::edits::Edits;
use super::half_moves::Speller;
use super::numbers::Number;
use super::outcome::Loss;
use super::outline::{Item, slice};
use crate::analysis::Resolved;
use crate::notation::{Says, nag};
use crate::syntax::Token;

/// What becomes of everything that is no half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// It stays.
    Keep,
    /// It becomes what VGN asks for.
    Vgn,
    /// It becomes what PGN asks for.
    Pgn,
}

/// What the walk is to do.
pub(super) struct Plan<'a> {
    pub layout: Layout,
    /// Writes the half-moves; without it they stay.
    pub speller: Option<Speller<'a>>,
    /// Whether the half-moves become boards.
    pub says: Says,
    /// Only half-moves that touch this range are written anew.
    pub scope: Option<Range<u32>>,
    pub line_end: &'static str,
}

/// Walks over the movetext and adds what is to change and what is lost.
pub(super) fn walk<'a>(
    text: &'a str,
    items: &[Item],
    resolved: &'a Resolved,
    plan: &Plan<'a>,
    edits: &mut Edits<'a>,
    losses: &mut Vec<Loss>,
) {
    let mut walk = Walk { text, resolved, plan, edits, losses, frames: vec![Frame::new(None, Color::White)], next: 0 };
    for item in items {
        walk.item(item);
    }
    let end = items.last().map_or(0, |item| item.range.end);
    while !walk.frames.is_empty() {
        walk.end_line(end, end);
    }
}

struct Walk<'w, 'a> {
    text: &'a str,
    resolved: &'a Resolved,
    plan: &'w Plan<'a>,
    edits: &'w mut Edits<'a>,
    losses: &'w mut Vec<Loss>,
    /// The main line and the variations that are open.
    frames: Vec<Frame>,
    /// The half-move that comes next.
    next: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Number,
    Move,
    Glyph,
    Other,
    Terminator,
}

/// One line, as far as the walk has come.
struct Frame {
    /// The `(` of a variation.
    open: Option<u32>,
    color: Color,
    played: u32,
    last: Last,
    /// The number that waits for its move.
    number: Option<Range<u32>>,
    /// Comments between a number and its move.
    after_number: Vec<Range<u32>>,
    /// Comments after White's move: misplaced in VGN if Black's follows.
    after_white: Vec<Range<u32>>,
    /// Comments that belong behind the half-move that was just read and its annotations, which end here.
    misplaced: Vec<Range<u32>>,
    move_end: u32,
    cut: Option<Cut>,
}

/// Where a line ends because the target cannot say what comes.
struct Cut {
    from: u32,
    half_move: Range<u32>,
    reason: String,
    /// Half-moves that go with it, in its line and variations.
    more: u32,
    /// The edit is made.
    settled: bool,
}

impl Frame {
    fn new(open: Option<u32>, color: Color) -> Frame {
        Frame {
            open,
            color,
            played: 0,
            last: Last::Other,
            number: None,
            after_number: Vec::new(),
            after_white: Vec::new(),
            misplaced: Vec::new(),
            move_end: 0,
            cut: None,
        }
    }
}

impl<'a> Walk<'_, 'a> {
    fn item(&mut self, item: &Item) {
        let range = item.range.clone();
        let cut = self.frames.iter().any(|frame| frame.cut.is_some());
        match item.token {
            Token::VariationOpen => {
                self.settle();
                let color = self
                    .frames
                    .last()
                    .map_or(Color::White, |frame| if frame.played > 0 { !frame.color } else { frame.color });
                self.frames.push(Frame::new(Some(range.start), color));
            }
            Token::VariationClose => self.end_line(range.start, range.end),
            Token::Move if cut => self.count_cut(),
            _ if cut && !(item.token == Token::Terminator && self.frames.len() == 1) => {}
            Token::Move => self.half_move(range),
            Token::MoveNumber => {
                self.settle();
                if let Some(frame) = self.frames.last_mut() {
                    (frame.number, frame.last) = (Some(range), Last::Number);
                }
            }
            Token::Nag | Token::CompositeNag | Token::Suffix => self.glyph(item),
            Token::BraceComment | Token::LineComment | Token::Escape => self.comment(item),
            Token::Terminator => {
                self.settle();
                if self.frames.len() == 1 {
                    self.end_cut(range.start);
                }
                self.passed(Last::Terminator);
            }
            _ => {}
        }
    }

    fn passed(&mut self, last: Last) {
        if let Some(frame) = self.frames.last_mut() {
            frame.last = last;
        }
    }

    fn count_cut(&mut self) {
        self.next += 1;
        if let Some(cut) = self.frames.iter_mut().find_map(|frame| frame.cut.as_mut()) {
            cut.more += 1;
        }
    }

    fn half_move(&mut self, range: Range<u32>) {
        self.settle();
        let n = self.next;
        let known = self.resolved.moves.get(n).filter(|known| known.range == range);
        self.next += 1;
        let Some(frame) = self.frames.last_mut() else { return };
        let number = frame.number.take();
        let told = number.as_ref().and_then(|number| Number::read(slice(self.text, number)).color());
        let color = known.map(|known| known.color).or(told).unwrap_or(frame.color);
        let touched = |scope: &Range<u32>| range.start < scope.end && range.end > scope.start;
        let spelt = match (&self.plan.speller, known) {
            (Some(speller), Some(_)) if self.plan.scope.as_ref().is_none_or(touched) => Some(speller.spell(n)),
            _ => None,
        };
        if let Some(Err(reason)) = spelt {
            let from = number.map_or(range.start, |number| number.start);
            frame.cut = Some(Cut { from, half_move: range, reason, more: 0, settled: false });
            return;
        }
        if self.plan.layout == Layout::Vgn {
            let after_number = std::mem::take(&mut frame.after_number);
            let after_white = std::mem::take(&mut frame.after_white);
            if color == Color::Black && frame.played > 0 {
                frame.misplaced = after_white;
                frame.misplaced.extend(after_number);
                // Where a stray terminator parts a number from its half-move, they mix.
                frame.misplaced.sort_by_key(|comment| comment.start);
            } else if let Some(number) = number.as_ref().filter(|_| !after_number.is_empty()) {
                move_before(self.text, &after_number, number.start, self.plan.line_end, self.edits);
            }
        }
        (frame.color, frame.last, frame.move_end) = (!color, Last::Move, range.end);
        frame.played += 1;
        if let Some(number) = &number {
            self.number(number, color);
        }
        if let Some(Ok((text, loss))) = spelt {
            self.losses.extend(loss);
            let glued = number.is_some_and(|number| number.end == range.start);
            let spaced = self.spaced(text, &range, glued);
            self.edits.replace(range, spaced);
        }
    }

    /// A board keeps away from the text around it, which could be taken for a part of it. `glued`: its number stands right
    /// before it, and keeps away by itself in VGN.
    fn spaced(&self, mut text: String, range: &Range<u32>, glued: bool) -> String {
        if self.plan.says == Says::Boards {
            let before = self.text[..range.start as usize].chars().next_back();
            let apart = glued && self.plan.layout == Layout::Vgn;
            if before.is_some_and(|c| c.is_ascii_digit() || c == '.') && !apart {
                text.insert(0, ' ');
            }
            if self.text[range.end as usize..].starts_with('.') {
                text.push(' ');
            }
        }
        text
    }

    fn number(&mut self, range: &Range<u32>, color: Color) {
        let number = Number::read(slice(self.text, range));
        match self.plan.layout {
            Layout::Keep => {}
            Layout::Pgn => {
                if let Some(pgn) = number.pgn() {
                    self.edits.replace(range.clone(), pgn);
                }
            }
            Layout::Vgn => {
                // White space follows a number in VGN.
                let glued = self.text[range.end as usize..].starts_with(|c: char| !c.is_whitespace());
                self.edits.replace(range.clone(), format!("{}{}", number.vgn(color), if glued { " " } else { "" }));
            }
        }
    }

    fn glyph(&mut self, item: &Item) {
        let text = slice(self.text, &item.range);
        let speaks_of_move = self.plan.layout == Layout::Vgn || self.plan.speller.is_some();
        if item.token == Token::Suffix && text.starts_with("e.p") {
            if speaks_of_move {
                self.edits.cut(item.range.clone());
            }
        } else if item.token == Token::Suffix {
            if self.plan.layout == Layout::Vgn
                && let Some(number) = nag::of_suffix(text)
            {
                let before = &self.text[..item.range.start as usize];
                let after = &self.text[item.range.end as usize..];
                let lead = if before.ends_with(char::is_whitespace) { "" } else { " " };
                let apart = after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || "(){};$".contains(c));
                self.edits.replace(item.range.clone(), format!("{lead}${number}{}", if apart { "" } else { " " }));
            }
        } else if item.token == Token::CompositeNag && self.plan.layout == Layout::Pgn {
            let message = format!("PGN has no composite NAG such as `{text}`");
            self.losses.push(Loss::new(item.range.clone(), message));
            self.edits.cut(item.range.clone());
        }
        if let Some(frame) = self.frames.last_mut()
            && matches!(frame.last, Last::Move | Last::Glyph)
        {
            (frame.last, frame.move_end) = (Last::Glyph, item.range.end);
        }
    }

    fn comment(&mut self, item: &Item) {
        if self.plan.layout != Layout::Vgn {
            return;
        }
        if self.frames.last().is_some_and(|frame| frame.last != Last::Number) {
            self.settle();
        }
        if item.token == Token::Escape {
            let escape = slice(self.text, &item.range);
            self.edits.replace(item.range.start..item.range.start + 1, &line_comment(escape)[..1]);
        }
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.last {
            Last::Terminator => return,
            Last::Number => {
                frame.after_number.push(item.range.clone());
                return;
            }
            _ if frame.color == Color::Black && frame.played > 0 => frame.after_white.push(item.range.clone()),
            _ => {}
        }
        frame.last = Last::Other;
    }

    /// A half-move and its annotations are over: the comments that belong behind them go there.
    fn settle(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let misplaced = std::mem::take(&mut frame.misplaced);
        if misplaced.is_empty() {
            return;
        }
        move_behind(self.text, &misplaced, frame.move_end, self.plan.line_end, self.edits);
    }

    /// The line ends at `end`; a variation's `)` ends at `close`.
    fn end_line(&mut self, end: u32, close: u32) {
        self.settle();
        self.end_cut(end);
        let Some(frame) = self.frames.pop() else { return };
        if let (Some(open), 0, true) = (frame.open, frame.played, frame.cut.is_some()) {
            let whole = open..close;
            self.edits.forget(&whole);
            self.edits.cut(whole);
        }
        if let Some(outer) = self.frames.last_mut() {
            outer.last = Last::Other;
        }
    }

    /// Cuts what the target cannot say from the line, which ends at `end`.
    fn end_cut(&mut self, end: u32) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(cut) = frame.cut.as_mut().filter(|cut| !cut.settled) else { return };
        cut.settled = true;
        let text = slice(self.text, &cut.half_move);
        let more = match cut.more {
            0 => String::new(),
            1 => "; with it goes the half-move after it".to_owned(),
            more => format!("; with it go the {more} half-moves after it"),
        };
        self.losses.push(Loss::new(cut.half_move.clone(), format!("`{text}` cannot be written: {}{more}", cut.reason)));
        // A line end may be that of a line comment: it stays.
        let before = &self.text[..cut.from as usize];
        let kept = if frame.open.is_some() { before.trim_end_matches([' ', '\t']).len() as u32 } else { cut.from };
        let rest = kept..end.max(kept);
        self.edits.forget(&rest);
        self.edits.delete(rest);
    }
}
