//! A line of play: the main line or a variation, as far as it has come.

use shakmaty::{Color, Move};

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
    /// The boards before the last two half-moves and after them, in a ring: variations begin on the earlier ones.
    boards: [Bitboards; 3],
    now: usize,
    /// Half-moves on this line.
    pub(super) played: u32,
    /// Number of the next half-move.
    pub(super) number: u32,
    pub(super) last: Last,
    /// It is known on which board the line begins: not before a variation's first number or half-move.
    pub(super) anchored: bool,
}

impl Line {
    pub(super) fn main((board, number): Start) -> Line {
        Line { boards: [board; 3], now: 0, played: 0, number, last: Last::Other, anchored: true }
    }

    /// The variation that begins on this line; it has no board yet.
    pub(super) fn branch(&self) -> Line {
        Line { played: 0, last: Last::Other, anchored: false, ..self.clone() }
    }

    /// The board now.
    #[inline]
    pub(super) fn board(&self) -> &Bitboards {
        let [a, b, c] = &self.boards;
        match self.now {
            0 => a,
            1 => b,
            _ => c,
        }
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        let [a, b, c] = &mut self.boards;
        let (before, after, now) = match self.now {
            0 => (a, b, 1),
            1 => (b, c, 2),
            _ => (c, a, 0),
        };
        *after = *before;
        after.play(m);
        self.now = now;
        self.played += 1;
        self.number = self.number.saturating_add(u32::from(before.turn() == Color::Black));
        self.last = Last::Move;
    }

    /// Number and side of the half-move `back` half-moves ago, one or two of those that were played.
    pub(super) fn half_move_back(&self, back: u32) -> Option<(u32, Color)> {
        let turn = self.board().turn();
        (back <= self.played).then(|| match (back, turn) {
            (1, Color::White) | (2, Color::White) => (self.number.saturating_sub(1), back_turn(turn, back)),
            (2, Color::Black) => (self.number.saturating_sub(1), Color::Black),
            _ => (self.number, back_turn(turn, back)),
        })
    }

    /// Starts this variation of `outer` before the half-move of it `back` half-moves ago, one or two.
    pub(super) fn anchor(&mut self, outer: &Line, back: u32) -> Option<()> {
        let (number, _) = outer.half_move_back(back)?;
        let then = (outer.now + 3 - back as usize) % 3;
        self.boards = [outer.boards[then]; 3];
        (self.now, self.number, self.anchored) = (0, number, true);
        Some(())
    }
}

fn back_turn(turn: Color, back: u32) -> Color {
    if back == 1 { !turn } else { turn }
}
