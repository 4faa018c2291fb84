//! Files, ranks, squares and piece letters as bytes.

use shakmaty::{File, Rank, Role, Square};

/// The file of a lower-case letter.
#[inline]
pub(super) fn file(byte: u8) -> Option<File> {
    match byte {
        b'a'..=b'h' => Some(File::new(u32::from(byte - b'a'))),
        _ => None,
    }
}

/// The rank of a digit.
#[inline]
pub(super) fn rank(byte: u8) -> Option<Rank> {
    match byte {
        b'1'..=b'8' => Some(Rank::new(u32::from(byte - b'1'))),
        _ => None,
    }
}

/// The square of a lower-case letter and a digit.
#[inline]
pub(super) fn square(letter: u8, digit: u8) -> Option<Square> {
    Some(Square::from_coords(file(letter)?, rank(digit)?))
}

/// The square of a letter in any case and a digit.
#[inline]
pub(super) fn square_any_case(letter: u8, digit: u8) -> Option<Square> {
    square(letter.to_ascii_lowercase(), digit)
}

/// The role of an upper-case English piece letter, `P` included.
#[inline]
pub(super) fn role(byte: u8) -> Option<Role> {
    match byte {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        b'P' => Some(Role::Pawn),
        _ => None,
    }
}

/// The promotion piece of a letter in any case.
#[inline]
pub(super) fn promoted_role_any_case(byte: u8) -> Option<Role> {
    role(byte.to_ascii_uppercase()).filter(|role| may_be_promoted_to(*role))
}

/// Whether the role is a queen, rook, bishop or knight.
#[inline]
pub(super) fn may_be_promoted_to(role: Role) -> bool {
    !matches!(role, Role::Pawn | Role::King)
}

/// Appends a square in lower case.
#[inline]
pub(super) fn push_square(text: &mut String, square: Square) {
    let (file, rank) = (square.to_usize() % 8, square.to_usize() / 8);
    text.push_str(&"abcdefgh"[file..file + 1]);
    text.push_str(&"12345678"[rank..rank + 1]);
}
