//! Files gone through in batches: what every command that reads many games shares.
//!
//! One thread reads ([`reader`]) blocks of the [`inputs`]; chunks of a block are worked on by all cores ([`chunks`],
//! [`pool`]), and what comes of them is taken in the order of the games. Files are replaced whole ([`rewrite`],
//! [`new_file`], both by a [`draft`], with the [`attributes`] of the old file), also when the program is told to end
//! ([`interrupt`]). What would change is shown as a [`diff`], changed [`words`] marked. A [`sink`] is where the text of a
//! file goes: one of these, or standard output. [`settings`] finds each file's configuration.
//! Knows: files, threads. Never knows: what is done with a game.

pub mod attributes;
pub mod chunks;
pub mod diff;
pub mod draft;
pub mod inputs;
pub mod interrupt;
pub mod new_file;
pub mod pool;
pub mod progress;
pub mod reader;
pub mod rewrite;
pub mod settings;
pub mod sink;
pub mod stdout;
mod words;

use std::sync::Arc;

use crate::analysis::Settings;
use crate::format::Layout;

use inputs::Input;

/// A file, and how it is judged and laid out.
pub struct Job {
    pub input: Input,
    pub settings: Arc<Settings>,
    pub layout: Layout,
}

/// What kept a file from being read, or from being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub path: String,
    /// A sentence that says what is wrong.
    pub message: String,
}

impl Fault {
    pub fn new(path: &str, message: String) -> Fault {
        Fault { path: path.to_string(), message }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path == "-" { "standard input" } else { &self.path };
        write!(f, "{path}: {}", self.message)
    }
}
