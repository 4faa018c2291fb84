//! `vgn-lsp fmt`: files in, the same games with another layout out.
//!
//! The games of a chunk are formatted on all cores ([`game`]); [`place`] writes them in order.

mod game;
mod place;
mod run;

pub use run::run;
