//! `vgn-lsp annotate`: games with an engine's evaluations, and glyphs and variations by them.
//!
//! One thread reads the games ([`source_games`]), several annotate them, each with an engine of its own ([`worker`],
//! [`engine_slot`]), and they are written in their order ([`destination`]). Of one game, [`main_line`] says what can
//! be searched, [`positions`] searches it, [`judgement`] what is a mistake, and [`additions`] where all of it is inserted; nothing is written
//! unless [`proof`] finds that the new text says what the old one did, and the evaluations beside it.

mod additions;
mod annotate_args;
mod destination;
mod engine_slot;
mod game;
mod judgement;
mod main_line;
mod positions;
mod proof;
mod review;
mod run;
mod source_games;
mod summary;
mod variation_text;
mod worker;

pub use annotate_args::AnnotateArgs;
pub use run::run;
