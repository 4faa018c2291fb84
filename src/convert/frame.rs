//! The lines of play of a walk over movetext: what waits on each, and where it was cut.

use std::ops::Range;

use shakmaty::Color;

use super::comments::{Held, Moved, Place};
use crate::analysis::after::{Nameable, Named};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    Number,
    Move,
    Glyph,
    Other,
    Terminator,
    /// Text behind a number that stands in the place of its half-move.
    Stray,
}

/// One line, as far as the walk has come.
pub(super) struct Frame {
    /// The `(` of a variation.
    pub(super) open: Option<u32>,
    pub(super) color: Color,
    pub(super) played: u32,
    pub(super) last: Last,
    /// The number that waits for its move, and those before it that have none between them.
    pub(super) number: Option<Range<u32>>,
    pub(super) doubled: Vec<Range<u32>>,
    /// Comments between a number and its move.
    pub(super) after_number: Vec<Held>,
    /// Comments after White's move: misplaced in VGN if Black's follows.
    pub(super) after_white: Vec<Held>,
    /// Comments that belong behind the half-move that was just read and its annotations, which end here.
    pub(super) misplaced: Vec<Held>,
    pub(super) move_end: u32,
    /// What the comments can name, and by how much the numbers are ahead of the true ones.
    pub(super) nameable: Nameable,
    pub(super) ahead: i64,
    /// Where the last half-move ends with its annotations and comments, and the one before it.
    pub(super) ends: [Place; 2],
    /// Comments that belong behind the half-move before the last one.
    pub(super) back: Vec<Moved>,
    pub(super) cut: Option<Cut>,
    /// Words that are lost stand on this line: perhaps a half-move.
    pub(super) lost: Option<Range<u32>>,
}

/// Where a line ends because the target cannot say what comes.
pub(super) struct Cut {
    pub(super) from: u32,
    pub(super) half_move: Range<u32>,
    pub(super) reason: String,
    /// Half-moves that go with it, in its line and variations.
    pub(super) more: u32,
    /// The edit is made.
    pub(super) settled: bool,
}

impl Frame {
    pub(super) fn new(open: Option<u32>, color: Color) -> Frame {
        Frame {
            open,
            color,
            played: 0,
            last: Last::Other,
            number: None,
            doubled: Vec::new(),
            after_number: Vec::new(),
            after_white: Vec::new(),
            misplaced: Vec::new(),
            move_end: 0,
            nameable: Nameable::default(),
            ahead: 0,
            ends: [Place::default(), Place::default()],
            back: Vec::new(),
            cut: None,
            lost: None,
        }
    }

    /// There is a half-move with the true `number`, if that is known, and the number that the text has `told` for it.
    pub(super) fn played(&mut self, number: Option<u32>, told: Option<u32>, color: Color, end: u32) {
        let next =
            self.nameable.last().map_or(1, |last| last.number.saturating_add(u32::from(last.color == Color::Black)));
        let number = number.or(told).unwrap_or(next);
        if let Some(told) = told {
            self.ahead = i64::from(told) - i64::from(number);
        }
        self.nameable.played(Named { number, color }, self.ahead);
        let last = std::mem::replace(&mut self.ends[0], Place { at: end, after_line_comment: false });
        self.ends[1] = last;
        (self.color, self.last, self.move_end) = (!color, Last::Move, end);
        self.played += 1;
    }
}
