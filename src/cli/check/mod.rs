//! `vgn-lsp check`: files in, findings out.
//!
//! The games of a chunk are judged, fixed and printed on all cores ([`judge`], [`fix`], [`crate::cli::format`]); between the
//! two, [`files`] goes through the games in their order, for a game's line and number depend on all games before it.

mod duplicates;
mod files;
mod fix;
mod judge;
mod run;

pub use run::run;
