//! Playing moves.

use shakmaty::{Bitboard, CastlingSide, Color, Move, Role, Square};

use super::Bitboards;

impl Bitboards {
    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, m: Move) {
        let us = self.turn;
        match m {
            Move::Normal { role, from, to, promotion, .. } => self.go(role, from, to, promotion),
            Move::EnPassant { from, to } => {
                self.pass();
                self.take(Square::from_coords(to.file(), from.rank()));
                self.toggle(Role::Pawn, us, Bitboard::from_square(from).with(to));
                self.checkers = self.attackers(self.king(self.turn), us, self.occupied());
                self.count_check(us);
            }
            Move::Castle { king, rook } => {
                self.pass();
                let side = CastlingSide::from_king_side(king < rook);
                // In Chess960 one of them may stay where it is, and one may come to stand where the other stood.
                self.toggle(Role::King, us, Bitboard::from_square(king) ^ side.king_to(us));
                self.toggle(Role::Rook, us, Bitboard::from_square(rook) ^ side.rook_to(us));
                self.rights &= !Bitboard::from_rank(us.backrank());
                self.checkers = self.attackers(self.king(self.turn), us, self.occupied());
                self.count_check(us);
            }
            // Chess has no drops.
            Move::Put { .. } => {}
        }
    }

    /// Moves a piece to another square, with a capture if the square is occupied.
    #[inline(always)]
    pub fn go(&mut self, role: Role, from: Square, to: Square, promotion: Option<Role>) {
        let us = self.turn;
        self.pass();
        self.take(to);
        let both = Bitboard::from_square(from).with(to);
        self.toggle(role, us, both);
        self.rights &= !both;
        if role == Role::Pawn {
            self.pawn_moved(from, to, promotion);
        } else if role == Role::King {
            self.rights &= !Bitboard::from_rank(us.backrank());
        }
        self.see_checks(promotion.unwrap_or(role), us, from, to);
    }

    /// Passes the turn to the other side.
    #[inline]
    fn pass(&mut self) {
        self.clock = self.clock.saturating_add(1);
        self.en_passant = Bitboard::EMPTY;
        self.turn = !self.turn;
    }

    #[inline(always)]
    fn pawn_moved(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        self.clock = 0;
        if let Some(promotion) = promotion {
            let on = Bitboard::from_square(to);
            self.roles[Role::Pawn as usize - 1] ^= on;
            self.roles[promotion as usize - 1] ^= on;
        } else if (from.to_u32() ^ to.to_u32()) == 16 {
            self.en_passant = Bitboard((1 << from.to_u32().min(to.to_u32())) << 8);
        }
    }

    /// Removes the piece of the side now to move from a square, if there is one.
    #[inline(always)]
    fn take(&mut self, on: Square) {
        let on = Bitboard::from_square(on);
        self.clock = if self.us().is_disjoint(on) { self.clock } else { 0 };
        for role in &mut self.roles {
            *role &= !on;
        }
        self.sides[self.turn as usize] &= !on;
    }

    #[inline]
    fn toggle(&mut self, role: Role, color: Color, squares: Bitboard) {
        self.roles[role as usize - 1] ^= squares;
        self.sides[color as usize] ^= squares;
    }

    /// Updates the checkers after a piece has moved: the piece itself, and pieces on the line that it has left.
    #[inline(always)]
    fn see_checks(&mut self, role: Role, us: Color, from: Square, to: Square) {
        let king = self.king(!us);
        let occupied = self.occupied();
        self.checkers = self.uncovered(king, from, us, occupied);
        if self.attacks(role, us, to, king, occupied) {
            self.checkers.add(to);
        }
        self.count_check(us);
    }
}
