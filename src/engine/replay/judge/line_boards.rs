//! The boards of a line: the current one, and those before its last two half-moves, on which variations begin.
//!
//! Boards of chess and of variants with its moves are bare bitboards, which are cheap to play on and to keep. They are
//! converted to a [`Position`] where more is needed.

use std::borrow::Cow;
use std::num::NonZeroU32;

use super::end::ending::{BoardEnd, board_end};
use crate::rules::{Bitboards, Position, SharedPosition};

/// A legal position of chess, Chess960, King of the Hill or Three-check.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitboardPosition {
    pub board: Bitboards,
    /// Number of the next move, as counted by the position.
    pub number: NonZeroU32,
}

impl BitboardPosition {
    fn position(&self) -> Position {
        self.board.position(self.number)
    }

    pub(super) fn kept(&self) -> SharedPosition {
        SharedPosition::of_bitboards(self.board, self.number)
    }
}

/// One board.
#[derive(Clone, Debug, Default)]
pub(super) enum Board {
    /// Unknown (rule D2).
    #[default]
    Unknown,
    Bitboards(BitboardPosition),
    Position(Position),
}

impl Board {
    #[inline]
    pub(super) fn is_known(&self) -> bool {
        !matches!(self, Board::Unknown)
    }

    /// The board as bitboards, if there are any for it; `made` holds bitboards made from a position.
    #[inline(always)]
    pub(super) fn bitboards<'b>(&'b self, made: &'b mut Option<BitboardPosition>) -> Option<&'b BitboardPosition> {
        match self {
            Board::Unknown => None,
            Board::Bitboards(bitboards) => Some(bitboards),
            Board::Position(position) => {
                *made = narrowed(position);
                made.as_ref()
            }
        }
    }

    /// The board as a position, newly made from bitboards: see [`Boards::widen`].
    pub(super) fn position(&self) -> Option<Cow<'_, Position>> {
        match self {
            Board::Unknown => None,
            Board::Bitboards(bitboards) => Some(Cow::Owned(bitboards.position())),
            Board::Position(position) => Some(Cow::Borrowed(position)),
        }
    }

    /// The board in the form kept beside a half-move.
    pub(super) fn kept(&self) -> Option<SharedPosition> {
        match self {
            Board::Unknown => None,
            Board::Bitboards(bitboards) => Some(bitboards.kept()),
            Board::Position(position) => Some(position.clone().into()),
        }
    }

    fn into_position(self) -> Option<Position> {
        match self {
            Board::Unknown => None,
            Board::Bitboards(bitboards) => Some(bitboards.position()),
            Board::Position(position) => Some(position),
        }
    }

    /// The end of the game on this board, if certain.
    pub(super) fn end(&self) -> Option<BoardEnd> {
        match self {
            Board::Unknown => None,
            Board::Bitboards(bitboards) if bitboards.board.is_checkmate() => {
                Some(BoardEnd::Mate(!bitboards.board.turn()))
            }
            Board::Bitboards(bitboards) if bitboards.board.certainly_can_move() => None,
            Board::Bitboards(bitboards) => board_end(&bitboards.position()),
            Board::Position(position) => board_end(position),
        }
    }
}

#[inline(never)]
fn narrowed(position: &Position) -> Option<BitboardPosition> {
    Some(BitboardPosition { board: Bitboards::new(position)?, number: position.fullmoves() })
}

impl From<Option<Position>> for Board {
    fn from(position: Option<Position>) -> Board {
        position.map_or(Board::Unknown, Board::Position)
    }
}

/// The boards of one line.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards {
    /// A ring: each half-move's board replaces the oldest one.
    ring: [Board; 3],
    now: u8,
}

impl Boards {
    /// Boards of a line that begins on `first`.
    pub(super) fn from(first: Board) -> Boards {
        Boards { ring: [first, Board::Unknown, Board::Unknown], now: 0 }
    }

    /// The board before the half-move `back` half-moves ago, two at most; 0 is the current board.
    #[inline]
    pub(super) fn back(&self, back: u32) -> &Board {
        let [a, b, c] = &self.ring;
        match (u32::from(self.now) + 3 - back.min(2)) % 3 {
            0 => a,
            1 => b,
            _ => c,
        }
    }

    #[inline]
    fn place_now(&mut self) -> &mut Board {
        let [a, b, c] = &mut self.ring;
        match self.now {
            0 => a,
            1 => b,
            _ => c,
        }
    }

    /// Replaces the current board.
    pub(super) fn replace(&mut self, board: Board) {
        *self.place_now() = board;
    }

    /// Takes the current position; the caller must replace it.
    pub(super) fn take_position(&mut self) -> Option<Position> {
        std::mem::take(self.place_now()).into_position()
    }

    /// Adds the board after a half-move.
    #[inline]
    pub(super) fn step(&mut self, after: Board) {
        self.now = (self.now + 1) % 3;
        *self.place_now() = after;
    }

    /// Same as [`Boards::step`] for bitboards.
    #[inline]
    pub(super) fn step_bitboards(&mut self, after: &BitboardPosition) {
        self.now = (self.now + 1) % 3;
        match self.place_now() {
            Board::Bitboards(bitboards) => *bitboards = *after,
            other => *other = Board::Bitboards(*after),
        }
    }

    /// Converts the current board from bitboards to a position, before several queries.
    pub(super) fn widen(&mut self) {
        if let Board::Bitboards(bitboards) = self.back(0) {
            let position = bitboards.position();
            self.replace(Board::Position(position));
        }
    }
}
