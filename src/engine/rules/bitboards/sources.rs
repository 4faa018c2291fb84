//! Source squares of the moves to a square.

use shakmaty::{Bitboard, CastlingSide, File, Move, Role, Square, attacks};

use super::Bitboards;
use super::tables::{DIAGONAL, STRAIGHT};

impl Bitboards {
    /// Squares of the pieces of a role other than pawns that can legally go to a square, without castling.
    #[inline(always)]
    pub fn sources(&self, role: Role, to: Square) -> Bitboard {
        let us = self.us();
        if us.contains(to) {
            return Bitboard::EMPTY;
        }
        let pieces = us & self.by_role(role);
        let reaching = match role {
            Role::Pawn => Bitboard::EMPTY,
            Role::Knight => attacks::knight_attacks(to) & pieces,
            Role::Bishop => DIAGONAL.in_sight(to, DIAGONAL.through(to) & pieces, self.occupied()),
            Role::Rook => STRAIGHT.in_sight(to, STRAIGHT.through(to) & pieces, self.occupied()),
            Role::Queen => {
                let occupied = self.occupied();
                STRAIGHT.in_sight(to, STRAIGHT.through(to) & pieces, occupied)
                    | DIAGONAL.in_sight(to, DIAGONAL.through(to) & pieces, occupied)
            }
            Role::King => {
                let reaching = attacks::king_attacks(to) & pieces;
                return if reaching.any() && self.is_safe_step(to) { reaching } else { Bitboard::EMPTY };
            }
        };
        let mut safe = reaching;
        for from in reaching {
            if !self.is_safe(from, to) {
                safe.discard(from);
            }
        }
        safe
    }

    /// The pawn that can step to a square without capturing.
    #[inline(always)]
    pub fn pawn_step(&self, to: Square) -> Option<Square> {
        let pawns = self.us() & self.by_role(Role::Pawn);
        let occupied = self.occupied();
        if occupied.contains(to) {
            return None;
        }
        let back = self.turn.fold_wb(-8, 8);
        let one = to.offset(back)?;
        let from = if pawns.contains(one) {
            one
        } else if to.rank() == self.turn.relative_rank(shakmaty::Rank::Fourth) && !occupied.contains(one) {
            one.offset(back).filter(|two| pawns.contains(*two))?
        } else {
            return None;
        };
        self.is_safe(from, to).then_some(from)
    }

    /// The pawn's capture from a file on a square, including en passant; `promotion` is not checked.
    #[inline]
    pub fn pawn_capture(&self, file: File, to: Square, promotion: Option<Role>) -> Option<Move> {
        let pawns = self.us() & self.by_role(Role::Pawn);
        let from = (attacks::pawn_attacks(!self.turn, to) & pawns & Bitboard::from_file(file)).first()?;
        if self.them().contains(to) {
            let capture = self.role_at(to);
            return self.is_safe(from, to).then_some(Move::Normal { role: Role::Pawn, from, capture, to, promotion });
        }
        (self.en_passant.contains(to) && self.is_safe_en_passant(from, to)).then_some(Move::EnPassant { from, to })
    }

    /// The castling move to a side, if it is legal.
    pub fn castling(&self, side: CastlingSide) -> Option<Move> {
        let king = self.king(self.turn);
        let rights = self.rights & Bitboard::from_rank(self.turn.backrank());
        let rook = rights.into_iter().find(|rook| (king < *rook) == side.is_king_side())?;
        let (king_to, rook_to) = (side.king_to(self.turn), side.rook_to(self.turn));
        let way = STRAIGHT.between(king, king_to).with(king_to);
        let path = way | STRAIGHT.between(rook, rook_to).with(rook_to);
        let others = self.occupied().without(king).without(rook);
        if self.is_check() || (path & others).any() {
            return None;
        }
        // The rook may shield the king's way as long as it stands where it does, and the king when both have moved.
        let safe = |square: Square, occupied: Bitboard| self.attackers(square, !self.turn, occupied).is_empty();
        let is_safe = way.without(king_to).into_iter().all(|square| safe(square, others.with(rook)))
            && safe(king_to, others.with(rook_to));
        is_safe.then_some(Move::Castle { king, rook })
    }

    /// Whether the own king is safe after the capture en passant, which empties two squares.
    pub(super) fn is_safe_en_passant(&self, from: Square, to: Square) -> bool {
        let taken = Square::from_coords(to.file(), from.rank());
        let occupied = self.occupied().without(from).without(taken).with(to);
        self.attackers(self.king(self.turn), !self.turn, occupied).without(taken).is_empty()
    }
}
