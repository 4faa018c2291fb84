//! What the judge looks at: a board, whose turn it is, castling rights and the en passant square.

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, ByRole, Castles, Color, Square};

use super::PlacedPiece;

/// A board with everything that judging a move takes. Any board: kings may be missing.
pub(super) struct Situation<'a> {
    pub board: &'a Board,
    pub turn: Color,
    pub castles: Castles,
    /// The square behind a pawn that has just made a double step, whether a pawn can capture there or not.
    pub en_passant: Option<Square>,
    /// The rules that are played by.
    pub variant: Variant,
    /// The pieces in hand of the side to move, where the variant has a pocket.
    pub pocket: Option<ByRole<u8>>,
    /// The variant's own rules have ended the game.
    pub over: bool,
}

impl Situation<'_> {
    /// The piece on a square that is known to hold one.
    pub fn piece(&self, square: Square) -> Option<PlacedPiece> {
        self.board.role_at(square).map(|role| PlacedPiece { role, square })
    }

    /// The first piece of a set.
    pub fn first_piece(&self, pieces: Bitboard) -> Option<PlacedPiece> {
        pieces.first().and_then(|square| self.piece(square))
    }
}
