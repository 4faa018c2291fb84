//! FCN, Friendly Coordinate Notation (seeds 000 and 001): `Pe2-e4`, `Ra1-a8xQ`, `Pa7-b8xR=Q+#`, `KC`.
//!
//! The text contains everything needed to undo the move: the piece, both squares, the captured piece, the promotion
//! piece. Versions 1.0 and 1.1 differ only in the third sign of the marks.
//!
//! The grammar has no drops, captured kings or promotions to a king, so these moves cannot be written
//! (`docs/variants.md`).

use shakmaty::{CastlingSide, Move, Role};

use super::coordinates::{may_be_promoted_to, promoted_role_any_case, push_square, role, square_any_case};
use super::{
    Capture, Codec, EndMark, Marks, Medium, MoveText, Notation, ParsedMove, PieceMove, SpelledMove, SpellingDeviations,
    SpellingError, TokenContent, castling, marks,
};

/// Friendly Coordinate Notation 1.1.
pub static FCN: Notation = Notation {
    name: "FCN",
    aliases: &["FCN2"],
    title: "Friendly Coordinate Notation",
    version: "1.1",
    medium: Medium::Text,
    content: TokenContent::Moves,
    allows_illegal: true,
    marks: Marks::ThirdSign,
    castles_by_king_squares: false,
    newer: None,
    source: "Chess Notation Updates (1.1), 2015",
    rules: "Piece symbol (P for the pawn), source, hyphen, destination; then `x` and the captured piece or `en`, `=` \
            and the new piece. `KC` and `QC` are castling. `+` is check, `#` the end of the game (`+#` checkmate, `#` \
            stalemate, `#+` another win, `##` another draw).",
    example: "Pa7-b8xR=Q+#",
    codec: Codec::Moves { read: |text| read(text, marks::parse), write: write_v2 },
};

/// Friendly Coordinate Notation 1.0.
pub static FCN1: Notation = Notation {
    name: "FCN1",
    aliases: &[],
    version: "1.0",
    marks: Marks::Ends,
    newer: Some(&FCN),
    source: "Chess Notation, 2015",
    rules: "As FCN, but for the marks: `+` is check and `#` the end of the game (`+#` checkmate, `#` stalemate); \
            there is no third sign.",
    example: "Ra1-a8xQ+",
    codec: Codec::Moves { read: |text| read(text, marks::parse_v1), write: write_v1 },
    ..FCN
};

/// The definition's
/// `/^(?:P[A-H][1-8]-[A-H][1-8](?:EN|(?:X[QBNRP])?(?:=[QBNR])?)|[KQBNR][A-H][1-8]-[A-H][1-8](?:X[QBNRP])?|[KQ]C)\+?(?:#[+#]?)?$/i`, with the marks of the version.
fn read(text: &str, parse_marks: fn(&str) -> Option<(bool, EndMark)>) -> Option<MoveText> {
    let (parsed, len) = read_move(text.as_bytes())?;
    // The text read so far is ASCII, so `len` is a character boundary.
    let (check, end) = parse_marks(text.get(len..)?)?;
    Some(MoveText { parsed, check, end, habits: SpellingDeviations::default() })
}

/// The move at the start of the text, and its length.
fn read_move(text: &[u8]) -> Option<(ParsedMove, usize)> {
    if let [king_or_queen, b'C' | b'c', rest @ ..] = text
        && !matches!(rest.first(), Some(b'1'..=b'8'))
    {
        let side = match king_or_queen.to_ascii_uppercase() {
            b'K' => CastlingSide::KingSide,
            b'Q' => CastlingSide::QueenSide,
            _ => return None,
        };
        return Some((ParsedMove::Castle(side), 2));
    }
    let [symbol, from_file, from_rank, b'-', to_file, to_rank, rest @ ..] = text else {
        return None;
    };
    let symbol = role(symbol.to_ascii_uppercase())?;
    let from = square_any_case(*from_file, *from_rank)?;
    let to = square_any_case(*to_file, *to_rank)?;

    let mut len = 6;
    let mut capture = Capture::Quiet;
    let mut promotion = None;
    let mut rest = rest;
    match rest {
        [b'E' | b'e', b'N' | b'n', ..] if symbol == Role::Pawn => {
            capture = Capture::EnPassant;
            len += 2;
            rest = &[];
        }
        [b'X' | b'x', taken, after @ ..] => {
            let taken = role(taken.to_ascii_uppercase()).filter(|role| *role != Role::King)?;
            capture = Capture::TakesRole(taken);
            len += 2;
            rest = after;
        }
        _ => {}
    }
    if let [b'=', promoted, ..] = rest
        && symbol == Role::Pawn
    {
        promotion = Some(promoted_role_any_case(*promoted)?);
        len += 2;
    }
    let piece = PieceMove { role: Some(symbol), capture, ..PieceMove::between(from, to, promotion) };
    Some((ParsedMove::Piece(piece), len))
}

fn write_v2(written: &SpelledMove<'_>, text: &mut String) -> Result<(), SpellingError> {
    write(written, marks::print, text)
}

fn write_v1(written: &SpelledMove<'_>, text: &mut String) -> Result<(), SpellingError> {
    write(written, marks::print_v1, text)
}

