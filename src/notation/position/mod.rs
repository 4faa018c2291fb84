//! Encodings of single positions (seeds 003 and 004, with FEN, SFEN and BCFEN): one file each, and their registry.
//!
//! A position is a board with as much of the rest as the encoding carries: the side to move, castling rights, the en
//! passant square, clocks. What a reader does not find it leaves unsaid, as [`BoardText`] does; which defaults hold
//! then is decided in `convert`. What a writer cannot carry it leaves out: `convert` reads back what was written, and
//! names what is missing.
//!
//! What holds for all binary ones:
//! - The most significant bit comes first, and zeros fill the last byte up. They are no part of the position: the
//!   figures count the bits before them.
//! - Squares go from a8 to h8, then rank by rank down to h1.
//! - Pieces have BCFEN's values where the source gives none: 1 to 6 the white rook, knight, bishop, queen, king and pawn,
//!   9 to E the black ones, 0 an empty square.
//! - Boards may be any, legal or not, unless the encoding has no place for them.

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
pub use registry::{Carries, ENCODINGS, PositionCodec, PositionEncoding, find, near};
pub use text::{FEN, SFEN, SFEN1};
pub use unmoved::UNMOVED;
pub use variable_base::VARIABLE_BASE;
pub use xor_huffman::XOR_HUFFMAN;

use super::{BoardText, CannotSay, EndMark};
use bits::{Bits, Sink};

/// A position in bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionBits {
    /// The bits, most significant first, with zeros after the last one up to a whole byte.
    pub bytes: Vec<u8>,
    /// How many of them belong to the position.
    pub len: usize,
}

/// A position in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    pub board: BoardText,
    /// What stands beside the position and no encoding carries: EPD's operations, without their semicolons.
    pub operations: Vec<String>,
}

impl PositionBits {
    fn of(write: impl FnOnce(&mut Sink)) -> PositionBits {
        let mut sink = Sink::new();
        write(&mut sink);
        sink.finish()
    }
}

/// A board with nothing else said.
fn only(board: Board) -> BoardText {
    BoardText {
        setup: Setup { board, ..Setup::empty() },
        turn: None,
        castling_said: false,
        en_passant_said: false,
        clocks_said: false,
        check: false,
        end: EndMark::None,
    }
}

/// Reads bytes that hold a board and nothing else.
fn whole(bytes: &[u8], read: fn(&mut Bits<'_>) -> Result<Board, PositionError>) -> Result<BoardText, PositionError> {
    let mut bits = Bits::new(bytes);
    let board = read(&mut bits)?;
    bits.end()?;
    Ok(only(board))
}
