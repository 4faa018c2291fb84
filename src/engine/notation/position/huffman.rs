//! `huffman`: a fixed code for the content of each square, short for frequent contents (seed 004, "Huffman Coding").
//!
//! The codes of a8 to h1 are concatenated.
//!
//! | piece | white | black |
//! |---|---|---|
//! | none | 0 | |
//! | pawn | 110 | 100 |
//! | rook | 11111 | 11110 |
//! | knight | 10110 | 10101 |
//! | bishop | 10100 | 11100 |
//! | queen | 111010 | 111011 |
//! | king | 101110 | 101111 |
//!
//! The codes are the seed's, from the number of each piece in the start position. The start position has 32 · 1 + 16 ·
//! 3 + 12 · 5 + 4 · 6 = 164 bits, as the seed states; no board of 32 pieces has more than 224, and a board full of
//! kings has 384.

use bitstream_io::define_huffman_tree;
use shakmaty::Board;

use super::squares::{piece, squares, value_on};
use super::{
    EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, PositionWriter, whole,
};

/// A fixed code for the content of each square.
pub static HUFFMAN: PositionEncoding = PositionEncoding {
    name: "huffman",
    aliases: &[],
    title: "a code for what stands on each square, short where it is common",
    carries: EncodedFields::BOARD,
    bits: "64 to 384; 224 at most for 32 pieces",
    claimed: "164 for the start",
    source: "Smallest chess board compression, 2009 (seed 004)",
    codec: PositionCodec::Binary {
        read: |bytes| whole(bytes, read),
        write: |setup| Ok(PositionBits::of(|sink| write(&setup.board, sink))),
    },
};

define_huffman_tree!(Codes: u8 = [
    0x0,
    [
        [0xE, [[0x3, 0xA], [0x2, [0x5, 0xD]]]],
        [0x6, [[0xB, [0x4, 0xC]], [0x9, 0x1]]]
    ]
]);

pub(super) fn write(board: &Board, sink: &mut PositionWriter) {
    squares().for_each(|square| sink.symbol::<Codes>(value_on(board, square)));
}

pub(super) fn read(bits: &mut PositionReader<'_>) -> Result<Board, PositionError> {
    let mut board = Board::empty();
    for square in squares() {
        let at = bits.at();
        if let Some(piece) = piece(bits.symbol::<Codes>("the codes of 64 squares")?, at)? {
            board.set_piece_at(square, piece);
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Piece, Role};

    use super::*;
    use crate::notation::bcfen;

    fn code(piece: Option<Piece>) -> String {
        let bits = PositionBits::of(|sink| sink.symbol::<Codes>(piece.map_or(0, bcfen::value)));
        (0..bits.len).map(|n| if bits.bytes[n / 8] >> (7 - n % 8) & 1 == 1 { '1' } else { '0' }).collect()
    }

    #[test]
    fn the_codes_are_the_seeds() {
        assert_eq!(code(None), "0");
        for (role, white, black) in [
            (Role::Pawn, "110", "100"),
            (Role::Rook, "11111", "11110"),
            (Role::Knight, "10110", "10101"),
            (Role::Bishop, "10100", "11100"),
            (Role::Queen, "111010", "111011"),
            (Role::King, "101110", "101111"),
        ] {
            assert_eq!(code(Some(Piece { color: Color::White, role })), white, "{role:?}");
            assert_eq!(code(Some(Piece { color: Color::Black, role })), black, "{role:?}");
        }
    }

    #[test]
    fn the_seeds_figure() {
        let bits = PositionBits::of(|sink| write(&Board::new(), sink));
        assert_eq!((bits.len, bits.bytes.len()), (164, 21));
        assert_eq!(whole(&bits.bytes, read).unwrap().setup.board, Board::new());
        let cut = whole(&bits.bytes[..20], read).unwrap_err();
        assert_eq!(cut.to_string(), "the bits end after 160: expected the codes of 64 squares");
    }
}
