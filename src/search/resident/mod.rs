//! Positions of games kept in memory, for programs that run as long as their user works: which games reach a position,
//! and what they play there.
//!
//! A [`PositionCollector`] takes the positions of a game on a walk. They are kept as [`GamePositions`], for a game whose
//! text changes often, or go with other games of a file into a [`ResidentIndex`]. Answers are the [`PlayedCode`]s of
//! games, which a [`ResidentTally`] counts, and candidates, which [`confirmed_game`] confirms on a game's own text.

mod collect;
mod confirm;
mod game;
mod played;
mod segment;
mod tally;
#[cfg(test)]
mod tests;

pub use collect::PositionCollector;
pub use confirm::{ConfirmedGame, confirmed_game};
pub use game::GamePositions;
pub use played::PlayedCode;
pub use segment::{ResidentBuilder, ResidentGame, ResidentIndex};
pub use tally::ResidentTally;
