//! `xor-huffman`: how the board differs from the start position, in a code of fixed length (seed 004, "State
//! Difference").
//!
//! The four bits of each square in `bcfen` are XORed with those of the start position, and the codes of the differences
//! from a8 to h1 stand one after another. A square that is as at the start is one bit, so that the start position has 64.
//!
//! XORCODES
//!
//! The seed leaves the code open ("using Huffman coding or, say, some method of run length encoding"). Decision: the
//! Huffman code of the differences in real games. Their share is counted over every position of every 50th game of a
//! collection of 145,716 master games; the bench `position_bits` prints it (see `docs/positions.md`).

use bitstream_io::define_huffman_tree;
use shakmaty::Board;

use super::men::{man, squares, value_on};
use super::{Bits, Carries, PositionBits, PositionCodec, PositionEncoding, PositionError, Sink, whole};

/// The difference from the start position.
pub static XOR_HUFFMAN: PositionEncoding = PositionEncoding {
    name: "xor-huffman",
    aliases: &[],
    title: "the difference from the start position, a code a square",
    carries: Carries::BOARD,
    bits: "XORBITS",
    claimed: "64 or so for the start",
    source: "Smallest chess board compression, 2009 (seed 004)",
    codec: PositionCodec::Binary {
        read: |bytes| whole(bytes, read),
        write: |setup| Ok(PositionBits::of(|sink| write(&setup.board, sink))),
    },
};

define_huffman_tree!(Codes: u8 = [0x0, [[[0x1, 0x2], [0x3, 0x4]], [[[0x5, 0x6], [0x7, 0x8]], [[0x9, 0xA],[[0xB, 0xC],[[0xD, 0xE],0xF]]]]]]);

pub(super) fn write(board: &Board, sink: &mut Sink) {
    let start = Board::new();
    squares().for_each(|square| sink.symbol::<Codes>(value_on(board, square) ^ value_on(&start, square)));
}

pub(super) fn read(bits: &mut Bits<'_>) -> Result<Board, PositionError> {
    let start = Board::new();
    let mut board = Board::empty();
    for square in squares() {
        let at = bits.at();
        let difference = bits.symbol::<Codes>("the differences of 64 squares")?;
        if let Some(man) = man(difference ^ value_on(&start, square), at)? {
            board.set_piece_at(square, man);
        }
    }
    Ok(board)
}
