//! What the judge looks at: a board, whose turn it is, castling rights and the en passant square.

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, ByRole, Castles, Color, Square};

use super::Man;

/// A board with everything that judging a move takes. Any board: kings may be missing.
pub(super) struct Situation<'a> {
    pub board: &'a Board,
    pub turn: Color,
    pub castles: Castles,
    /// The square behind a pawn that has just made a double step, whether a pawn can capture there or not.
    pub en_passant: Option<Square>,
    /// The rules that are played by.
    pub variant: Variant,
    /// The men in hand of the side to move, where the variant has a pocket.
    pub pocket: Option<ByRole<u8>>,
    /// The variant's own rules have ended the game.
    pub over: bool,
}

impl Situation<'_> {
    /// The man on a square that is known to hold one.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.board.role_at(square).map(|role| Man { role, square })
    }

    /// The first man of a set.
    pub fn first_man(&self, men: Bitboard) -> Option<Man> {
        men.first().and_then(|square| self.man(square))
    }
}
