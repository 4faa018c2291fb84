//! The evaluation of a position, from White's side.

use shakmaty::Color;

/// What an engine thinks of a position, from White's side whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative if Black mates. Zero if the side to move is mated, which an engine is never asked about.
    Mate(i32),
}

impl EngineScore {
    /// From White's side, where the engine speaks of the side to move.
    pub(super) fn of_side(self, turn: Color) -> EngineScore {
        match (self, turn) {
            (score, Color::White) => score,
            (EngineScore::Centipawns(value), Color::Black) => EngineScore::Centipawns(value.saturating_neg()),
            (EngineScore::Mate(moves), Color::Black) => EngineScore::Mate(moves.saturating_neg()),
        }
    }
}
