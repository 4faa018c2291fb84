//! All rooms of vgn-lsp under one name, for its program, tests and benchmarks. The library is the crate `vgn-engine`.

pub use vgn_cli as cli;
pub use vgn_config::{self as config, files};
pub use vgn_engine::{
    binary, convert, format, games, lint, notation, openings, preferences, replay, rules, score, source, syntax,
    variants,
};
#[cfg(feature = "server")]
pub use vgn_ide as ide;
pub use vgn_search as search;
#[cfg(feature = "server")]
pub use vgn_server::{lsp, native};
