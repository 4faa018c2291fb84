//! `vgn-lsp fmt`: files in, the same games out on other lines.
//!
//! The games of a chunk are laid out on all cores ([`game`]); where they go in their order is the business of [`place`].

mod game;
mod place;
mod run;

pub use run::run;
