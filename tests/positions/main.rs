//! The encodings of single positions: the seeds' figures, there and back over real and random positions, and any bytes.

#[path = "../games_support/mod.rs"]
mod games_support;

#[path = "../../fuzz/laws/positions.rs"]
mod fuzz_law;

mod figures;
mod laws;
mod lookup;
mod real_positions;
