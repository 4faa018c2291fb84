//! What a conversion comes to: edits, losses, or a refusal.

use std::fmt;
use std::ops::Range;

use crate::analysis::Edit;

/// How a game's text becomes the target's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// Edits that do not overlap, in the order of their ranges, in bytes of the game's text. Empty when the text is
    /// already what was asked for.
    pub edits: Vec<Edit>,
    /// What `edits` lose, in the order of the text. Whoever applies edits with losses has asked the user (rule F1).
    pub losses: Vec<Loss>,
}

/// A game laid out anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// The whole game, its last line end included.
    pub text: String,
    /// What the text does not hold, in the order of the source's text.
    pub losses: Vec<Loss>,
}

/// Something that the target cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What is lost, in bytes of the game's text.
    pub range: Range<u32>,
    /// One plain sentence.
    pub message: String,
}

/// Why a game cannot be converted at all, whatever may be lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What stands in the way, in bytes of the game's text.
    pub range: Range<u32>,
    /// One plain sentence.
    pub message: String,
}

impl Conversion {
    /// The edits, if they lose nothing (rule F1).
    ///
    /// # Errors
    ///
    /// The losses, when there are any.
    pub fn lossless(self) -> Result<Vec<Edit>, Vec<Loss>> {
        if self.losses.is_empty() { Ok(self.edits) } else { Err(self.losses) }
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
