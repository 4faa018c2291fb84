//! Piece letters of other languages, and in other case.

pub(super) mod certain_letters;
pub(super) mod languages;
pub(super) mod letter_case;
pub(super) mod mixed_letters;
pub(super) mod move_texts;
