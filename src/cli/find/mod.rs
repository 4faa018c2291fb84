//! `vgn-lsp find`: the games in which a condition holds.
//!
//! Chunks of games are walked on all cores ([`search`]), or only candidates of an index ([`indexed`]). Hits are printed
//! ([`hit_lines`]) or written to a file ([`found_games`]), perhaps [`cut`], in the order of the files or
//! [sorted](sorted_hits).

mod cut;
mod found_games;
mod hit_lines;
mod indexed;
mod run;
mod search;
mod sorted_hits;

use std::path::PathBuf;

use clap::ValueEnum;
use vgn_search::Query;

pub use run::run;

use sorted_hits::HitOrder;

use crate::batch::pool::jobs_wanted;
use crate::index::StoreArgs;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Terms of a game: player, white, black, event, tag, result, date, elo, white-elo, black-elo, eco, plies, \
                  comment, nag, swing. Terms of a position: position, pattern, material, pawns, piece, pieces, check, \
                  mate, stalemate, promotion, on the boards of main lines, each followed by `ever` (the default), \
                  `always` or `for N` half-moves. They are joined by and, or, not and parentheses; docs/find.md explains all.\n\n\
                        Exit status: 0 when a game was found, 1 when none was, 2 for wrong usage or a failure to read \
                        or write."
)]
pub struct FindArgs {
    /// What must hold in a game, such as 'player fischer and material KRPvKR for 10'
    #[arg(value_name = "CONDITION", value_parser = condition)]
    pub condition: Query,

    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input [default: this folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// How the games are listed
    #[arg(long, value_enum, default_value_t = FindFormat::Text, value_name = "FORMAT")]
    pub format: FindFormat,

    /// Write the games to this file, byte for byte, instead of listing them; `-` is standard output
    #[arg(long, short, value_name = "FILE", conflicts_with = "format")]
    pub output: Option<PathBuf>,

    /// Write each game only up to the half-move that was found, with its glyphs and comments, and end it with `*`
    #[arg(long, requires = "output")]
    pub cut: bool,

    /// List or write the games in this order [default: as they come, file by file]
    #[arg(long, value_enum, value_name = "KEY", conflicts_with = "count")]
    pub sort: Option<HitOrder>,

    /// Print only the number of games found
    #[arg(long, conflicts_with_all = ["format", "output"])]
    pub count: bool,

    #[command(flatten)]
    pub store: StoreArgs,

    /// Search all games, also where an index has them
    #[arg(long, conflicts_with = "store")]
    pub no_index: bool,

    /// Replace a file that is there, even if it is read-only or has hard links, or would lose an attribute or the owner
    #[arg(long, requires = "output")]
    pub force: bool,

    /// Print no summary and no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Games searched at the same time at most [default: as many as there are processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<std::num::NonZeroUsize>,
}

/// How games are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindFormat {
    /// One line a game: `file:line:column: game N: White - Black, 12. Nd5`
    Text,
    /// One JSON object a line
    Json,
}

fn condition(text: &str) -> Result<Query, String> {
    Query::parse(text).map_err(|error| {
        let column = text.get(..error.range.start).map_or(0, |before| before.chars().count()) + 1;
        format!("column {column}: {error}")
    })
}
