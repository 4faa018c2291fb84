//! Reasons why a variant's rules forbid a move that is legal in chess (rule G2).

use shakmaty::variant::Variant;
use shakmaty::{Board, Move, Piece, Role, Square, attacks};

use super::boards::{king_attackers, kings, only_king, variant_checkers};
use super::reasons::after_move;
use super::situation::Situation;
use super::variant::explosion;
use super::{Illegality, PlacedPiece, RuleScope};

impl Situation<'_> {
    /// The fault of a drop from the pocket.
    pub(super) fn drop_fault(&self, role: Role, to: Square, judging: RuleScope) -> Option<Illegality> {
        let color = self.turn;
        let Some(pocket) = &self.pocket else { return Some(Illegality::Drop) };
        if *pocket.get(role) == 0 {
            return Some(Illegality::NotInPocket { color, role });
        }
        if let Some(piece) = self.piece(to) {
            return Some(Illegality::DropOnPiece { piece });
        }
        if role == Role::Pawn && shakmaty::Bitboard::BACKRANKS.contains(to) {
            return Some(Illegality::PawnDroppedOnEndRank { to });
        }
        if judging == RuleScope::Basic {
            return None;
        }
        let king = only_king(self.board, color)?;
        let attackers = self.board.attacks_to(king, !color, self.board.occupied().with(to));
        self.first_piece(attackers).map(|by| Illegality::StillInCheck { king, by })
    }

    /// The variant's rules beyond piece movement and the safety of the king. `piece` is the moving piece.
    pub(super) fn variant_fault(&self, piece: Piece, m: Move, judging: RuleScope) -> Option<Illegality> {
        if judging == RuleScope::Basic {
            return None;
        }
        match self.variant {
            Variant::Antichess if !m.is_capture() => self.capture_to_make(),
            Variant::RacingKings => self.gives_check(piece, m),
            _ => None,
        }
    }

    /// Antichess: a capture available to the side to move.
    fn capture_to_make(&self) -> Option<Illegality> {
        for from in self.board.by_color(self.turn) {
            let Some(piece) = self.board.piece_at(from) else { continue };
            let mut aims = attacks::attacks(from, piece, self.board.occupied());
            let en_passant = self.en_passant.filter(|_| piece.role == Role::Pawn);
            aims &= self.board.by_color(!self.turn) | shakmaty::Bitboard::from_iter(en_passant);
            for to in aims {
                let passing = self.board.role_at(to).is_none();
                if self.geometry_fault(piece, from, to, passing).is_none() {
                    return Some(Illegality::MustCapture { piece: PlacedPiece { role: piece.role, square: from }, to });
                }
            }
        }
        None
    }

    /// Racing kings: the other king would be in check.
    fn gives_check(&self, piece: Piece, m: Move) -> Option<Illegality> {
        let (from, to) = (m.from()?, m.to());
        let after = after_move(self.board, piece, from, to, m.promotion(), false);
        let king = only_king(&after, !piece.color)?;
        let by = after.attacks_to(king, piece.color, after.occupied()).first()?;
        Some(Illegality::GivesCheck { king, by: PlacedPiece { role: after.role_at(by)?, square: by } })
    }

    /// Atomic: a capture makes the capturer explode with all adjacent pieces except pawns; adjacent kings are safe.
    pub(super) fn atomic_fault(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        en_passant: bool,
        judging: RuleScope,
    ) -> Option<Illegality> {
        let capture = en_passant || self.board.role_at(to).is_some();
        if capture && piece.role == Role::King {
            return Some(Illegality::KingCaptures { king: from });
        }
        if judging == RuleScope::Basic {
            return None;
        }
        let king = only_king(self.board, piece.color)?;
        let mut after = after_move(self.board, piece, from, to, promotion, en_passant);
        if capture {
            explode(&mut after, to);
        }
        if king != from && after.role_at(king).is_none() {
            return Some(Illegality::ExplodesOwnKing { king, to });
        }
        if kings(&after, !piece.color).is_empty() {
            return None;
        }
        let attackers = variant_checkers(Variant::Atomic, &after, piece.color);
        let by = attackers.first()?;
        let by = PlacedPiece { role: after.role_at(by)?, square: by };
        if king == from {
            return Some(Illegality::IntoCheck { to, by });
        }
        let before = king_attackers(Variant::Atomic, self.board, king, !piece.color, self.board.occupied());
        Some(self.check_left(king, before & attackers, by))
    }
}

/// Removes the pieces that a capture on `to` explodes.
fn explode(board: &mut Board, to: Square) {
    board.discard_piece_at(to);
    for square in explosion(board, to) {
        board.discard_piece_at(square);
    }
}
