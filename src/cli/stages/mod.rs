//! `vgn-lsp analysis-stats`: the cost of each stage of the analysis.
//!
//! The files are read into memory, and each stage runs over all games by itself ([`measured`]), on one thread. So a
//! stage can be compared with itself before a change, and with the cost of the stages below it.

mod figures;
mod measured;
mod meter;
mod stats_args;

use std::process::ExitCode;

use super::batch::inputs::{InputFile, gather};
use super::batch::pool::{pool, total};
use super::batch::progress::ProgressDisplay;
use super::batch::stdout::Stdout;
use super::{FAULT, finish, print_error};

pub use stats_args::{AnalysisStatsArgs, StatsFormat};

/// Measures the files named on the command line.
pub fn run(args: &AnalysisStatsArgs) -> ExitCode {
    let (inputs, faults) = gather(&args.paths);
    for fault in &faults {
        print_error(&fault.to_string());
    }
    // Games nest deeply: the worker thread's stack is made for that.
    let Some(pool) = pool(Some(std::num::NonZeroUsize::MIN)) else { return ExitCode::from(FAULT) };
    let figures = pool.install(|| measure(&inputs));
    let Some(figures) = figures else {
        if inputs.is_empty() && faults.is_empty() {
            print_error("no .pgn or .vgn file was found");
        }
        return ExitCode::from(FAULT);
    };
    let mut stdout = Stdout::new();
    stdout.write(&figures.printed(args.format));
    let code = finish(stdout);
    let whole = faults.is_empty() && figures.files == inputs.len() as u64;
    if whole { code } else { ExitCode::from(FAULT) }
}

/// `None` if no file could be read.
fn measure(inputs: &[InputFile]) -> Option<figures::Figures> {
    let progress = ProgressDisplay::new(total(inputs).map(|bytes| bytes * measured::STAGES));
    let figures = measured::measure(inputs, &progress, &|fault| {
        progress.aside(|| print_error(&fault.to_string()));
    });
    progress.finish();
    (figures.files > 0).then_some(figures)
}
