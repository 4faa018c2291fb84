//! `vgn-lsp repertoire`: contradictions, transpositions and gaps in a player's own lines.
//!
//! The games of the studies are kept with their lines ([`studies`]), whose findings `vgn_search` makes. [`lines`] prints
//! them.

mod lines;
mod run;
mod studies;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use vgn_search::repertoire::own_side::{StudySide, color_of};

pub use run::run;

use crate::batch::pool::jobs_wanted;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each game is a chapter; its variations are lines as the main line is. A move marked ?, ?? or ?! is shown, \
                  not recommended: it is no answer, and what follows it does not count. Whose lines a file has is told by \
                  `--for`, by the tags `Orientation`, by the word `white` or `black` in its name, or by the side whose moves \
                  do not branch; docs/repertoire.md explains all.\n\n\
                  Exit status: 0, 1 with contradictions or moves without an answer, 2 for wrong usage or a failure to read."
)]
pub struct RepertoireArgs {
    /// Studies: files, folders (searched for .pgn and .vgn), globs, or `-` for standard input [default: this folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Whose lines they are: `white` or `black`
    #[arg(long = "for", value_name = "SIDE", value_parser = side)]
    pub side: Option<StudySide>,

    /// Games of others, whose common moves need an answer: a file or folder; may be given several times
    #[arg(long, value_name = "PATH")]
    pub database: Vec<PathBuf>,

    /// The least share of the games in a position that makes a move common, in per cent
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = share, requires = "database")]
    pub min_share: f64,

    /// The least number of games that makes a move common
    #[arg(long, value_name = "N", default_value_t = 20, requires = "database")]
    pub min_games: u64,

    /// How findings are printed
    #[arg(long, value_enum, default_value_t = RepertoireFormat::Text, value_name = "FORMAT")]
    pub format: RepertoireFormat,

    /// Print findings, and nothing else: no summary, no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Games read at the same time at most [default: as many as there are processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<NonZeroUsize>,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RepertoireFormat {
    /// One line each: `file:line:column: conflict: 3. Bb5, but 3. Bc4 at file:line:column`
    Text,
    /// One JSON object a line
    Json,
}

/// A share in per cent, as a part of 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse::<f64>().ok();
    let share = number.filter(|number| (0.0..=100.0).contains(number)).map(|number| number / 100.0);
    share.ok_or_else(|| "expected a number from 0 to 100, such as 5 or 5%".to_owned())
}

fn side(text: &str) -> Result<StudySide, String> {
    color_of(text).ok_or_else(|| "expected white or black".to_owned())
}
