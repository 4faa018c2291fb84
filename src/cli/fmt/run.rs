//! The run of `fmt`.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_engine::syntax::games::Span;

use super::destination::{FmtMode, FormattedFile};
use super::game::{BlockContext, FormattedGames, PORTABLE, lay_out_chunk, lay_out_known};
use crate::args::FmtArgs;
use crate::batch::FileFault;
use crate::batch::chunks::{BlockOutcomes, Carryover, process};
use crate::batch::inputs::gather;
use crate::batch::pool::{pool, total};
use crate::batch::progress::ProgressDisplay;
use crate::batch::reader::{FileBlock, FileClosing, read_all};
use crate::batch::settings::{SettingsArgs, jobs};
use crate::batch::stdout::Stdout;
use crate::convert::{convert_chunk, convert_known, passing};
use crate::summary::{counted, duration, share_of_games};
use crate::terminal::{Stream, readable, shown_columns, visible};
use crate::{ERRORS, FAULT, is_coloured, print_error, print_note, prompt, reason};

/// Maximum number of reasons listed of one game.
const MOST_LISTED: usize = 10_000;

/// Number of batches read ahead.
const AHEAD: usize = 1;

/// Formats the files named on the command line.
pub fn run(args: &FmtArgs) -> ExitCode {
    let began = Instant::now();
    let (inputs, faults) = gather(&args.paths);
    let nothing = inputs.is_empty() && faults.is_empty();
    let progress = if args.quiet { ProgressDisplay::hidden() } else { ProgressDisplay::new(total(&inputs)) };
    if inputs.iter().any(|input| input.path.is_none()) {
        prompt("games", "");
    }
    let given = SettingsArgs { config: args.config.as_deref(), no_config: args.no_config, ..SettingsArgs::default() };
    let (jobs, config_faults) = jobs(inputs, given);
    let mut course = FmtRun {
        purpose: match () {
            () if args.diff => FmtMode::Diff {
                colour: is_coloured(args.color, std::io::stdout()),
                columns: shown_columns(Stream::Stdout),
            },
            () if args.check => FmtMode::Check,
            () => FmtMode::Write { forced: args.force },
        },
        is_portable: args.portable,
        stdout: Stdout::new(),
        // A diff is made for what shows it.
        shows_games: std::io::stdout().is_terminal() && !args.diff,
        progress,
        rest: Carryover::default(),
        file: None,
        tally: FmtTally::default(),
        faulty: false,
    };
    for fault in faults.into_iter().chain(config_faults) {
        course.fault(&fault);
    }
    if nothing {
        print_error("no .pgn or .vgn file was found");
    }
    let Some(pool) = pool(args.jobs) else { return ExitCode::from(FAULT) };
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        scope.spawn(move || read_all(jobs, &sender));
        // Leaving the loop drops the receiver, which ends the reading.
        for mut batch in receiver {
            course.rest.give_to(&mut batch);
            course.batch(&batch, &pool);
            if course.stdout.is_closed() && !matches!(course.purpose, FmtMode::Write { .. }) {
                break;
            }
        }
    });
    course.end(args, began)
}

#[derive(Default)]
struct FmtTally {
    files: u64,
    games: u64,
    changed_files: u64,
    changed_games: u64,
    /// Number of games without a portable form.
    unportable: u64,
}

struct FmtRun {
    purpose: FmtMode,
    is_portable: bool,
    stdout: Stdout,
    /// Whether games go to a terminal.
    shows_games: bool,
    progress: ProgressDisplay,
    rest: Carryover,
    file: Option<FormattedFile>,
    tally: FmtTally,
    faulty: bool,
}

