//! Piece letters of other languages, in small letters, and letters that are none.

pub mod attempts;
pub mod guesses;
pub mod languages;
pub mod mixed_letters;
pub mod near_letters;
pub mod small_letters;
