//! The state of one line of play: the main line or a variation.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::{Bitboard, Color};

use super::line_boards::{Board, Boards};
use super::movetext::anchors::AnchorFault;
use super::movetext::numbers::NumberFault;
use super::recovery::consequences::Symptom;
use super::recovery::suppositions::Suppositions;
use crate::notation::EndMark;
use crate::replay::after::NameableMoves;
use crate::rules::{HistoryMark, Position};

/// The preceding token of a line, as far as it matters to the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PrecedingToken {
    /// None yet.
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
    /// The end of the game that the text marks.
    pub end: EndMark,
    pub check: bool,
}

/// Whether the start of a variation is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VariationAnchor {
    /// Unknown until its first number or half-move.
    Pending,
    Known,
}

/// The state before a number that goes back, to the expected number or a lower one.
#[derive(Clone, Debug)]
pub(super) struct LineSnapshot {
    /// Start of the number.
    pub at: u32,
    pub line: JudgeLine,
    /// Half-moves of the main line before it.
    pub main_line_half_moves: u32,
    /// Mark in the main line's history before it.
    pub history: HistoryMark,
}

/// One line of play.
#[derive(Clone, Debug)]
pub(super) struct JudgeLine {
    pub boards: Boards,
    /// Half-moves on this line.
    pub played: u32,
    /// Number and side of the next half-move.
    pub number: u32,
    pub color: Color,
    /// How far the numbers in the text have been ahead of the true ones since the last wrong number.
    pub drift: i64,
    /// The drift of a variation's first number.
    pub first_drift: i64,
    /// The numbers have jumped, and no correct one has followed: half-moves may be missing or superfluous.
    pub jumped: bool,
    /// Start of the first number that has jumped since the last correct one, unless it begins a variation, whose
    /// position decides.
    pub jump: Option<u32>,
    pub preceding: PrecedingToken,
    pub last_move: Option<LastMove>,
    /// The number whose half-move has not been read yet.
    pub pending_number: Option<Range<u32>>,
    /// Comments after that number, if it is White's or the line's first (rule C4).
    pub comments_after_number: Vec<Range<u32>>,
    /// Boards that play may really have reached since a half-move did not fit.
    pub suppositions: Suppositions,
    /// Fault in the number of the current half-move, until the half-move has been judged.
    pub number_fault: Option<Box<NumberFault>>,
    /// Findings at the last half-moves that may have the same cause as a later one.
    pub symptoms: Vec<Symptom>,
    pub anchor: VariationAnchor,
    /// The reported fault of the variation's first number, until its fixes are made.
    pub anchor_fault: Option<Box<AnchorFault>>,
    /// A variation that belongs after the next half-move of this line: the range of its first number, and its own.
    pub early_variation: Option<Box<(Range<u32>, Range<u32>)>>,
    /// There is stray text since the last half-move.
    pub stray: bool,
    /// A fault before the next half-move was reported, so faults of the half-move itself are not.
    pub fault_reported: bool,
    /// A number, and the glyph after it in the place of its half-move.
    pub glyph_for_move: Option<(Range<u32>, Range<u32>)>,
    /// No legal move leads to the current board, which was reported.
    pub unreachable: bool,
    /// The castling rights by the moves played, since a board with other ones was reported.
    pub due_rights: Option<Bitboard>,
    /// The side to move has been uncertain since the last number: the next one is trusted.
    pub side_uncertain: bool,
    /// Comments after White's half-move (rule C4): misplaced if Black's half-move follows.
    pub comments_after_white: Vec<Range<u32>>,
    /// Misplaced comments, until the place where they belong is read.
    pub misplaced_comments: Vec<Range<u32>>,
    /// The half-moves that comments of a VGN game can name.
    pub nameable: NameableMoves,
    /// End of the last half-move with its glyphs.
    pub move_end: u32,
    /// The place to which a fix moves a misplaced glyph.
    pub glyph_moved_to: Option<u32>,
    /// End of the half-move before the last one, with its glyphs.
    pub previous_move_end: u32,
    /// `move-after-end` or `drawn-position` was reported, or a mark that ends the game was wrong.
    pub past_end: bool,
    /// A half-move behind the end of the game by the board was reported: what cannot be played after it follows from that.
    pub past_board_end: bool,
    /// Start of the variation's `(`.
    pub open_parenthesis: u32,
    /// The line before a number that went back: a parenthesis may be missing there.
    pub before_rewind: Option<Box<LineSnapshot>>,
    /// Start of the first number that went back in a closed variation of this line.
    pub inner_rewind: Option<u32>,
    /// A comment that contains `{`, or up to the end of its line and begins with half-moves, since the last half-move.
    pub suspicious_comment: Option<Range<u32>>,
    /// The line is not empty.
    pub has_content: bool,
    /// The line's terminator.
    pub terminator: Option<Range<u32>>,
    /// Index of the next half-move from the game's start, from 0.
    pub ply: u32,
}

