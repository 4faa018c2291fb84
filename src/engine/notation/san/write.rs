//! Writes SAN in export form, with a minimal source (PGN specification 8.2.3.4).

use shakmaty::{Move, Role, Square};

use crate::notation::coordinates::push_square;
use crate::notation::{EndMark, SpelledMove, SpellingError, castling};

/// The export form of a legal move; the null move is `--`, the common form in programs that support it.
pub(super) fn write(written: &SpelledMove<'_>, text: &mut String) -> Result<(), SpellingError> {
    // The null move has no marks: it is read as a separate word.
    let Some(mv) = written.mv else {
        text.push_str("--");
        return Ok(());
    };
    push_move(text, mv, written)?;
    if written.check {
        text.push(if written.end == EndMark::Over { '#' } else { '+' });
    }
    Ok(())
}

fn push_move(text: &mut String, mv: Move, written: &SpelledMove<'_>) -> Result<(), SpellingError> {
    let Some(position) = written.legal else { return push_among(text, mv, written.rivals) };
    // Each list takes kilobytes, and is not moved.
    match mv {
        Move::Castle { king, rook } => push_among(text, mv, &position.castling_moves(castling::side_of(king, rook))),
        _ => push_among(text, mv, &position.san_candidates(mv.role(), mv.to())),
    }
}

/// Writes one of the possible moves of pieces of the same role to the same square.
fn push_among(text: &mut String, mv: Move, candidates: &[Move]) -> Result<(), SpellingError> {
    if !candidates.contains(&mv) {
        return Err(SpellingError::new("SAN can record only legal moves, and this move is not legal"));
    }
    match mv {
        Move::Castle { king, rook } => {
            text.push_str(castling::letters(castling::side_of(king, rook)));
        }
        Move::Put { role, to } => {
            text.extend([role.upper_char(), '@']);
            push_square(text, to);
        }
        Move::EnPassant { from, to } | Move::Normal { from, to, .. } => {
            let role = mv.role();
            if role == Role::Pawn {
                if mv.is_capture() {
                    text.push(from.file().char());
                }
            } else {
                text.push(role.upper_char());
                let others = candidates.iter().filter_map(|other| match *other {
                    Move::Normal { from: other, .. } if other != from => Some(other),
                    _ => None,
                });
                push_source(text, from, others);
            }
            if mv.is_capture() {
                text.push('x');
            }
            push_square(text, to);
            if let Some(promotion) = mv.promotion() {
                text.extend(['=', promotion.upper_char()]);
            }
        }
    }
    Ok(())
}

fn push_source(text: &mut String, from: Square, others: impl Iterator<Item = Square>) {
    let (file, rank) = minimal_source(from, others);
    if file {
        text.push(from.file().char());
    }
    if rank {
        text.push(from.rank().char());
    }
}

/// The parts of the source that distinguish it from those of like pieces with a move to the same square: nothing, the
/// file, the rank, or both, whichever suffices first. Returns whether the file is needed, and whether the rank is.
pub(crate) fn minimal_source(from: Square, others: impl Iterator<Item = Square>) -> (bool, bool) {
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for other in others {
        any = true;
        same_file |= other.file() == from.file();
        same_rank |= other.rank() == from.rank();
    }
    (any && (!same_file || same_rank), same_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_will_do() {
        let source = |from: Square, others: &[Square]| {
            let mut text = String::new();
            push_source(&mut text, from, others.iter().copied());
            text
        };
        assert_eq!(source(Square::B1, &[]), "");
        assert_eq!(source(Square::B1, &[Square::F3]), "b");
        assert_eq!(source(Square::B1, &[Square::B3]), "1");
        assert_eq!(source(Square::A1, &[Square::A5, Square::E1]), "a1");
        assert_eq!(source(Square::A1, &[Square::A5, Square::E5]), "1");
    }

    #[test]
    fn only_legal_moves_and_the_null_move() {
        let start = shakmaty::Chess::default();
        let knight = |to| Move::Normal { role: Role::Knight, from: Square::G1, to, capture: None, promotion: None };
        let written = SpelledMove { legal: Some(&start), ..SpelledMove::new(knight(Square::F3)) };
        assert_eq!(written.text(write).unwrap(), "Nf3");
        assert!(SpelledMove { mv: Some(knight(Square::G3)), ..written }.text(write).is_err());
        assert!(SpelledMove { legal: None, ..written }.text(write).is_err());
        assert!(
            SpelledMove { mv: Some(Move::Castle { king: Square::E1, rook: Square::H1 }), ..written }
                .text(write)
                .is_err()
        );
        assert_eq!(SpelledMove { mv: None, check: true, ..written }.text(write).unwrap(), "--");
    }
}
