//! The part of the configuration that the analysis depends on.

use std::sync::{Arc, LazyLock};

use super::portability::Portability;
use super::{CATALOGUE, Code, Lint, LintSet, Severity};

/// How strictly moves are checked in notations that can record illegal moves (rule D1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Illegal moves are not reported.
    Off,
    /// Only the movement and captures of pieces are checked, not the side to move or the safety of the king.
    Basic,
    /// All rules are checked.
    #[default]
    Full,
}

/// The format of a file's games by the file's name (rule A4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileKind {
    Pgn,
    Vgn,
    #[default]
    Unknown,
}

/// Lints added to those of the table, and the checks that are enabled.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lints {
    added: Vec<&'static Lint>,
    on: Arc<LintSet>,
}

impl Default for Lints {
    fn default() -> Lints {
        static ALL: LazyLock<Arc<LintSet>> = LazyLock::new(|| {
            Arc::new(LintSet::of(CATALOGUE.iter().copied().filter(|lint| !lint.is_optional()), Portability::default()))
        });
        Lints { added: Vec::new(), on: Arc::clone(&ALL) }
    }
}

/// All settings of an analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Severities that differ from the catalogue's; `None` disables the code. Sorted by code, without duplicates.
    levels: Vec<(Code, Option<Severity>)>,
    /// The checks enabled by these levels.
    lints: Lints,
    portability: Portability,
    pub strictness: Strictness,
}

impl Settings {
    /// The severity of a code; `None` if it is disabled.
    pub fn level(&self, code: Code) -> Option<Severity> {
        match self.levels.binary_search_by_key(&code, |(c, _)| *c) {
            Ok(at) => self.levels[at].1,
            Err(_) => Some(code.lint().severity).filter(|_| !code.lint().is_optional()),
        }
    }

    /// The severity of a code; `None` if it is disabled, `default` if the configuration does not set it.
    pub fn level_or(&self, code: Code, default: Severity) -> Option<Severity> {
        match self.levels.binary_search_by_key(&code, |(c, _)| *c) {
            Ok(at) => self.levels[at].1,
            Err(_) => Some(default),
        }
    }

    /// Whether the configuration sets the severity of the code or disables it.
    pub fn sets_level(&self, code: Code) -> bool {
        self.levels.binary_search_by_key(&code, |(c, _)| *c).is_ok()
    }

    /// The checks of the enabled lints.
    pub(crate) fn lints(&self) -> &LintSet {
        &self.lints.on
    }

    /// Same as [`Settings::lints`], with shared ownership.
    pub(crate) fn shared_lints(&self) -> Arc<LintSet> {
        Arc::clone(&self.lints.on)
    }

    /// Sets the severity of a code; `None` disables it.
    pub fn set_level(&mut self, code: Code, level: Option<Severity>) {
        match self.levels.binary_search_by_key(&code, |(c, _)| *c) {
            Ok(at) => self.levels[at].1 = level,
            Err(at) => self.levels.insert(at, (code, level)),
        }
        self.gather_lints();
    }

    /// Adds a lint that is not in the table. It reports with a code of the table, and with that code's severity.
    pub fn add_lint(&mut self, lint: &'static Lint) {
        self.lints.added.push(lint);
        self.gather_lints();
    }

    /// The readers for which games are written.
    pub fn portability(&self) -> Portability {
        self.portability
    }

    /// Chooses the readers for which games are written.
    pub fn set_portability(&mut self, portability: Portability) {
        self.portability = portability;
        self.gather_lints();
    }

    fn gather_lints(&mut self) {
        let all = CATALOGUE.iter().chain(&self.lints.added).copied();
        self.lints.on = Arc::new(LintSet::of(all.filter(|lint| self.level(lint.code).is_some()), self.portability));
    }
}
