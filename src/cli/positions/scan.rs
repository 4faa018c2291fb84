//! Walks all games on all cores, and sums up what was played in a position.

use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_engine::source::{ChunkExtent, ChunkStart, Encoding};
use vgn_search::{FoundGame, GameWalker, MOST_LISTED, PositionTally, SoughtPosition};

use crate::batch::chunks::{BlockOutcomes, Carryover, process};
use crate::batch::inputs::InputFile;
use crate::batch::pool::total;
use crate::batch::progress::ProgressDisplay;
use crate::batch::reader::{FileBlock, FileClosing, read_all};
use crate::batch::settings::{SettingsArgs, jobs};
use crate::batch::{FileFault, FileJob};
use crate::{print_error, prompt};

/// Number of batches read ahead.
const AHEAD: usize = 1;

/// The games that reach a position.
pub struct ExploredGames<'s> {
    pub tally: PositionTally<'s>,
    /// Those with the highest ratings, the highest first.
    pub best: Vec<ListedGame>,
    /// Whether a file could not be read, or not to its end.
    pub is_faulty: bool,
}

/// A game with its place.
pub struct ListedGame {
    pub found: FoundGame,
    pub file: String,
    /// From 1.
    pub line: u64,
}

/// Walks the games of all files.
pub fn explored<'s>(
    inputs: Vec<InputFile>,
    sought: &'s SoughtPosition,
    pool: &ThreadPool,
    quiet: bool,
) -> ExploredGames<'s> {
    let progress = if quiet { ProgressDisplay::hidden() } else { ProgressDisplay::new(total(&inputs)) };
    if inputs.iter().any(|input| input.path.is_none()) {
        prompt("games", "");
    }
    // What is reported of a game does not matter here.
    let (jobs, _) = jobs(inputs, SettingsArgs { no_config: true, ..SettingsArgs::default() });
    let games = ExploredGames { tally: PositionTally::new(sought), best: Vec::new(), is_faulty: false };
    let mut scan = PositionScan { sought, games, rest: Carryover::default(), start: ChunkStart::default() };
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        scope.spawn(move || read_all(jobs, &sender));
        for mut batch in receiver {
            scan.rest.give_to(&mut batch);
            progress.advance(batch.iter().map(|block| block.bytes.len() as u64).sum());
            for fault in scan.batch(&batch, pool) {
                progress.aside(|| print_error(&fault.to_string()));
            }
        }
    });
    progress.finish();
    scan.games
}

struct PositionScan<'s> {
    sought: &'s SoughtPosition,
    games: ExploredGames<'s>,
    rest: Carryover,
    /// Where the next block of the current file begins.
    start: ChunkStart,
}

impl<'s> PositionScan<'s> {
    /// Takes the games of a batch, and returns why files could not be read.
    fn batch(&mut self, batch: &[FileBlock], pool: &ThreadPool) -> Vec<FileFault> {
        let sought = self.sought;
        let outcomes: Vec<BlockOutcomes<PositionTally<'s>>> =
            pool.install(|| batch.par_iter().map(|block| tallies(block, &block.job, sought)).collect());
        let mut faults = Vec::new();
        for (block, outcome) in batch.iter().zip(&outcomes) {
            if block.opening.is_some() {
                self.start = ChunkStart::default();
            }
            for tally in outcome.outcomes.iter().flatten() {
                self.take(block, tally);
            }
            let passed = &block.bytes[..outcome.end.min(block.bytes.len())];
            self.start = self.start.after(&ChunkExtent::of(passed, Encoding::Utf8));
            if let Some(FileClosing::Fault(message)) = &block.closing {
                self.games.is_faulty = true;
                faults.push(FileFault::new(&block.job.input.name, message.clone()));
            }
        }
        if let (Some(block), Some(outcome)) = (batch.last(), outcomes.last()) {
            self.rest.take_from(block, outcome.end);
        }
        faults
    }

    fn take(&mut self, block: &FileBlock, tally: &PositionTally<'_>) {
        self.games.tally.add_counts(tally);
        let best = &mut self.games.best;
        for found in &tally.best {
            let rating = found.facts.mean_rating();
            let place = best.partition_point(|other| other.found.facts.mean_rating() >= rating);
            if place >= MOST_LISTED {
                break;
            }
            let before = ChunkExtent::of(&block.bytes[..found.at.min(block.bytes.len())], Encoding::Utf8);
            let line = self.start.place(before.end, &before).line + 1;
            let file = block.job.input.name.clone();
            best.insert(place, ListedGame { found: found.clone(), file, line });
            best.truncate(MOST_LISTED);
        }
    }
}

/// The tallies of a block's games, one for each chunk of them.
fn tallies<'s>(block: &FileBlock, job: &Arc<FileJob>, sought: &'s SoughtPosition) -> BlockOutcomes<PositionTally<'s>> {
    let kind = job.input.kind;
    process(
        block,
        || GameWalker::new(kind),
        |walker, bytes, span| {
            let mut tally = PositionTally::new(sought);
            walker.span(bytes, span, &mut tally);
            tally
        },
        |chunk| {
            let mut tally = PositionTally::new(sought);
            let mut walker = GameWalker::new(kind);
            let mut from = chunk.from;
            while from < chunk.until
                && let Some(end) = walker.game(chunk.bytes, from, chunk.last, &mut tally)
            {
                from = end;
            }
            (vec![tally], from)
        },
    )
}
