//! The binary notations: the seeds' figures, what is said of damage, and there and back over real and random games.

mod faults;
mod laws;
mod lookup;
mod packed;
mod real_games;
mod seeds;
mod variants;
