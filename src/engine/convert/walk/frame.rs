//! The lines of play of a walk over movetext: pending tokens of each line, and where it was cut.

use std::ops::Range;

use shakmaty::Color;

use crate::convert::losses::cut_rest::CutRest;
use crate::convert::placement::comments::{CommentTarget, MovedComment, PendingComment};
use crate::replay::after::{MoveName, NameableMoves};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastToken {
    Number,
    /// A NAG between a number and its half-move.
    GlyphOfNumber,
    Move,
    Glyph,
    Other,
    Terminator,
    /// Text after a number, in place of its half-move.
    Stray,
}

/// One line, up to the walk's current position.
pub struct LineFrame {
    /// Start of a variation's `(`.
    pub open: Option<u32>,
    pub color: Color,
    pub played: u32,
    pub last: LastToken,
    /// The pending number, and preceding ones without a half-move between them.
    pub number: Option<Range<u32>>,
    pub repeated_numbers: Vec<Range<u32>>,
    /// Comments between a number and its half-move.
    pub after_number: Vec<PendingComment>,
    /// Comments after White's move: misplaced in VGN if Black's follows.
    pub after_white: Vec<PendingComment>,
    /// Comments to move behind the last half-move and its annotations, when these end.
    pub misplaced: Vec<PendingComment>,
    pub move_end: u32,
    /// The half-moves that comments can name, and the offset of the written numbers from the true ones.
    pub nameable: NameableMoves,
    pub ahead: i64,
    /// A number of the line has been corrected.
    pub is_renumbered: bool,
    /// Ends of the last two half-moves, with annotations and comments.
    pub ends: [CommentTarget; 2],
    /// Comments to move behind the half-move before the last one.
    pub moved_back: Vec<MovedComment>,
    pub cut: Option<LineCut>,
    /// Range of lost words on this line, which may include a half-move.
    pub lost_words: Option<Range<u32>>,
}

/// Position where a line ends because the target cannot encode the rest.
pub struct LineCut {
    pub from: u32,
    pub half_move: Range<u32>,
    pub reason: String,
    pub rest: CutRest,
    /// Whether the edit was made.
    pub emitted: bool,
}

impl LineFrame {
    pub fn new(open: Option<u32>, color: Color) -> LineFrame {
        LineFrame {
            open,
            color,
            played: 0,
            last: LastToken::Other,
            number: None,
            repeated_numbers: Vec::new(),
            after_number: Vec::new(),
            after_white: Vec::new(),
            misplaced: Vec::new(),
            move_end: 0,
            nameable: NameableMoves::default(),
            ahead: 0,
            is_renumbered: false,
            ends: [CommentTarget::default(), CommentTarget::default()],
            moved_back: Vec::new(),
            cut: None,
            lost_words: None,
        }
    }

    /// Adds a half-move with its true `number`, if known, and the written number `written_number`.
    pub fn played(&mut self, number: Option<u32>, written_number: Option<u32>, color: Color, end: u32) {
        let next =
            self.nameable.last().map_or(1, |last| last.number.saturating_add(u32::from(last.color == Color::Black)));
        let number = number.or(written_number).unwrap_or(next);
        if let Some(written_number) = written_number {
            self.ahead = i64::from(written_number) - i64::from(number);
        }
        self.nameable.played(MoveName { number, color }, self.ahead);
        let last = std::mem::replace(&mut self.ends[0], CommentTarget { at: end, after_line_comment: false });
        self.ends[1] = last;
        (self.color, self.last, self.move_end) = (!color, LastToken::Move, end);
        self.played += 1;
    }
}
