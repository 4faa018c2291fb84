//! Mate, and the certainty that a side can move.

use shakmaty::{Role, Square, attacks};

use super::Bitboards;
use super::tables::{DIAGONAL, STRAIGHT};

impl Bitboards {
    /// The side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.king_can_step() && !self.others_can_answer()
    }

    /// The side to move certainly has a legal move. `false` says nothing.
    pub fn certainly_can_move(&self) -> bool {
        if self.is_check() {
            return !self.is_checkmate();
        }
        let king = self.king(self.turn);
        let occupied = self.occupied();
        // A man that no line from the king runs through cannot be pinned.
        let free = self.us() & !(STRAIGHT.through(king) | DIAGONAL.through(king));
        let steps = (free & self.by_role(Role::Pawn)).shift(self.turn.fold_wb(8, -8)) & !occupied;
        let mut knights = (free & self.by_role(Role::Knight)).into_iter();
        steps.any() || knights.any(|at| (attacks::knight_attacks(at) & !self.us()).any()) || self.king_can_step()
    }

    /// Neither pawns nor heavy men are left: it may be that nobody can mate any more.
    #[inline]
    pub fn may_be_dead(&self) -> bool {
        (self.by_role(Role::Pawn) | self.straight()).is_empty()
    }

    fn king_can_step(&self) -> bool {
        let steps = attacks::king_attacks(self.king(self.turn)) & !self.us();
        steps.into_iter().any(|to| self.is_safe_step(to))
    }

    /// May another man than the king take the checker, or step between?
    fn others_can_answer(&self) -> bool {
        let squares = self.answers_check(self.king(self.turn));
        squares.into_iter().any(|to| self.officer_can_go(to) || self.pawn_can_go(to)) || self.en_passant_answers()
    }

    fn officer_can_go(&self, to: Square) -> bool {
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().any(|role| self.sources(role, to).any())
    }

    fn pawn_can_go(&self, to: Square) -> bool {
        if !self.them().contains(to) {
            return self.pawn_step(to).is_some();
        }
        let pawns = attacks::pawn_attacks(!self.turn, to) & self.us() & self.by_role(Role::Pawn);
        pawns.into_iter().any(|from| self.is_safe(from, to))
    }

    fn en_passant_answers(&self) -> bool {
        let Some(to) = self.en_passant.first() else { return false };
        let pawns = attacks::pawn_attacks(!self.turn, to) & self.us() & self.by_role(Role::Pawn);
        pawns.into_iter().any(|from| self.is_safe_en_passant(from, to))
    }
}
