//! The encodings of single positions: the seeds' figures, there and back over real and random positions, and any bytes.

mod figures;
mod laws;
mod lookup;
mod real_positions;
