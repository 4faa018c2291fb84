//! A line of play, main line or variation, up to the current position.

use shakmaty::Color;

use super::start::Start;
use crate::rules::Bitboards;

/// The last item on a line, as far as the next token depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PreviousToken {
    /// A half-move, or a glyph after one: another glyph may follow.
    Move,
    /// A number, whose half-move must follow.
    Number,
    Other,
}

/// One line of play.
#[derive(Clone, Debug)]
pub(super) struct FastLine {
    /// The boards after the last two half-moves, in a ring: a variation begins on the earlier one.
    boards: [Bitboards; 2],
    now: usize,
    /// Half-moves on this line.
    pub(super) played: u32,
    /// Number of the next half-move.
    pub(super) number: u32,
    pub(super) last: PreviousToken,
    /// Whether the line's first board is known: for a variation, after its first number or half-move.
    pub(super) anchored: bool,
}

impl Default for FastLine {
    fn default() -> FastLine {
        let boards = [Bitboards::initial(); 2];
        FastLine { boards, now: 0, played: 0, number: 1, last: PreviousToken::Other, anchored: false }
    }
}

impl FastLine {
    /// Resets the line to a main line.
    pub(super) fn start(&mut self, (board, number): Start) {
        self.branch();
        self.begin(board, number);
    }

    /// Resets the line to a variation without a board.
    pub(super) fn branch(&mut self) {
        (self.played, self.last, self.anchored) = (0, PreviousToken::Other, false);
    }

    fn begin(&mut self, board: Bitboards, number: u32) {
        (self.boards[0], self.now, self.number, self.anchored) = (board, 0, number, true);
    }

    /// The current board.
    #[inline]
    pub(super) fn board(&self) -> &Bitboards {
        &self.boards[self.now & 1]
    }

    /// Advances the line, and returns the board on which its next half-move is to be played.
    #[inline(always)]
    pub(super) fn next(&mut self) -> &mut Bitboards {
        let board = *self.board();
        self.now = (self.now + 1) & 1;
        self.played += 1;
        self.number = self.number.saturating_add(u32::from(board.turn() == Color::Black));
        self.last = PreviousToken::Move;
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

    /// Starts this variation of `outer` before the last half-move of `outer`.
    pub(super) fn anchor(&mut self, outer: &FastLine) -> Option<()> {
        let (number, _) = outer.last_half_move()?;
        let then = outer.now.wrapping_sub(1) & 1;
        self.begin(outer.boards[then], number);
        Some(())
    }
}
