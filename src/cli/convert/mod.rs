//! `vgn-lsp convert`: games in, games in another notation out.
//!
//! One thread reads and cuts, as for a check; batches of games are converted on all cores ([`game`]); then they go to
//! their place in their order ([`place`]), for a game's number and line depend on all games before it.

mod game;
mod letters;
mod one_section;
mod place;
mod run;

pub use run::run;
