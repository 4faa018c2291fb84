//! The native host of the language server: a process with threads, standard streams, a disk and a clock.
//!
//! Knows: the server's core (`lsp`), tokio, files, processes. Never knows: the content of messages and files.

mod board;
mod client_process;
mod compressed;
mod engine;
mod files;
mod game_files;
mod host;
mod ignored;
mod memory;
mod new_file;
mod stdio;
mod temporary;
mod web_page;
mod wire;

pub use board::{FileAccess, open_in_browser, run_board};
pub use stdio::run_stdio;
pub use web_page::{PageFile, embedded_page, run_page};

use crate::lsp::host::Host;

/// This process as the host of the server.
pub fn host() -> &'static dyn Host {
    &host::Process
}
