//! Moves told by squares alone: which move of the board is meant, and whether it is legal.

use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, CastlingSide, Color, Move, Piece, Role, Square, attacks};

use super::free::{last_rank, looks_like_en_passant};
use super::variant::{has_castling, may_promote_to};
use super::{Illegality, Judging, Play, Position, PromotionFault, Verdict, castling};

impl Position {
    /// The move that coordinates mean (UCI, MCN, LAN, FCN, BCCF), and whether it is legal.
    ///
    /// `said` is the piece symbol if the text has one. It matters only where `from` is empty: the piece it names
    /// arrives on `to`; without it the turn passes. Where another piece stands on `from`, that piece moves.
    /// Castling is the king's two squares or the king taking its own rook (in Chess960 both, rule G1, even where
    /// the king stands still); where a king's move is legal as well, that is meant, and `ambiguous_castling` is
    /// set. A pawn's diagonal step past an enemy pawn to an empty square is en passant.
    pub fn by_coordinates(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        said: Option<Role>,
        judging: Judging,
    ) -> Verdict {
        if let Some(seen) = self.seen_by_mover(Some(from)) {
            return seen.by_coordinates(from, to, promotion, said, judging);
        }
        let Some(piece) = self.board().piece_at(from) else {
            let illegal = Some(Illegality::NoPiece { from });
            let (play, promotion) = match said {
                None => (Play::Null, None),
                Some(role) => {
                    let piece = Piece { color: self.turn(), role };
                    let (promotion, fault) = promotion_of(self.variant(), piece, to, promotion);
                    (Play::Arrival { role, from, to, promotion }, fault)
                }
            };
            return Verdict { play: Some(play), illegal, ambiguous_castling: false, promotion };
        };
        let (promotes_to, fault) = promotion_of(self.variant(), piece, to, promotion);
        let normal =
            Move::Normal { role: piece.role, from, capture: self.board().role_at(to), to, promotion: promotes_to };
        let (m, ambiguous_castling) = match piece.role {
            Role::King => self.read_king(piece.color, from, to, normal),
            Role::Pawn if looks_like_en_passant(self.board(), piece.color, from, to) => {
                (Move::EnPassant { from, to }, false)
            }
            _ => (normal, false),
        };
        let play = Play::Move(m);
        Verdict { play: Some(play), illegal: self.judge(&play, judging), ambiguous_castling, promotion: fault }
    }

    /// Castling told by its side (`O-O`, `KC`): which king and rook are meant, and whether it is legal. Nothing
    /// can be played where there is no king on its first rank, or no rook for it.
    pub fn castle(&self, side: CastlingSide, judging: Judging) -> Verdict {
        if let Position::Free(free) = self
            && free.either_turn
        {
            let mut verdicts =
                [self.turn(), !self.turn()].map(|turn| self.seen_by(turn).castle(side, judging)).into_iter();
            let first = verdicts.next();
            if let Some(second) = verdicts.next().filter(Verdict::is_legal)
                && !first.is_some_and(|first| first.is_legal())
            {
                return second;
            }
        }
        let color = self.turn();
        if !has_castling(self.variant()) {
            let illegal = Some(Illegality::NoCastling);
            return Verdict { play: None, illegal, ambiguous_castling: false, promotion: None };
        }
        let nothing =
            |illegal| Verdict { play: None, illegal: Some(illegal), ambiguous_castling: false, promotion: None };
        let Some(king) = castling::king_for(self.board(), color) else {
            return nothing(Illegality::NoCastlingKing { color });
        };
        let Some(rook) = castling::rook_for(self.board(), &self.castles(), self.castling_mode(), color, king, side)
        else {
            return nothing(Illegality::NoCastlingRook { color, side });
        };
        let play = Play::Move(Move::Castle { king, rook });
        Verdict { play: Some(play), illegal: self.judge(&play, judging), ambiguous_castling: false, promotion: None }
    }

    /// The reading of a king's two squares: castling or `normal`, and whether both are legal.
    fn read_king(&self, color: Color, from: Square, to: Square, normal: Move) -> (Move, bool) {
        let home = color.backrank();
        if from.rank() != home || to.rank() != home {
            return (normal, false);
        }
        if !has_castling(self.variant()) {
            return (normal, false);
        }
        let castles = self.castles();
        let mode = self.castling_mode();
        let castles_from_here = |side| match mode {
            CastlingMode::Standard => castling::king_at_home(self.board(), color, from),
            CastlingMode::Chess960 => castles.rook(color, side).is_some() || from != to,
        };
        let rook_for = |side| castling::rook_for(self.board(), &castles, mode, color, from, side);
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            if !castles_from_here(side) {
                continue;
            }
            let Some(rook) = rook_for(side) else { continue };
            let castle = Move::Castle { king: from, rook };
            if to == rook && from != to {
                return (castle, false);
            }
            if to != side.king_to(color) {
                continue;
            }
            if !attacks::king_attacks(from).contains(to) {
                return (castle, false);
            }
            return match (self.is_legal(castle), self.is_legal(normal)) {
                (true, true) => (normal, true),
                (true, false) => (castle, false),
                (false, _) => (normal, false),
            };
        }
        (normal, false)
    }
}

/// The promotion to carry out, and what the text got wrong about it.
fn promotion_of(
    variant: Variant,
    piece: Piece,
    to: Square,
    promotion: Option<Role>,
) -> (Option<Role>, Option<PromotionFault>) {
    let promotes = piece.role == Role::Pawn && to.rank() == last_rank(piece.color);
    match (promotes, promotion) {
        (false, None) => (None, None),
        (false, Some(_)) => (None, Some(PromotionFault::Unexpected)),
        (true, None) => (Some(Role::Queen), Some(PromotionFault::Missing)),
        (true, Some(role)) if !may_promote_to(variant, role) => (Some(Role::Queen), Some(PromotionFault::WrongRole)),
        (true, promotion) => (promotion, None),
    }
}
