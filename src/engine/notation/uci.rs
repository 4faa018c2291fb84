//! UCI: pure coordinates as written by engines: `e7e8q`, `e1g1`, `0000` for the null move, `N@f3` and `P@e4` for drops.

use shakmaty::{Move, Role};

use super::coordinates::{push_square, role, square, square_any_case};
use super::{
    Codec, EndMark, Marks, Medium, MoveText, Notation, ParsedMove, PieceMove, SpelledMove, SpellingDeviations,
    SpellingError, TokenContent, castling,
};

/// Pure coordinates as in the Universal Chess Interface.
pub static UCI: Notation = Notation {
    name: "UCI",
    aliases: &[],
    title: "Universal Chess Interface",
    version: "2006",
    medium: Medium::Text,
    content: TokenContent::Moves,
    allows_illegal: true,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "the UCI protocol",
    rules: "Source and destination square, and the small letter of the piece that a pawn is promoted to. Castling is \
            the king's two squares, in Chess960 king takes own rook. `0000` is the null move.",
    example: "e7e8q",
    codec: Codec::Moves { read, write },
};

fn read(text: &str) -> Option<MoveText> {
    let move_text = |parsed, import_form| MoveText {
        parsed,
        check: false,
        end: EndMark::None,
        habits: SpellingDeviations { import_form, ..SpellingDeviations::default() },
    };
    match *text.as_bytes() {
        [b'0', b'0', b'0', b'0'] => Some(move_text(ParsedMove::Null, false)),
        [symbol, b'@', letter, digit] => {
            let parsed = ParsedMove::Drop { role: droppable(symbol)?, to: square_any_case(letter, digit)? };
            Some(move_text(parsed, !symbol.is_ascii_uppercase() || !letter.is_ascii_lowercase()))
        }
        [a, b, c, d] => Some(move_text(piece(a, b, c, d, None)?, square(a, b).is_none() || square(c, d).is_none())),
        [a, b, c, d, promotion] => {
            // Promotion to a king exists only in Antichess, where engines write it.
            let to = role(promotion.to_ascii_uppercase()).filter(|role| *role != Role::Pawn)?;
            let lenient = square(a, b).is_none() || square(c, d).is_none() || !promotion.is_ascii_lowercase();
            Some(move_text(piece(a, b, c, d, Some(to))?, lenient))
        }
        _ => None,
    }
}

fn droppable(byte: u8) -> Option<Role> {
    role(byte.to_ascii_uppercase()).filter(|role| *role != Role::King)
}

fn piece(a: u8, b: u8, c: u8, d: u8, promotion: Option<Role>) -> Option<ParsedMove> {
    let from = square_any_case(a, b)?;
    Some(ParsedMove::Piece(PieceMove::between(from, square_any_case(c, d)?, promotion)))
}

fn write(written: &SpelledMove<'_>, text: &mut String) -> Result<(), SpellingError> {
    let (from, to, promotion) = match written.mv {
        Some(Move::Normal { from, to, promotion, .. }) => (from, to, promotion),
        Some(Move::EnPassant { from, to }) => (from, to, None),
        Some(Move::Castle { king, rook }) => {
            let (from, to) = castling::uci_squares(king, rook, written.mode);
            (from, to, None)
        }
        Some(Move::Put { role: Role::King, .. }) => return Err(SpellingError::new("UCI cannot record a dropped king")),
        Some(Move::Put { role, to }) => {
            text.extend([role.upper_char(), '@']);
            push_square(text, to);
            return Ok(());
        }
        None => {
            text.push_str("0000");
            return Ok(());
        }
    };
    if promotion == Some(Role::Pawn) {
        return Err(SpellingError::new("UCI cannot record a promotion to a pawn"));
    }
    push_square(text, from);
    push_square(text, to);
    if let Some(role) = promotion {
        text.push(role.char());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Square};

    use super::*;

    #[test]
    fn readings() {
        for (text, habit) in
            [("e7e8q", false), ("e1g1", false), ("0000", false), ("N@f3", false), ("E2E4", true), ("e7e8Q", true)]
        {
            assert_eq!(read(text).map(|read| read.habits.import_form), Some(habit), "{text}");
        }
        for text in ["", "e2", "e7e8=q", "a7a8p", "K@e4", "e2-e4", "00000", "--", "@e4"] {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn castling_depends_on_the_mode() {
        let standard = SpelledMove::new(Move::Castle { king: Square::E1, rook: Square::A1 });
        assert_eq!(standard.text(write).unwrap(), "e1c1");
        assert_eq!(SpelledMove { mode: CastlingMode::Chess960, ..standard }.text(write).unwrap(), "e1a1");
        assert_eq!(SpelledMove { mv: None, ..standard }.text(write).unwrap(), "0000");
    }
}
