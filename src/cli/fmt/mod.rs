//! `vgn-lsp fmt`: files in, the same games with another layout out.
//!
//! The games of a chunk are formatted on all cores ([`game`]); [`destination`] writes them in order.

mod destination;
mod game;
mod run;

pub use run::run;
