//! The run of `convert`.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_engine::convert::Target;
use vgn_engine::format::Layout;
use vgn_engine::lint::Settings;
use vgn_engine::source::{ChunkStart, Encoding, FilePosition, Locator};
use vgn_engine::syntax::games::{Span, games};

use super::destination::{ConversionTotals, Destination, DestinationKind, NOT_SHOWN};
use super::game::{ConversionOutcome, ConvertOptions, ConvertedGame, convert, convert_chunk, convert_known, passing};
use super::one_section::read_whole;
use super::output_encoding::EncodingMismatch;
use crate::args::ConvertArgs;
use crate::batch::chunks::{BlockOutcomes, Carryover, process};
use crate::batch::inputs::{InputFile, gather, with_range};
use crate::batch::new_file::inputs_beside;
use crate::batch::pool::{pool, total};
use crate::batch::progress::ProgressDisplay;
use crate::batch::reader::{FileBlock, FileClosing, read_all};
use crate::batch::{FileFault, FileJob};
use crate::summary::{counted, duration, grouped, share_of_games};
use crate::{ERRORS, FAULT, print_error, print_note, prompt};

/// Number of batches read ahead.
const AHEAD: usize = 1;

/// Maximum number of losses listed of one game.
const MOST_LISTED: usize = 10_000;

/// Converts the files named on the command line.
pub fn run(args: &ConvertArgs) -> ExitCode {
    let began = Instant::now();
    let paths = if args.paths.is_empty() { vec!["-".into()] } else { args.paths.clone() };
    let (inputs, faults) = gather(&paths);
    let inputs = match with_range(inputs, args.range) {
        Ok(inputs) => inputs,
        Err(fault) => {
            print_error(&fault.to_string());
            return ExitCode::from(FAULT);
        }
    };
    let beside = match args.output.as_deref() {
        Some(path) => inputs_beside(path, inputs, true),
        None => Ok(inputs),
    };
    let inputs = match beside {
        Ok(inputs) => inputs,
        Err(fault) => {
            print_error(&fault.to_string());
            return ExitCode::from(FAULT);
        }
    };
    if args.in_place && inputs.iter().any(|input| input.path.is_none()) {
        print_error("standard input cannot be converted in place: name files, or leave `--in-place` out");
        return ExitCode::from(FAULT);
    }
    let wanted = match &args.output {
        _ if args.in_place => DestinationKind::InPlace,
        Some(path) if path.as_os_str() != "-" => DestinationKind::File(path.clone()),
        _ => DestinationKind::Stdout,
    };
    let to = match args.to {
        Target::Pgn if args.portable => Target::Portable,
        to if args.portable && to != Target::Portable => {
            print_error(&format!("`--portable` is a form of PGN: expected `--to PGN`, not `--to {}`", to.name()));
            return ExitCode::from(FAULT);
        }
        to => to,
    };
    let options = ConvertOptions { to, from: args.from, allow_loss: args.allow_loss, only_pgn: false };
    let destination = match Destination::new(wanted, args.keep_refused, options.is_endless(), args.force, inputs.len())
    {
        Ok(destination) => destination,
        Err(fault) => {
            print_error(&fault.to_string());
            return ExitCode::from(FAULT);
        }
    };
    if let Some(binary) = options.binary().filter(|_| destination.is_terminal()) {
        print_error(&format!("games in {} are binary{NOT_SHOWN}", binary.name));
        return ExitCode::from(FAULT);
    }
    let Some(pool) = pool(args.jobs) else { return ExitCode::from(FAULT) };
    if inputs.is_empty() && faults.is_empty() {
        print_error("no .pgn or .vgn file was found");
    }
    let progress = ProgressDisplay::new(total(&inputs));
    let mut course = ConvertRun {
        options,
        destination,
        progress,
        rest: Carryover::default(),
        start: ChunkStart::default(),
        number: 0,
        tally: ConvertTally::default(),
        faulty: false,
    };
    for fault in faults {
        course.fault(&fault);
    }
    if inputs.iter().any(|input| input.path.is_none()) {
        prompt("games", if args.paths.is_empty() { "; to convert a file, name it in the command" } else { "" });
    }
    let jobs = jobs(inputs);
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        scope.spawn(move || if options.is_one_section() { read_whole(jobs, &sender) } else { read_all(jobs, &sender) });
        // Leaving the loop drops the receiver, which ends the reading.
        for mut batch in receiver {
            course.rest.give_to(&mut batch);
            course.batch(&batch, &pool);
            if course.destination.is_closed() {
                break;
            }
        }
    });
    course.end(began)
}

