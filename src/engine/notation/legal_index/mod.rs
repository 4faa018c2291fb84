//! A game as one number: each half-move's index among the legal moves, in a variable base (seed 004's last proposal).
//!
//! | bytes | what |
//! |---|---|
//! | 1 to 3 | the number of half-moves, at most 65,535 |
//! | 1 to 3, for each 1,024 half-moves | the number of bytes of their number |
//! | as many | the number, its most significant byte first |
//!
//! The two counts are written with seven bits a byte, the lowest first; the highest bit is set if another byte follows.
//!
//! The number of half-moves with the indices i₁, i₂, i₃ … among n₁, n₂, n₃ … legal moves is i₁ + n₁ · (i₂ + n₂ · (i₃ +
//! …)). It is written in as many bytes as the greatest such number, n₁ · n₂ · n₃ … - 1. So a half-move costs the
//! logarithm of the number of legal moves, which is zero if only one is legal.
//!
//! The legal moves are ordered by source square (a1, b1 … h8), then destination square, then the piece promoted to
//! (knight, bishop, rook, queen, king). Castling is from the king's square to the rook's. Drops come last, ordered by
//! piece (pawn, knight, bishop, rook, queen), then square.
//!
//! Source: seed 004 ("we can determine all the legal moves from the current position in a predictable and deterministic
//! way and state which we've chosen. This then goes back to the variable base encoding mentioned above"). Decisions
//! where it is silent:
//! - It defines no order; unlike PGC's, an order by squares needs no SAN.
//! - It does not define the end of the section: two leading counts determine it.
//! - Decoding time grows with the square of the number of half-moves in a number. So longer games are several numbers.
//! - Forced half-moves take no bits, so a damaged count could claim any number of them: a number has at most 64
//!   half-moves plus 16 for each byte.
//! - Illegal moves have no index. Comments, NAGs, variations and the result have no encoding: a reader takes the result
//!   from the board or the `Result` tag.

mod read;
mod write;

use bitstream_io::{BigEndian, BitRead, BitReader};
use shakmaty::{Move, Position, Role, Square};

use super::binary::{holds_moves_only, legal_moves, no_move};
use super::{BinaryEvent, Codec, Marks, Medium, Notation, SectionEnd, TokenContent};

/// The index among the legal moves, as one number.
pub static LEGALINDEX: Notation = Notation {
    name: "LEGALINDEX",
    aliases: &[],
    title: "Index among the Legal Moves",
    version: "1",
    medium: Medium::Binary,
    content: TokenContent::Moves,
    allows_illegal: false,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "An answer to \"Smallest chess board compression\", 2009; the layout is defined here",
    rules: "One number to a variable base: the digit of a half-move is its index among the legal moves. Counts of half-moves \
            and bytes stand in front.",
    example: "01010D",
    codec: Codec::Binary { read: read::read, write: write::write, end: END, holds },
};

/// The section has no terminator: leading counts give its length.
const END: SectionEnd = SectionEnd { find: end, closing: 1, counted: false, result: false, line_end_is_data: false };

/// Maximum number of half-moves in one number.
const LONGEST_NUMBER: usize = 1024;
/// Maximum number of half-moves in a number of `bytes` bytes: 64, plus 16 for each byte. Forced half-moves take no
/// bits; the bound limits the work for a damaged count.
fn most_half_moves(bytes: usize) -> usize {
    64 + 16 * bytes
}

/// Maximum number of half-moves in a section.
const LONGEST_GAME: usize = u16::MAX as usize;
/// Bits of a count in one byte, including the continuation bit.
const FIELD: u32 = 8;

fn holds(event: &BinaryEvent) -> Result<(), super::SpellingError> {
    match event {
        BinaryEvent::Parsed(_) | BinaryEvent::Board(_) => Err(no_move(event)),
        event => holds_moves_only(event, LEGALINDEX.name),
    }
}

/// The count at the start of these bytes, and its length in bytes.
fn count(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut reader = BitReader::endian(bytes, BigEndian);
    let count: u16 = reader.read_unsigned_vbr::<FIELD, _>().ok()?;
    Some((count.into(), bytes.len() - reader.into_reader().len()))
}

/// Length of the section at the start of `bytes`, from its counts.
fn end(bytes: &[u8]) -> Option<usize> {
    let (half_moves, mut at) = count(bytes)?;
    for _ in 0..half_moves.div_ceil(LONGEST_NUMBER) {
        let (len, taken) = count(&bytes[at..])?;
        at = at.checked_add(taken + len).filter(|&at| at <= bytes.len())?;
    }
    Some(at)
}

/// The legal moves in the notation's order.
fn ordered(position: &dyn Position) -> Vec<Move> {
    let mut moves: Vec<Move> = legal_moves(position).into_iter().collect();
    moves.sort_unstable_by_key(|&mv| key(mv));
    moves
}

/// Sort key of a move: whether it is a drop; then its squares and promotion piece, or the drop's piece and square.
fn key(mv: Move) -> (bool, u32, u32, u32) {
    let squares = |from: Square, to: Square| (from.to_u32(), to.to_u32());
    match mv {
        Move::Normal { from, to, promotion, .. } => {
            let (from, to) = squares(from, to);
            (false, from, to, promotion.map_or(0, role))
        }
        Move::EnPassant { from, to } => (false, from.to_u32(), to.to_u32(), 0),
        Move::Castle { king, rook } => (false, king.to_u32(), rook.to_u32(), 0),
        Move::Put { role: dropped, to } => (true, role(dropped), to.to_u32(), 0),
    }
}

fn role(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;

    #[test]
    fn the_order_of_the_first_moves() {
        let moves: Vec<String> = ordered(&Chess::default())
            .into_iter()
            .map(|mv| format!("{}{}", mv.from().expect("a source"), mv.to()))
            .collect();
        assert_eq!(
            moves.join(" "),
            "b1a3 b1c3 g1f3 g1h3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4"
        );
        assert_eq!(Chess::default().legal_moves().len(), 20);
    }

    #[test]
    fn the_counts_determine_the_end() {
        assert_eq!(end(b"\x00rest"), Some(1));
        assert_eq!(end(b"\x01\x01\x0brest"), Some(3));
        assert_eq!(end(b"\x01\x02\x0b"), None);
        assert_eq!(end(b"\xff\xff\xff\xff"), None);
        assert_eq!(end(b""), None);
    }
}
