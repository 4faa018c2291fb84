//! What several subjects share.

pub mod chess960;
pub mod cli;
pub mod damage;
pub mod games;
pub mod lines;
pub mod variant_games;

/// The character boundary at or before `at`.
#[allow(dead_code)]
pub fn floor_char(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&n| text.is_char_boundary(n)).unwrap_or(0)
}
