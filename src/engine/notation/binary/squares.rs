//! Half-moves by their two squares, for the coordinate notations.

use shakmaty::{Move, Role, Square};

use super::BinaryEvent;
use crate::notation::{ParsedMove, PieceMove, SpellingError, castling};

/// A half-move by its squares and promotion piece.
pub(in crate::notation) fn half_move(from: Square, to: Square, promotion: Option<Role>) -> BinaryEvent {
    BinaryEvent::Parsed(ParsedMove::Piece(PieceMove::between(from, to, promotion)))
}

/// The squares and the promotion piece of a half-move, for the notation called `name`. Castling has the king's squares
/// if they are unambiguous, else king takes own rook.
///
/// # Errors
/// When the event is not a half-move with a source square.
pub(in crate::notation) fn squares_of(
    event: &BinaryEvent,
    name: &str,
) -> Result<(Square, Square, Option<Role>), SpellingError> {
    let why = match event {
        BinaryEvent::Move(Move::Normal { from, to, promotion, .. }) => return Ok((*from, *to, *promotion)),
        BinaryEvent::Move(Move::EnPassant { from, to }) => return Ok((*from, *to, None)),
        BinaryEvent::Move(Move::Castle { king, rook }) => {
            let (from, to) = castling::least_ambiguous(*king, *rook);
            return Ok((from, to, None));
        }
        BinaryEvent::Parsed(ParsedMove::Piece(mv)) => match (mv.from_file, mv.from_rank) {
            (Some(file), Some(rank)) => return Ok((Square::from_coords(file, rank), mv.to, mv.promotion)),
            _ => "records the source square, which is not known here",
        },
        BinaryEvent::Move(Move::Put { .. }) => "cannot record a drop: it has no bits for it",
        BinaryEvent::Parsed(ParsedMove::Null) => "cannot record a null move",
        BinaryEvent::Parsed(_) => "records squares, which are not known here",
        BinaryEvent::End(_) => "ends with the game's last half-move",
        event => return holds_moves_only(event, name).and(Err(no_half_move(name))),
    };
    Err(SpellingError::new(format!("{name} {why}")))
}

fn no_half_move(name: &str) -> SpellingError {
    SpellingError::new(format!("{name} records half-moves, and this is not one"))
}

/// Whether a notation that has only half-moves can encode this kind of event; for half-moves, only writing decides.
pub(in crate::notation) fn holds_moves_only(event: &BinaryEvent, name: &str) -> Result<(), SpellingError> {
    let why = match event {
        BinaryEvent::Comment(_) => "cannot record comments",
        BinaryEvent::Nag(_) => "cannot record NAGs",
        BinaryEvent::VariationBegin | BinaryEvent::VariationEnd => "cannot record variations",
        BinaryEvent::Escape(_) => "cannot record escaped lines",
        BinaryEvent::Tag { .. } => "cannot record tags",
        BinaryEvent::Board(_) => "records moves, and this is a board",
        BinaryEvent::Parsed(_) | BinaryEvent::Move(_) | BinaryEvent::End(_) => return Ok(()),
    };
    Err(SpellingError::new(format!("{name} {why}")))
}
