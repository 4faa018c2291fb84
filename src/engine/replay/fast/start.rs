//! The position before the first half-move.

use shakmaty::CastlingMode;

use crate::notation::{lone_count, read_fen_tag};
use crate::rules::{Bitboards, Position, impossible_en_passant};
use crate::variants::GameRules;

/// A position, and the number of its next move.
pub(super) type Start = (Bitboards, u32);

/// The initial position; `None` in Chess960, where a tag must give it, and in variants that have not the moves of chess.
pub(super) fn initial(rules: GameRules) -> Option<Start> {
    if rules.chess960 { None } else { Some((Bitboards::initial_in(rules.variant)?, 1)) }
}

/// The position in a tag, if it is faultless by these rules, which have the moves of chess, and written without a fault.
pub(super) fn set_up(fen: &str, rules: GameRules) -> Option<Start> {
    let setup = read_fen_tag(fen).ok().filter(|_| lone_count(fen).is_none())?.setup;
    let mode = CastlingMode::from_chess960(rules.chess960);
    if !rules.chess960 && CastlingMode::detect(&setup) != mode
        || impossible_en_passant(&setup, rules.variant)
        || !Position::problems_in(&setup, mode, rules.variant).is_empty()
    {
        return None;
    }
    let position = Position::in_variant(setup, mode, rules.variant);
    Some((Bitboards::new(&position)?, position.fullmoves().get()))
}
