//! Piece letters of other languages.

pub(super) mod languages;
pub(super) mod move_texts;
