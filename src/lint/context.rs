//! What a game is judged by, besides its text.

use super::cancellation::{Cancellation, NEVER};
use super::{FileKind, Settings};

/// Is the game a VGN game or a PGN game (rule A5)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameFormat {
    #[default]
    Pgn,
    Vgn,
}

/// A smaller game, in bytes, is judged sooner than somebody could call it off.
pub(crate) const LARGE: usize = 1 << 16;

/// What a game is judged by, besides its text.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub settings: &'a Settings,
    pub kind: FileKind,
    /// Fill [`super::Diagnostic::fixes`]; without, they stay empty and no time is spent on them.
    pub fixes: bool,
    /// Asked while a large game is judged.
    pub cancel: &'a dyn Cancellation,
    /// Look for each half-move among all legal ones, even where bitboards suffice: the reference of the laws of both.
    pub long_way: bool,
}

impl<'a> Context<'a> {
    /// For work that is always waited for, without fixes.
    pub fn new(settings: &'a Settings, kind: FileKind) -> Context<'a> {
        Context { settings, kind, fixes: false, cancel: NEVER, long_way: false }
    }

    /// The same with fixes, or without.
    pub fn with_fixes(self, fixes: bool) -> Context<'a> {
        Context { fixes, ..self }
    }

    /// The same, with each half-move looked for among all legal ones.
    pub fn with_long_way(self) -> Context<'a> {
        Context { long_way: true, ..self }
    }

    /// The same for work that may be called off.
    pub fn with_cancel<'b>(self, cancel: &'b dyn Cancellation) -> Context<'b>
    where
        'a: 'b,
    {
        Context { cancel, ..self }
    }

    /// Work on a game of this text has been called off. A small one is done sooner than somebody could.
    pub fn is_cancelled(&self, text: &str) -> bool {
        text.len() >= LARGE && self.cancel.is_cancelled()
    }

    /// What was made of a game's text by this context, unless it was called off meanwhile: then it may be a part.
    pub fn whole<T>(&self, text: &str, made: T) -> Option<T> {
        (!self.is_cancelled(text)).then_some(made)
    }
}
