//! Moves given by squares alone: the move on the board, and its legality.

use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, CastlingSide, Color, Move, Piece, Role, Square, attacks};

use super::free::{last_rank, looks_like_en_passant};
use super::variant::{has_castling, may_promote_to};
use super::{Illegality, Play, Position, PromotionFault, RuleScope, Verdict, castling};

impl Position {
    /// The move denoted by coordinates (UCI, MCN, LAN, FCN, BCCF), and its legality.
    ///
    /// `symbol` is the text's piece symbol, if any. It matters only if `from` is empty: the named piece then arrives on
    /// `to`; without a symbol it is a null move. If another piece is on `from`, that piece moves. Castling is the
    /// king's two squares or the king capturing its own rook (in Chess960 both, rule G1, even if the king does not
    /// move); if a king's move is legal as well, it takes precedence, and `ambiguous_castling` is set. A pawn's
    /// diagonal step past an enemy pawn to an empty square is en passant.
    pub fn by_coordinates(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        symbol: Option<Role>,
        judging: RuleScope,
    ) -> Verdict {
        if let Some(seen) = self.with_mover_to_move(Some(from)) {
            return seen.by_coordinates(from, to, promotion, symbol, judging);
        }
        let Some(piece) = self.board().piece_at(from) else {
            let illegal = Some(Illegality::NoPiece { from });
            let (play, promotion) = match symbol {
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

    /// Castling given by its side (`O-O`, `KC`): its king and rook, and its legality. There is nothing to play without
    /// a king on its first rank or a rook.
    pub fn castle(&self, side: CastlingSide, judging: RuleScope) -> Verdict {
        if let Position::Free(free) = self
            && free.either_turn
        {
            let mut verdicts =
                [self.turn(), !self.turn()].map(|turn| self.with_turn(turn).castle(side, judging)).into_iter();
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

    /// Resolves a king's two squares to castling or `normal`, and returns whether both are legal.
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

/// The promotion to carry out, and the text's error about it.
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
