//! Conversion between notations and game formats (section F).

mod export;
mod fixtures;
mod laws;
mod losses;
mod pgn_and_vgn;
mod support;
