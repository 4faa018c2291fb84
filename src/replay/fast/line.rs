//! A line of play: the main line or a variation, as far as it has come.

use shakmaty::Color;

use super::start::Start;
use crate::rules::Bitboards;

/// What stood last on a line, as far as the next token asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// A half-move, or a glyph after one: another glyph may follow.
    Move,
    /// A number, whose half-move must follow.
    Number,
    Other,
}

/// One line of play.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The boards after the last half-moves, in a ring: a variation begins on the one before the last.
    boards: [Bitboards; 2],
    now: usize,
    /// Half-moves on this line.
    pub(super) played: u32,
    /// Number of the next half-move.
    pub(super) number: u32,
    pub(super) last: Last,
    /// It is known on which board the line begins: not before a variation's first number or half-move.
    pub(super) anchored: bool,
}

impl Default for Line {
    fn default() -> Line {
        let boards = [Bitboards::initial(); 2];
        Line { boards, now: 0, played: 0, number: 1, last: Last::Other, anchored: false }
    }
}

impl Line {
    /// Starts anew as a main line.
    pub(super) fn start(&mut self, (board, number): Start) {
        self.branch();
        self.begin(board, number);
    }

    /// Starts anew as a variation; it has no board yet.
    pub(super) fn branch(&mut self) {
        (self.played, self.last, self.anchored) = (0, Last::Other, false);
    }

    fn begin(&mut self, board: Bitboards, number: u32) {
        (self.boards[0], self.now, self.number, self.anchored) = (board, 0, number, true);
    }

    /// The board now.
    #[inline]
    pub(super) fn board(&self) -> &Bitboards {
        &self.boards[self.now & 1]
    }

    /// The board on which the next half-move of the line is to be carried out.
    #[inline(always)]
    pub(super) fn next(&mut self) -> &mut Bitboards {
        let board = *self.board();
        self.now = (self.now + 1) & 1;
        self.played += 1;
        self.number = self.number.saturating_add(u32::from(board.turn() == Color::Black));
        self.last = Last::Move;
        let next = &mut self.boards[self.now & 1];
        *next = board;
        next
    }

    /// Number and side of the last half-move, if there was one.
    pub(super) fn last_half_move(&self) -> Option<(u32, Color)> {
        (self.played > 0).then(|| match self.board().turn() {
            Color::White => (self.number.saturating_sub(1), Color::Black),
            Color::Black => (self.number, Color::White),
        })
    }

    /// Starts this variation of `outer` before its last half-move.
    pub(super) fn anchor(&mut self, outer: &Line) -> Option<()> {
        let (number, _) = outer.last_half_move()?;
        let then = outer.now.wrapping_sub(1) & 1;
        self.begin(outer.boards[then], number);
        Some(())
    }
}
