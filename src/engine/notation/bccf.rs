//! BCCF, Binary Compressed Coordinate Format (seeds 000 and 001): MCN in two bytes.
//!
//! Two bytes a half-move, the most significant bit first:
//!
//! | bits | 1.1 | 1.0 |
//! |---|---|---|
//! | 3 | source file, 0 is a | the same |
//! | 3 | source rank, 0 is the first | the same |
//! | 3 | destination file | the same |
//! | 3 | destination rank | the same |
//! | 2 | promoted to: 0 rook, 1 knight, 2 bishop, 3 queen | the same |
//! | 1 | a promotion happened | no meaning |
//! | 1 | the game is over; ends the section | no meaning |
//!
//! `a1 h8 =B` is 03F8 in 1.0 and 03FA in 1.1.
//!
//! Source: seed 000 for 1.0, seed 001 for 1.1. Decisions where they are silent:
//! - A game without moves is 0001, and is read as one only if it is the whole section: after a half-move, 0001 is a
//!   half-move from a1 to a1.
//! - Castling is written as in MCN: the king's squares, or king takes own rook if they are ambiguous.
//! - The piece promoted to is 0 without a promotion; in 1.1 another value is ignored with a warning, since the bit
//!   after it decides.
//! - 1.0 has no bit for a promotion: a pawn that reaches its last rank is promoted, so the reader tracks the pawns from
//!   the first board. The last two bits are ignored, and written as 0.
//! - 1.0 has no terminator: the section includes all given bytes.
//! - A piece dropped from a pocket and a promotion to a king (variants) have no encoding and are refused.
//! - Comments, NAGs, variations and the result have no encoding: a reader takes the result from the board or the
//!   `Result` tag.

use shakmaty::{Bitboard, File, Rank, Role, Square};

use super::binary::{
    BinaryError, BinaryEvent, BinaryGame, BinaryStart, BinaryWriteError, LocatedEvent, half_move, holds_moves_only,
    squares_of,
};
use super::{Codec, Marks, Medium, Notation, ParsedMove, SectionEnd, SpellingError, TokenContent};

/// Binary Compressed Coordinate Format 1.1.
pub static BCCF: Notation = Notation {
    name: "BCCF",
    aliases: &["BCCF2"],
    title: "Binary Compressed Coordinate Format",
    version: "1.1",
    medium: Medium::Binary,
    content: TokenContent::Moves,
    allows_illegal: true,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "Chess Notation Updates (1.1), 2015",
    rules: "Two bytes a half-move: source, destination, the piece promoted to, a bit for a promotion and a bit that \
            ends the game. The section begins straight after the `]` of `MoveFormat`, the last tag.",
    example: "03FA",
    codec: Codec::Binary { read, write, end: END, holds },
};

/// Binary Compressed Coordinate Format 1.0, which has no terminator.
pub static BCCF1: Notation = Notation {
    name: "BCCF1",
    aliases: &[],
    version: "1.0",
    source: "Chess Notation, 2015",
    rules: "Two bytes a half-move: source, destination and the piece promoted to. Nothing marks the end of the \
            section, so it cannot be used in a VGN file.",
    example: "03F8",
    codec: Codec::Binary { read: read_v1, write: write_v1, end: SectionEnd::OPEN, holds },
    ..BCCF
};

/// The last bit of the last half-move ends the section.
const END: SectionEnd = SectionEnd { find: end, closing: 2, counted: false, result: false, line_end_is_data: false };

/// Mask of the promotion piece, in the second byte.
const PROMOTED_TO: u8 = 12;
/// Mask of the promotion flag, in the second byte.
const PROMOTED: u8 = 2;
/// Mask of the bit that ends the game, in the second byte.
const OVER: u8 = 1;
/// Encoding of a game without moves.
const NO_MOVES: [u8; 2] = [0, OVER];

/// Maximum number of bytes for whose half-moves memory is reserved in advance.
const MOST_EXPECTED: usize = 1024;

/// Promotion pieces by value.
const PROMOTIONS: [Role; 4] = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen];

fn read(bytes: &[u8], _: &BinaryStart<'_>) -> BinaryGame {
    if bytes.starts_with(&NO_MOVES) {
        return BinaryGame { events: Vec::new(), len: 2, error: None, idle: None };
    }
    let mut events = Vec::with_capacity(bytes.len().min(MOST_EXPECTED) / 2);
    let mut idle = None;
    for (n, pair) in bytes.chunks_exact(2).enumerate() {
        let (from, to) = squares(pair);
        if pair[1] & PROMOTED == 0 && pair[1] & PROMOTED_TO != 0 {
            let right = pair[1] & !PROMOTED_TO;
            idle.get_or_insert_with(|| {
                let why =
                    format!("names a piece to promote to, but the bit of a promotion is not set: expected {right:02X}");
                BinaryError::idle(2 * n + 1, pair[1], why)
            });
        }
        let promotion = (pair[1] & PROMOTED != 0).then(|| role(pair[1]));
        events.push(located(n, from, to, promotion));
        if pair[1] & OVER != 0 {
            return BinaryGame { events, len: 2 * (n + 1), error: None, idle };
        }
    }
    let expected = "two bytes a half-move, the last bit of the last one set";
    let error = Some(BinaryError::truncated(bytes.len(), expected));
    BinaryGame { events, len: bytes.len(), error, idle }
}