fn write(
    written: &SpelledMove<'_>,
    print_marks: fn(bool, EndMark) -> &'static str,
    text: &mut String,
) -> Result<(), SpellingError> {
    match written.mv {
        Some(Move::Normal { role, from, to, capture, promotion }) => {
            push_squares(text, role, from, to);
            match capture {
                Some(Role::King) => return Err(SpellingError::new("FCN cannot record the capture of a king")),
                Some(taken) => text.extend(['x', taken.upper_char()]),
                None => {}
            }
            match promotion {
                Some(_) if role != Role::Pawn => {
                    return Err(SpellingError::new("FCN can record the promotion of a pawn only"));
                }
                Some(new) if !may_be_promoted_to(new) => {
                    return Err(SpellingError::new("FCN can record a promotion to queen, rook, bishop or knight only"));
                }
                Some(new) => text.extend(['=', new.upper_char()]),
                None => {}
            }
        }
        Some(Move::EnPassant { from, to }) => {
            push_squares(text, Role::Pawn, from, to);
            text.push_str("en");
        }
        Some(Move::Castle { king, rook }) => text.push_str(match castling::side_of(king, rook) {
            CastlingSide::KingSide => "KC",
            CastlingSide::QueenSide => "QC",
        }),
        Some(Move::Put { .. }) => return Err(SpellingError::new("FCN cannot record a drop from the pocket")),
        None => return Err(SpellingError::new("FCN cannot record a null move")),
    }
    text.push_str(print_marks(written.check, written.end));
    Ok(())
}

fn push_squares(text: &mut String, role: Role, from: shakmaty::Square, to: shakmaty::Square) {
    text.push(role.upper_char());
    push_square(text, from);
    text.push('-');
    push_square(text, to);
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    fn reads(text: &str) -> (bool, bool) {
        (read(text, marks::parse).is_some(), read(text, marks::parse_v1).is_some())
    }

    #[test]
    fn the_grammar_is_the_definition() {
        // The examples of both seeds.
        for text in
            ["Pa2-a3", "Ra1-a8xQ", "Pa5-b6en", "Pa7-B8xR=q", "Pa7-A8=N", "KC", "QC", "Ra1-a8+#", "Ra1-a8#", "Qc1-a1"]
        {
            assert_eq!(reads(text), (true, true), "{text}");
        }
        for text in ["Ra1-a8+#+", "Pa7-B8xR=q+#+", "KC##", "pe2-e4#+"] {
            assert_eq!(reads(text), (true, false), "{text}");
        }
        for text in [
            "",
            "K",
            "C",
            "BC",
            "Pe2e4",
            "e2-e4",
            "Pe2-e9",
            "Ra1-a8xK",
            "Na7-a8=Q",
            "Ra5-b6en",
            "Pa5-b6enxP",
            "Pa5-b6en=Q",
            "Pa7-a8=K",
            "Pa7-a8=",
            "Pa7-a8x",
            "Pe2-e4++",
            "Pe2-e4#+#",
            "KC1",
            "Qc1",
            "KCx",
            "Pe2-e4 ",
            "Kć",
            "Pe2-e4é",
        ] {
            assert_eq!(reads(text), (false, false), "{text}");
        }
    }

    #[test]
    fn what_a_text_says() {
        let read = read("pa7-B8xr=Q+#", marks::parse).unwrap();
        assert_eq!((read.check, read.end), (true, EndMark::Over));
        let ParsedMove::Piece(piece) = read.parsed else { panic!("a piece's move") };
        assert_eq!((piece.role, piece.to, piece.promotion), (Some(Role::Pawn), Square::B8, Some(Role::Queen)));
        assert_eq!(piece.capture, Capture::TakesRole(Role::Rook));
    }

    #[test]
    fn written_forms() {
        let normal = Move::Normal {
            role: Role::Pawn,
            from: Square::A7,
            to: Square::B8,
            capture: Some(Role::Rook),
            promotion: Some(Role::Queen),
        };
        let mate = SpelledMove { check: true, end: EndMark::Over, ..SpelledMove::new(normal) };
        assert_eq!(mate.text(write_v2).unwrap(), "Pa7-b8xR=Q+#");
        let won = SpelledMove { end: EndMark::Won, ..mate };
        assert_eq!(won.text(write_v2).unwrap(), "Pa7-b8xR=Q+#+");
        assert_eq!(won.text(write_v1).unwrap(), "Pa7-b8xR=Q+");
        let castle =
            SpelledMove { check: true, ..SpelledMove::new(Move::Castle { king: Square::E1, rook: Square::A1 }) };
        assert_eq!(castle.text(write_v2).unwrap(), "QC+");
        let en_passant = SpelledMove::new(Move::EnPassant { from: Square::A5, to: Square::B6 });
        assert_eq!(en_passant.text(write_v2).unwrap(), "Pa5-b6en");
    }

    #[test]
    fn what_fcn_cannot_say() {
        let king_taken = Move::Normal {
            role: Role::Rook,
            from: Square::A1,
            to: Square::A8,
            capture: Some(Role::King),
            promotion: None,
        };
        assert!(SpelledMove::new(king_taken).text(write_v2).is_err());
        assert!(SpelledMove { mv: None, ..SpelledMove::new(king_taken) }.text(write_v2).is_err());
        assert!(SpelledMove::new(Move::Put { role: Role::Pawn, to: Square::A3 }).text(write_v2).is_err());
    }
}
