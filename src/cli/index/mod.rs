//! `vgn-lsp index`: an index of the positions of many games, so that `explore` need not read them.
//!
//! New and changed files are read on all cores ([`build`]) and written to the index's folder ([`folder`]); all others
//! stay as they are. [`status`] tells what an index has.

mod build;
mod folder;
mod status;
mod texts;
mod unchanged;
mod walk;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use vgn_search::store::remove_store;

use super::batch::inputs::gather;
use super::batch::interrupt;
use super::batch::pool::{jobs_wanted, pool};
use super::{FAULT, print_error, print_note};
pub use folder::{StoreArgs, absolute};
pub use texts::{StoredText, texts_of};
pub use unchanged::is_unchanged;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The index is used by `explore` and `find` for all files that have not changed since. A file is read \
                  again only if its content has changed; one that is gone from a folder given here leaves the index, \
                  unless the folder cannot be read. Nothing is written beside the games.

\
                  Exit status: 0, 2 for wrong usage or a failure to read or write."
)]
pub struct IndexArgs {
    /// Files, folders (searched for .pgn and .vgn), globs [default: this folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub store: StoreArgs,

    /// Tell what the index has, instead of changing it
    #[arg(long, conflicts_with_all = ["paths", "remove"])]
    pub status: bool,

    /// Remove the whole index
    #[arg(long, conflicts_with = "paths")]
    pub remove: bool,

    /// Print no progress, and nothing at the end
    #[arg(long, short)]
    pub quiet: bool,

    /// Games read at the same time at most [default: as many as there are processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<NonZeroUsize>,
}

/// Makes, changes, shows or removes an index.
pub fn run(args: &IndexArgs) -> ExitCode {
    let Some(store) = args.store.folder() else {
        print_error("no folder for caches is known: name one for the index with --store DIR");
        return ExitCode::from(FAULT);
    };
    if args.remove {
        return match remove_store(&store) {
            Ok(()) => ExitCode::SUCCESS,
            Err(fault) => {
                print_error(&fault.to_string());
                ExitCode::from(FAULT)
            }
        };
    }
    if args.status {
        return status::print(&store);
    }
    let (inputs, faults) = gather(&args.paths);
    faults.iter().for_each(|fault| print_error(&fault.to_string()));
    if inputs.is_empty() && faults.is_empty() && args.paths.iter().all(|path| !path.exists()) {
        print_error("no .pgn or .vgn file was found");
        return ExitCode::from(FAULT);
    }
    let Some(pool) = pool(args.jobs) else { return ExitCode::from(FAULT) };
    let roots = if args.paths.is_empty() { vec![PathBuf::from(".")] } else { args.paths.clone() };
    let unread: Vec<PathBuf> = faults.iter().map(|fault| PathBuf::from(&fault.path)).collect();
    match build::update(&store, inputs, &roots, &unread, &pool, args.quiet) {
        Ok(report) => {
            if let Some(code) = interrupt::pending() {
                print_note(&format!("interrupted: {report}; the same command goes on"));
                return ExitCode::from(u8::try_from(code).unwrap_or(FAULT));
            }
            if !args.quiet {
                print_note(&report.to_string());
            }
            if report.is_faulty || !faults.is_empty() { ExitCode::from(FAULT) } else { ExitCode::SUCCESS }
        }
        Err(fault) => {
            print_error(&fault.to_string());
            ExitCode::from(FAULT)
        }
    }
}
