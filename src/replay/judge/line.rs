//! One line of play: the main line or a variation, as far as it has come.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;

use super::line_boards::{Board, Boards};
use super::movetext::anchors::AnchorFault;
use super::movetext::numbers::NumberFault;
use super::recovery::consequences::Sign;
use super::recovery::supposed::Supposed;
use crate::notation::EndMark;
use crate::replay::after::Nameable;
use crate::rules::{HistoryMark, Position};

/// What stood last on a line, as far as the next token asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Last {
    /// Nothing yet.
    #[default]
    Start,
    Number,
    Move,
    /// A NAG or a suffix after a move.
    Glyph,
    Comment,
    Variation,
    Terminator,
}

/// The last half-move that was read on a line.
#[derive(Clone, Debug)]
pub(super) struct LastMove {
    pub range: Range<u32>,
    pub color: Color,
    /// The text says that the game ends with it, and how.
    pub end: EndMark,
    pub check: bool,
}

/// Where a variation starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// Not known before its first number or move.
    Pending,
    Known,
}

/// The state before a number that went back.
#[derive(Clone, Debug)]
pub(super) struct WentBack {
    /// The first byte of the number.
    pub at: u32,
    pub line: Line,
    /// Half-moves of the main line before it.
    pub main_line_half_moves: u32,
    /// The main line's positions before it.
    pub history: HistoryMark,
}

/// One line of play.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub boards: Boards,
    /// Half-moves on this line.
    pub played: u32,
    /// Number and side of the next half-move.
    pub number: u32,
    pub color: Color,
    /// How far the numbers in the text are ahead of the true ones since they last went wrong.
    pub drift: i64,
    /// The numbers have jumped, and no right one has come since: half-moves may be missing or too many.
    pub jumped: bool,
    /// Where the number starts that jumped last, behind the line's first half-move.
    pub jump: Option<u32>,
    pub last: Last,
    pub last_move: Option<LastMove>,
    /// The number that waits for its move: range and side.
    pub pending_number: Option<Range<u32>>,
    /// Comments behind that number, which is White's (rule C4).
    pub behind_number: Vec<Range<u32>>,
    /// Where play may be in truth, since a half-move did not fit.
    pub supposed: Supposed,
    /// What is wrong with the number of the half-move that is judged now.
    pub number_fault: Option<Box<NumberFault>>,
    /// Findings of the last half-moves that can have the cause of one to come.
    pub signs: Vec<Sign>,
    pub anchor: Anchor,
    /// What was reported of a variation's first number, until its fixes are made.
    pub anchor_fault: Option<Box<AnchorFault>>,
    /// The number of a variation that belongs behind the next half-move of this line, and the variation.
    pub early: Option<Box<(Range<u32>, Range<u32>)>>,
    /// Stray text stood here since the last half-move that could be resolved.
    pub stray: bool,
    /// A number before the next half-move was reported to belong to another one: the half-move is not held to account.
    pub doubtful: bool,
    /// A number, and the glyph that stands behind it in the half-move's place.
    pub glyph_for_move: Option<(Range<u32>, Range<u32>)>,
    /// No legal move led to the board now, which was reported.
    pub unreachable: bool,
    /// Whose move it was has not been clear since the last number: the next one is believed.
    pub miscounted: bool,
    /// Comments that stand after White's move (rule C4): misplaced if Black's move follows.
    pub comments: Vec<Range<u32>>,
    /// Comments known to be misplaced, waiting for the place where they belong.
    pub misplaced: Vec<Range<u32>>,
    /// In a VGN game, what comments can name.
    pub nameable: Nameable,
    /// The end of the last move with its glyphs.
    pub move_end: u32,
    /// Where a misplaced glyph is to stand.
    pub glyph_moved_to: Option<u32>,
    /// The same of the move before.
    pub before_end: u32,
    /// `move-after-end` or `drawn-position` was reported, or a mark that ends the game was wrong.
    pub past_end: bool,
    /// The `(` of a variation.
    pub open: u32,
    /// Where a number went back, and the line as it was: an end or a beginning of a variation may have been forgotten.
    pub went_back: Option<Box<WentBack>>,
    /// Where a number went back in a variation of this line that has ended.
    pub went_back_inside: Option<u32>,
    /// A comment with a `{` in it, since the last half-move.
    pub suspicious: Option<Range<u32>>,
    /// Something stands in the variation.
    pub filled: bool,
    /// Its terminator.
    pub terminator: Option<Range<u32>>,
    /// The half-move from the game's start that comes next, from 0.
    pub ply: u32,
}

