//! Resolves a word in export form to a legal move, if it gives exactly the required parts (rules D2 and D3).
//!
//! The moving piece is unpredictable, and each mispredicted branch costs as much as a dozen operations: so the caller
//! branches once on the first letter, and the code for each piece is separate and has few branches.

use shakmaty::{Bitboard, CastlingSide, Move, Role, Square};

use super::word::Word;
use crate::notation::san::minimal_source;
use crate::rules::Bitboards;

/// Source, target and capture of a move by a piece other than a pawn. If the word does not give the minimal part of the
/// source, `other` decides whether that is accepted; its arguments tell whether the file and the rank are needed.
#[inline(always)]
pub(crate) fn piece_move(
    board: &Bitboards,
    role: Role,
    word: &Word,
    other: impl FnOnce(bool, bool) -> Option<()>,
) -> Option<(Square, Square, bool)> {
    let to = word.square(word.core.checked_sub(2).filter(|at| *at >= 1)?)?;
    let takes = word.byte(word.core - 3) == b'x';
    if board.them().contains(to) != takes {
        return None;
    }
    let sources = board.sources(role, to);
    let given = word.core - 3 - usize::from(takes);
    let from = if given == 0 { sources.single_square()? } else { disambiguated(word, given, sources, other)? };
    Some((from, to, takes))
}

/// A pawn move.
#[inline(always)]
pub(crate) fn pawn(board: &Bitboards, word: &Word) -> Option<Move> {
    let takes = word.byte(1) == b'x';
    let (at, len) = if takes { (2, word.core.checked_sub(4)?) } else { (0, word.core.checked_sub(2)?) };
    let to = word.square(at)?;
    let promotion = match len {
        0 => None,
        2 if word.byte(at + 2) == b'=' => Some(promotion_role(word.byte(at + 3))?),
        _ => return None,
    };
    if promotion.is_some() != Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    if takes {
        // `bxd5` that is no pawn capture is meant as a bishop's move, which import form reads.
        return board.pawn_capture(word.file(0)?, to, promotion);
    }
    Some(Move::Normal { role: Role::Pawn, from: board.pawn_step(to)?, capture: None, to, promotion })
}

/// Castling, from the bytes of the word without a mark.
pub(crate) fn castling(board: &Bitboards, core: &[u8]) -> Option<Move> {
    match core {
        b"O-O" => board.castling(CastlingSide::KingSide),
        b"O-O-O" => board.castling(CastlingSide::QueenSide),
        _ => None,
    }
}

fn promotion_role(letter: u8) -> Option<Role> {
    match letter {
        b'Q' => Some(Role::Queen),
        b'R' => Some(Role::Rook),
        b'B' => Some(Role::Bishop),
        b'N' => Some(Role::Knight),
        _ => None,
    }
}

/// The square among `sources` selected by the `given` bytes after the piece letter.
#[cold]
fn disambiguated(
    word: &Word,
    given: usize,
    sources: Bitboard,
    other: impl FnOnce(bool, bool) -> Option<()>,
) -> Option<Square> {
    let file = |at| word.file(at).map(Bitboard::from_file);
    let rank = |at| word.rank(at).map(Bitboard::from_rank);
    let (fitting, given_parts) = match (given, file(1)) {
        (1, Some(file)) => (sources & file, (true, false)),
        (1, None) => (sources & rank(1)?, (false, true)),
        (2, Some(file)) => (sources & file & rank(2)?, (true, true)),
        _ => return None,
    };
    let from = fitting.single_square()?;
    let (file, rank) = minimal_source(from, sources.without(from).into_iter());
    if (file, rank) != given_parts {
        other(file, rank)?;
    }
    Some(from)
}
