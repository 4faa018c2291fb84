//! Castling in coordinates: side, squares, and when the squares are ambiguous.

use shakmaty::{CastlingMode, CastlingSide, Square};

use super::CastlingSquares;

/// Side of a castling, from the squares of king and rook before it.
pub fn side_of(king: Square, rook: Square) -> CastlingSide {
    CastlingSide::from_king_side(rook.file() > king.file())
}

/// Destination of the king: the g- or c-file of its own rank.
fn king_goes_to(king: Square, rook: Square) -> Square {
    Square::from_coords(side_of(king, rook).king_to_file(), king.rank())
}

/// Whether the king's two squares denote another move, or none: `f1g1` is a king's step and `g1g1` is no move (both can
/// be castling in Chess960).
///
/// They are unambiguous if the castling rook is on the king's destination.
pub fn king_squares_are_ambiguous(king: Square, rook: Square) -> bool {
    let to = king_goes_to(king, rook);
    to != rook && king.distance(to) <= 1
}

/// The two squares of a castling in MCN and BCCF: the king's if they are unambiguous, else king takes own rook.
pub(super) fn least_ambiguous(king: Square, rook: Square) -> (Square, Square) {
    if king_squares_are_ambiguous(king, rook) { (king, rook) } else { (king, king_goes_to(king, rook)) }
}

/// The two squares of a castling in UCI: the king's in standard chess; king takes own rook in Chess960, and from
/// squares that no king castles from in standard chess.
pub(super) fn uci_squares(king: Square, rook: Square, mode: CastlingMode) -> (Square, Square) {
    let style = match mode {
        CastlingMode::Standard if king.file() == shakmaty::File::E => CastlingSquares::KingSquares,
        _ => CastlingSquares::KingTakesRook,
    };
    match style {
        CastlingSquares::KingSquares => (king, king_goes_to(king, rook)),
        CastlingSquares::KingTakesRook => (king, rook),
    }
}

/// `O-O` or `O-O-O`.
pub(super) fn letters(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "O-O",
        CastlingSide::QueenSide => "O-O-O",
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square::*;

    use super::*;

    #[test]
    fn king_squares_mislead_when_they_are_a_step_or_none() {
        assert!(!king_squares_are_ambiguous(E1, H1));
        assert!(!king_squares_are_ambiguous(E8, A8));
        assert!(!king_squares_are_ambiguous(D1, G1), "the seed's Chess960 example: d1g1");
        assert!(king_squares_are_ambiguous(F1, H1), "f1g1 is a king's step");
        assert!(king_squares_are_ambiguous(G1, H1), "g1g1 is no move");
        assert!(king_squares_are_ambiguous(D1, A1), "d1c1 is a king's step");
        assert!(!king_squares_are_ambiguous(F1, G1), "the rook stands on g1, where no king's step can go");
        assert_eq!(least_ambiguous(F8, H8), (F8, H8));
        assert_eq!(least_ambiguous(B1, A1), (B1, A1));
        assert_eq!(least_ambiguous(B1, H1), (B1, G1));
    }

    #[test]
    fn uci_takes_the_rook_in_chess960() {
        assert_eq!(uci_squares(E1, H1, CastlingMode::Standard), (E1, G1));
        assert_eq!(uci_squares(E1, H1, CastlingMode::Chess960), (E1, H1));
        assert_eq!(uci_squares(D1, G1, CastlingMode::Standard), (D1, G1));
    }
}
