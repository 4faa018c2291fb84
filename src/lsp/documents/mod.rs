//! Open documents: their text at each version, their games, and positions in both.

pub mod address;
pub mod change;
pub mod disk;
pub mod document;
pub mod followed;
pub mod games;
pub mod known_games;
pub mod letters;
pub mod one_game;
pub mod open;
pub mod positions;
pub mod replacing;
mod rope;
pub mod saving;
pub mod sharing;
pub mod snapshot;
