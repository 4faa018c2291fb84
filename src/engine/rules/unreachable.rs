//! Reasons why no legal move leads from one board to another.

use std::fmt;

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, Color, Move, Rank, Role, Square};

use super::boards::{color_name, role_name};
use super::{Illegality, PlacedPiece, Play, Position};

/// Why no legal move leads to a board. `Display` gives the reason as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// Only pieces of the side not to move have moved or appeared.
    OtherSideMoved { turn: Color },
    /// Pieces of both sides have moved or appeared.
    BothSidesMoved,
    /// Two pieces of the side to move have left their squares other than by castling.
    TwoMoved { pieces: [PlacedPiece; 2] },
    /// More than two pieces of the side to move have left their squares.
    ManyMoved { color: Color, count: usize },
    /// A piece of the side to move has disappeared.
    Gone { piece: PlacedPiece },
    /// Several pieces of the side to move have disappeared; which ones is ambiguous.
    ManyGone { color: Color, count: usize },
    /// A piece of the side to move has appeared.
    FromNowhere { piece: PlacedPiece },
    /// A piece of the other side has disappeared without a capture.
    NotCaptured { piece: PlacedPiece },
    /// The pawn captured en passant is still on the board.
    EnPassantPawnStays { square: Square },
    /// A piece has changed its role without promotion.
    Changed { piece: PlacedPiece, into: Role },
    /// The only possible move is illegal.
    Illegal(Illegality),
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Unreachable::OtherSideMoved { turn } => {
                write!(f, "it is {}'s turn, but only {}'s pieces have changed", color_name(turn), color_name(!turn))
            }
            Unreachable::BothSidesMoved => write!(f, "pieces of both sides have moved"),
            Unreachable::TwoMoved { pieces: [one, other] } => write!(f, "two pieces have moved, {one} and {other}"),
            Unreachable::ManyMoved { color, count } => {
                write!(f, "{count} of {}'s pieces have moved", color_name(color))
            }
            Unreachable::Gone { piece } => write!(f, "{piece} is gone, and nothing has captured it"),
            Unreachable::ManyGone { color, count: 1 } => {
                write!(f, "one of {}'s pieces is gone, and nothing has captured it", color_name(color))
            }
            Unreachable::ManyGone { color, count } => {
                write!(f, "{count} of {}'s pieces are gone, and nothing has captured them", color_name(color))
            }
            Unreachable::FromNowhere { piece } => write!(f, "{piece} has come from nowhere"),
            Unreachable::NotCaptured { piece } => write!(f, "{piece} is gone, and nothing has captured it"),
            Unreachable::EnPassantPawnStays { square } => {
                write!(f, "the pawn on {square} that was captured en passant still stands there")
            }
            Unreachable::Changed { piece, into } => {
                write!(f, "{piece} cannot become a {}", role_name(into))
            }
            Unreachable::Illegal(why) => why.fmt(f),
        }
    }
}

