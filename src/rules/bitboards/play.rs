//! Moves carried out.

use shakmaty::{Bitboard, CastlingSide, Color, Move, Role, Square};

use super::Bitboards;

impl Bitboards {
    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, m: Move) {
        let us = self.turn;
        self.clock = self.clock.saturating_add(1);
        self.en_passant = Bitboard::EMPTY;
        self.turn = !us;
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                if capture.is_some() {
                    self.take(to);
                }
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
            Move::EnPassant { from, to } => {
                self.take(Square::from_coords(to.file(), from.rank()));
                self.toggle(Role::Pawn, us, Bitboard::from_square(from).with(to));
                self.checkers = self.attackers(self.king(self.turn), us, self.occupied());
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                self.toggle(Role::King, us, Bitboard::from_square(king).with(side.king_to(us)));
                self.toggle(Role::Rook, us, Bitboard::from_square(rook).with(side.rook_to(us)));
                self.rights &= !Bitboard::from_rank(us.backrank());
                self.checkers = self.attackers(self.king(self.turn), us, self.occupied());
            }
            // Standard chess has no drops.
            Move::Put { .. } => {}
        }
    }

    #[inline]
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

    /// A man that the side that has moved takes leaves the board.
    #[inline]
    fn take(&mut self, on: Square) {
        let left = !Bitboard::from_square(on);
        for role in &mut self.roles {
            *role &= left;
        }
        self.sides[self.turn as usize] &= left;
        self.clock = 0;
    }

    #[inline]
    fn toggle(&mut self, role: Role, color: Color, squares: Bitboard) {
        self.roles[role as usize - 1] ^= squares;
        self.sides[color as usize] ^= squares;
    }

    /// Which men give check after one has gone from a square to another: itself, or one whose line it has left.
    #[inline]
    fn see_checks(&mut self, role: Role, us: Color, from: Square, to: Square) {
        let king = self.king(!us);
        let occupied = self.occupied();
        self.checkers = self.uncovered(king, from, us, occupied);
        if self.attacks(role, us, to, king, occupied) {
            self.checkers.add(to);
        }
    }
}