impl FmtRun {
    fn batch(&mut self, batch: &[FileBlock], pool: &ThreadPool) {
        let (rest, is_portable) = (&self.rest, self.is_portable);
        let laid_out: Vec<BlockOutcomes<FormattedGames<'_>>> = pool.install(|| {
            let processed = batch.par_iter().map(|block| {
                let is_first = block.opening.is_some();
                let before = BlockContext { bytes: rest.before(block), is_first };
                let (job, at_end) = (&*block.job, block.closing.is_some());
                if is_portable {
                    let known = |passing: &mut _, bytes, span: &Span| {
                        FormattedGames::from(convert_known(passing, bytes, span, job, PORTABLE))
                    };
                    return process(
                        block,
                        || passing(PORTABLE),
                        known,
                        |chunk| {
                            let (converted, end) = convert_chunk(chunk, job, PORTABLE);
                            (converted.into_iter().map(FormattedGames::from).collect(), end)
                        },
                    );
                }
                let known = |(): &mut (), bytes, span: &Span| lay_out_known(bytes, span, at_end, before, job);
                process(block, || (), known, |chunk| lay_out_chunk(chunk, before, job))
            });
            processed.collect()
        });
        let mut out = Vec::new();
        for (block, processed) in batch.iter().zip(&laid_out) {
            self.block(block, processed, &mut out);
        }
        if let (Some(block), Some(processed)) = (batch.last(), laid_out.last()) {
            self.rest.take_from(block, processed.end);
        }
        if self.shows_games {
            self.stdout.write(readable(&out).as_bytes());
        } else {
            self.stdout.write(&out);
        }
        if !self.stdout.is_closed() {
            let stdout = &mut self.stdout;
            self.progress.aside(|| stdout.flush());
        }
        self.progress.advance(batch.iter().map(|block| block.bytes.len() as u64).sum());
    }

    fn block(&mut self, block: &FileBlock, processed: &BlockOutcomes<FormattedGames<'_>>, out: &mut Vec<u8>) {
        let name = &block.job.input.name;
        let unread = matches!(block.closing, Some(FileClosing::Fault(_))) && block.bytes.is_empty();
        if let Some(opening) = block.opening.as_ref().filter(|_| !unread) {
            self.file = Some(FormattedFile::open(&block.job, opening, self.purpose, self.is_portable, out));
            self.tally.files += 1;
        }
        if let Some(file) = &mut self.file {
            for outcome in processed.outcomes.iter().flatten() {
                let shown = if name == "-" { "<stdin>" } else { name };
                for (place, message) in outcome.notes.iter().take(MOST_LISTED) {
                    let place = outcome.advance.as_ref().map_or(*place, |advance| file.start.place(*place, advance));
                    let (line, column, number) = (place.line + 1, place.column + 1, file.games + outcome.games);
                    let note = format!("{shown}:{line}:{column}: game {number}: not portable: {message}");
                    self.progress.aside(|| print_note(&note));
                }
                self.tally.unportable += u64::from(!outcome.notes.is_empty());
                file.next(outcome, out);
            }
        }
        let Some(closing) = &block.closing else { return };
        if let Some(mut file) = self.file.take() {
            let changed = file.close(closing, out);
            self.tally.games += file.games;
            if changed {
                self.tally.changed_files += 1;
                self.tally.changed_games += file.changed;
                if matches!(self.purpose, FmtMode::Check) {
                    let shown = if name == "-" { "<stdin>" } else { name };
                    out.extend_from_slice(format!("{}\n", visible(shown)).as_bytes());
                }
            }
            if let Some(fault) = file.fault {
                self.fault(&fault);
            }
        }
        if let FileClosing::Fault(message) = closing {
            self.fault(&FileFault::new(name, message.clone()));
        }
    }

    fn fault(&mut self, fault: &FileFault) {
        self.progress.aside(|| print_error(&fault.to_string()));
        self.faulty = true;
    }

    fn end(mut self, args: &FmtArgs, began: Instant) -> ExitCode {
        self.progress.finish();
        self.stdout.flush();
        let closed = self.stdout.is_closed();
        let only_shown = !matches!(self.purpose, FmtMode::Write { .. });
        let mut code = match () {
            () if self.faulty => FAULT,
            () if only_shown && self.tally.changed_files > 0 || self.tally.unportable > 0 => ERRORS,
            () => 0,
        };
        if let Err(error) = self.stdout.finish() {
            print_error(&format!("standard output cannot be written: {}", reason(&error)));
            code = FAULT;
        } else if !(args.quiet || closed && only_shown || self.tally.files == 0) {
            let FmtTally { files, games, changed_files, changed_games, unportable } = self.tally;
            let changed = match (changed_games, only_shown) {
                (0, true) => "nothing would change".to_owned(),
                (0, false) if self.faulty => "nothing changed".to_owned(),
                (0, false) => "nothing to change".to_owned(),
                (_, shown) => {
                    let verb = if shown { "would be formatted" } else { "formatted" };
                    let of_files = match files {
                        files if files == changed_files => String::new(),
                        _ => format!("in {} ", counted(changed_files, "file")),
                    };
                    format!("{}{of_files}{verb}", share_of_games(changed_games, games))
                }
            };
            let (games, files) = (counted(games, "game"), counted(files, "file"));
            let left = match unportable {
                0 => String::new(),
                count => format!(", {} without a portable form left as they are", counted(count, "game")),
            };
            print_note(&format!("{games} in {files}: {changed}{left} in {}", duration(began.elapsed())));
        }
        ExitCode::from(code)
    }
}
