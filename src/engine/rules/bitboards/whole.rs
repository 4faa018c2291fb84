//! Conversion from bitboards to a full position.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Board, ByColor, ByRole, RemainingChecks, Role, Setup, Square, attacks};

use super::Bitboards;
use crate::rules::Position;

impl Bitboards {
    /// The equivalent [`Position`], with `number` as the number of the next move: the same as after playing the moves
    /// on a [`Position`].
    pub fn position(&self, number: NonZeroU32) -> Position {
        let setup = Setup {
            board: self.board(),
            turn: self.turn,
            castling_rights: self.rights,
            ep_square: self.en_passant.first(),
            halfmoves: self.clock,
            fullmoves: number,
            remaining_checks: self.remaining_checks().map(|left| left.map(|left| RemainingChecks::new(left.into()))),
            ..Setup::empty()
        };
        Position::in_variant(setup, self.mode, self.variant())
    }

    /// The pieces.
    pub fn board(&self) -> Board {
        let by_role = ByRole {
            pawn: self.by_role(Role::Pawn),
            knight: self.by_role(Role::Knight),
            bishop: self.by_role(Role::Bishop),
            rook: self.by_role(Role::Rook),
            queen: self.by_role(Role::Queen),
            king: self.by_role(Role::King),
        };
        let [black, white] = self.sides;
        // The piece sets of a legal position are disjoint.
        Board::try_from_bitboards(by_role, ByColor { black, white }).unwrap_or_default()
    }

    /// Castling rights, as squares of rooks.
    #[inline]
    pub fn castling_rights(&self) -> Bitboard {
        self.rights
    }

    /// The square passed by a double step, if a legal move captures there.
    #[inline]
    pub fn legal_en_passant(&self) -> Option<Square> {
        let to = self.en_passant.first().filter(|_| self.variant_winner().is_none())?;
        let pawns = attacks::pawn_attacks(!self.turn, to) & self.us() & self.by_role(Role::Pawn);
        pawns.into_iter().any(|from| self.is_safe_en_passant(from, to)).then_some(to)
    }
}
