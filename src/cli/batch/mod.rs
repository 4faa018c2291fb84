//! Batch processing of files, shared by all commands that read many games.
//!
//! One thread reads ([`reader`]) blocks of the [`inputs`]; chunks of a block are processed on all cores ([`chunks`],
//! [`pool`]), and their results are taken in the order of the games. Files are replaced as a whole ([`rewrite`],
//! [`new_file`], both by a [`draft`], with the [`attributes`] of the old file), also if the program is interrupted
//! ([`interrupt`]). Changes are shown as a [`diff`], with changed [`words`] marked. A [`sink`] is the destination of a
//! file's text: one of these, or standard output. A [`byte_range`] of a file is read
//! alone. [`walked`] walks all games with sinks of `vgn_search`. [`settings`] finds each file's configuration. Knows: files, threads.
//! Never knows: what is done with a game.

pub mod attributes;
pub mod byte_range;
pub mod chunks;
pub mod diff;
pub mod draft;
pub mod inputs;
pub mod interrupt;
pub mod new_file;
mod pattern;
pub mod pool;
pub mod progress;
pub mod reader;
pub mod rewrite;
pub mod settings;
pub mod sink;
pub mod stdout;
pub mod walked;
mod words;

use std::sync::Arc;

use inputs::InputFile;
use vgn_engine::format::Layout;
use vgn_engine::lint::Settings;

/// A file, and the settings by which it is judged and formatted.
pub struct FileJob {
    pub input: InputFile,
    pub settings: Arc<Settings>,
    pub layout: Layout,
}

/// A reason why a file could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    pub path: String,
    /// A sentence.
    pub message: String,
}

impl FileFault {
    pub fn new(path: &str, message: String) -> FileFault {
        FileFault { path: path.to_string(), message }
    }
}

impl std::fmt::Display for FileFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path == "-" { "standard input" } else { &self.path };
        write!(f, "{path}: {}", self.message)
    }
}
