//! The parts of a game: its tokens with their tags and lines, symbols, folds and selections.

pub mod folding;
pub mod selection;
pub mod symbol_children;
pub mod symbols;
mod tokens;

pub use tokens::{GameOutline, Leaf};
