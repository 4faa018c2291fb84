//! Positions of games kept in memory, for programs that run as long as their user works: which games reach a position,
//! and what they play there.
//!
//! Games are walked with [`IndexedGames::with_all_lines`](crate::index::IndexedGames::with_all_lines). A
//! [`ResidentBuilder`] makes segments of those of many files for a [`ResidentIndex`], as they are on disk but with longer
//! keys, because nobody confirms what is counted. [`GamePositions`] are those of a single game whose text changes often.
//! Counts are put together in a [`ResidentTally`], and [`confirmed_game`] confirms a game that is listed.

mod build;
mod confirm;
mod files;
mod game;
mod tally;
#[cfg(test)]
mod tests;

/// A file with fewer positions is small, and so is a segment.
const SMALL: usize = 1 << 15;

pub use build::{ResidentBuilder, ResidentSegments};
pub use confirm::{ConfirmedGame, confirmed_game};
pub use files::ResidentIndex;
pub use game::GamePositions;
pub use tally::ResidentTally;
