//! The language server: its core for any host, and the host that is a process.

pub mod lsp;
#[cfg(feature = "native")]
pub mod native;
