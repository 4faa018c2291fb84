//! Input of the judge: a board, the side to move, castling rights and the en passant square.

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, ByRole, Castles, Color, Square};

use super::PlacedPiece;

/// A board with all that is needed to judge a move. The board is arbitrary: kings may be missing.
pub(super) struct Situation<'a> {
    pub board: &'a Board,
    pub turn: Color,
    pub castles: Castles,
    /// The square passed by the double step of the preceding half-move, whether or not a pawn can capture there.
    pub en_passant: Option<Square>,
    /// The variant's rules.
    pub variant: Variant,
    /// Pocket of the side to move, if the variant has pockets.
    pub pocket: Option<ByRole<u8>>,
    /// Whether the variant's own rules have ended the game.
    pub game_over: bool,
}

impl Situation<'_> {
    /// The piece on an occupied square.
    pub fn piece(&self, square: Square) -> Option<PlacedPiece> {
        self.board.role_at(square).map(|role| PlacedPiece { role, square })
    }

    /// The first piece of a set.
    pub fn first_piece(&self, pieces: Bitboard) -> Option<PlacedPiece> {
        pieces.first().and_then(|square| self.piece(square))
    }
}
