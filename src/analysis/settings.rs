//! What configuration can change about the analysis.

use super::{Code, Severity};

/// How strictly moves are checked in notations that can record illegal moves (rule D1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Illegal moves are not reported.
    Off,
    /// Only how men move and what they capture is judged: not whose turn it is and not the king's safety.
    Basic,
    /// The whole of the rules.
    #[default]
    Full,
}

/// What the file's name says about its games (rule A4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileKind {
    Pgn,
    Vgn,
    #[default]
    Unknown,
}

/// Everything that an analysis depends on besides the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Severities that differ from the catalogue's; `None` turns the code off. Sorted by code, one entry a code.
    levels: Vec<(Code, Option<Severity>)>,
    pub strictness: Strictness,
}

impl Settings {
    /// The severity of a code, or `None` when it is turned off.
    pub fn level(&self, code: Code) -> Option<Severity> {
        self.level_or(code, code.entry().severity)
    }

    /// The severity of a code, or `None` when it is turned off; `default` where configuration does not say.
    pub fn level_or(&self, code: Code, default: Severity) -> Option<Severity> {
        match self.levels.binary_search_by_key(&code, |(c, _)| *c) {
            Ok(at) => self.levels[at].1,
            Err(_) => Some(default),
        }
    }

    /// Does configuration give the code a severity, or turn it off?
    pub fn says(&self, code: Code) -> bool {
        self.levels.binary_search_by_key(&code, |(c, _)| *c).is_ok()
    }

    /// Sets the severity of a code; `None` turns it off.
    pub fn set_level(&mut self, code: Code, level: Option<Severity>) {
        match self.levels.binary_search_by_key(&code, |(c, _)| *c) {
            Ok(at) => self.levels[at].1 = level,
            Err(at) => self.levels.insert(at, (code, level)),
        }
    }
}
