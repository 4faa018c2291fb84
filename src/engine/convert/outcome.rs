//! Results of conversions: edits, losses, refusals.

use std::fmt;
use std::ops::Range;

use crate::lint::Edit;

/// Edits that convert a game's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// Non-overlapping edits in order, in bytes of the game's text. Empty if the text is already in the target form.
    pub edits: Vec<Edit>,
    /// Losses of `edits`, in text order. The caller must ask the user before it applies edits with losses (rule F1).
    pub losses: Vec<Loss>,
}

/// A game in a new layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// The whole game, including its last line end.
    pub text: String,
    /// Losses of the text, in the order of the source text.
    pub losses: Vec<Loss>,
    /// What is written as it stands, although it is not export format: nothing of it is lost.
    pub remarks: Vec<Loss>,
}

/// Data that the target cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The lost text, in bytes of the game's text.
    pub range: Range<u32>,
    /// One plain sentence.
    pub message: String,
}

/// Why a game cannot be converted even with losses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The text that prevents it, in bytes of the game's text.
    pub range: Range<u32>,
    /// One plain sentence.
    pub message: String,
}

impl Conversion {
    /// The edits, if there are no losses (rule F1).
    ///
    /// # Errors
    ///
    /// The losses, if there are any.
    pub fn lossless(self) -> Result<Vec<Edit>, Vec<Loss>> {
        if self.losses.is_empty() { Ok(self.edits) } else { Err(self.losses) }
    }

    /// Adds a loss in its place.
    pub(super) fn insert(&mut self, loss: Loss) {
        let at = self.losses.partition_point(|listed| listed.range.start <= loss.range.start);
        self.losses.insert(at, loss);
    }
}

impl Loss {
    pub(super) fn new(range: Range<u32>, message: impl Into<String>) -> Loss {
        Loss { range, message: message.into() }
    }
}

impl Refusal {
    pub(super) fn new(range: Range<u32>, message: impl Into<String>) -> Refusal {
        Refusal { range, message: message.into() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}
