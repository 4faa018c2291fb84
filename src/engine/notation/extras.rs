//! Extensions of FEN for variants: pieces in pockets, promoted pieces, remaining checks.
//!
//! The standard of 1994 has none of them. Pockets are a ninth rank (`…/RNBQKBNR/QNp`, lichess) or in brackets
//! (`…/RNBQKBNR[QNp]`, XBoard); promoted pieces have a `~` (`Q~`); remaining checks are after the en passant square
//! (`3+3`, White's first), given checks at the end (`+0+0`). All forms are read. The ninth rank and remaining checks
//! are the written forms, because words of the movetext cannot contain brackets.

use shakmaty::{ByColor, ByRole, Color, Piece, RemainingChecks, Role};

use super::{BoardError, BoardFault, BoardField};

/// The pieces in both pockets.
pub(super) type PocketCounts = ByColor<ByRole<u8>>;

/// Splits a placement from its pocket; the pocket comes with its byte offset.
pub(super) fn split_pocket(text: &str) -> (&str, Option<(usize, &str)>) {
    if let Some(inner) = text.strip_suffix(']')
        && let Some((board, pocket)) = inner.split_once('[')
    {
        return (board, Some((board.len() + 1, pocket)));
    }
    // Digits after the eighth slash are an extra rank, not a pocket.
    match text.match_indices('/').nth(7) {
        Some((at, _)) if text[at + 1..].bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            (&text[..at], Some((at + 1, &text[at + 1..])))
        }
        _ => (text, None),
    }
}

/// Reads the pieces of a pocket; `-` means none. Offsets in the error are bytes of `text`.
pub(super) fn read_pocket(text: &str) -> Result<PocketCounts, BoardError> {
    let mut pockets = PocketCounts::default();
    if text == "-" {
        return Ok(pockets);
    }
    for (at, found) in text.char_indices() {
        match Piece::from_char(found) {
            Some(Piece { color, role }) if role != Role::King => {
                let pieces = pockets.get_mut(color).get_mut(role);
                *pieces = pieces.saturating_add(1);
            }
            _ => {
                let range = at..at + found.len_utf8();
                return Err(BoardError::new(BoardField::Pocket, range, BoardFault::NotInPocket(found)));
            }
        }
    }
    Ok(pockets)
}

/// Appends a ninth rank with the pieces of both pockets.
pub(super) fn push_pocket(text: &mut String, pockets: &PocketCounts) {
    text.push('/');
    for color in [Color::White, Color::Black] {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            for _ in 0..*pockets.get(color).get(role) {
                text.push(Piece { color, role }.char());
            }
        }
    }
}

/// Reads remaining checks: `3+3`.
pub(super) fn read_remaining(word: &str) -> Option<ByColor<RemainingChecks>> {
    match *word.as_bytes() {
        [white, b'+', black] => Some(ByColor { black: checks(black)?, white: checks(white)? }),
        _ => None,
    }
}

/// Reads given checks: `+0+0`.
pub(super) fn read_given(word: &str) -> Option<ByColor<RemainingChecks>> {
    match *word.as_bytes() {
        [b'+', white, b'+', black] => {
            let left = |given: u8| checks(b'0' + b'3'.checked_sub(given)?);
            Some(ByColor { black: left(black)?, white: left(white)? })
        }
        _ => None,
    }
}

fn checks(digit: u8) -> Option<RemainingChecks> {
    matches!(digit, b'0'..=b'3').then(|| RemainingChecks::new(u32::from(digit - b'0')))
}

/// Appends remaining checks: ` 3+3`.
pub(super) fn push_remaining(text: &mut String, checks: &ByColor<RemainingChecks>) {
    let [white, black] = [checks.white, checks.black].map(u32::from);
    text.push_str(&format!(" {white}+{black}"));
}