impl Line {
    pub(super) fn new(first: Board, number: u32, color: Color) -> Line {
        Line {
            boards: Boards::from(first),
            played: 0,
            number,
            color,
            drift: 0,
            jumped: false,
            jump: None,
            last: Last::Start,
            last_move: None,
            pending_number: None,
            behind_number: Vec::new(),
            supposed: Supposed::default(),
            number_fault: None,
            signs: Vec::new(),
            anchor: Anchor::Known,
            anchor_fault: None,
            early: None,
            stray: false,
            doubtful: false,
            glyph_for_move: None,
            unreachable: false,
            miscounted: false,
            comments: Vec::new(),
            misplaced: Vec::new(),
            nameable: Nameable::default(),
            move_end: 0,
            glyph_moved_to: None,
            before_end: 0,
            past_end: false,
            open: 0,
            went_back: None,
            went_back_inside: None,
            suspicious: None,
            filled: false,
            terminator: None,
            ply: 0,
        }
    }

    /// Stray text stands behind a number, perhaps in the place of its half-move.
    pub(super) fn is_stray_numbered(&self) -> bool {
        self.stray && self.pending_number.is_some()
    }

    /// The variation that begins on this line, at its `(`.
    pub(super) fn branch(&self, open: u32) -> Line {
        Line { anchor: Anchor::Pending, open, drift: self.drift, ..Line::new(Board::Unknown, self.number, self.color) }
    }

    /// Starts the variation before the half-move `back` half-moves ago (1: the last one).
    pub(super) fn anchor_on(&mut self, outer: &Line, back: u32) {
        self.anchor = Anchor::Known;
        self.boards.replace(outer.boards.back(back).clone());
        self.supposed = outer.supposed.back(back);
        (self.number, self.color) = outer.half_move_back(back);
        self.ply = outer.ply.saturating_sub(back);
    }

    /// Number and side of the half-move `back` half-moves ago; 0 is the next one.
    pub(super) fn half_move_back(&self, back: u32) -> (u32, Color) {
        let mut at = (self.number, self.color);
        for _ in 0..back {
            at = match at {
                (number, Color::Black) => (number, Color::White),
                (number, Color::White) => (number.saturating_sub(1), Color::Black),
            };
        }
        at
    }

    /// Stray text may stand in the place of half-moves: a number that is ahead tells how many, and the board is not
    /// known any more. False if the number is not ahead.
    pub(super) fn takes_number(&mut self, number: u32, color: Option<Color>) -> bool {
        let side = color.unwrap_or(self.color);
        let number = u32::try_from(i64::from(number) - self.drift).unwrap_or(0);
        let ahead = (number, side == Color::Black) > (self.number, self.color == Color::Black);
        if ahead && number - self.number <= 2 {
            self.adopt(number, color);
            self.step(None);
        }
        ahead
    }

    /// A piece of this side has moved: out of turn, half-moves are missing or too many, and the count goes on from it.
    pub(super) fn moved_by(&mut self, mover: Color) {
        if mover == self.color {
            return;
        }
        self.miscounted = true;
        if mover == Color::White {
            self.number = self.number.saturating_add(1);
        }
        self.color = mover;
    }

    /// Believes a number in the text.
    pub(super) fn adopt(&mut self, number: u32, color: Option<Color>) {
        self.number = number;
        self.color = color.unwrap_or(self.color);
        self.drift = 0;
        self.miscounted = false;
    }

    /// The first place where a number went back, here or in a variation that has ended.
    pub(super) fn first_went_back(&self) -> Option<u32> {
        self.went_back.as_ref().map(|back| back.at).into_iter().chain(self.went_back_inside).min()
    }

    /// Moves the counters past a half-move; the boards are the caller's.
    pub(super) fn advance(&mut self) {
        self.played += 1;
        self.ply += 1;
        if self.color == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        self.color = !self.color;
    }

    /// The board now is known.
    #[inline]
    pub(super) fn is_known(&self) -> bool {
        self.boards.back(0).is_known()
    }

    /// The position now; `None` when it is not known (rule D2).
    pub(super) fn position(&self) -> Option<Cow<'_, Position>> {
        self.boards.back(0).position()
    }

    /// The board is not known any more.
    pub(super) fn forget(&mut self) {
        self.boards.replace(Board::Unknown);
    }

    /// The board after a half-move; the one before it is remembered for variations.
    pub(super) fn step(&mut self, after: Option<Position>) {
        self.boards.step(after.into());
    }
}
