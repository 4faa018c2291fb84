//! `vgn-lsp merge`: the games of many files in one.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use super::CollectedGame;
use super::content::SeenTexts;
use super::games::each_game;
use super::order::{MergeOrder, OrderingTags};
use super::spool::{GameSpool, SpooledGame};
use super::writer::GameJoiner;
use crate::batch::FileFault;
use crate::batch::inputs::{InputFile, gather};
use crate::batch::new_file::{OutputFile, inputs_beside};
use crate::batch::pool::total;
use crate::batch::progress::ProgressDisplay;
use crate::batch::stdout::Stdout;
use crate::summary::{counted, duration};
use crate::{FAULT, print_error, print_note, reason};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "A game whose text was there before, but for white space, is left out. All others are kept as they are, in \
                  UTF-8: `vgn-lsp duplicates` finds games that differ in their names or comments. Nothing is written if a \
                  file cannot be read, or a game would be read as a part of another.\n\n\
                  Exit status: 0, or 2 for wrong usage or a failure to read or write."
)]
pub struct MergeArgs {
    /// Files, folders (searched for .pgn and .vgn), globs, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,

    /// The order of the games
    #[arg(long, value_enum, default_value_t = MergeOrder::None, value_name = "ORDER")]
    pub sort: MergeOrder,

    /// Keep games whose text was there before
    #[arg(long)]
    pub keep_duplicates: bool,

    /// Replace a file that is there, even if it is read-only, or would lose its owner or links
    #[arg(long)]
    pub force: bool,
}

/// Merges the files named on the command line.
pub fn run(args: &MergeArgs) -> ExitCode {
    let began = Instant::now();
    let (inputs, mut faults) = gather(&args.paths);
    let inputs = match inputs_beside(&args.output, inputs, args.force) {
        Ok(inputs) => inputs,
        Err(fault) => {
            faults.insert(0, fault);
            Vec::new()
        }
    };
    let progress = ProgressDisplay::new(total(&inputs));
    let is_stdout = args.output.as_os_str() == "-";
    let merged = match faults.into_iter().next() {
        Some(fault) => Err(fault),
        None if inputs.is_empty() => Err(FileFault::new("merge", "no .pgn or .vgn file was found".into())),
        None => merge(args, &inputs, &progress),
    };
    progress.finish();
    match merged {
        Ok(counts) => {
            let mut line = format!("{} of {}", counted(counts.written, "game"), counted(inputs.len() as u64, "file"));
            if counts.left_out > 0 {
                line += &format!(", {} left out whose text was there before", counted(counts.left_out, "game"));
            }
            if counts.recoded > 0 {
                line += &format!(", {} in UTF-8 now", counted(counts.recoded, "game"));
            }
            print_note(&format!("{line}, in {}", duration(began.elapsed())));
            ExitCode::SUCCESS
        }
        Err(fault) => {
            print_error(&fault.to_string());
            if !is_stdout {
                print_note("nothing was written");
            }
            ExitCode::from(FAULT)
        }
    }
}

#[derive(Default)]
struct MergeCounts {
    written: u64,
    left_out: u64,
    recoded: u64,
}

/// A game that waits for its place.
struct WaitingGame {
    key: Box<str>,
    place: SpooledGame,
}

fn merge(args: &MergeArgs, inputs: &[InputFile], progress: &ProgressDisplay) -> Result<MergeCounts, FileFault> {
    let name = args.output.to_string_lossy();
    let unwritten = |error: io::Error| FileFault::new(&name, format!("this cannot be written: {}", reason(&error)));
    let mut output = match args.output.as_os_str() == "-" {
        true => OutputFile::Stdout(Stdout::new()),
        false => OutputFile::new(&args.output, args.force).map_err(unwritten)?,
    };
    let mut spool = match args.sort {
        MergeOrder::None => None,
        _ => Some(GameSpool::beside(folder_of(&args.output)).map_err(unwritten)?),
    };
    let (mut seen, mut counts, mut joiner) = (SeenTexts::default(), MergeCounts::default(), GameJoiner::default());
    let mut waiting: Vec<WaitingGame> = Vec::new();
    for (file, input) in (0..).zip(inputs) {
        each_game(input, progress, |game: CollectedGame<'_>| {
            if !args.keep_duplicates && !seen.insert(&game) {
                counts.left_out += u64::from(game.is_game);
                return Ok(());
            }
            counts.written += u64::from(game.is_game);
            counts.recoded += u64::from(game.is_recoded);
            let Some(spool) = &mut spool else {
                let written = joiner.next(&game.bytes, game.text_len, game.is_game, game.origin(file));
                let written = written.map_err(|fault| fault.fault(inputs))?;
                return output.write(&written).map_err(unwritten);
            };
            // Text that belongs to no game stays behind the game before it.
            let key = match waiting.last() {
                Some(before) if !game.is_game => before.key.clone(),
                _ => OrderingTags::of(game.text()).key(args.sort),
            };
            let place = spool.add(&game, file).map_err(unwritten)?;
            waiting.push(WaitingGame { key, place });
            Ok(())
        })?;
    }
    if let Some(spool) = spool {
        // Games with equal keys stay in the order in which they came.
        waiting.sort_by(|one, other| one.key.cmp(&other.key));
        let mut reader = spool.into_reader().map_err(unwritten)?;
        for WaitingGame { place, .. } in &waiting {
            let (bytes, text_len) = reader.get(*place).map_err(unwritten)?;
            let written = joiner.next(bytes, text_len, place.is_game, place.origin);
            let written = written.map_err(|fault| fault.fault(inputs))?;
            output.write(&written).map_err(unwritten)?;
        }
    }
    output.finish().map_err(unwritten)?;
    Ok(counts)
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
