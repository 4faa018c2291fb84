//! `vgn-lsp explore`: what was played in a position, and by whom.
//!
//! All games are walked ([`scan`]), and only the sums and the best games are kept. Of files that an index has ([`indexed`])
//! only the games that are listed or few are read ([`replay`]). Printed as a table ([`table`]) or as JSON ([`json`]).

mod indexed;
mod json;
mod replay;
mod scan;
mod table;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use vgn_search::SoughtPosition;

use super::FAULT;
use super::batch::inputs::gather;
use super::batch::pool::{jobs_wanted, pool};
use super::batch::stdout::Stdout;
use super::index::StoreArgs;
use super::summary::counted;
use super::{print_error, print_note, reason};
use indexed::explored_with;
use scan::{ExploredGames, explored};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Counted are the games whose main line reaches the position, by legal moves, transpositions included; each \
                  once, also for each of its moves there. The average rating is that of both players. Files that `vgn-lsp \
                  index` has read and that have not changed since are answered from its index, with the same \
                  result.

Exit status: 0, 2 for wrong usage or a failure to read."
)]
pub struct ExploreArgs {
    /// A position as FEN in quotes [default: the initial position], then files, folders (searched for .pgn and .vgn),
    /// globs, or `-` for standard input [default: this folder]
    #[arg(value_name = "FEN] [PATH")]
    pub paths: Vec<PathBuf>,

    /// The moves that lead to the position, instead of a FEN: "1. e4 c5"
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,

    #[command(flatten)]
    pub store: StoreArgs,

    /// Read all games, also where an index has them
    #[arg(long, conflicts_with = "store")]
    pub no_index: bool,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t = ExploreFormat::Text, value_name = "FORMAT")]
    pub format: ExploreFormat,

    /// Print no progress
    #[arg(long, short)]
    pub quiet: bool,

    /// Games read at the same time at most [default: as many as there are processors, which is also the limit]
    #[arg(long, short, value_name = "N", value_parser = jobs_wanted)]
    pub jobs: Option<NonZeroUsize>,
}

/// How the result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExploreFormat {
    /// A table for people
    Text,
    /// One JSON object
    Json,
}

/// Counts what was played in a position.
pub fn run(args: &ExploreArgs) -> ExitCode {
    let (sought, paths) = match sought(args) {
        Ok(understood) => understood,
        Err(message) => {
            print_error(&message);
            return ExitCode::from(FAULT);
        }
    };
    let (inputs, faults) = gather(paths);
    faults.iter().for_each(|fault| print_error(&fault.to_string()));
    if inputs.is_empty() {
        if faults.is_empty() {
            print_error("no .pgn or .vgn file was found");
        }
        return ExitCode::from(FAULT);
    }
    let Some(pool) = pool(args.jobs) else { return ExitCode::from(FAULT) };
    let store = if args.no_index { None } else { args.store.folder() };
    let games = match store {
        Some(store) => explored_with(&store, inputs, &sought, &pool, args.quiet),
        None => explored(inputs, &sought, &pool, args.quiet),
    };
    let printed = match args.format {
        ExploreFormat::Text => table::of(&sought, &games).into_bytes(),
        ExploreFormat::Json => json::of(&sought, &games),
    };
    let mut stdout = Stdout::new();
    stdout.write(&printed);
    if games.tally.of_variants > 0 && !args.quiet {
        let number = counted(games.tally.of_variants, "game");
        print_note(&format!("{number} of other variants than chess, by the tag `Variant`: not counted"));
    }
    let is_faulty = !faults.is_empty() || games.is_faulty;
    match stdout.finish() {
        Ok(()) if is_faulty => ExitCode::from(FAULT),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("standard output cannot be written: {}", reason(&error)));
            ExitCode::from(FAULT)
        }
    }
}

/// The position, and the paths behind it. The first argument is a FEN if it begins as one.
fn sought(args: &ExploreArgs) -> Result<(SoughtPosition, &[PathBuf]), String> {
    let is_fen = |path: Option<&PathBuf>| path.is_some_and(|path| begins_as_fen(&path.to_string_lossy()));
    if let Some(moves) = &args.moves {
        if is_fen(args.paths.first()) {
            return Err("a FEN and `--moves` are two positions: expected one of them".to_owned());
        }
        return Ok((SoughtPosition::after_moves(moves)?, &args.paths));
    }
    match args.paths.split_first() {
        Some((first, paths)) if begins_as_fen(&first.to_string_lossy()) => {
            if is_fen(paths.first()) {
                return Err("two positions are given: expected one FEN, and files behind it".to_owned());
            }
            let text = first.to_string_lossy();
            // Of a diagram only the pieces are known.
            let fen = match text.split_whitespace().count() {
                1 => format!("{} w - -", text.trim()),
                _ => text.into_owned(),
            };
            Ok((SoughtPosition::from_fen(&fen)?, paths))
        }
        _ => Ok((SoughtPosition::initial(), &args.paths)),
    }
}

/// Whether a text begins with ranks of pieces, and so is no path that anyone would choose.
fn begins_as_fen(text: &str) -> bool {
    let Some(ranks) = text.split_whitespace().next() else { return false };
    let is_rank = |rank: &str| !rank.is_empty() && rank.chars().all(|c| "pnbrqkPNBRQK12345678~".contains(c));
    ranks.split('/').count() >= 3 && ranks.split('/').all(is_rank)
}
