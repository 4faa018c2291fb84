//! Eleven bits a half-move: its index among all that the geometry of the board allows (seed 002, for hardware).
//!
//! Units of 11 bits, the most significant bit first:
//!
//! | value | what |
//! |---|---|
//! | 0 to 1967 | a half-move |
//! | 2047 | the end of the section; zeros pad its last byte |
//!
//! The half-moves are ordered by source square (a1, b1 … h8), then by destination square. They are the moves of a queen
//! (1,456 pairs of squares) and of a knight (336) on an empty board. Each of the 44 pairs that can be a promotion has
//! four further values, for a knight, a bishop, a rook and a queen. That makes 1,968.
//!
//! Source: seed 002, under "Suggestion For Hardware Implementation": "there are no more than about 7000 possible
//! half-moves, when any piece or pawn moves legally from any square on the chessboard to any other square. Therefore,
//! 11 bits would suffice". Decisions where it is silent:
//! - 11 bits have 2,048 values, which are not enough for 7,000. About 7,000 (7,748) is right if a half-move includes
//!   the moving piece and its side; but the board determines these, and without them there are 1,968.
//! - Castling is written as in MCN, by squares on one rank, which is a queen's move.
//! - Illegal moves are written if they are geometrically possible for some piece. Other moves, drops, and promotions to
//!   a king (variants) have no value and are refused.
//! - Comments, NAGs, variations and the result have no value: a reader takes the result from the board or the `Result`
//!   tag.

use std::collections::HashMap;
use std::sync::LazyLock;

use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::binary::{
    BinaryError, BinaryEvent, BinaryGame, BinaryStart, BinaryWriteError, LocatedEvent, bits_behind, bytes_of_unit,
    bytes_of_units, half_move, holds_moves_only, pack, squares_of, units,
};
use super::{Codec, Marks, Medium, Notation, SectionEnd, SpellingError, TokenContent};

/// Eleven bits a half-move.
pub static BITS11: Notation = Notation {
    name: "BITS11",
    aliases: &[],
    title: "Eleven Bits, All Ways on the Board",
    version: "1",
    medium: Medium::Binary,
    content: TokenContent::Moves,
    allows_illegal: true,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "Brenner, suggestion for hardware; the layout is defined here",
    rules: "Eleven bits a half-move: its number among the 1,968 that the board's geometry allows. 2047 ends the section.",
    example: "2F5FFC",
    codec: Codec::Binary { read, write, end: END, holds: |event| holds_moves_only(event, BITS11.name) },
};

const END: SectionEnd = SectionEnd { find: end, closing: 1, counted: false, result: false, line_end_is_data: false };

const WIDTH: u32 = 11;
const OVER: u16 = 2047;

type SquareMove = (Square, Square, Option<Role>);

/// All half-moves, indexed by value.
static WAYS: LazyLock<Vec<SquareMove>> = LazyLock::new(|| Square::ALL.into_iter().flat_map(ways_from).collect());

fn ways_from(from: Square) -> impl Iterator<Item = SquareMove> {
    let reached = attacks::queen_attacks(from, Bitboard::EMPTY) | attacks::knight_attacks(from);
    reached.into_iter().flat_map(move |to| {
        let promotes = matches!((from.rank(), to.rank()), (Rank::Seventh, Rank::Eighth) | (Rank::Second, Rank::First))
            && from.distance(to) == 1;
        let promotions = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let promotions = promotions.into_iter().filter(move |_| promotes).map(Some);
        std::iter::once(None).chain(promotions).map(move |promotion| (from, to, promotion))
    })
}

/// The value of each half-move.
static VALUES: LazyLock<HashMap<SquareMove, u16>> = LazyLock::new(|| WAYS.iter().copied().zip(0..).collect());

fn read(bytes: &[u8], _: &BinaryStart<'_>) -> BinaryGame {
    let mut events = Vec::new();
    for (n, unit) in units(bytes, WIDTH).enumerate() {
        if unit == OVER {
            let idle = bits_behind(bytes, n + 1, WIDTH);
            return BinaryGame { events, len: bytes_of_units(n + 1, WIDTH), error: None, idle };
        }
        let range = bytes_of_unit(n, WIDTH);
        let Some(&(from, to, promotion)) = WAYS.get(usize::from(unit)) else {
            let expected = format!("eleven bits up to {}, or {OVER} at the end, and not {unit}", WAYS.len() - 1);
            let error = BinaryError::invalid(range.start, bytes[range.start], expected);
            return BinaryGame { events, len: range.start, error: Some(error), idle: None };
        };
        events.push(LocatedEvent { range, event: half_move(from, to, promotion) });
    }
    let error =
        Some(BinaryError::truncated(bytes.len(), "eleven bits a half-move, and eleven ones after the last one"));
    BinaryGame { events, len: bytes.len(), error, idle: None }
}

fn write(events: &[BinaryEvent], _: &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError> {
    let mut written = Vec::with_capacity(events.len() + 1);
    for (n, event) in events.iter().enumerate() {
        if matches!(event, BinaryEvent::End(_)) && n + 1 == events.len() {
            break;
        }
        let value = squares_of(event, BITS11.name).and_then(|way| {
            VALUES
                .get(&way)
                .copied()
                .ok_or_else(|| SpellingError::new("BITS11 has no value for it: no piece moves like that on any board"))
        });
        written.push(value.map_err(|why| BinaryWriteError::new(n, why))?);
    }
    written.push(OVER);
    Ok(pack(written, WIDTH))
}

/// Length of the section at the start of `bytes`.
fn end(bytes: &[u8]) -> Option<usize> {
    units(bytes, WIDTH).position(|unit| unit == OVER).map(|n| bytes_of_units(n + 1, WIDTH))
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn the_half_moves_of_the_board_are_counted() {
        let pairs = |attacks: fn(Square) -> Bitboard| Square::ALL.into_iter().map(|from| attacks(from).count()).sum();
        let (queen, knight): (usize, usize) =
            (pairs(|from| attacks::queen_attacks(from, Bitboard::EMPTY)), pairs(attacks::knight_attacks));
        assert_eq!((queen, knight), (1456, 336));
        assert_eq!(WAYS.iter().filter(|(_, _, promotion)| promotion.is_some()).count(), 44 * 4);
        assert_eq!(WAYS.len(), 1968);
        assert!(WAYS.len() < usize::from(OVER));
        assert_eq!(VALUES.len(), WAYS.len());
    }

    /// The seed's figure: with the moving piece and its side included, and castling and en passant by their squares.
    #[test]
    fn with_the_piece_included_there_are_about_7000() {
        let mut count = 0;
        for from in Square::ALL {
            let empty = Bitboard::EMPTY;
            let pieces = attacks::king_attacks(from).count()
                + attacks::queen_attacks(from, empty).count()
                + attacks::rook_attacks(from, empty).count()
                + attacks::bishop_attacks(from, empty).count()
                + attacks::knight_attacks(from).count();
            count += 2 * pieces;
            for color in Color::ALL {
                let rank = color.relative_rank(from.rank());
                let kinds = if rank == Rank::Seventh { 4 } else { 1 };
                count += match rank {
                    Rank::First | Rank::Eighth => 0,
                    rank => {
                        let steps = 1 + usize::from(rank == Rank::Second);
                        kinds * (attacks::pawn_attacks(color, from).count() + steps)
                    }
                };
            }
        }
        assert_eq!(count, 7748);
    }
}
