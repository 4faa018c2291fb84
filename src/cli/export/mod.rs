//! `vgn-lsp export`: games, half-moves and positions as tables, in Parquet files.
//!
//! Chunks of games become rows on all cores, and are written in the order of the games ([`tables`]), in row groups of a
//! bounded size ([`parquet_file`]).

mod parquet_file;
mod tables;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;
use vgn_search::RowSink;

use crate::batch::FileFault;
use crate::batch::byte_range::{ByteRange, byte_range};
use crate::batch::inputs::{gather, with_range};
use crate::batch::pool::{jobs_wanted, pool};
use crate::batch::walked::walk_files;
use crate::summary::{counted, duration};
use crate::{FAULT, print_error, print_note, reason};
use tables::ExportTables;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The folder gets the files games.parquet, moves.parquet and positions.parquet; docs/at-scale.md describes \
                  their columns. Each appears when it is complete.\n\n\
                  Exit status: 0, or 2 for wrong usage or a failure to read or write."
)]
pub struct ExportArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input [default: this folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// The format of the tables
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: ExportFormat,

    /// The folder to write the tables into
    #[arg(long, short, value_name = "FOLDER")]
    pub output: PathBuf,

    /// Only the games that begin in these bytes of the file: from A up to B, which is not included
    #[arg(long, value_name = "A-B", value_parser = byte_range)]
    pub range: Option<ByteRange>,

    /// Replace tables that are there
    #[arg(long)]
    pub force: bool,

    /// Print no summary and no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Games read at the same time at most [default: as many as there are processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<NonZeroUsize>,
}

/// A format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Apache Parquet
    Parquet,
}

/// Exports the files named on the command line.
pub fn run(args: &ExportArgs) -> ExitCode {
    let began = Instant::now();
    match export(args) {
        Ok((tables, files)) => {
            if !args.quiet {
                let counts =
                    [counted(tables[0], "game"), counted(tables[1], "half-move"), counted(tables[2], "position")];
                let folder = args.output.display();
                let files = counted(files as u64, "file");
                let time = duration(began.elapsed());
                print_note(&format!("{} of {files} in {folder}, {time}", counts.join(", ")));
            }
            ExitCode::SUCCESS
        }
        Err(faults) => {
            faults.iter().for_each(|fault| print_error(&fault.to_string()));
            print_note("no table was written");
            ExitCode::from(FAULT)
        }
    }
}

/// Returns the numbers of rows and of files.
fn export(args: &ExportArgs) -> Result<([u64; 3], usize), Vec<FileFault>> {
    let (inputs, faults) = gather(&args.paths);
    if !faults.is_empty() {
        return Err(faults);
    }
    if inputs.is_empty() {
        return Err(vec![FileFault::new("export", "no .pgn or .vgn file was found".into())]);
    }
    let inputs = with_range(inputs, args.range).map_err(|fault| vec![fault])?;
    let files = inputs.len();
    let unwritten = |error: std::io::Error| {
        let name = args.output.to_string_lossy();
        vec![FileFault::new(&name, format!("the tables cannot be written: {}", reason(&error)))]
    };
    let Some(pool) = pool(args.jobs) else { return Err(Vec::new()) };
    let ExportFormat::Parquet = args.to;
    let mut tables = ExportTables::new(&args.output, args.force).map_err(unwritten)?;
    let mut fault = None;
    let is_faulty = walk_files(inputs, &pool, args.quiet, RowSink::default, |walked| {
        match tables.add(&walked.input.name, walked.is_first, walked.start.place.offset, &walked.sink) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                fault = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    match fault {
        Some(error) => Err(unwritten(error)),
        // The reason has been told.
        None if is_faulty => Err(Vec::new()),
        None => tables.finish().map(|counts| (counts, files)).map_err(unwritten),
    }
}