impl Position {
    /// Why no legal move leads from this position to a board that differs from it; `None` if no single clause can tell,
    /// as in variants.
    pub fn why_not_to(&self, after: &Board) -> Option<Unreachable> {
        if self.variant() != Variant::Chess {
            return None;
        }
        let (before, turn) = (self.board(), self.turn());
        let gone = |color: Color| -> Bitboard {
            let pieces = before.by_color(color);
            pieces.into_iter().filter(|&at| before.piece_at(at) != after.piece_at(at)).collect()
        };
        let come = |color: Color| -> Bitboard {
            let pieces = after.by_color(color);
            pieces.into_iter().filter(|&at| before.piece_at(at) != after.piece_at(at)).collect()
        };
        let (left, arrived, lost) = (gone(turn), come(turn), gone(!turn));
        if come(!turn).any() {
            return Some(match left.is_empty() && arrived.is_empty() {
                true => Unreachable::OtherSideMoved { turn },
                false => Unreachable::BothSidesMoved,
            });
        }
        let piece = |board: &Board, square: Square| Some(PlacedPiece { role: board.role_at(square)?, square });
        match (left.count(), arrived.count()) {
            (0, 0) => Some(Unreachable::NotCaptured { piece: piece(before, lost.first()?)? }),
            (0, _) => Some(Unreachable::FromNowhere { piece: piece(after, arrived.first()?)? }),
            (1, 0) => Some(Unreachable::Gone { piece: piece(before, left.first()?)? }),
            (1, 1) => self.why_not_moved(after, left.first()?, arrived.first()?, lost),
            (left_count, arrived_count) if left_count > arrived_count => {
                let mut missing: Vec<PlacedPiece> = left.into_iter().filter_map(|at| piece(before, at)).collect();
                for at in arrived {
                    let role = after.role_at(at)?;
                    if let Some(same) = missing.iter().position(|piece| piece.role == role) {
                        missing.remove(same);
                    }
                }
                let is_one_of_its_kind = |gone: &PlacedPiece| (left & before.by_role(gone.role)).count() == 1;
                Some(match missing.as_slice() {
                    [gone] if is_one_of_its_kind(gone) => Unreachable::Gone { piece: *gone },
                    _ => Unreachable::ManyGone { color: turn, count: left_count - arrived_count },
                })
            }
            (2, _) => match self.castled(left, arrived) {
                Some(why) => Some(Unreachable::Illegal(why)),
                None => Some(Unreachable::TwoMoved {
                    pieces: [piece(before, left.first()?)?, piece(before, left.last()?)?],
                }),
            },
            (1, _) => {
                let from = left.first()?;
                let role = before.role_at(from);
                let strange = arrived.into_iter().find(|&at| after.role_at(at) != role).or_else(|| arrived.last())?;
                Some(Unreachable::FromNowhere { piece: piece(after, strange)? })
            }
            (count, _) => Some(Unreachable::ManyMoved { color: turn, count }),
        }
    }

    /// One piece has moved between two squares, and the other side has lost the pieces `lost`.
    fn why_not_moved(&self, after: &Board, from: Square, to: Square, lost: Bitboard) -> Option<Unreachable> {
        let (before, turn) = (self.board(), self.turn());
        let (role, into) = (before.role_at(from)?, after.role_at(to)?);
        let piece = PlacedPiece { role, square: from };
        let last_rank = turn.relative_rank(Rank::Eighth);
        let promotion = (role != into).then_some(into);
        if promotion.is_some() && (role != Role::Pawn || to.rank() != last_rank) {
            return Some(Unreachable::Changed { piece, into });
        }
        let passant = role == Role::Pawn && from.file() != to.file() && self.en_passant() == Some(to);
        let captured = if passant { Square::from_coords(to.file(), from.rank()) } else { to };
        if let Some(square) = (lost & !Bitboard::from_square(captured)).first() {
            return Some(Unreachable::NotCaptured { piece: PlacedPiece { role: before.role_at(square)?, square } });
        }
        if passant && lost.is_empty() {
            return Some(Unreachable::EnPassantPawnStays { square: captured });
        }
        let m = match passant {
            true => Move::EnPassant { from, to },
            false => Move::Normal { role, from, to, capture: before.role_at(to), promotion },
        };
        self.why_illegal(&Play::Move(m)).map(Unreachable::Illegal)
    }

