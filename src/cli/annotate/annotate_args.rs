//! The arguments of `annotate`.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use vgn_engine::lint::MistakeThresholds;
use vgn_uci::protocol::SearchLimit;

use crate::batch::pool::jobs_wanted;

#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("limit").multiple(false),
    after_help = "Nothing that is in a game is changed: evaluations are added, and glyphs to half-moves without one. \
                  Half-moves that have an evaluation of at least this depth keep it, so that an interrupted run goes on \
                  where it ended: Ctrl-C writes the games that are done with the others as they were. \
                  docs/annotate.md explains all.\n\n\
                        Exit status: 0 when all is annotated, 1 when a game was left as it is or not evaluated to its \
                        end, or `--check` reports a fault, 2 for wrong usage, a failure to read or write, or an engine \
                        that fails."
)]
pub struct AnnotateArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// The engine, a program that speaks UCI [default: `stockfish`]
    #[arg(long, value_name = "PROGRAM")]
    pub engine: Option<PathBuf>,

    /// Search each position to this depth, in half-moves [default: 18]
    #[arg(long, value_name = "N", group = "limit")]
    pub depth: Option<NonZeroU32>,

    /// Search this number of positions for each: the same evaluations in each run
    #[arg(long, value_name = "N", group = "limit")]
    pub nodes: Option<NonZeroU64>,

    /// Search each position for this time, in seconds such as 0.5
    #[arg(long, value_name = "SECONDS", group = "limit", value_parser = seconds)]
    pub time: Option<u64>,

    /// Losses of winning chances (from -1 to 1) that are an inaccuracy, a mistake and a blunder [default: 0.1,0.2,0.3]
    #[arg(long, value_name = "A,B,C", value_parser = thresholds)]
    pub threshold: Option<MistakeThresholds>,

    /// Add what was better as a variation on each half-move that gets a glyph
    #[arg(long)]
    pub variations: bool,

    /// Add a comment on the whole game: accuracy, average loss, number of mistakes
    #[arg(long)]
    pub summary: bool,

    /// Write no games: report variations that are no improvement, half-moves with `!` in variations that lose, and (as
    /// notes) half-moves that were the only good ones
    #[arg(long, conflicts_with_all = ["output", "in_place", "variations", "summary", "force"])]
    pub check: bool,

    /// Memory of each engine for positions that it has seen, in MiB [default: the engine's own]
    #[arg(long, value_name = "MIB")]
    pub hash: Option<NonZeroU32>,

    /// The file to write; `-` is standard output, which is also the default
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Replace each file by its annotated games
    #[arg(long, conflicts_with = "output")]
    pub in_place: bool,

    /// Also replace files that are read-only or have hard links, or would lose an attribute or the owner
    #[arg(long)]
    pub force: bool,

    /// Print no summary and no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Games annotated at the same time at most, each by an engine of its own [default: as many as there are
    /// processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<NonZeroUsize>,
}

/// Depth without another limit, in half-moves.
const USUAL_DEPTH: u32 = 18;

impl AnnotateArgs {
    /// When each search ends.
    pub fn limit(&self) -> SearchLimit {
        match (self.nodes, self.time) {
            (Some(nodes), _) => SearchLimit::Nodes(nodes.get()),
            (None, Some(time)) => SearchLimit::Time(time),
            (None, None) => SearchLimit::Depth(self.depth.map_or(USUAL_DEPTH, NonZeroU32::get)),
        }
    }
}

/// Seconds as milliseconds.
fn seconds(text: &str) -> Result<u64, String> {
    let seconds: f64 = text.parse().map_err(|_| EXPECTED.to_owned())?;
    const EXPECTED: &str = "expected a number of seconds such as 0.5, from 0.001 to 86400";
    if (0.001..=86_400.0).contains(&seconds) { Ok((seconds * 1000.0).round() as u64) } else { Err(EXPECTED.to_owned()) }
}

fn thresholds(text: &str) -> Result<MistakeThresholds, String> {
    let numbers: Vec<f64> = text.split(',').map_while(|part| part.trim().parse().ok()).collect();
    match numbers[..] {
        [inaccuracy, mistake, blunder]
            if text.split(',').count() == 3
                && 0.0 < inaccuracy
                && inaccuracy <= mistake
                && mistake <= blunder
                && blunder.is_finite() =>
        {
            Ok(MistakeThresholds { inaccuracy, mistake, blunder })
        }
        _ => Err("expected three rising numbers above 0 such as 0.1,0.2,0.3".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        assert_eq!(seconds("0.5"), Ok(500));
        assert!(["0", "-1", "x", "inf", "NaN", "1e9"].map(seconds).iter().all(Result::is_err));
        assert_eq!(thresholds("0.1, 0.2,0.3"), Ok(MistakeThresholds::USUAL));
        assert!(["", "1,2", "0.3,0.2,0.1", "0,1,2", "1,2,x", "1,2,3,4"].map(thresholds).iter().all(Result::is_err));
    }
}
