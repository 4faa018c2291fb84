//! Encodings of single positions (seeds 003 and 004, with FEN, SFEN and BCFEN): one file each, and their registry.
//!
//! A position is a board with those other fields that the encoding has: the side to move, castling rights, the en
//! passant square, clocks. A reader leaves absent fields unspecified, as [`BoardText`] does; `convert` decides on their
//! defaults. A writer omits fields that the encoding lacks: `convert` reads the result back and lists what is missing.
//!
//! Conventions of all binary encodings:
//! - The most significant bit comes first, and zeros pad the last byte. Padding is not part of the position: bit counts
//!   exclude it.
//! - Squares go from a8 to h8, then rank by rank down to h1.
//! - Pieces have BCFEN's values if the source gives none: 1 to 6 the white rook, knight, bishop, queen, king and pawn,
//!   9 to E the black ones, 0 an empty square.
//! - Boards may be legal or not, unless the encoding cannot represent them.

mod base13;
mod bcfen;
mod bits;
mod combined;
mod epd;
mod fault;
mod huffman;
mod occupancy;
mod pawns;
mod piece_list;
mod registry;
mod rights;
mod squares;
mod text;
mod unmoved;
mod variable_base;
mod xor_huffman;

use shakmaty::{Board, Setup};

pub use base13::BASE13;
pub use bcfen::BCFEN;
pub use combined::COMBINED;
pub use fault::{PositionError, PositionFault};
pub use huffman::HUFFMAN;
pub use occupancy::OCCUPANCY;
pub use piece_list::PIECE_LIST;
pub use registry::{ENCODINGS, EncodedFields, PositionCodec, PositionEncoding, find, near};
pub use text::{FEN, SFEN, SFEN1};
pub use unmoved::UNMOVED;
pub use variable_base::VARIABLE_BASE;
pub use xor_huffman::XOR_HUFFMAN;

use super::{BoardText, EndMark, SpellingError};
use bits::{PositionReader, PositionWriter};

/// An encoded position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionBits {
    /// The bits, most significant first, padded with zeros to whole bytes.
    pub bytes: Vec<u8>,
    /// Number of bits that belong to the position.
    pub len: usize,
}

/// A position in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    pub board: BoardText,
    /// Data beside the position that no encoding has: EPD's operations, without their semicolons.
    pub operations: Vec<String>,
}

impl PositionBits {
    fn of(write: impl FnOnce(&mut PositionWriter)) -> PositionBits {
        let mut sink = PositionWriter::new();
        write(&mut sink);
        sink.finish()
    }
}

/// A board with all other fields unspecified.
fn only(board: Board) -> BoardText {
    BoardText {
        setup: Setup { board, ..Setup::empty() },
        turn: None,
        castling_given: false,
        en_passant_given: false,
        clocks_given: false,
        check: false,
        end: EndMark::None,
    }
}

/// Reads bytes that hold just a board.
fn whole(
    bytes: &[u8],
    read: fn(&mut PositionReader<'_>) -> Result<Board, PositionError>,
) -> Result<BoardText, PositionError> {
    let mut bits = PositionReader::new(bytes);
    let board = read(&mut bits)?;
    bits.end()?;
    Ok(only(board))
}
