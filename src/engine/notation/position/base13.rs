//! `base13`: the board as one number of 64 digits to the base 13 (seed 004, "Base 13 Encoding").
//!
//! | bits | what |
//! |---|---|
//! | 237 | p0 · 13^63 + p1 · 13^62 + … + p63 · 13^0, where pi is the digit of square i, a8 being square 0 and h1 square 63 |
//!
//! | digit | piece | digit | piece |
//! |---|---|---|---|
//! | 0 | none | | |
//! | 1 | white rook | 7 | black rook |
//! | 2 | white knight | 8 | black knight |
//! | 3 | white bishop | 9 | black bishop |
//! | 4 | white queen | 10 | black queen |
//! | 5 | white king | 11 | black king |
//! | 6 | white pawn | 12 | black pawn |
//!
//! 13^64 - 1 has 237 bits, as the seed states. Decisions where it is silent:
//! - The digits of the pieces are BCFEN's values without the gap.
//! - The number's 237 bits come first, and zeros pad the last of the 30 bytes.
//! - Numbers from 13^64 on are invalid.

use num_bigint::BigUint;
use shakmaty::Board;

use super::squares::{on_end_rank, piece, squares, value_on};
use super::{
    EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, PositionWriter, whole,
};

/// The board as one number in base 13.
pub static BASE13: PositionEncoding = PositionEncoding {
    name: "base13",
    aliases: &[],
    title: "one number of 64 digits to the base 13",
    carries: EncodedFields::BOARD,
    bits: "237",
    claimed: "237",
    source: "Smallest chess board compression, 2009 (seed 004)",
    codec: PositionCodec::Binary {
        read: |bytes| whole(bytes, read),
        write: |setup| Ok(PositionBits::of(|sink| write(&setup.board, sink))),
    },
};

/// Bit length of 13^64 - 1.
const WIDTH: u32 = 237;

pub(super) fn write(board: &Board, sink: &mut PositionWriter) {
    sink.number(WIDTH, &number(board, |_| 13));
}

pub(super) fn read(bits: &mut PositionReader<'_>) -> Result<Board, PositionError> {
    let at = bits.at();
    let number = bits.number(WIDTH, "a number of 237 bits")?;
    board(number, |_| 13).ok_or_else(|| PositionError::invalid(at, "the number", "one below 13 to the power of 64"))
}

/// The board as a number whose digits have the base of their square, 13 or 11.
pub(super) fn number(board: &Board, base: impl Fn(shakmaty::Square) -> u32) -> BigUint {
    squares().fold(BigUint::ZERO, |number, square| {
        let base = base(square);
        number * base + digit(value_on(board, square), base)
    })
}

/// Decodes a board from its number; `None` if the number is too large.
pub(super) fn board(mut number: BigUint, base: impl Fn(shakmaty::Square) -> u32) -> Option<Board> {
    let mut board = Board::empty();
    for square in squares().collect::<Vec<_>>().into_iter().rev() {
        let base = base(square);
        let digit = u8::try_from(&number % base).ok()?;
        number /= base;
        if let Some(piece) = piece(value(digit, base), 0).ok()? {
            board.set_piece_at(square, piece);
        }
    }
    (number == BigUint::ZERO).then_some(board)
}

/// The base of a square if no pawn may be on an end rank.
pub(super) fn without_pawns(square: shakmaty::Square) -> u32 {
    if on_end_rank(square) { 11 } else { 13 }
}

/// BCFEN's value as a digit: white pieces from 1; black pieces from 7, or from 6 on squares without pawns.
fn digit(value: u8, base: u32) -> u32 {
    let kinds = (base - 1) / 2;
    match value {
        0..=6 => value.into(),
        _ => u32::from(value) - 8 + kinds,
    }
}

fn value(digit: u8, base: u32) -> u8 {
    let kinds = ((base - 1) / 2) as u8;
    if digit <= kinds { digit } else { digit - kinds + 8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(board: &Board) -> PositionBits {
        PositionBits::of(|sink| write(board, sink))
    }

    #[test]
    fn the_seeds_formula() {
        // A white pawn on h1 is 6; a black pawn on a8 is 12 times 13 to the power of 63.
        let low = BigUint::from(6_u32);
        let high = BigUint::from(12_u32) * BigUint::from(13_u32).pow(63);
        let mut board = Board::empty();
        board.set_piece_at(shakmaty::Square::H1, shakmaty::Color::White.pawn());
        assert_eq!(number(&board, |_| 13), low);
        board.set_piece_at(shakmaty::Square::A8, shakmaty::Color::Black.pawn());
        assert_eq!(number(&board, |_| 13), low + high);
    }

    #[test]
    fn the_seeds_figure() {
        let highest: BigUint = BigUint::from(13_u32).pow(64) - 1_u32;
        assert_eq!(highest.bits(), 237);
        assert_eq!(bits(&Board::new()).len, 237);
        assert_eq!(bits(&Board::new()).bytes.len(), 30);
    }

    #[test]
    fn a_number_too_great_is_no_board() {
        let error = whole(&[0xff; 30], read).unwrap_err();
        assert_eq!(error.bit, 0);
        let full = PositionBits::of(|sink| sink.number(WIDTH, &BigUint::from(13_u32).pow(64)));
        let error = whole(&full.bytes, read).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the number at bit 0 has no meaning there: expected one below 13 to the power of 64"
        );
        let last = PositionBits::of(|sink| sink.number(WIDTH, &(BigUint::from(13_u32).pow(64) - 1_u32)));
        assert_eq!(whole(&last.bytes, read).unwrap().setup.board.by_piece(shakmaty::Color::Black.pawn()).count(), 64);
        assert_eq!(whole(&last.bytes[..29], read).unwrap_err().bit, 232);
    }
}
