//! Conversions of damaged games.

pub mod any_text;
pub mod contradictions;
pub mod cut_games;
pub mod damaged;
pub mod damaged_exports;
pub mod damaged_tags;
pub mod mended;
pub mod signs_anywhere;
