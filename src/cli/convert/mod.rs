//! `vgn-lsp convert`: games in, games in another notation out.
//!
//! One thread reads and splits, as for `check`; batches of games are converted on all cores ([`game`]); then they are
//! written in order ([`destination`]), because the number and line of a game depend on all games before it.

mod destination;
mod game;
mod game_border;
mod one_section;
mod output_encoding;
mod run;

pub use game::{ConversionOutcome, ConvertOptions, ConvertedGame, convert_chunk, convert_known, passing};
pub use game_border::{GameBorder, is_open_comment};
pub use run::run;
