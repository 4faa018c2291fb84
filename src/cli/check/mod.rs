//! `vgn-lsp check`: files in, findings out.
//!
//! The games of a chunk are judged, fixed and printed on all cores ([`judge`], [`fix`], [`crate::format`]);
//! between these steps, [`files`] visits the games in order, because the line and number of a game depend on all games
//! before it.

mod borders;
mod duplicates;
mod files;
mod fix;
mod judge;
mod run;

pub use fix::remedy;
pub use run::run;
