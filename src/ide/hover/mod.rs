//! What is to be said about the place under the pointer.
//!
//! One file a kind of place: here it is asked which it is.

mod moves;

use std::ops::Range;

use crate::analysis::{Context, resolve_game};

use super::Markup;

/// The answer to a hover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about, in bytes of the game's text.
    pub range: Range<u32>,
    pub content: Markup,
}

/// What is to be said about the byte at `offset` of a game's text.
pub fn hover(text: &str, context: &Context<'_>, offset: u32) -> Option<Hover> {
    let resolved = resolve_game(text, context);
    moves::hover(&resolved, offset)
}
