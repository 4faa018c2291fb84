//! The elements between half-moves: numbers, glyphs, comments, variations, stray text.

pub(in crate::replay) mod anchors;
pub(super) mod comments;
pub(super) mod decimals;
pub(super) mod fixes;
pub(super) mod glyphs;
pub(super) mod number_text;
pub(super) mod numbers;
pub(super) mod printed_glyphs;
pub(super) mod stray;
pub(super) mod structure;
pub(super) mod variations;
