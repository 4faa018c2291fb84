//! Open documents: their text at each version, their games, and positions in both.

pub mod address;
pub mod change;
pub mod disk;
pub mod document;
pub mod games;
pub mod lost_letters;
pub mod offset_map;
pub mod open;
pub mod positions;
mod rope;
pub mod saving;
pub mod sent_games;
pub mod shared_results;
pub mod snapshot;
pub mod snapshot_game;
pub mod text_diff;
