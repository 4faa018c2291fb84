//! The position before the first half-move.

use shakmaty::CastlingMode;

use crate::notation::read_fen_tag;
use crate::rules::{Bitboards, Position, impossible_en_passant};

/// A position, and the number of its next move.
pub(super) type Start = (Bitboards, u32);

/// The initial position of chess.
pub(super) fn initial() -> Start {
    (Bitboards::initial(), 1)
}

/// The position in a tag, if it is a faultless position of standard chess.
pub(super) fn set_up(fen: &str) -> Option<Start> {
    let setup = read_fen_tag(fen).ok()?.setup;
    let mode = CastlingMode::detect(&setup);
    if impossible_en_passant(&setup) || !Position::problems(&setup, mode).is_empty() {
        return None;
    }
    let position = Position::from_setup(setup, mode);
    Some((Bitboards::standard(&position)?, position.fullmoves().get()))
}
