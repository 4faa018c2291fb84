//! The native host of the language server: a process with threads, standard streams, a disk and a clock.
//!
//! Knows: the server's core (`lsp`), tokio, files, processes. Never knows: what stands in a message or a file.

#[cfg(feature = "board")]
mod board;
mod client_process;
mod files;
mod game_files;
mod host;
mod ignored;
mod memory;
mod new_file;
mod stdio;
mod temporary;
mod wire;

#[cfg(feature = "board")]
pub use board::{open_in_browser, run_board};
pub use stdio::run_stdio;

use crate::lsp::host::Host;

/// This process as the world of a server.
pub fn host() -> &'static dyn Host {
    &host::Process
}
