//! What configuration can change about the analysis.

use std::sync::{Arc, LazyLock};

use super::{CATALOGUE, Code, Lint, LintSet, Severity};

/// How strictly moves are checked in notations that can record illegal moves (rule D1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Illegal moves are not reported.
    Off,
    /// Only how pieces move and what they capture is judged: not whose turn it is and not the king's safety.
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

/// The lints of others, besides those of the table, and the checks that are on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lints {
    added: Vec<&'static Lint>,
    on: Arc<LintSet>,
}

impl Default for Lints {
    fn default() -> Lints {
        static ALL: LazyLock<Arc<LintSet>> = LazyLock::new(|| Arc::new(LintSet::of(CATALOGUE.iter().copied())));
        Lints { added: Vec::new(), on: Arc::clone(&ALL) }
    }
}

/// Everything that an analysis depends on besides the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Severities that differ from the catalogue's; `None` turns the code off. Sorted by code, one entry a code.
    levels: Vec<(Code, Option<Severity>)>,
    /// The checks that are on by these levels.
    lints: Lints,
    pub strictness: Strictness,
}

impl Settings {
    /// The severity of a code, or `None` when it is turned off.
    pub fn level(&self, code: Code) -> Option<Severity> {
        self.level_or(code, code.lint().severity)
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

    /// The checks to ask about the events of a game: those of the lints that are on.
    pub(crate) fn lints(&self) -> &LintSet {
        &self.lints.on
    }

    /// As [`Settings::lints`], to keep.
    pub(crate) fn shared_lints(&self) -> Arc<LintSet> {
        Arc::clone(&self.lints.on)
    }

    /// Sets the severity of a code; `None` turns it off.
    pub fn set_level(&mut self, code: Code, level: Option<Severity>) {
        match self.levels.binary_search_by_key(&code, |(c, _)| *c) {
            Ok(at) => self.levels[at].1 = level,
            Err(at) => self.levels.insert(at, (code, level)),
        }
        self.gather_lints();
    }

    /// Adds a lint that is not in the table. It reports by a code of the table, whose severity it has.
    pub fn add_lint(&mut self, lint: &'static Lint) {
        self.lints.added.push(lint);
        self.gather_lints();
    }

    fn gather_lints(&mut self) {
        let all = CATALOGUE.iter().chain(&self.lints.added).copied();
        self.lints.on = Arc::new(LintSet::of(all.filter(|lint| self.level(lint.code).is_some())));
    }
}
