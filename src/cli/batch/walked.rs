//! Walks the games of files on all cores, and passes on what a sink made of them, in the order of the games.

use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_engine::source::{BYTE_ORDER_MARK, ChunkExtent, ChunkStart, Encoding};
use vgn_search::{GameSink, GameWalker};

use super::FileFault;
use super::chunks::{BlockOutcomes, Carryover, process};
use super::inputs::InputFile;
use super::pool::total;
use super::progress::ProgressDisplay;
use super::reader::{FileBlock, FileClosing, read_all};
use super::settings::{SettingsArgs, jobs};
use crate::{print_error, prompt};

/// Number of batches read ahead.
const AHEAD: usize = 1;

/// Consecutive games of a file that one sink has seen.
pub struct WalkedGames<'b, S> {
    pub input: &'b InputFile,
    /// Whether the games before them are of another file.
    pub is_first: bool,
    /// The walked text, in which the sink has its ranges.
    pub bytes: &'b [u8],
    /// Where the walked text begins in the file.
    pub start: ChunkStart,
    pub sink: S,
}

/// Walks all games with new sinks, and gives these to `take` until it says to stop. Faults of reading are printed; the
/// answer is whether there was one.
pub fn walk_files<S: GameSink + Send>(
    inputs: Vec<InputFile>,
    pool: &ThreadPool,
    is_quiet: bool,
    new_sink: impl Fn() -> S + Sync,
    mut take: impl FnMut(WalkedGames<'_, S>) -> ControlFlow<()>,
) -> bool {
    let progress = if is_quiet { ProgressDisplay::hidden() } else { ProgressDisplay::new(total(&inputs)) };
    if inputs.iter().any(|input| input.path.is_none()) {
        prompt("games", "");
    }
    // What is reported of a game does not matter here.
    let (jobs, _) = jobs(inputs, SettingsArgs { no_config: true, ..SettingsArgs::default() });
    let (mut rest, mut start, mut is_first, mut is_faulty) =
        (Carryover::default(), ChunkStart::default(), false, false);
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        scope.spawn(move || read_all(jobs, &sender));
        // Leaving the loop drops the receiver, which ends the reading.
        for mut batch in receiver {
            rest.give_to(&mut batch);
            progress.advance(batch.iter().map(|block| block.bytes.len() as u64).sum());
            let outcomes: Vec<BlockOutcomes<S>> =
                pool.install(|| batch.par_iter().map(|block| walked(block, &new_sink)).collect());
            if let (Some(block), Some(outcome)) = (batch.last(), outcomes.last()) {
                rest.take_from(block, outcome.end);
            }
            for (block, outcome) in batch.iter().zip(outcomes) {
                if let Some(opening) = &block.opening {
                    let mark = ChunkStart::at_offset(BYTE_ORDER_MARK.len() as u64);
                    (start, is_first) = (if opening.mark { mark } else { opening.start }, true);
                }
                for sink in outcome.outcomes.into_iter().flatten() {
                    let is_first = std::mem::take(&mut is_first);
                    let walked = WalkedGames { input: &block.job.input, is_first, bytes: &block.bytes, start, sink };
                    if take(walked).is_break() {
                        return;
                    }
                }
                let passed = &block.bytes[..outcome.end.min(block.bytes.len())];
                start = start.after(&ChunkExtent::of(passed, Encoding::Utf8));
                if let Some(FileClosing::Fault(message)) = &block.closing {
                    is_faulty = true;
                    let fault = FileFault::new(&block.job.input.name, message.clone());
                    progress.aside(|| print_error(&fault.to_string()));
                }
            }
        }
    });
    progress.finish();
    is_faulty
}

/// The sinks that have walked a block's games.
fn walked<S: GameSink + Send>(block: &FileBlock, new_sink: &(impl Fn() -> S + Sync)) -> BlockOutcomes<S> {
    let kind = block.job.input.kind;
    process(
        block,
        || GameWalker::new(kind),
        |walker, bytes, span| {
            let mut sink = new_sink();
            walker.span(bytes, span, &mut sink);
            sink
        },
        |chunk| {
            let (mut sink, mut walker, mut from) = (new_sink(), GameWalker::new(kind), chunk.from);
            while from < chunk.until
                && let Some(end) = walker.game(chunk.bytes, from, chunk.last, &mut sink)
            {
                from = end;
            }
            (vec![sink], from)
        },
    )
}
