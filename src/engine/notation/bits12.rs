//! Twelve bits a half-move, six for each square (seed 004): the step from text to bits.
//!
//! Units of 12 bits, the most significant bit first, two of them in three bytes:
//!
//! | bits | what |
//! |---|---|
//! | 3 | source file, 0 is a |
//! | 3 | source rank, 0 is the first |
//! | 3 | destination file |
//! | 3 | destination rank; of a promotion, the piece promoted to |
//!
//! The unit FFF, from h8 to h8, ends the section, and zeros pad its last byte.
//!
//! Source: seed 004 ("the starting location (6 bits) and end location (6 bits) so 12 bits per move"). Decisions where
//! it is silent:
//! - It does not define promotions. A pawn on the rank before its last can only move to its last rank, so the
//!   destination rank is free to encode the promotion piece: counted from its own side, the eighth is a queen, the
//!   seventh a rook, the sixth a bishop and the fifth a knight. So a promotion needs no thirteenth bit, but the reader
//!   has to track the pawns from the first board.
//! - It does not define the end of the section. Of the half-moves from a square to itself, only the one on h8 has bits
//!   that occur in no text, so that text after a truncated section is not taken for its end.
//! - Castling is written as in MCN: the king's squares, or king takes own rook if they are ambiguous.
//! - Illegal moves are written like legal ones unless their bits would mean something else: a pawn that stays on its
//!   last rank unpromoted, another piece that is promoted, a half-move from h8 to h8.
//! - Drops and promotions to a king (variants) have no encoding and are refused. Comments, NAGs, variations and the
//!   result have none either: a reader takes the result from the board or the `Result` tag.

use shakmaty::{Bitboard, Board, ByColor, Color, File, Rank, Role, Square};

use super::binary::{
    BinaryError, BinaryEvent, BinaryGame, BinaryStart, BinaryWriteError, LocatedEvent, bits_behind, bytes_of_unit,
    bytes_of_units, half_move, holds_moves_only, pack, squares_of, units,
};
use super::{Codec, Marks, Medium, Notation, SectionEnd, SpellingError, TokenContent};

/// Twelve bits a half-move.
pub static BITS12: Notation = Notation {
    name: "BITS12",
    aliases: &[],
    title: "Twelve Bits, Six a Square",
    version: "1",
    medium: Medium::Binary,
    content: TokenContent::Moves,
    allows_illegal: true,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "An answer to \"Smallest chess board compression\", 2009; the layout is defined here",
    rules: "Twelve bits a half-move: source and destination. The destination rank of a promotion is the piece promoted to. \
            A half-move from h8 to h8 ends the section.",
    example: "863FFF",
    codec: Codec::Binary { read, write, end: END, holds: |event| holds_moves_only(event, BITS12.name) },
};

const END: SectionEnd = SectionEnd { find: end, closing: 1, counted: false, result: false, line_end_is_data: false };

const WIDTH: u32 = 12;
/// The unit from h8 to h8.
const OVER: u16 = 0xFFF;

/// Promotion pieces by the destination rank that encodes them, counted from the pawn's side.
const PROMOTIONS: [(Rank, Role); 4] = [
    (Rank::Eighth, Role::Queen),
    (Rank::Seventh, Role::Rook),
    (Rank::Sixth, Role::Bishop),
    (Rank::Fifth, Role::Knight),
];

/// Squares of the pawns, as far as squares alone determine them.
struct PawnSquares(ByColor<Bitboard>);

impl PawnSquares {
    fn of(board: &Board) -> PawnSquares {
        PawnSquares(ByColor { white: board.pawns() & board.white(), black: board.pawns() & board.black() })
    }

    fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.0.get(color).contains(square))
    }

    /// Decodes a unit.
    fn half_move(&self, unit: u16) -> (Square, Square, Option<Role>) {
        let square =
            |bits: u16| Square::from_coords(File::new(u32::from(bits >> 3 & 7)), Rank::new(u32::from(bits & 7)));
        let (from, to) = (square(unit >> 6), square(unit));
        let Some(color) = self.color_at(from).filter(|&color| color.relative_rank(Rank::Seventh) == from.rank()) else {
            return (from, to, None);
        };
        let told = PROMOTIONS.iter().find(|(rank, _)| color.relative_rank(*rank) == to.rank());
        match told {
            Some(&(_, role)) => (from, Square::from_coords(to.file(), color.relative_rank(Rank::Eighth)), Some(role)),
            None => (from, to, None),
        }
    }

    /// Encodes a half-move; `None` if its bits would mean another one.
    fn unit(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<u16> {
        let bits = |square: Square| (square.file().to_u32() << 3 | square.rank().to_u32()) as u16;
        let told = match promotion {
            None => to,
            Some(role) => {
                let (rank, _) = PROMOTIONS.iter().find(|(_, known)| *known == role)?;
                Square::from_coords(to.file(), self.color_at(from)?.relative_rank(*rank))
            }
        };
        let unit = bits(from) << 6 | bits(told);
        (unit != OVER && self.half_move(unit) == (from, to, promotion)).then_some(unit)
    }

    /// A pawn captured en passant remains in the set: nothing moves from its square before another piece reaches it.
    fn play(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        let mover = self.color_at(from);
        for pawns in self.0.iter_mut() {
            pawns.discard(from);
            pawns.discard(to);
        }
        if let (Some(color), None) = (mover, promotion) {
            self.0.get_mut(color).add(to);
        }
    }
}

fn read(bytes: &[u8], start: &BinaryStart<'_>) -> BinaryGame {
    let mut pawns = PawnSquares::of(&start.setup.board);
    let mut events = Vec::new();
    for (n, unit) in units(bytes, WIDTH).enumerate() {
        if unit == OVER {
            let idle = bits_behind(bytes, n + 1, WIDTH);
            return BinaryGame { events, len: bytes_of_units(n + 1, WIDTH), error: None, idle };
        }
        let (from, to, promotion) = pawns.half_move(unit);
        pawns.play(from, to, promotion);
        events.push(LocatedEvent { range: bytes_of_unit(n, WIDTH), event: half_move(from, to, promotion) });
    }
    let error =
        Some(BinaryError::truncated(bytes.len(), "twelve bits a half-move, and twelve ones after the last one"));
    BinaryGame { events, len: bytes.len(), error, idle: None }
}

fn write(events: &[BinaryEvent], start: &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError> {
    let mut pawns = PawnSquares::of(&start.setup.board);
    let mut written = Vec::with_capacity(events.len() + 1);
    for (n, event) in events.iter().enumerate() {
        if matches!(event, BinaryEvent::End(_)) && n + 1 == events.len() {
            break;
        }
        let (from, to, promotion) = squares_of(event, BITS12.name).map_err(|why| BinaryWriteError::new(n, why))?;
        let unit = pawns.unit(from, to, promotion).ok_or_else(|| {
            let why = "in BITS12 the bits of this half-move mean another one: only a pawn that comes to its last rank is \
                       promoted, to a queen, rook, bishop or knight, and from h8 to h8 means the end";
            BinaryWriteError::new(n, SpellingError::new(why))
        })?;
        pawns.play(from, to, promotion);
        written.push(unit);
    }
    written.push(OVER);
    Ok(pack(written, WIDTH))
}

/// Length of the section at the start of `bytes`.
fn end(bytes: &[u8]) -> Option<usize> {
    units(bytes, WIDTH).position(|unit| unit == OVER).map(|n| bytes_of_units(n + 1, WIDTH))
}
