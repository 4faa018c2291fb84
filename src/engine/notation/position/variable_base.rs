//! `variable-base`: as `base13`, but no pawn can stand on an end rank (seed 004, "Variable Base Encoding").
//!
//! | bits | what |
//! |---|---|
//! | 233 | the digits of a8 to h1, most significant first; base 11 on the first and the eighth rank, base 13 between |
//!
//! | digit | ranks 2 to 7 | ranks 1 and 8 |
//! |---|---|---|
//! | 0 | none | none |
//! | 1 to 5 | white rook, knight, bishop, queen, king | the same |
//! | 6 | white pawn | black rook |
//! | 7 to 10 | black rook, knight, bishop, queen | black knight, bishop, queen, king |
//! | 11, 12 | black king, pawn | |
//!
//! 11^16 · 13^48 - 1 has 233 bits, as the seed states; it leaves the rest "as an exercise to the reader". Decisions:
//! the order of squares and pieces is that of `base13`; a board with a pawn on an end rank is refused.

use shakmaty::{Bitboard, Board};

use super::base13::{board, number, without_pawns};
use super::{
    EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, SpellingError, whole,
};

/// The board as one number whose digits have no pawns on the end ranks.
pub static VARIABLE_BASE: PositionEncoding = PositionEncoding {
    name: "variable-base",
    aliases: &[],
    title: "one number, to the base 11 on the end ranks and 13 between",
    carries: EncodedFields::BOARD,
    bits: "233",
    claimed: "233",
    source: "Smallest chess board compression, 2009 (seed 004)",
    codec: PositionCodec::Binary {
        read: |bytes| whole(bytes, read),
        write: |setup| match (setup.board.pawns() & Bitboard::BACKRANKS).first() {
            Some(square) => Err(SpellingError::new(format!(
                "a pawn stands on {square}, and variable-base has no digit for a pawn on an end rank"
            ))),
            None => Ok(PositionBits::of(|sink| sink.number(WIDTH, &number(&setup.board, without_pawns)))),
        },
    },
};

/// Bit length of 11^16 · 13^48 - 1.
const WIDTH: u32 = 233;

fn read(bits: &mut PositionReader<'_>) -> Result<Board, PositionError> {
    let at = bits.at();
    let number = bits.number(WIDTH, "a number of 233 bits")?;
    board(number, without_pawns).ok_or_else(|| {
        PositionError::invalid(at, "the number", "one below 11 to the power of 16 times 13 to that of 48")
    })
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use shakmaty::{Color, Setup, Square};

    use super::*;

    fn bits(setup: &Setup) -> Result<PositionBits, SpellingError> {
        let PositionCodec::Binary { write, .. } = VARIABLE_BASE.codec else { unreachable!("it is binary") };
        write(setup)
    }

    #[test]
    fn the_seeds_figure() {
        let most: BigUint = BigUint::from(11_u32).pow(16) * BigUint::from(13_u32).pow(48) - 1_u32;
        assert_eq!(most.bits(), 233);
        let bits = bits(&Setup::initial()).unwrap();
        assert_eq!(bits.len, 233);
        assert_eq!(whole(&bits.bytes, read).unwrap().setup.board, Board::new());
        assert_eq!(whole(&[0xff; 30], read).unwrap_err().bit, 0);
    }

    #[test]
    fn a_pawn_on_an_end_rank_is_refused() {
        let mut setup = Setup::initial();
        setup.board.set_piece_at(Square::C8, Color::White.pawn());
        assert_eq!(
            bits(&setup).unwrap_err().reason(),
            "a pawn stands on c8, and variable-base has no digit for a pawn on an end rank"
        );
    }
}
