//! The legal move that a word in export form says, where it says neither more nor less than it should (rules D2 and
//! D3).
//!
//! Which piece moves cannot be foretold, and each wrong guess of the processor costs as much as a dozen operations: so
//! whoever calls decides by the first letter once, and what follows is laid out for each piece apart, with few branches.

use shakmaty::{Bitboard, CastlingSide, Move, Role, Square};

use super::word::Word;
use crate::notation::san::minimal_source;
use crate::rules::Bitboards;

/// From where to where a piece other than a pawn goes, and whether it takes. Where the word tells another part of the
/// source than the least that is needed, `other` is asked whether that will do: it is given whether the file is needed,
/// and whether the rank is.
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
    let said = word.core - 3 - usize::from(takes);
    let from = if said == 0 { sources.single_square()? } else { told_apart(word, said, sources, other)? };
    Some((from, to, takes))
}

/// A pawn's move.
#[inline(always)]
pub(crate) fn pawn(board: &Bitboards, word: &Word) -> Option<Move> {
    let takes = word.byte(1) == b'x';
    let (at, len) = if takes { (2, word.core.checked_sub(4)?) } else { (0, word.core.checked_sub(2)?) };
    let to = word.square(at)?;
    let promotion = match len {
        0 => None,
        2 if word.byte(at + 2) == b'=' => Some(promoted(word.byte(at + 3))?),
        _ => return None,
    };
    if promotion.is_some() != Bitboard::BACKRANKS.contains(to) {
        return None;
    }
    if takes {
        // `bxd5` is no pawn's capture: the letter is meant as the bishop's, which import form reads.
        return board.pawn_capture(word.file(0)?, to, promotion);
    }
    Some(Move::Normal { role: Role::Pawn, from: board.pawn_step(to)?, capture: None, to, promotion })
}

/// Castling, as the bytes of the word say it without a mark.
pub(crate) fn castling(board: &Bitboards, core: &[u8]) -> Option<Move> {
    match core {
        b"O-O" => board.castling(CastlingSide::KingSide),
        b"O-O-O" => board.castling(CastlingSide::QueenSide),
        _ => None,
    }
}

fn promoted(letter: u8) -> Option<Role> {
    match letter {
        b'Q' => Some(Role::Queen),
        b'R' => Some(Role::Rook),
        b'B' => Some(Role::Bishop),
        b'N' => Some(Role::Knight),
        _ => None,
    }
}

/// The one of `sources` that the `said` bytes after the letter tell.
#[cold]
fn told_apart(
    word: &Word,
    said: usize,
    sources: Bitboard,
    other: impl FnOnce(bool, bool) -> Option<()>,
) -> Option<Square> {
    let file = |at| word.file(at).map(Bitboard::from_file);
    let rank = |at| word.rank(at).map(Bitboard::from_rank);
    let (fitting, told) = match (said, file(1)) {
        (1, Some(file)) => (sources & file, (true, false)),
        (1, None) => (sources & rank(1)?, (false, true)),
        (2, Some(file)) => (sources & file & rank(2)?, (true, true)),
        _ => return None,
    };
    let from = fitting.single_square()?;
    let (file, rank) = minimal_source(from, sources.without(from).into_iter());
    if (file, rank) != told {
        other(file, rank)?;
    }
    Some(from)
}