fn read_v1(bytes: &[u8], start: &BinaryStart<'_>) -> BinaryGame {
    let mut pawns = start.setup.board.pawns();
    let mut events = Vec::new();
    for (n, pair) in bytes.chunks_exact(2).enumerate() {
        let (from, to) = squares(pair);
        let promotes = follow(&mut pawns, from, to);
        events.push(located(n, from, to, promotes.then(|| role(pair[1]))));
    }
    let odd = bytes.len() % 2 == 1;
    let error = odd.then(|| BinaryError::truncated(bytes.len(), "two bytes a half-move"));
    BinaryGame { events, len: bytes.len(), error, idle: None }
}

/// Moves or removes a pawn in the set of pawn squares. Returns whether it is on its last rank.
///
/// A pawn captured en passant remains in the set: nothing moves from its square before another piece reaches it.
fn follow(pawns: &mut Bitboard, from: Square, to: Square) -> bool {
    let is_pawn = pawns.contains(from);
    pawns.discard(from);
    let promotes = is_pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
    pawns.set(to, is_pawn && !promotes);
    promotes
}

fn located(n: usize, from: Square, to: Square, promotion: Option<Role>) -> LocatedEvent {
    LocatedEvent { range: 2 * n..2 * n + 2, event: half_move(from, to, promotion) }
}

fn squares(pair: &[u8]) -> (Square, Square) {
    let bits = u32::from(pair[0]) << 8 | u32::from(pair[1]);
    let square = |shift: u32| Square::from_coords(File::new(bits >> (shift + 3) & 7), Rank::new(bits >> shift & 7));
    (square(10), square(4))
}

fn role(second: u8) -> Role {
    PROMOTIONS[usize::from(second >> 2 & 3)]
}

fn write(events: &[BinaryEvent], _: &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError> {
    let mut bytes = pairs(events, PROMOTED)?;
    let Some(last) = bytes.last_mut() else { return Ok(NO_MOVES.to_vec()) };
    *last |= OVER;
    if bytes == NO_MOVES {
        return Err(BinaryWriteError::new(
            0,
            SpellingError::new("in BCCF a half-move from a1 to a1 alone means no move at all"),
        ));
    }
    Ok(bytes)
}

fn write_v1(events: &[BinaryEvent], start: &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError> {
    let bytes = pairs(events, 0)?;
    // The promotions that a reader will infer must equal those of the events.
    let mut pawns = start.setup.board.pawns();
    let moves = events.iter().enumerate().filter(|(_, event)| !matches!(event, BinaryEvent::End(_)));
    for (pair, (event, said)) in bytes.chunks_exact(2).zip(moves) {
        let (from, to) = squares(pair);
        let promoted = match said {
            BinaryEvent::Move(mv) => mv.promotion().is_some(),
            BinaryEvent::Parsed(ParsedMove::Piece(said)) => said.promotion.is_some(),
            _ => false,
        };
        if follow(&mut pawns, from, to) != promoted {
            let why = "BCCF 1.0 treats every pawn on its last rank as promoted, and no other piece";
            return Err(BinaryWriteError::new(event, SpellingError::new(why)));
        }
    }
    Ok(bytes)
}

/// The encoded half-moves, with the bits `promoted` set for promotions.
fn pairs(events: &[BinaryEvent], promoted: u8) -> Result<Vec<u8>, BinaryWriteError> {
    let mut bytes = Vec::with_capacity(2 * events.len());
    for (n, event) in events.iter().enumerate() {
        if matches!(event, BinaryEvent::End(_)) && n + 1 == events.len() {
            break;
        }
        bytes.extend_from_slice(&pair(event, promoted).map_err(|why| BinaryWriteError::new(n, why))?);
    }
    Ok(bytes)
}

fn pair(event: &BinaryEvent, promoted: u8) -> Result<[u8; 2], SpellingError> {
    let (from, to, promotion) = squares_of(event, BCCF.name)?;
    let promotion = match promotion {
        None => 0,
        Some(role) => match PROMOTIONS.iter().position(|&known| known == role) {
            Some(value) => (value as u8) << 2 | promoted,
            None => {
                return Err(SpellingError::new("BCCF can record a promotion to a rook, knight, bishop or queen only"));
            }
        },
    };
    let bits = |square: Square| square.file().to_u32() << 3 | square.rank().to_u32();
    let squares = (bits(from) << 10 | bits(to) << 4) as u16;
    let [first, second] = squares.to_be_bytes();
    Ok([first, second | promotion])
}

/// Whether the notation can encode this kind of event; for half-moves, only writing decides.
fn holds(event: &BinaryEvent) -> Result<(), SpellingError> {
    holds_moves_only(event, BCCF.name)
}

/// Length of the section at the start of `bytes`.
fn end(bytes: &[u8]) -> Option<usize> {
    bytes.chunks_exact(2).position(|pair| pair[1] & OVER != 0).map(|n| 2 * (n + 1))
}
