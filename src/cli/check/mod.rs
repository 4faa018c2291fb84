//! `vgn-lsp check`: files in, findings out.
//!
//! One thread reads ([`reader`]); stretches of games are judged and printed on all cores ([`stretches`], [`judge`],
//! [`crate::cli::format`]); between the two, [`files`] goes through the games in their order, for a game's line and
//! number depend on all games before it.

mod diff;
mod duplicates;
mod files;
pub(in crate::cli) mod inputs;
mod judge;
mod mend;
pub(in crate::cli) mod reader;
pub(in crate::cli) mod rewrite;
mod run;
mod settings;
pub(in crate::cli) mod stretches;
mod words;

pub use run::run;
pub(in crate::cli) use run::{pool, total};

use std::sync::Arc;

use crate::analysis::Settings;

use inputs::Input;

/// A file and how it is judged.
pub struct Job {
    pub input: Input,
    pub settings: Arc<Settings>,
}

/// What kept a file from being checked, or from being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub path: String,
    /// A sentence that says what is wrong.
    pub message: String,
}

impl Fault {
    pub(in crate::cli) fn new(path: &str, message: String) -> Fault {
        Fault { path: path.to_string(), message }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path == "-" { "standard input" } else { &self.path };
        write!(f, "{path}: {}", self.message)
    }
}
