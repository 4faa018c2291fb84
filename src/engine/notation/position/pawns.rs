//! The squares of a side's pawns as one number (seed 004, "Piece Position").
//!
//! Pawns are on the 48 squares from a7 to h2 that no other piece occupies. The number encodes them one by one: the
//! first is one of n squares, the second one of n - 1, and so on, so k pawns have n · (n - 1) · … · (n - k + 1)
//! numbers: 48 · 47 · … · 41 need 44 bits, 40 · 39 · … · 33 need 42.

use shakmaty::{Bitboard, Square};

use super::squares::{on_end_rank, squares};
use super::{PositionError, PositionReader, PositionWriter};

/// The squares available to pawns, in order.
fn free(taken: Bitboard) -> Vec<Square> {
    squares().filter(|square| !on_end_rank(*square) && !taken.contains(*square)).collect()
}

/// How many numbers there are for `count` pawns, at most 8, on `free` squares.
fn numbers(free: usize, count: usize) -> u64 {
    (0..count).map(|n| free.saturating_sub(n) as u64).product()
}

/// Bit length of the greatest of `numbers` numbers.
fn width(numbers: u64) -> u32 {
    u64::BITS - numbers.saturating_sub(1).leading_zeros()
}

/// Writes at most 8 pawns, none on a `taken` square or an end rank, in the order of squares.
pub(super) fn write(pawns: Bitboard, taken: Bitboard, sink: &mut PositionWriter) {
    let mut free = free(taken);
    let width = width(numbers(free.len(), pawns.count()));
    let mut number = 0;
    for square in squares().filter(|square| pawns.contains(*square)) {
        let digit = free.iter().position(|other| *other == square).unwrap_or_default();
        number = number * free.len() as u64 + digit as u64;
        free.remove(digit);
    }
    sink.put(width, number);
}

/// Reads `count` pawns, in any order.
pub(super) fn read(count: usize, taken: Bitboard, bits: &mut PositionReader<'_>) -> Result<Bitboard, PositionError> {
    let mut free = free(taken);
    let all = numbers(free.len(), count);
    let at = bits.at();
    let mut number = bits.take(width(all), "where the pawns stand")?;
    if number >= all {
        let found = format!("the number {number}");
        return Err(PositionError::invalid(at, found, format!("where the pawns stand, a number below {all}")));
    }
    let mut digits = [0; 8];
    for (n, digit) in digits.iter_mut().enumerate().take(count).rev() {
        let base = (free.len() - n) as u64;
        (*digit, number) = ((number % base) as usize, number / base);
    }
    Ok(digits.iter().take(count).map(|digit| free.remove(*digit)).collect())
}

#[cfg(test)]
mod tests {
    use shakmaty::Rank;

    use super::*;
    use crate::notation::position::PositionBits;

    #[test]
    fn the_seeds_figures() {
        let second = Bitboard::from(Rank::Second);
        let eighth = Bitboard::from(Rank::Seventh);
        assert_eq!(width(48_u64.pow(8)), 45);
        assert_eq!(PositionBits::of(|sink| write(second, Bitboard::EMPTY, sink)).len, 44);
        assert_eq!(PositionBits::of(|sink| write(eighth, second, sink)).len, 42);
    }

    #[test]
    fn pawns_there_and_back_and_in_any_order() {
        let taken = Bitboard::from_iter([Square::A7, Square::E4]);
        for pawns in
            [vec![Square::B7], vec![Square::A2, Square::H2, Square::D5], Vec::from_iter(Bitboard::from(Rank::Third))]
        {
            let pawns = Bitboard::from_iter(pawns);
            let bits = PositionBits::of(|sink| write(pawns, taken, sink));
            assert_eq!(read(pawns.count(), taken, &mut PositionReader::new(&bits.bytes)), Ok(pawns));
        }
        // h2 first, of 48 squares, then a7, of 47.
        let bits = PositionBits::of(|sink| sink.put(12, 47 * 47));
        let both = Bitboard::from_iter([Square::A7, Square::H2]);
        assert_eq!(read(2, Bitboard::EMPTY, &mut PositionReader::new(&bits.bytes)), Ok(both));
    }

    #[test]
    fn a_number_too_great() {
        let error = read(1, Bitboard::EMPTY, &mut PositionReader::new(&[0xff])).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the number 63 at bit 0 has no meaning there: expected where the pawns stand, a number below 48"
        );
    }
}
