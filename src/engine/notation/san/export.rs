//! SAN's export form, read byte by byte. This is the hot path for all moves: it does not allocate.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use crate::notation::coordinates::{file, rank, role, square};
use crate::notation::{Capture, EndMark, MoveText, ParsedMove, PieceMove, SpellingDeviations};

/// Reads a move in export form.
#[inline]
pub(super) fn read(text: &[u8]) -> Option<MoveText> {
    let (core, check, end) = match text {
        [core @ .., b'+'] => (core, true, EndMark::None),
        [core @ .., b'#'] => (core, true, EndMark::Over),
        _ => (text, false, EndMark::None),
    };
    let parsed = match core {
        [b'a'..=b'h', ..] => pawn(core)?,
        [b'O', b'-', b'O'] => ParsedMove::Castle(CastlingSide::KingSide),
        [b'O', b'-', b'O', b'-', b'O'] => ParsedMove::Castle(CastlingSide::QueenSide),
        [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), rest @ ..] => piece_move(role(*letter)?, rest)?,
        _ => return None,
    };
    Some(MoveText { parsed, check, end, habits: SpellingDeviations::default() })
}

#[inline]
fn pawn(core: &[u8]) -> Option<ParsedMove> {
    let (squares, promotion) = match core {
        [squares @ .., b'=', letter] => (squares, Some(role(*letter)?)),
        _ => (core, None),
    };
    match *squares {
        [a, b] => Some(piece(Role::Pawn, None, None, square(a, b)?, Capture::Quiet, promotion)),
        // No pawn captures that far away: the letter is the bishop's, which import form reads.
        [b'b', b'x', b'd'..=b'h', _] => None,
        [from, b'x', a, b] => {
            Some(piece(Role::Pawn, Some(file(from)?), None, square(a, b)?, Capture::Takes, promotion))
        }
        _ => None,
    }
}

#[inline]
fn piece_move(role: Role, rest: &[u8]) -> Option<ParsedMove> {
    let (from, capture, to) = match rest {
        [from @ .., b'x', a, b] => (from, Capture::Takes, square(*a, *b)?),
        [from @ .., a, b] => (from, Capture::Quiet, square(*a, *b)?),
        _ => return None,
    };
    let (from_file, from_rank) = match *from {
        [] => (None, None),
        [letter @ b'a'..=b'h'] => (Some(file(letter)?), None),
        [digit] => (None, Some(rank(digit)?)),
        [letter, digit] => (Some(file(letter)?), Some(rank(digit)?)),
        _ => return None,
    };
    Some(piece(role, from_file, from_rank, to, capture, None))
}

#[inline]
fn piece(
    role: Role,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    capture: Capture,
    promotion: Option<Role>,
) -> ParsedMove {
    ParsedMove::Piece(PieceMove { role: Some(role), from_file, from_rank, to, capture, promotion })
}
