//! vgn-lsp: the engine, the language server and the command line for chess games in VGN and PGN text.
//!
//! Data flows one way: text → tokens → tree or events → resolved game → plain answers → protocol.
//! `docs/architecture.md` has the map; the header of each room says what it may not know, and
//! `tests/rooms` enforces it.

pub mod analysis;
pub mod cli;
pub mod config;
pub mod convert;
pub mod files;
pub mod ide;
pub mod lsp;
pub mod notation;
pub mod openings;
pub mod rules;
pub mod source;
pub mod syntax;
