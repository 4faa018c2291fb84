//! The judge for illegal moves: finds the first valid reason, from piece movement to the safety of the king.

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Piece, Rank, Role, Square, attacks};

use super::boards::{king_attackers, only_king};
use super::free::{en_passant_victim, last_rank, looks_like_en_passant};
use super::situation::Situation;
use super::variant::{has_castling, may_promote_to};
use super::{Illegality, PlacedPiece, RuleScope, castling};

impl Situation<'_> {
    /// Why `m` is illegal, or `None` if there is no objection.
    pub fn judge(&self, m: Move, judging: RuleScope) -> Option<Illegality> {
        let from = match m {
            Move::Put { role, to } => return self.drop_fault(role, to, judging),
            Move::Normal { from, .. } | Move::EnPassant { from, .. } => from,
            Move::Castle { king, .. } => king,
        };
        let Some(piece) = self.board.piece_at(from) else {
            return Some(Illegality::NoPiece { from });
        };
        if judging == RuleScope::Full && piece.color != self.turn {
            return Some(Illegality::NotItsTurn { turn: self.turn });
        }
        if judging == RuleScope::Full && self.game_over {
            return Some(Illegality::GameOver);
        }
        let fault = match m {
            Move::Put { .. } => None,
            Move::Castle { king, rook } => self.castling_fault(piece, king, rook, judging),
            Move::EnPassant { to, .. } => self
                .geometry_fault(piece, from, to, true)
                .or_else(|| self.king_fault(piece, from, to, None, true, judging)),
            Move::Normal { to, promotion, .. } => self
                .geometry_fault(piece, from, to, false)
                .or_else(|| self.promotion_fault(piece, from, to, promotion))
                .or_else(|| self.king_fault(piece, from, to, promotion, false, judging)),
        };
        match self.variant {
            Variant::Chess => fault,
            _ => fault.or_else(|| self.variant_fault(piece, m, judging)),
        }
    }

    /// Faults of piece movement, captures and blockers.
    pub(super) fn geometry_fault(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        en_passant: bool,
    ) -> Option<Illegality> {
        let mover = PlacedPiece { role: piece.role, square: from };
        if from == to {
            return Some(Illegality::StandsStill { piece: mover });
        }
        if en_passant && piece.role != Role::Pawn {
            return Some(Illegality::CannotReach { piece: mover, to });
        }
        if piece.role == Role::Pawn {
            let fault = self.pawn_fault(piece.color, from, to);
            // A step or a plain capture is not en passant, even if the pawn can make it.
            let passes = || attacks::pawn_attacks(piece.color, from).contains(to) && self.board.role_at(to).is_none();
            return fault.or_else(|| (en_passant && !passes()).then_some(Illegality::EnPassantNotNow { to }));
        }
        if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
            return Some(Illegality::CannotReach { piece: mover, to });
        }
        let between = attacks::between(from, to) & self.board.occupied();
        if between.any() && piece.role != Role::Knight {
            return self.nearest(between, from).map(|blocker| Illegality::InTheWay { blocker, piece: mover });
        }
        self.own_piece(piece.color, to)
    }

    fn pawn_fault(&self, color: Color, from: Square, to: Square) -> Option<Illegality> {
        let pawn = PlacedPiece { role: Role::Pawn, square: from };
        if attacks::pawn_attacks(color, from).contains(to) {
            if self.board.by_color(!color).contains(to) {
                return None;
            }
            if let Some(own) = self.own_piece(color, to) {
                return Some(own);
            }
            return if looks_like_en_passant(self.board, color, from, to) {
                let now = self.turn == color && self.en_passant == Some(to);
                (!now).then_some(Illegality::EnPassantNotNow { to })
            } else {
                Some(Illegality::NothingToCapture { to })
            };
        }
        let forward = color.fold_wb(8, -8);
        let one = from.offset(forward).filter(|square| square.file() == from.file());
        let two = one.and_then(|square| square.offset(forward));
        if one == Some(to) || two == Some(to) {
            let first = one.and_then(|square| self.piece(square));
            if let Some(blocker) = first {
                return Some(self.straight_fault(color, blocker, pawn, to));
            }
            if two == Some(to) {
                if from.rank() != color.relative_rank(Rank::Second) {
                    let on_first = from.rank() == color.backrank();
                    if on_first && self.variant == Variant::Horde {
                        // A pawn of the horde may start from the first rank.
                        return self.piece(to).map(|blocker| self.straight_fault(color, blocker, pawn, to));
                    }
                    return Some(if on_first {
                        Illegality::CannotReach { piece: pawn, to }
                    } else {
                        Illegality::DoubleStep { piece: pawn }
                    });
                }
                return self.piece(to).map(|blocker| self.straight_fault(color, blocker, pawn, to));
            }
            return None;
        }
        Some(Illegality::CannotReach { piece: pawn, to })
    }

    /// The fault of a pawn move straight ahead to an occupied square.
    fn straight_fault(&self, color: Color, blocker: PlacedPiece, pawn: PlacedPiece, to: Square) -> Illegality {
        if blocker.square == to && self.board.by_color(!color).contains(to) {
            Illegality::CapturesStraight { blocker }
        } else {
            Illegality::InTheWay { blocker, piece: pawn }
        }
    }

    fn own_piece(&self, color: Color, to: Square) -> Option<Illegality> {
        self.board
            .by_color(color)
            .contains(to)
            .then(|| self.piece(to))
            .flatten()
            .map(|piece| Illegality::OwnPiece { piece })
    }

    /// The piece of a set nearest to a square.
    fn nearest(&self, pieces: Bitboard, to: Square) -> Option<PlacedPiece> {
        pieces.into_iter().min_by_key(|square| square.distance(to)).and_then(|square| self.piece(square))
    }

    /// Captured kings and the safety of the own king. `None` unless there is exactly one own king.
    fn king_fault(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        en_passant: bool,
        judging: RuleScope,
    ) -> Option<Illegality> {
        match self.variant {
            Variant::Antichess => return None,
            Variant::Atomic => return self.atomic_fault(piece, from, to, promotion, en_passant, judging),
            _ => {}
        }
        if judging == RuleScope::Basic {
            return None;
        }
        if self.board.role_at(to) == Some(Role::King) {
            return Some(Illegality::CapturesKing { king: to });
        }
        let king = only_king(self.board, piece.color)?;
        let before = self.board.attacks_to(king, !piece.color, self.board.occupied());
        let after = after_move(self.board, piece, from, to, promotion, en_passant);
        let king_after = if king == from { to } else { king };
        let attackers = after.attacks_to(king_after, !piece.color, after.occupied());
        let by = self.first_piece(attackers)?;
        Some(if king == from {
            Illegality::IntoCheck { to, by }
        } else {
            self.check_left(king, before & attackers, by)
        })
    }

    /// The fault of leaving the own king attacked, by a piece that already attacked it or by a new one.
    pub(super) fn check_left(&self, king: Square, still: Bitboard, by: PlacedPiece) -> Illegality {
        match self.first_piece(still) {
            Some(by) => Illegality::StillInCheck { king, by },
            None => Illegality::LeavesInCheck { king, by },
        }
    }

    fn castling_fault(&self, piece: Piece, king: Square, rook: Square, judging: RuleScope) -> Option<Illegality> {
        let color = piece.color;
        if !has_castling(self.variant) {
            return Some(Illegality::NoCastling);
        }
        if piece.role != Role::King || king.rank() != color.backrank() {
            return Some(Illegality::NoCastlingKing { color });
        }
        let side = CastlingSide::from_king_side(king < rook);
        if !self.board.by_piece(color.rook()).contains(rook) {
            return Some(Illegality::NoCastlingRook { color, side });
        }
        if self.castles.rook(color, side) != Some(rook) {
            return Some(Illegality::NoCastlingRight { color, side });
        }
        let blockers = self.castles.path(color, side) & self.board.occupied();
        if let Some(blocker) = self.nearest(blockers, king) {
            return Some(Illegality::CastlingBlocked { blocker });
        }
        if judging == RuleScope::Basic {
            return None;
        }
        let occupied = self.board.occupied();
        let attackers = |board: &Board, square, occupied| king_attackers(self.variant, board, square, !color, occupied);
        if let Some(by) = self.first_piece(attackers(self.board, king, occupied)) {
            return Some(Illegality::CastlingOutOfCheck { by });
        }
        let king_to = side.king_to(color);
        for square in attacks::between(king, king_to) {
            if let Some(by) = self.first_piece(attackers(self.board, square, occupied.without(king))) {
                return Some(Illegality::CastlingThroughCheck { square, by });
            }
        }
        let mut after = self.board.clone();
        castling::carry_out(&mut after, king, rook);
        self.first_piece(attackers(&after, king_to, after.occupied()))
            .map(|by| Illegality::CastlingIntoCheck { square: king_to, by })
    }

    /// The error of a move about promotion.
    fn promotion_fault(&self, piece: Piece, from: Square, to: Square, promotion: Option<Role>) -> Option<Illegality> {
        let last = to.rank() == last_rank(piece.color);
        match promotion {
            None => (piece.role == Role::Pawn && last).then_some(Illegality::MustPromote { to }),
            Some(_) if piece.role != Role::Pawn => {
                Some(Illegality::NotAPawn { piece: PlacedPiece { role: piece.role, square: from } })
            }
            Some(_) if !last => Some(Illegality::PromotesTooEarly { to }),
            Some(role) if !may_promote_to(self.variant, role) => Some(Illegality::PromotesTo { role }),
            Some(_) => None,
        }
    }
}

/// The board after a move of one piece.
pub(super) fn after_move(
    board: &Board,
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    en_passant: bool,
) -> Board {
    let mut after = board.clone();
    after.discard_piece_at(from);
    if en_passant {
        after.discard_piece_at(en_passant_victim(from, to));
    }
    after.set_piece_at(to, Piece { color: piece.color, role: promotion.unwrap_or(piece.role) });
    after
}
