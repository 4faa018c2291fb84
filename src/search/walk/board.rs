//! A board on the way through a game, in the form in which its reader has it.

use std::borrow::Cow;
use std::num::NonZeroU32;

use shakmaty::{Bitboard, Color, Role, Square};
use vgn_engine::rules::{Bitboards, Position, Variant};

use crate::SearchKey;

/// A board of a walk.
#[derive(Clone, Copy, Debug)]
pub enum WalkBoard<'a> {
    /// A legal position of chess, Chess960, King of the Hill or Three-check.
    Bitboards(&'a Bitboards),
    /// Any other, perhaps one on which the rules cannot be applied.
    Position(&'a Position),
}

/// A board with its key.
#[derive(Clone, Copy, Debug)]
pub struct WalkPlace<'a> {
    pub board: WalkBoard<'a>,
    /// `None` if the rules cannot be applied to the board, or the sink wants no keys.
    pub key: Option<SearchKey>,
}

impl WalkBoard<'_> {
    /// All pieces of one role.
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        match self {
            WalkBoard::Bitboards(board) => board.by_role(role),
            WalkBoard::Position(position) => position.board().by_role(role),
        }
    }

    /// All pieces of one side.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        match self {
            WalkBoard::Bitboards(board) => board.by_color(color),
            WalkBoard::Position(position) => position.board().by_color(color),
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        match self {
            WalkBoard::Bitboards(board) => board.turn(),
            WalkBoard::Position(position) => position.turn(),
        }
    }

    /// Castling rights, as squares of rooks.
    #[inline]
    pub fn castling_rights(&self) -> Bitboard {
        match self {
            WalkBoard::Bitboards(board) => board.castling_rights(),
            WalkBoard::Position(position) => position.castling_rights(),
        }
    }

    /// The en passant square, if a legal move captures there.
    #[inline]
    pub fn legal_en_passant(&self) -> Option<Square> {
        match self {
            WalkBoard::Bitboards(board) => board.legal_en_passant(),
            WalkBoard::Position(position) => position.legal_en_passant(),
        }
    }

    /// The variant; Chess960 is chess here.
    #[inline]
    pub fn variant(&self) -> Variant {
        match self {
            WalkBoard::Bitboards(board) => board.variant(),
            WalkBoard::Position(position) => position.variant(),
        }
    }

    /// The whole position; `number` is that of the next move.
    pub fn position(&self, number: u32) -> Cow<'_, Position> {
        match self {
            WalkBoard::Bitboards(board) => {
                Cow::Owned(board.position(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)))
            }
            WalkBoard::Position(position) => Cow::Borrowed(position),
        }
    }

    /// Whether two boards have the same pieces, side to move, castling rights, right to capture en passant and variant:
    /// what a key stands for, but for the counts of variants.
    pub fn is_same(&self, other: &WalkBoard<'_>) -> bool {
        self.turn() == other.turn()
            && Role::ALL.into_iter().all(|role| self.by_role(role) == other.by_role(role))
            && self.by_color(Color::White) == other.by_color(Color::White)
            && self.by_color(Color::Black) == other.by_color(Color::Black)
            && self.castling_rights() == other.castling_rights()
            && self.variant() == other.variant()
            && self.legal_en_passant() == other.legal_en_passant()
    }
}

impl<'a> WalkPlace<'a> {
    /// A position with its key.
    pub(super) fn of(board: &'a Bitboards) -> WalkPlace<'a> {
        WalkPlace { board: WalkBoard::Bitboards(board), key: Some(SearchKey::of_bitboards(board)) }
    }
}
