//! LAN, long algebraic notation: `e2-e4`, `Ng1-f3`, `e7xd8=Q+`, `O-O`.
//!
//! The source square and `-` or `x` are always present, so illegal moves can be written too. A drop is `N@f3`, or
//! `P@e4` for a pawn.

use shakmaty::{Move, Role, Square};

use super::coordinates::push_square;
use super::san::{SanMoveParts, SanParts, Separator, parts};
use super::{
    Capture, Codec, EndMark, Marks, Medium, MoveText, Notation, ParsedMove, PieceMove, SpelledMove, SpellingError,
    TokenContent, castling,
};

/// Long algebraic notation.
pub static LAN: Notation = Notation {
    name: "LAN",
    aliases: &[],
    title: "Long Algebraic Notation",
    version: "1994",
    medium: Medium::Text,
    content: TokenContent::Moves,
    allows_illegal: true,
    marks: Marks::Check,
    castles_by_king_squares: false,
    newer: None,
    source: "FIDE Laws of Chess, appendix C",
    rules: "Piece letter (none for the pawn), source, `-` or `x` for a capture, destination, `=` and the new piece. \
            `O-O` and `O-O-O` are castling, `+` is check and `#` checkmate.",
    example: "e7xd8=Q+",
    codec: Codec::Moves { read, write },
};

/// Reads like SAN, except that a piece's move must have its whole source square. A missing `-` is a deviation from the
/// written form.
fn read(text: &str) -> Option<MoveText> {
    let SanParts { parsed, check, end, mut habits, loose } = parts(text)?;
    habits.import_form = loose;
    let parsed = match parsed {
        SanMoveParts::Castle(side) => ParsedMove::Castle(side),
        SanMoveParts::Null => ParsedMove::Null,
        SanMoveParts::Drop(role, to) => ParsedMove::Drop { role, to },
        SanMoveParts::Piece {
            from_file: Some(from_file),
            from_rank: Some(from_rank),
            letter,
            separator,
            to,
            promotion,
        } => {
            habits.import_form |= letter == Some(Role::Pawn) || separator == Separator::None;
            let capture = match separator {
                _ if habits.en_passant_suffix => Capture::EnPassant,
                Separator::Takes => Capture::Takes,
                Separator::Hyphen => Capture::Quiet,
                Separator::None => Capture::Unsaid,
            };
            let role = Some(letter.unwrap_or(Role::Pawn));
            let (from_file, from_rank) = (Some(from_file), Some(from_rank));
            ParsedMove::Piece(PieceMove { role, from_file, from_rank, to, capture, promotion })
        }
        SanMoveParts::Piece { .. } => return None,
    };
    Some(MoveText { parsed, check, end, habits })
}

fn write(written: &SpelledMove<'_>, text: &mut String) -> Result<(), SpellingError> {
    match written.mv {
        Some(Move::Normal { role, from, to, capture, promotion }) => {
            push_piece(text, role, from, to, capture.is_some());
            if let Some(promotion) = promotion {
                text.extend(['=', promotion.upper_char()]);
            }
        }
        Some(Move::EnPassant { from, to }) => push_piece(text, Role::Pawn, from, to, true),
        Some(Move::Castle { king, rook }) => text.push_str(castling::letters(castling::side_of(king, rook))),
        Some(Move::Put { role: Role::King, .. }) => return Err(SpellingError::new("LAN cannot record a dropped king")),
        Some(Move::Put { role, to }) => {
            text.extend([role.upper_char(), '@']);
            push_square(text, to);
        }
        None => text.push_str("--"),
    }
    // The null move has no marks: it is read as a separate word.
    if written.check && written.mv.is_some() {
        text.push(if written.end == EndMark::Over { '#' } else { '+' });
    }
    Ok(())
}

fn push_piece(text: &mut String, role: Role, from: Square, to: Square, takes: bool) {
    if role != Role::Pawn {
        text.push(role.upper_char());
    }
    push_square(text, from);
    text.push(if takes { 'x' } else { '-' });
    push_square(text, to);
}