    /// Why castling is illegal, if king and rook are on its destinations.
    fn castled(&self, left: Bitboard, arrived: Bitboard) -> Option<Illegality> {
        let (board, color) = (self.board(), self.turn());
        let king = board.king_of(color).filter(|king| left.contains(*king))?;
        let rook = (left & board.rooks() & !Bitboard::from_square(king)).single_square()?;
        let side = shakmaty::CastlingSide::from_king_side(rook > king);
        let there = Bitboard::from_square(side.king_to(color)) | Bitboard::from_square(side.rook_to(color));
        (arrived == there).then(|| self.why_illegal(&Play::Move(Move::Castle { king, rook }))).flatten()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Position {
        let fen: Fen = fen.parse().expect("a FEN");
        Position::from_setup(fen.into_setup(), CastlingMode::Standard)
    }

    fn why(before: &str, after: &str) -> String {
        let after: Board = after.parse().expect("a board");
        let before = position(before);
        assert_eq!(before.move_to(&after), None);
        before.why_not_to(&after).expect("a reason").to_string()
    }

    #[test]
    fn reasons_name_the_fault() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        for (before, after, expected) in [
            (passant, "4k3/8/3P4/3p4/8/8/8/4K3", "the pawn on d5 that was captured en passant still stands there"),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
                "4k3/8/3P4/8/8/8/8/4K3",
                "the pawn on d5 is gone, and nothing has captured it",
            ),
            (passant, "4k3/8/4P3/8/8/8/8/4K3", "the pawn on d5 is gone, and nothing has captured it"),
            (
                "4k3/8/8/8/8/8/4r3/3K4 w - - 0 1",
                "4k3/8/8/8/8/8/3Kr3/8",
                "the king would be in check on d2 from the rook on e2",
            ),
            (
                "4k3/8/8/8/8/8/R7/r3K3 w - - 0 1",
                "4k3/8/8/8/8/R7/8/r3K3",
                "the king on e1 would still be in check from the rook on a1",
            ),
            (
                start,
                "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR",
                "two pieces have moved, the pawn on d2 and the pawn on e2",
            ),
            (start, "rnbqkbnr/pppppppp/8/8/2PPP3/8/PP3PPP/RNBQKBNR", "3 of White's pieces have moved"),
            (
                start,
                "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR",
                "it is White's turn, but only Black's pieces have changed",
            ),
            (start, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", "pieces of both sides have moved"),
            (
                start,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R",
                "the knight on g1 is gone, and nothing has captured it",
            ),
            (start, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBNR", "the knight on f3 has come from nowhere"),
            (
                start,
                "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                "the pawn on d7 is gone, and nothing has captured it",
            ),
            (start, "rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQKB1R", "the knight on g1 cannot become a bishop"),
            (start, "rnbqkbnr/pppppppp/8/8/8/4N3/PPPPPPPP/RNBQKB1R", "the knight on g1 cannot move to e3"),
            (
                start,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKRN1",
                "the bishop on f1 is gone, and nothing has captured it",
            ),
            (
                start,
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKB1R",
                "the knight on g1 is gone, and nothing has captured it",
            ),
            (
                start,
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQ1BNR",
                "the king on e1 is gone, and nothing has captured it",
            ),
            (
                start,
                "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKB1R",
                "one of White's pieces is gone, and nothing has captured it",
            ),
            (
                start,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R2QKBNR",
                "2 of White's pieces are gone, and nothing has captured them",
            ),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/5RK1", "White has no right to castle king side"),
            (
                "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
                "P3k3/8/8/8/8/8/8/4K3",
                "a pawn that reaches the last rank must be promoted, here on a8",
            ),
        ] {
            assert_eq!(why(before, after), expected, "{before} {after}");
        }
    }

    /// A piece moved to any other square: the result has a legal move or a reason.
    #[test]
    fn every_single_piece_elsewhere_has_a_reason() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "r3k3/1P6/8/8/7b/8/5P2/4K2R w Kq - 0 1",
        ] {
            let before = position(fen);
            for from in before.board().occupied() {
                for to in Square::ALL {
                    let mut after = before.board().clone();
                    let Some(piece) = after.remove_piece_at(from) else { continue };
                    after.set_piece_at(to, piece);
                    if after != *before.board() && before.move_to(&after).is_none() {
                        assert!(before.why_not_to(&after).is_some(), "{fen}: {after}");
                    }
                }
            }
        }
    }
}
