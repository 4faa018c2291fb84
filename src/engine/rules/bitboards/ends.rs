//! Mate, stalemate, and fast tests for mobility.

use shakmaty::{Bitboard, CastlingSide, Role, Square, attacks};

use super::Bitboards;
use super::tables::{DIAGONAL, STRAIGHT};

impl Bitboards {
    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.king_can_step() && !self.others_can_answer() && self.variant_winner().is_none()
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check()
            && self.variant_winner().is_none()
            && !self.certainly_can_move()
            && !self.others_can_go_to(!self.us())
            // In Chess960 a king that cannot step may be able to castle.
            && CastlingSide::ALL.into_iter().all(|side| self.castling(side).is_none())
    }

    /// Whether the side to move certainly has a legal move; `false` is inconclusive.
    pub fn certainly_can_move(&self) -> bool {
        if self.variant_winner().is_some() {
            return false;
        }
        if self.is_check() {
            return !self.is_checkmate();
        }
        // A piece on no line of the king cannot be pinned.
        let king = self.king(self.turn);
        let free = self.us() & !(STRAIGHT.through(king) | DIAGONAL.through(king));
        let pawns = (free & self.by_role(Role::Pawn)).shift(self.turn.fold_wb(8, -8)) & !self.occupied();
        pawns.any() || self.king_can_step() || free.into_iter().any(|piece| self.can_leave(piece))
    }

    /// Whether the piece, not a pawn, can move at all, regardless of its king.
    fn can_leave(&self, piece: Square) -> bool {
        let near = attacks::king_attacks(piece);
        let squares = match self.role_at(piece) {
            Some(Role::Knight) => attacks::knight_attacks(piece),
            Some(Role::Bishop) => DIAGONAL.through(piece) & near,
            Some(Role::Rook) => STRAIGHT.through(piece) & near,
            Some(Role::Queen) => near,
            Some(Role::Pawn | Role::King) | None => return false,
        };
        (squares & !self.us()).any()
    }

    /// Whether neither pawns nor heavy pieces are left, so that the position may be dead.
    #[inline]
    pub fn may_be_dead(&self) -> bool {
        (self.by_role(Role::Pawn) | self.straight()).is_empty()
    }

    fn king_can_step(&self) -> bool {
        let steps = attacks::king_attacks(self.king(self.turn)) & !self.us();
        steps.into_iter().any(|to| self.is_safe_step(to))
    }

    /// Whether a piece other than the king can capture the checker or interpose.
    fn others_can_answer(&self) -> bool {
        self.others_can_go_to(self.answers_check(self.king(self.turn)))
    }

    /// Whether a piece other than the king can go to one of these squares, or capture en passant.
    fn others_can_go_to(&self, squares: Bitboard) -> bool {
        squares.into_iter().any(|to| self.piece_can_go(to) || self.pawn_can_go(to)) || self.legal_en_passant().is_some()
    }

    fn piece_can_go(&self, to: Square) -> bool {
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().any(|role| self.sources(role, to).any())
    }

    fn pawn_can_go(&self, to: Square) -> bool {
        if !self.them().contains(to) {
            return self.pawn_step(to).is_some();
        }
        let pawns = attacks::pawn_attacks(!self.turn, to) & self.us() & self.by_role(Role::Pawn);
        pawns.into_iter().any(|from| self.is_safe(from, to))
    }
}
