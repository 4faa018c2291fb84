//! BCFEN, Binary Compressed FEN (seeds 000 and 001): the pieces on a board in 32 bytes.
//!
//! One board after each half-move, from a8 to h1 rank by rank, four bits a square. The first position is not written.
//!
//! | value | piece | value | piece |
//! |---|---|---|---|
//! | 0 | none | 8 | no meaning; the byte 88 in place of a board ends the section (1.1) |
//! | 1 | white rook | 9 | black rook |
//! | 2 | white knight | A | black knight |
//! | 3 | white bishop | B | black bishop |
//! | 4 | white queen | C | black queen |
//! | 5 | white king | D | black king |
//! | 6 | white pawn | E | black pawn |
//! | 7 | no meaning | F | no meaning |
//!
//! Source: seed 000 for 1.0, seed 001 for the terminator of 1.1. Decisions where they are silent:
//! - 7, 8 and F, which seed 000 reserves for private marks of squares, have no meaning here: a private mark cannot be
//!   distinguished from damage.
//! - 1.0 has no terminator: the section includes all given bytes.
//! - The side to move, castling rights and the en passant square are not written, because they follow from play; the
//!   same holds for variants' pockets, promoted pieces and remaining checks.

use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

use super::binary::{BinaryError, BinaryEvent, BinaryGame, BinaryStart, BinaryWriteError, LocatedEvent};
use super::{Codec, Marks, Medium, Notation, SectionEnd, SpellingError, TokenContent};

/// Binary Compressed FEN 1.1.
pub static BCFEN: Notation = Notation {
    name: "BCFEN",
    aliases: &["BCFEN2"],
    title: "Binary Compressed FEN",
    version: "1.1",
    medium: Medium::Binary,
    content: TokenContent::Boards,
    allows_illegal: true,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "Chess Notation Updates (1.1), 2015",
    rules: "Thirty-two bytes a board, one board after each half-move, four bits a square from a8 to h1. \
            The byte 88 ends the section.",
    example: "9ABCDBA9 EEEEEEEE 00000000 00000000 00000000 00000000 66666666 12345321",
    codec: Codec::Binary { read, write, end: END, holds },
};

/// Binary Compressed FEN 1.0, which has no terminator.
pub static BCFEN1: Notation = Notation {
    name: "BCFEN1",
    aliases: &[],
    version: "1.0",
    source: "Chess Notation, 2015",
    rules: "Thirty-two bytes a board, four bits a square from a8 to h1. Nothing marks the end of the section, so it \
            cannot be used in a VGN file.",
    codec: Codec::Binary { read: read_v1, write: write_v1, end: SectionEnd::OPEN, holds },
    ..BCFEN
};

/// The byte 88 in place of a board ends the section.
const END: SectionEnd = SectionEnd { find: end, closing: 1, counted: false, result: false, line_end_is_data: false };

/// Length of a board in bytes.
pub const BOARD_LEN: usize = 32;
/// First byte in place of the board after the last one.
const TERMINATOR: u8 = 0x88;

/// White's pieces by value; Black's also have the highest bit set.
const ROLES: [Role; 6] = [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Pawn];

/// Decodes the pieces of a board.
///
/// # Errors
/// The index of the first byte with a value that denotes no piece.
pub fn board_from_bytes(bytes: &[u8; BOARD_LEN]) -> Result<Board, usize> {
    let mut board = Board::empty();
    for (n, &byte) in bytes.iter().enumerate() {
        for (value, square) in [byte >> 4, byte & 15].into_iter().zip(squares(n)) {
            if let Some(piece) = piece(value).ok_or(n)? {
                board.set_piece_at(square, piece);
            }
        }
    }
    Ok(board)
}

/// Encodes the pieces of a board, and nothing else.
pub fn board_to_bytes(board: &Board) -> [u8; BOARD_LEN] {
    let mut bytes = [0; BOARD_LEN];
    for (n, byte) in bytes.iter_mut().enumerate() {
        let [left, right] = squares(n).map(|square| board.piece_at(square).map_or(0, value));
        *byte = left << 4 | right;
    }
    bytes
}

/// The two squares of the byte with index `n`, from 0 to 31.
fn squares(n: usize) -> [Square; 2] {
    let rank = Rank::new(7 - (n as u32 / 4) % 8);
    let file = 2 * (n as u32 % 4);
    [file, file + 1].map(|file| Square::from_coords(File::new(file), rank))
}

