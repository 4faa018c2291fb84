//! Notations as the tests ask them.

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, Setup};
use vgn_lsp::notation::{BinaryEvent, BinaryGame, BinaryStart, BinaryWriteError, Codec, Notation};

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub fn setup(fen: &str) -> Setup {
    fen.parse::<Fen>().expect("a FEN").into_setup()
}

pub fn position(fen: &str) -> Chess {
    setup(fen).position(CastlingMode::Standard).expect("a position")
}

pub fn read_from(notation: &Notation, bytes: &[u8], start: &BinaryStart<'_>) -> BinaryGame {
    let Codec::Binary { read, .. } = notation.codec else { panic!("{} is text", notation.name) };
    read(bytes, start)
}

pub fn read(notation: &Notation, bytes: &[u8], fen: &str) -> BinaryGame {
    read_from(
        notation,
        bytes,
        &BinaryStart { setup: &setup(fen), mode: CastlingMode::Standard, variant: Variant::Chess },
    )
}

pub fn write_from(
    notation: &Notation,
    events: &[BinaryEvent],
    start: &BinaryStart<'_>,
) -> Result<Vec<u8>, BinaryWriteError> {
    let Codec::Binary { write, .. } = notation.codec else { panic!("{} is text", notation.name) };
    write(events, start)
}

pub fn write(notation: &Notation, events: &[BinaryEvent], fen: &str) -> Result<Vec<u8>, BinaryWriteError> {
    write_from(
        notation,
        events,
        &BinaryStart { setup: &setup(fen), mode: CastlingMode::Standard, variant: Variant::Chess },
    )
}

pub fn end(notation: &Notation, bytes: &[u8]) -> Option<usize> {
    let Codec::Binary { end, .. } = notation.codec else { panic!("{} is text", notation.name) };
    (end.find)(bytes)
}

pub fn holds(notation: &Notation, event: &BinaryEvent) -> Result<(), String> {
    let Codec::Binary { holds, .. } = notation.codec else { panic!("{} is text", notation.name) };
    holds(event).map_err(|why| why.reason().to_owned())
}

/// The moves that these texts of SAN name from a position.
pub fn moves(fen: &str, sans: &str) -> Vec<BinaryEvent> {
    let mut position = position(fen);
    sans.split_whitespace()
        .map(|san| {
            let mv: Move = san.parse::<San>().expect("SAN").to_move(&position).unwrap_or_else(|_| panic!("{san}"));
            position = position.clone().play(mv).expect("legal");
            BinaryEvent::Move(mv)
        })
        .collect()
}

pub fn events(game: &BinaryGame) -> Vec<BinaryEvent> {
    game.events.iter().map(|located| located.event.clone()).collect()
}

/// The boards after each of the moves.
pub fn boards(start: &Chess, moves: &[Move]) -> Vec<BinaryEvent> {
    let mut position = start.clone();
    moves
        .iter()
        .map(|mv| {
            position = position.clone().play(*mv).expect("legal");
            BinaryEvent::Board(position.to_setup(EnPassantMode::Always).board)
        })
        .collect()
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}
