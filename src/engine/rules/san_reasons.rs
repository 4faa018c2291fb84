//! Reasons why no legal move fits a SAN text.

use shakmaty::{Bitboard, File, Move, Rank, Role, Square};

use super::boards::only_king;
use super::free::{last_rank, looks_like_en_passant};
use super::{Illegality, PlacedPiece, Position, RuleScope};

impl Position {
    /// Given that no legal move of a piece of `role` to `to` fits, returns the reason. `file` and `rank` are those of
    /// the source square in the text, `promotion` is the promotion piece.
    ///
    /// The reason concerns the single piece nearest to the intended one: one that could move there except for the
    /// king's safety, else the only piece of its kind; if several are equally near, it names them all.
    pub fn why_not_san(
        &self,
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    ) -> Illegality {
        let color = self.turn();
        // SAN gives a pawn's file only for captures.
        let file = if role == Role::Pawn { file.or(Some(to.file())) } else { file };
        let all = self.board().by_piece(role.of(color));
        if all.is_empty() {
            return Illegality::NoSuchPiece { color, role };
        }
        let mut pieces = all;
        if let Some(file) = file {
            pieces &= Bitboard::from_file(file);
        }
        if let Some(rank) = rank {
            pieces &= Bitboard::from_rank(rank);
        }
        if pieces.is_empty() {
            return Illegality::NoSuchPieceThere { color, role, file, rank };
        }
        let situation = self.situation();
        let judge = |from, judging| situation.judge(self.san_move(role, from, to, promotion), judging);
        let reaching = pieces.into_iter().filter(|&from| judge(from, RuleScope::Basic).is_none()).collect::<Bitboard>();
        if let Some(from) = reaching.first()
            && let Some(reason) = judge(from, RuleScope::Full)
        {
            return self.as_pin(PlacedPiece { role, square: from }, reason);
        }
        match pieces.single_square() {
            Some(from) => judge(from, RuleScope::Full).unwrap_or(Illegality::NoneReaches { role, pieces, to }),
            None => self.common_reason(role, pieces, to, promotion),
        }
    }

    /// The reason for several pieces of which none reaches the square: the fault of the nearest one if only one is on a
    /// line with the square, else all of them by name.
    fn common_reason(&self, role: Role, pieces: Bitboard, to: Square, promotion: Option<Role>) -> Illegality {
        let situation = self.situation();
        let near: Vec<Illegality> = pieces
            .into_iter()
            .filter_map(|from| situation.judge(self.san_move(role, from, to, promotion), RuleScope::Basic))
            .filter(|reason| !matches!(reason, Illegality::CannotReach { .. }))
            .collect();
        match near[..] {
            [reason] => reason,
            // The same reason for every piece, such as an own piece on the destination.
            [reason, ..] if near.iter().all(|other| *other == reason) => reason,
            _ => Illegality::NoneReaches { role, pieces, to },
        }
    }

    /// A piece that may not leave its line is pinned.
    fn as_pin(&self, piece: PlacedPiece, reason: Illegality) -> Illegality {
        match reason {
            Illegality::LeavesInCheck { king, by }
                if shakmaty::attacks::between(king, by.square).contains(piece.square)
                    && only_king(self.board(), self.turn()) == Some(king) =>
            {
                Illegality::Pinned { piece, by }
            }
            other => other,
        }
    }

    fn san_move(&self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
        if role == Role::Pawn && promotion.is_none() && looks_like_en_passant(self.board(), self.turn(), from, to) {
            return Move::EnPassant { from, to };
        }
        Move::Normal { role, from, capture: self.board().role_at(to), to, promotion }
    }

    /// Whether a pawn of the side to move that goes to `to` is promoted there.
    pub fn promotes_on(&self, to: Square) -> bool {
        to.rank() == last_rank(self.turn())
    }
}
