//! The arguments of `vgn-lsp analysis-stats`.

use std::path::PathBuf;

use clap::ValueEnum;

#[derive(Debug, clap::Args)]
#[command(after_help = "The files are read into memory, and each stage is run by itself over all games, on one core. \
                        Later stages repeat the work of earlier ones, so the times cannot be added up.\n\n\
                        Exit status: 0, or 2 for wrong usage or a failure to read.")]
pub struct AnalysisStatsArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// How the table is printed
    #[arg(long, value_enum, default_value_t = StatsFormat::Text, value_name = "FORMAT")]
    pub format: StatsFormat,
}

/// How the figures of the stages are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    Text,
    /// One JSON object
    Json,
}
