//! MCN, Minimum Coordinate Notation (seed 000; the same in 1.0 and 1.1): `e2e4`, `a7a8q`.
//!
//! The grammar has no drops and no promotion to a king, so these moves cannot be written (`docs/variants.md`).

use shakmaty::Move;

use super::coordinates::{may_be_promoted_to, promoted_role_any_case, push_square, square_any_case};
use super::{
    Codec, EndMark, Marks, Medium, MoveText, Notation, ParsedMove, PieceMove, SpelledMove, SpellingDeviations,
    SpellingError, TokenContent, castling,
};

/// Minimum Coordinate Notation.
pub static MCN: Notation = Notation {
    name: "MCN",
    aliases: &[],
    title: "Minimum Coordinate Notation",
    version: "1.1",
    medium: Medium::Text,
    content: TokenContent::Moves,
    allows_illegal: true,
    marks: Marks::None,
    castles_by_king_squares: true,
    newer: None,
    source: "Chess Notation, 2015",
    rules: "Source and destination square, and the letter of the piece that a pawn is promoted to. Castling is the \
            king's two squares, or king takes own rook where these would name another move (Chess960). \
            Capitals and small letters are the same.",
    example: "a7a8q",
    codec: Codec::Moves { read, write },
};

/// The definition's `/^[A-H][1-8][A-H][1-8][QBNR]?$/i`.
fn read(text: &str) -> Option<MoveText> {
    let (squares, promotion) = match *text.as_bytes() {
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, promotion] => ([a, b, c, d], Some(promoted_role_any_case(promotion)?)),
        _ => return None,
    };
    let from = square_any_case(squares[0], squares[1])?;
    let to = square_any_case(squares[2], squares[3])?;
    Some(MoveText {
        parsed: ParsedMove::Piece(PieceMove::between(from, to, promotion)),
        check: false,
        end: EndMark::None,
        habits: SpellingDeviations::default(),
    })
}

fn write(written: &SpelledMove<'_>, text: &mut String) -> Result<(), SpellingError> {
    let (from, to, promotion) = match written.mv {
        Some(Move::Normal { from, to, promotion, .. }) => (from, to, promotion),
        Some(Move::EnPassant { from, to }) => (from, to, None),
        Some(Move::Castle { king, rook }) => {
            let (from, to) = castling::least_ambiguous(king, rook);
            (from, to, None)
        }
        Some(Move::Put { .. }) => return Err(SpellingError::new("MCN cannot record a drop from the pocket")),
        None => return Err(SpellingError::new("MCN cannot record a null move")),
    };
    push_square(text, from);
    push_square(text, to);
    if let Some(role) = promotion {
        if !may_be_promoted_to(role) {
            return Err(SpellingError::new("MCN can record a promotion to queen, rook, bishop or knight only"));
        }
        text.push(role.char());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;

    #[test]
    fn the_grammar_is_the_definition() {
        for text in ["a7A8q", "e1g1", "A7A8Q", "g1g1", "h8a1n"] {
            assert!(read(text).is_some(), "{text}");
        }
        for text in
            ["", "e2", "e2e", "e2-e4", "e2e9", "i2e4", "a7a8k", "a7a8p", "a7a8=q", "e2e4+", " e2e4", "e2e4 ", "é2e4"]
        {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn castling_is_written_unambiguously() {
        let castle = |king, rook| SpelledMove::new(Move::Castle { king, rook }).text(write).unwrap();
        assert_eq!(castle(Square::E1, Square::H1), "e1g1");
        assert_eq!(castle(Square::E8, Square::A8), "e8c8");
        assert_eq!(castle(Square::F1, Square::H1), "f1h1");
        assert_eq!(castle(Square::G1, Square::H1), "g1h1");
        assert_eq!(castle(Square::D1, Square::G1), "d1g1");
    }

    #[test]
    fn what_mcn_cannot_say() {
        let en_passant = SpelledMove::new(Move::EnPassant { from: Square::E5, to: Square::D6 });
        assert!(SpelledMove { mv: None, ..en_passant }.text(write).is_err());
        assert!(SpelledMove::new(Move::Put { role: Role::Knight, to: Square::F3 }).text(write).is_err());
    }
}