/// The piece denoted by four bits, `Some(None)` for an empty square; `None` for the values without meaning.
pub(super) fn piece(value: u8) -> Option<Option<Piece>> {
    match value {
        0 => Some(None),
        1..=6 => Some(Some(Piece { color: Color::White, role: ROLES[usize::from(value - 1)] })),
        9..=14 => Some(Some(Piece { color: Color::Black, role: ROLES[usize::from(value - 9)] })),
        _ => None,
    }
}

/// The four bits of a piece.
pub(super) fn value(piece: Piece) -> u8 {
    let role = match piece.role {
        Role::Rook => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Queen => 4,
        Role::King => 5,
        Role::Pawn => 6,
    };
    role | piece.color.fold_wb(0, 8)
}

fn read(bytes: &[u8], _: &BinaryStart<'_>) -> BinaryGame {
    let mut game = boards(bytes, Some(TERMINATOR));
    if game.error.is_none() {
        match bytes.get(game.len) {
            Some(_) => game.len += 1,
            None => game.error = Some(BinaryError::truncated(game.len, "another board of 32 bytes, or the byte 88")),
        }
    }
    game
}

fn read_v1(bytes: &[u8], _: &BinaryStart<'_>) -> BinaryGame {
    boards(bytes, None)
}

/// The boards up to the terminator, if there is one, or to the end of the bytes.
fn boards(bytes: &[u8], terminator: Option<u8>) -> BinaryGame {
    let mut events = Vec::with_capacity(bytes.len() / BOARD_LEN);
    for (n, chunk) in bytes.chunks(BOARD_LEN).enumerate() {
        let at = n * BOARD_LEN;
        if terminator.is_some_and(|terminator| chunk.first() == Some(&terminator)) {
            return BinaryGame { events, len: at, error: None, idle: None };
        }
        let mut whole = [0; BOARD_LEN];
        whole[..chunk.len()].copy_from_slice(chunk);
        let error = match board_from_bytes(&whole) {
            Err(n) => {
                let expected = if n == 0 && terminator.is_some() {
                    "two of the values 0 to 6 and 9 to E, or the terminator 88"
                } else {
                    "two of the values 0 to 6 and 9 to E"
                };
                BinaryError::invalid(at + n, whole[n], expected)
            }
            Ok(_) if chunk.len() < BOARD_LEN => BinaryError::truncated(bytes.len(), "32 bytes of a board"),
            Ok(board) => {
                events.push(LocatedEvent { range: at..at + BOARD_LEN, event: BinaryEvent::Board(board) });
                continue;
            }
        };
        return BinaryGame { events, len: error.offset, error: Some(error), idle: None };
    }
    BinaryGame { events, len: bytes.len(), error: None, idle: None }
}

fn write(events: &[BinaryEvent], start: &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError> {
    let mut bytes = write_v1(events, start)?;
    bytes.push(TERMINATOR);
    Ok(bytes)
}

fn write_v1(events: &[BinaryEvent], _: &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError> {
    let mut bytes = Vec::with_capacity(events.len() * BOARD_LEN + 1);
    for (n, event) in events.iter().enumerate() {
        match event {
            BinaryEvent::Board(board) => bytes.extend(board_to_bytes(board)),
            BinaryEvent::End(_) if n + 1 == events.len() => {}
            event => {
                let why = holds(event).err();
                let why = why.unwrap_or_else(|| SpellingError::new("BCFEN ends with the game's last board"));
                return Err(BinaryWriteError::new(n, why));
            }
        }
    }
    Ok(bytes)
}

/// Whether the notation can encode this kind of event.
fn holds(event: &BinaryEvent) -> Result<(), SpellingError> {
    match event {
        BinaryEvent::Comment(_) => Err(SpellingError::new("BCFEN cannot record comments")),
        BinaryEvent::Nag(_) => Err(SpellingError::new("BCFEN cannot record NAGs")),
        BinaryEvent::VariationBegin | BinaryEvent::VariationEnd => {
            Err(SpellingError::new("BCFEN cannot record variations"))
        }
        BinaryEvent::Escape(_) => Err(SpellingError::new("BCFEN cannot record escaped lines")),
        BinaryEvent::Tag { .. } => Err(SpellingError::new("BCFEN cannot record tags")),
        BinaryEvent::Parsed(_) | BinaryEvent::Move(_) => {
            Err(SpellingError::new("BCFEN records boards, and this is a move without its board"))
        }
        BinaryEvent::Board(_) | BinaryEvent::End(_) => Ok(()),
    }
}

/// Length of the section at the start of `bytes`.
fn end(bytes: &[u8]) -> Option<usize> {
    bytes.chunks(BOARD_LEN).position(|board| board.first() == Some(&TERMINATOR)).map(|n| n * BOARD_LEN + 1)
}