impl JudgeLine {
    pub(super) fn new(first: Board, number: u32, color: Color) -> JudgeLine {
        JudgeLine {
            boards: Boards::from(first),
            played: 0,
            number,
            color,
            drift: 0,
            first_drift: 0,
            jumped: false,
            jump: None,
            preceding: PrecedingToken::Start,
            last_move: None,
            pending_number: None,
            comments_after_number: Vec::new(),
            suppositions: Suppositions::default(),
            number_fault: None,
            symptoms: Vec::new(),
            anchor: VariationAnchor::Known,
            anchor_fault: None,
            early_variation: None,
            stray: false,
            fault_reported: false,
            glyph_for_move: None,
            unreachable: false,
            due_rights: None,
            side_uncertain: false,
            comments_after_white: Vec::new(),
            misplaced_comments: Vec::new(),
            nameable: NameableMoves::default(),
            move_end: 0,
            glyph_moved_to: None,
            previous_move_end: 0,
            past_end: false,
            past_board_end: false,
            open_parenthesis: 0,
            before_rewind: None,
            inner_rewind: None,
            suspicious_comment: None,
            has_content: false,
            terminator: None,
            ply: 0,
        }
    }

    /// Stray text follows a number, perhaps in the place of its half-move.
    pub(super) fn is_stray_numbered(&self) -> bool {
        self.stray && self.pending_number.is_some()
    }

    /// A variation of this line that begins with the `(` at `open_parenthesis`.
    pub(super) fn branch(&self, open_parenthesis: u32) -> JudgeLine {
        JudgeLine {
            anchor: VariationAnchor::Pending,
            open_parenthesis,
            drift: self.drift,
            ..JudgeLine::new(Board::Unknown, self.number, self.color)
        }
    }

    /// Starts the variation on the board of `outer` before its half-move `back` half-moves ago (1: the last one).
    pub(super) fn anchor_on(&mut self, outer: &JudgeLine, back: u32) {
        self.anchor = VariationAnchor::Known;
        self.boards.replace(outer.boards.back(back).clone());
        self.suppositions = outer.suppositions.back(back);
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

    /// After stray text, which may replace half-moves, adopts a number up to two moves ahead; the board becomes
    /// unknown. False if the number is not ahead.
    pub(super) fn adopt_if_ahead(&mut self, number: u32, color: Option<Color>) -> bool {
        let side = color.unwrap_or(self.color);
        if (number, side) == (self.number, self.color) {
            // The number is right again after a wrong one.
            return false;
        }
        let number = u32::try_from(i64::from(number) - self.drift).unwrap_or(0);
        let ahead = (number, side == Color::Black) > (self.number, self.color == Color::Black);
        if ahead && number - self.number <= 2 {
            self.adopt_number(number, color);
            self.push_board(None);
        }
        ahead
    }

    /// Continues the count from a move of this side; out of turn, half-moves are missing or superfluous.
    pub(super) fn continue_from_mover(&mut self, mover: Color) {
        if mover == self.color {
            return;
        }
        self.side_uncertain = true;
        if mover == Color::White {
            self.number = self.number.saturating_add(1);
        }
        self.color = mover;
    }

    /// The number in the text is the true one: no earlier one has an effect on the count.
    #[inline]
    pub(super) fn count_is_right(&mut self) {
        (self.drift, self.first_drift, self.jumped) = (0, 0, false);
    }

    /// Continues the count from a number in the text.
    pub(super) fn adopt_number(&mut self, number: u32, color: Option<Color>) {
        self.number = number;
        self.color = color.unwrap_or(self.color);
        self.drift = 0;
        self.side_uncertain = false;
    }

    /// Start of the first number that went back, on this line or in its closed variations.
    pub(super) fn first_rewind(&self) -> Option<u32> {
        self.before_rewind.as_ref().map(|back| back.at).into_iter().chain(self.inner_rewind).min()
    }

    /// Advances the counters by a half-move; the caller updates the boards.
    pub(super) fn advance(&mut self) {
        self.played += 1;
        self.ply += 1;
        if self.color == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        self.color = !self.color;
    }

    /// The current board is known.
    #[inline]
    pub(super) fn is_known(&self) -> bool {
        self.boards.back(0).is_known()
    }

    /// The current position; `None` if unknown (rule D2).
    pub(super) fn position(&self) -> Option<Cow<'_, Position>> {
        self.boards.back(0).position()
    }

    /// Makes the current board unknown.
    pub(super) fn lose_board(&mut self) {
        self.boards.replace(Board::Unknown);
    }

    /// Adds the board after a half-move; the board before it is kept for variations.
    pub(super) fn push_board(&mut self, after: Option<Position>) {
        self.boards.step(after.into());
    }
}
