//! `vgn-lsp convert`: games in, games in another notation out.
//!
//! One thread reads and splits, as for `check`; batches of games are converted on all cores ([`game`]); then they are
//! written in order ([`place`]), because the number and line of a game depend on all games before it.

mod game;
mod letters;
mod one_section;
mod place;
mod run;

pub use run::run;
