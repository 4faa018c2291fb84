//! Chess engines by the Universal Chess Interface (UCI).
//!
//! Knows: the protocol's lines, boards and moves. Never knows: games, texts, files, the language server protocol.
//!
//! [`protocol`] is lines in, lines out: it has no process, no thread and no clock, so that any host can run it.
//! `process` (the feature of this name) starts a program, and ends it when it hangs or lies.

#[cfg(feature = "process")]
pub mod process;
pub mod protocol;