/// Games are converted by the full rules, whatever the configuration.
fn jobs(inputs: Vec<InputFile>) -> Vec<Arc<FileJob>> {
    let settings = Arc::new(Settings::default());
    inputs
        .into_iter()
        .map(|input| Arc::new(FileJob { input, settings: Arc::clone(&settings), layout: Layout::default() }))
        .collect()
}

#[derive(Default)]
struct ConvertTally {
    files: u64,
    games: u64,
    refused: u64,
    /// Games that do not fit into the encoding of those before them, and are not kept as they are.
    in_no_encoding: u64,
}

struct ConvertRun {
    options: ConvertOptions,
    destination: Destination,
    progress: ProgressDisplay,
    rest: Carryover,
    /// The start of the file's next span.
    start: ChunkStart,
    /// Number of games of the file so far.
    number: u64,
    tally: ConvertTally,
    faulty: bool,
}

impl ConvertRun {
    fn batch(&mut self, batch: &[FileBlock], pool: &ThreadPool) {
        let options = self.options;
        let converted: Vec<BlockOutcomes<ConvertedGame<'_>>> = pool.install(|| {
            let processed = batch.par_iter().map(|block| {
                let job = &*block.job;
                let known = |passing: &mut _, bytes, span: &Span| convert_known(passing, bytes, span, job, options);
                process(block, || passing(options), known, |chunk| convert_chunk(chunk, job, options))
            });
            processed.collect()
        });
        if let (Some(block), Some(processed)) = (batch.last(), converted.last()) {
            self.rest.take_from(block, processed.end);
        }
        for (block, processed) in batch.iter().zip(&converted) {
            self.block(block, processed);
        }
        self.progress.aside(|| self.destination.flush());
        self.progress.advance(batch.iter().map(|block| block.bytes.len() as u64).sum());
    }

    fn block(&mut self, block: &FileBlock, processed: &BlockOutcomes<ConvertedGame<'_>>) {
        let name = &block.job.input.name;
        let unread = matches!(block.closing, Some(FileClosing::Fault(_))) && block.bytes.is_empty();
        if let Some(opening) = block.opening.as_ref().filter(|_| !unread) {
            self.tally.files += 1;
            self.number = 0;
            self.start = opening.start;
            let opened = self.destination.open(&block.job, opening, self.options.to == Target::Portable);
            self.check(opened);
        }
        for outcome in processed.outcomes.iter().flatten() {
            self.outcome(&block.job, outcome);
        }
        if let Some(closing) = &block.closing {
            let closed = self.destination.close(closing, name);
            self.check(closed);
            if let FileClosing::Fault(message) = closing {
                self.fault(&FileFault::new(name, message.clone()));
            }
        }
    }

    /// Games that were converted together are handled one by one if one of them does not fit to the output before.
    fn outcome(&mut self, job: &FileJob, outcome: &ConvertedGame<'_>) {
        let mismatch = self.destination.mismatch(outcome);
        if mismatch.is_none() || outcome.games < 2 {
            return self.game(job, outcome, mismatch.as_ref());
        }
        for span in games(outcome.before) {
            let one = convert(outcome.before, &span, job, self.options);
            let mismatch = self.destination.mismatch(&one);
            self.game(job, &one, mismatch.as_ref());
        }
    }

    fn game(&mut self, job: &FileJob, outcome: &ConvertedGame<'_>, mismatch: Option<&EncodingMismatch>) {
        let name = &job.input.name;
        self.number += outcome.games;
        self.tally.games += outcome.games;
        let unwritable = mismatch.is_some_and(|mismatch| !self.options.allow_loss || mismatch.reduced.is_none());
        let no_room = "nothing marks the end of a section of version 1.0, so a file can contain only one game and \
                       nothing after it";
        let separator = match unwritable {
            true => self.destination.separator(&outcome.unchanged()),
            false => self.destination.separator(outcome),
        };
        let crowded = match separator {
            _ if self.destination.has_no_room(outcome) => Some(no_room),
            separator => separator.err(),
        };
        let refused = crowded.is_some() || unwritable || matches!(outcome.outcome, ConversionOutcome::Refused);
        self.tally.refused += u64::from(refused);
        let what = if refused { "refused" } else { "lost" };
        let name_shown = if name == "-" { "<stdin>" } else { name };
        let crowded = crowded.map(|message| (FilePosition::default(), message.to_owned()));
        let letters = mismatch.map(|mismatch| not_in_encoding(outcome, mismatch, unwritable));
        let kept = if refused { self.destination.other_encoding(outcome) } else { None };
        let kept = kept.map(|encoding| {
            let message = format!("it stays in its own encoding, and the games before it are in {encoding}");
            ("kept", FilePosition::default(), message)
        });
        let left_out = outcome.notes.len().saturating_sub(MOST_LISTED);
        let notes = crowded.iter().chain(&letters).chain(outcome.notes.iter().take(MOST_LISTED));
        let remarks = outcome.remarks.iter().take(if refused { 0 } else { MOST_LISTED });
        let remarks = remarks.map(|(place, message)| ("not export format", *place, message.clone()));
        let notes = notes.map(|(place, message)| (what, *place, message.clone())).chain(remarks).chain(kept);
        for (what, place, message) in notes {
            let place = self.start.place(place, &outcome.advance);
            let (line, column) = (place.line + 1, place.column + 1);
            let note = format!("{name_shown}:{line}:{column}: game {}: {what}: {message}", self.number);
            self.progress.aside(|| print_note(&note));
        }
        if left_out > 0 {
            let note =
                format!("{name_shown}: game {}: {what}: {} more of this game", self.number, grouped(left_out as u64));
            self.progress.aside(|| print_note(&note));
        }
        let written = match unwritable {
            true => self.destination.next(&outcome.unchanged(), name, separator),
            false => self.destination.next(outcome, name, separator),
        };
        self.tally.in_no_encoding += u64::from(unwritable && !self.destination.keeps_refused());
        self.check(written);
        self.start = self.start.after(&outcome.advance);
    }

    fn check(&mut self, result: Result<(), FileFault>) {
        if let Err(fault) = result {
            self.fault(&fault);
        }
    }

    fn fault(&mut self, fault: &FileFault) {
        self.progress.aside(|| print_error(&fault.to_string()));
        self.faulty = true;
    }

    fn end(self, began: Instant) -> ExitCode {
        let ConvertRun { mut destination, progress, tally, mut faulty, options, .. } = self;
        progress.finish();
        destination.flush();
        let closed = destination.is_closed();
        let finished = destination.finish().map_err(|fault| {
            print_error(&fault.to_string());
            faulty = true;
        });
        let code = match () {
            () if faulty => FAULT,
            () if tally.refused > 0 => ERRORS,
            () => 0,
        };
        if let Some(ConversionTotals { written, left }) =
            finished.ok().filter(|_| !closed && (tally.files > 0 || !faulty))
        {
            let mut line = format!(
                "{} in {}: {}converted to {}",
                counted(tally.games, "game"),
                counted(tally.files, "file"),
                share_of_games(written.converted, tally.games),
                options.to.name()
            );
            if written.with_losses > 0 {
                line += &format!(", {} with losses", counted(written.with_losses, "game"));
            }
            if tally.refused > 0 {
                line += &format!(", {} refused", counted(tally.refused, "game"));
            }
            line += &format!(" in {}", duration(began.elapsed()));
            if let Some(left) = left.filter(|_| tally.refused > 0) {
                let loss = match tally.in_no_encoding {
                    0 => "convert what fits",
                    _ => "write all in one encoding, with `?` for letters that it lacks",
                };
                line += &format!(
                    "; {left}: use `--allow-loss` to {loss}, or `--keep-refused` to keep refused games as they are"
                );
            }
            print_note(&line);
        }
        ExitCode::from(code)
    }
}

/// The message that a text cannot be written in the encoding of the games before it, and the place of its first such
/// character.
fn not_in_encoding(outcome: &ConvertedGame<'_>, mismatch: &EncodingMismatch, refused: bool) -> (FilePosition, String) {
    let EncodingMismatch { encoding, lacking, .. } = mismatch;
    let Some(character) = lacking else {
        let message =
            format!("in {encoding}, the encoding of the games before this one, its letters would be read as others");
        return (FilePosition::default(), message);
    };
    let found = Encoding::of(outcome.before);
    let at = found.decode(outcome.before).find(*character).unwrap_or_default();
    let locator = Locator::new(outcome.before, found);
    let end = if refused { "" } else { ": `?` is written" };
    let message = format!("`{character}` is not in {encoding}, the encoding of the games before this one{end}");
    (locator.place(locator.byte_offset(at)), message)
}
