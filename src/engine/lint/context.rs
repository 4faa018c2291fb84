//! The conditions under which a game is judged, besides its text.

use super::cancellation::{Cancellation, NEVER};
use super::{FileKind, Settings};

/// Format of a game (rule A5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameFormat {
    #[default]
    Pgn,
    Vgn,
}

/// Minimum size of a game, in bytes, for which cancellation is checked: smaller games are judged fast enough.
pub(crate) const LARGE: usize = 1 << 16;

/// The conditions under which a game is judged, besides its text.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub settings: &'a Settings,
    pub kind: FileKind,
    /// Whether to fill [`super::Diagnostic::fixes`]; otherwise they stay empty and cost no time.
    pub fixes: bool,
    /// Checked at intervals while a large game is judged.
    pub cancel: &'a dyn Cancellation,
    /// Whether to look up each half-move among all legal ones even where bitboards suffice: the reference for laws.
    pub long_way: bool,
}

impl<'a> Context<'a> {
    /// Without fixes and without cancellation.
    pub fn new(settings: &'a Settings, kind: FileKind) -> Context<'a> {
        Context { settings, kind, fixes: false, cancel: NEVER, long_way: false }
    }

    /// The same with or without fixes.
    pub fn with_fixes(self, fixes: bool) -> Context<'a> {
        Context { fixes, ..self }
    }

    /// The same with each half-move looked up among all legal ones.
    pub fn with_long_way(self) -> Context<'a> {
        Context { long_way: true, ..self }
    }

    /// The same with cancellation.
    pub fn with_cancel<'b>(self, cancel: &'b dyn Cancellation) -> Context<'b>
    where
        'a: 'b,
    {
        Context { cancel, ..self }
    }

    /// Whether work on a game of this text is cancelled; always false for a small game.
    pub fn is_cancelled(&self, text: &str) -> bool {
        text.len() >= LARGE && self.cancel.is_cancelled()
    }

    /// The result of work on a game's text, unless the work was cancelled: then the result may be incomplete.
    pub fn whole<T>(&self, text: &str, made: T) -> Option<T> {
        (!self.is_cancelled(text)).then_some(made)
    }
}
