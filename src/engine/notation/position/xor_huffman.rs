//! `xor-huffman`: the difference from the start position, in a fixed prefix code (seed 004, "State Difference").
//!
//! The four bits of each square in `bcfen` are XORed with those of the start position, and the codes of the differences
//! from a8 to h1 are concatenated. An unchanged square is one bit, so the start
//! position has 64.
//!
//! | difference | code | in 10,000 squares | difference | code | in 10,000 squares |
//! |---|---|---|---|---|---|
//! | 0 | 0 | 5323.0 | 1 | 111010 | 222.3 |
//! | 6 | 100 | 1040.0 | 4 | 111011 | 210.7 |
//! | E | 101 | 1018.7 | 7 | 111100 | 161.1 |
//! | 2 | 11000 | 464.7 | 9 | 111101 | 201.9 |
//! | 3 | 11001 | 319.5 | C | 111110 | 118.1 |
//! | 5 | 11010 | 255.8 | D | 1111110 | 113.1 |
//! | A | 11011 | 304.9 | 8 | 11111110 | 6.4 |
//! | B | 11100 | 227.2 | F | 11111111 | 12.6 |
//!
//! The seed does not define the code ("using Huffman coding or, say, some method of run length encoding"). Decision:
//! the Huffman code of the differences in real games, the shorter codes and then the smaller values first. The shares
//! are those in the 11,410,552 positions of a collection of 145,716 games; the bench `position_bits` prints them
//! (`docs/positions.md`). A difference that yields no piece (7 on an empty square) is invalid.

use bitstream_io::define_huffman_tree;
use shakmaty::Board;

use super::squares::{piece, squares, value_on};
use super::{
    EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, PositionWriter, whole,
};

/// The difference from the start position.
pub static XOR_HUFFMAN: PositionEncoding = PositionEncoding {
    name: "xor-huffman",
    aliases: &[],
    title: "the difference from the start position, a code a square",
    carries: EncodedFields::BOARD,
    bits: "64 to 480",
    claimed: "64 or so for the start",
    source: "Smallest chess board compression, 2009 (seed 004)",
    codec: PositionCodec::Binary {
        read: |bytes| whole(bytes, read),
        write: |setup| Ok(PositionBits::of(|sink| write(&setup.board, sink))),
    },
};

define_huffman_tree!(Codes: u8 = [
    0x0,
    [
        [0x6, 0xE],
        [
            [[0x2, 0x3], [0x5, 0xA]],
            [[0xB, [0x1, 0x4]], [[0x7, 0x9], [0xC, [0xD, [0x8, 0xF]]]]]
        ]
    ]
]);

pub(super) fn write(board: &Board, sink: &mut PositionWriter) {
    let start = Board::new();
    squares().for_each(|square| sink.symbol::<Codes>(value_on(board, square) ^ value_on(&start, square)));
}

pub(super) fn read(bits: &mut PositionReader<'_>) -> Result<Board, PositionError> {
    let start = Board::new();
    let mut board = Board::empty();
    for square in squares() {
        let at = bits.at();
        let difference = bits.symbol::<Codes>("the differences of 64 squares")?;
        if let Some(piece) = piece(difference ^ value_on(&start, square), at)? {
            board.set_piece_at(square, piece);
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    /// The differences, their codes and their shares in 10,000 squares, as in the documentation.
    const TABLE: [(u8, &str, f64); 16] = [
        (0x0, "0", 5323.0),
        (0x6, "100", 1040.0),
        (0xE, "101", 1018.7),
        (0x2, "11000", 464.7),
        (0x3, "11001", 319.5),
        (0x5, "11010", 255.8),
        (0xA, "11011", 304.9),
        (0xB, "11100", 227.2),
        (0x1, "111010", 222.3),
        (0x4, "111011", 210.7),
        (0x7, "111100", 161.1),
        (0x9, "111101", 201.9),
        (0xC, "111110", 118.1),
        (0xD, "1111110", 113.1),
        (0x8, "11111110", 6.4),
        (0xF, "11111111", 12.6),
    ];

    fn board(placement: &str) -> Board {
        format!("{placement} w - - 0 1").parse::<Fen>().expect("a FEN").into_setup().board
    }

    fn bits(board: &Board) -> PositionBits {
        PositionBits::of(|sink| write(board, sink))
    }

    #[test]
    fn the_codes_are_the_tables() {
        for (difference, expected, _) in TABLE {
            let bits = PositionBits::of(|sink| sink.symbol::<Codes>(difference));
            let code: String =
                (0..bits.len).map(|n| if bits.bytes[n / 8] >> (7 - n % 8) & 1 == 1 { '1' } else { '0' }).collect();
            assert_eq!(code, expected, "{difference:X}");
        }
    }

    #[test]
    fn no_code_is_shorter_over_the_table() {
        // The cost of a Huffman code is the sum of all nodes made by joining the two rarest.
        let mut shares: Vec<f64> = TABLE.iter().map(|(.., share)| *share).collect();
        let mut least = 0.0;
        while shares.len() > 1 {
            shares.sort_by(f64::total_cmp);
            let joined = shares.remove(0) + shares.remove(0);
            least += joined;
            shares.push(joined);
        }
        let ours: f64 = TABLE.iter().map(|(_, code, share)| code.len() as f64 * share).sum();
        assert!((ours - least).abs() < 1e-6, "{ours} {least}");
    }

    #[test]
    fn the_seeds_figure_and_the_bounds() {
        assert_eq!(bits(&Board::new()).len, 64);
        assert_eq!(bits(&Board::new()).bytes, [0; 8]);
        // Pieces of the other side on their squares, and black kings between.
        let most = board("RNBQKBNR/PPPPPPPP/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk/pppppppp/rnbqkbnr");
        assert_eq!(bits(&most).len, 480);
        assert_eq!(whole(&bits(&most).bytes, read).unwrap().setup.board, most);
    }

    #[test]
    fn after_the_first_half_moves() {
        // e2 loses its pawn, difference 6; e4 gains one, the same: 3 bits each instead of 1.
        assert_eq!(bits(&board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")).len, 68);
    }

    #[test]
    fn a_difference_that_leads_to_no_piece() {
        // Two ranks as at the start, then 7 on the empty square a6.
        let mut sink = PositionWriter::new();
        for _ in 0..16 {
            sink.symbol::<Codes>(0);
        }
        sink.symbol::<Codes>(7);
        let error = whole(&sink.finish().bytes, read).unwrap_err();
        assert_eq!(error.bit, 16);
        assert!(error.to_string().starts_with("the value 7 at bit 16 has no meaning there"), "{error}");
    }
}
