//! The run of `check`.

use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_config::DiagnosticLevels;
use vgn_engine::lint::Diagnostic;
use vgn_engine::lint::portability::ReaderSet;
use vgn_engine::syntax::games::Span;

use super::borders::keep_borders;
use super::files::{CheckedFile, FixOptions, LocatedFindings};
use super::fix::FixScope;
use super::judge::{CheckedGames, JudgeOptions, SpanContext, judge, judge_chunk};
use crate::args::{CheckArgs, Format};
use crate::batch::chunks::{BlockOutcomes, Carryover, process};
use crate::batch::inputs::{gather, with_range};
use crate::batch::pool::{pool, total};
use crate::batch::progress::ProgressDisplay;
use crate::batch::reader::{FileBlock, FileClosing, read_all};
use crate::batch::settings::{SettingsArgs, jobs};
use crate::batch::stdout::Stdout;
use crate::batch::{FileFault, FileJob};
use crate::format::{FindingPrinter, PrintedFinding, PrintedGame, WholeFile};
use crate::summary::Summary;
use crate::terminal::{Stream, readable, shown_columns, wrapped_counts};
use crate::{ERRORS, FAULT, is_coloured, print_error, prompt, reason};

/// Number of batches read ahead.
const AHEAD: usize = 1;

/// Checks the files named on the command line.
pub fn run(args: &CheckArgs, levels: &DiagnosticLevels) -> ExitCode {
    let began = Instant::now();
    let (inputs, faults) = gather(&args.paths);
    let inputs = match with_range(inputs, args.range) {
        Ok(inputs) => inputs,
        Err(fault) => {
            print_error(&fault.to_string());
            return ExitCode::from(FAULT);
        }
    };
    let nothing = inputs.is_empty() && faults.is_empty();
    let progress = if args.quiet { ProgressDisplay::hidden() } else { ProgressDisplay::new(total(&inputs)) };
    if inputs.iter().any(|input| input.path.is_none()) {
        prompt("games", "");
    }
    let filter = args.fixes() && !args.diff && inputs.iter().any(|input| input.path.is_none());
    let given = SettingsArgs {
        config: args.config.as_deref(),
        no_config: args.no_config,
        levels: Some(levels),
        strictness: args.strictness.map(Into::into),
        readers: args.readers(),
    };
    let (jobs, config_faults) = jobs(inputs, given);
    let mut check = CheckRun::new(args, filter, progress);
    for fault in faults.into_iter().chain(config_faults) {
        check.fault(fault);
    }
    if nothing {
        print_error("no .pgn or .vgn file was found");
    }
    let Some(pool) = pool(args.jobs) else { return ExitCode::from(FAULT) };
    check.begin();
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        scope.spawn(move || read_all(jobs, &sender));
        // Leaving the loop drops the receiver, which ends the reading.
        for mut batch in receiver {
            check.rest.give_to(&mut batch);
            check.batch(&batch, &pool);
            if check.stdout.is_closed() && !args.fixes() {
                break;
            }
        }
    });
    check.end(args, began)
}

/// The findings in a batch.
#[derive(Default)]
struct BatchFindings<'a> {
    /// Games with findings.
    games: Vec<(&'a FileJob, LocatedFindings<'a>)>,
    /// For each file that ends in the batch: how many games with findings of the batch precede its end, and its number
    /// of games.
    ends: Vec<(usize, u64)>,
}

impl CheckArgs {
    /// The programs that games are checked for.
    pub fn readers(&self) -> Option<ReaderSet> {
        let named = self.for_readers.iter().filter_map(|name| ReaderSet::from_name(name));
        named.reduce(ReaderSet::and)
    }

    /// Whether fixes are computed, to be written or shown.
    pub fn fixes(&self) -> bool {
        self.fix || self.unsafe_fixes || self.diff
    }
}

struct CheckRun {
    printer: FindingPrinter,
    /// Findings go to standard error, since standard output receives the fixed text.
    filter: bool,
    /// Findings are printed one by one.
    listed: bool,
    judging: JudgeOptions,
    options: FixOptions,
    stdout: Stdout,
    progress: ProgressDisplay,
    summary: Summary,
    faults: Vec<String>,
    file: Option<CheckedFile>,
    rest: Carryover,
    /// A finding was printed.
    printed: bool,
    /// The file's findings so far, as they are printed.
    whole_file: WholeFile,
    /// Numbers of games of standard input changed by fixes, and of findings removed by that.
    passed_on: (u64, u64),
}

impl CheckRun {
    fn new(args: &CheckArgs, filter: bool, progress: ProgressDisplay) -> CheckRun {
        let (colour, stream) = if filter {
            (is_coloured(args.color, std::io::stderr()), Stream::Stderr)
        } else {
            (is_coloured(args.color, std::io::stdout()), Stream::Stdout)
        };
        let scope = match () {
            () if args.unsafe_fixes => FixScope::All,
            () if args.fixes() => FixScope::Safe,
            () => FixScope::None,
        };
        let printer = FindingPrinter::new(args.format, colour, stream);
        let fixes = (printer.shows_fixes() || args.statistics) && !args.diff;
        let judging = JudgeOptions { scope, only_shown: args.diff, fixes };
        CheckRun {
            printer,
            filter,
            listed: !args.diff && !args.statistics,
            judging,
            options: FixOptions {
                scope,
                only_shown: args.diff,
                colour,
                columns: shown_columns(Stream::Stdout),
                forced: args.force,
            },
            stdout: Stdout::new(),
            progress,
            summary: Summary::default(),
            faults: Vec::new(),
            file: None,
            rest: Carryover::default(),
            printed: false,
            whole_file: WholeFile::default(),
            passed_on: (0, 0),
        }
    }

    fn fault(&mut self, fault: FileFault) {
        let message = fault.to_string();
        self.progress.aside(|| print_error(&message));
        self.faults.push(message);
    }

    fn begin(&mut self) {
        if self.listed {
            let begin = self.printer.begin();
            self.print(&begin);
        }
    }

    fn batch(&mut self, batch: &[FileBlock], pool: &ThreadPool) {
        let (judging, rest) = (self.judging, &self.rest);
        let judged: Vec<BlockOutcomes<CheckedGames<'_>>> = pool.install(|| {
            let processed = batch.par_iter().map(|block| {
                let job = &*block.job;
                let (before, at_end) = (rest.before(block), block.closing.is_some());
                let known =
                    |(): &mut (), bytes, span: &Span| judge(SpanContext { before, bytes, at_end }, span, job, judging);
                let mut processed = process(block, || (), known, |chunk| judge_chunk(chunk, before, job, judging));
                if judging.scope != FixScope::None {
                    let unfixed = JudgeOptions { scope: FixScope::None, ..judging };
                    let around = SpanContext { before, bytes: &block.bytes, at_end };
                    keep_borders(&mut processed.outcomes, |span| judge(around, span, job, unfixed));
                }
                processed
            });
            processed.collect()
        });
        if let (Some(block), Some(processed)) = (batch.last(), judged.last()) {
            self.rest.take_from(block, processed.end);
        }
        let mut out = Vec::new();
        let mut found = BatchFindings::default();
        for (block, processed) in batch.iter().zip(&judged) {
            self.block(block, processed, &mut found, &mut out);
        }
        if self.listed {
            let (printer, BatchFindings { games, ends }) = (&self.printer, &found);
            let printed: Vec<Vec<PrintedFinding>> =
                pool.install(|| games.par_iter().map(|(job, placed)| print(printer, job, placed)).collect());
            let mut ends = ends.iter().peekable();
            for (at, ((_, placed), printed)) in games.iter().zip(printed).enumerate() {
                self.end_files(&mut ends, at);
                let bytes = self.whole_file.pass(placed.number, printed);
                self.print_findings(&bytes);
            }
            self.end_files(&mut ends, games.len());
        }
        if self.filter && self.options.columns.is_some() {
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

    fn block<'a>(
        &mut self,
        block: &'a FileBlock,
        processed: &'a BlockOutcomes<CheckedGames<'a>>,
        found: &mut BatchFindings<'a>,
        out: &mut Vec<u8>,
    ) {
        let findings = &mut found.games;
        let printed = findings.len();
        let refused = matches!(block.closing, Some(FileClosing::Fault(_))) && block.bytes.is_empty();
        if let Some(opening) = &block.opening
            && !refused
        {
            self.summary.files += 1;
            self.file = Some(CheckedFile::open(&block.job, opening, self.options, out));
        }
        if let Some(file) = &mut self.file {
            for outcome in processed.outcomes.iter().flatten() {
                let outcome = match outcome {
                    CheckedGames::Game(outcome) => outcome,
                    CheckedGames::Plain(run) => {
                        self.summary.games += run.games;
                        self.summary.half_moves += run.half_moves;
                        self.summary.main_line_half_moves += run.main_line_half_moves;
                        self.summary.left_out += run.left_out;
                        let placed = file.next_plain(run, out);
                        findings.extend(placed.into_iter().map(|placed| (&*block.job, placed)));
                        continue;
                    }
                };
                let unfixed = || outcome.unfixed(&block.job, self.judging);
                let located = file.next(outcome, unfixed, &mut self.summary, out);
                findings.extend(located.into_iter().map(|placed| (&*block.job, placed)));
            }
        }
        for finding in findings[printed..].iter().flat_map(|(_, placed)| &placed.findings) {
            self.summary.count(finding);
        }
        let Some(closing) = &block.closing else { return };
        if let Some(mut file) = self.file.take() {
            found.ends.push((found.games.len(), file.games));
            if file.close(closing, out) {
                self.summary.fixed_files += 1;
                self.summary.fixed_games += file.fixed_games;
                self.summary.fixed += file.fixed;
                if block.job.input.path.is_none() {
                    self.passed_on = (file.fixed_games, file.fixed);
                }
            }
            if let Some(fault) = file.fault {
                self.summary.unwritten += file.fixed;
                self.fault(fault);
            }
        }
        if let FileClosing::Fault(message) = closing {
            self.fault(FileFault::new(&block.job.input.name, message.clone()));
        }
    }

    /// Prints what is left of the files that end before the batch's game at this index.
    fn end_files<'e>(&mut self, ends: &mut std::iter::Peekable<impl Iterator<Item = &'e (usize, u64)>>, at: usize) {
        while let Some((_, games)) = ends.next_if(|(end, _)| *end <= at) {
            let bytes = self.whole_file.end(*games, &self.printer);
            self.print_findings(&bytes);
        }
    }

    fn print_findings(&mut self, bytes: &[u8]) {
        let skipped = if self.printed { 0 } else { self.printer.separator().len() };
        self.printed |= !bytes.is_empty();
        self.print(&bytes[skipped.min(bytes.len())..]);
    }

    fn print(&mut self, bytes: &[u8]) {
        if !self.filter {
            self.stdout.write(bytes);
        } else {
            // If standard error is closed, there is no way to report it.
            self.progress.aside(|| std::io::stderr().write_all(bytes)).unwrap_or_default();
        }
    }

    fn end(mut self, args: &CheckArgs, began: Instant) -> ExitCode {
        self.progress.finish();
        if self.listed {
            let end = self.printer.end(&self.summary, &self.faults);
            self.print(&end);
        } else if args.statistics {
            let statistics = match args.format {
                Format::Json => {
                    [self.summary.statistics_json(), self.printer.end(&self.summary, &self.faults)].concat()
                }
                _ => self.summary.statistics().into_bytes(),
            };
            self.print(&statistics);
        }
        self.stdout.flush();
        if self.filter && self.stdout.is_closed() {
            // The fixed standard input did not reach its reader.
            let (games, fixed) = self.passed_on;
            self.summary.fixed_files -= u64::from(games > 0);
            self.summary.fixed_games -= games;
            self.summary.fixed -= fixed;
        }
        let quiet = args.quiet || (self.stdout.is_closed() && !args.fixes());
        let would_change = args.diff && self.summary.fixed_games > 0;
        let mut code = match () {
            () if !self.faults.is_empty() => FAULT,
            () if self.summary.errors > 0 || would_change => ERRORS,
            () => 0,
        };
        if let Err(error) = self.stdout.finish() {
            print_error(&format!("standard output cannot be written: {}", reason(&error)));
            code = FAULT;
            // Nothing was changed, and the counts would cover only a part of the input.
            if !args.fixes() {
                return ExitCode::from(code);
            }
        } else if quiet {
            return ExitCode::from(code);
        }
        let mut lines = Vec::new();
        // If no file was read, a fault has been printed already.
        lines.extend((self.summary.files > 0).then(|| self.summary.line(began.elapsed())));
        lines.extend(self.summary.unwritten_line());
        lines.extend(self.summary.left_out_line());
        lines.extend(self.summary.fixed_line(args.diff));
        lines.extend(self.summary.fixable_line(args.fixes()));
        lines.extend(self.summary.silencing_line().filter(|_| self.listed && self.printer.is_text()));
        let table = if args.counts { self.summary.table() } else { String::new() };
        let wrap = shown_columns(Stream::Stderr);
        let lines: String = lines.iter().map(|line| wrapped_counts(line, wrap) + "\n").collect();
        let _ = write!(std::io::stderr(), "{table}{lines}");
        ExitCode::from(code)
    }
}

fn print(printer: &FindingPrinter, job: &FileJob, placed: &LocatedFindings<'_>) -> Vec<PrintedFinding> {
    let bytes = &placed.bytes[..placed.text_len];
    let needs_text = printer.is_text() || placed.text_len < placed.bytes.len();
    let text = if needs_text { placed.encoding.decode(bytes) } else { Cow::Borrowed("") };
    let game = PrintedGame {
        file: &job.input.name,
        path: job.input.shown_path(),
        number: placed.number,
        bytes,
        text: &text,
        section: &placed.bytes[placed.text_len..],
        encoding: placed.encoding,
        start: placed.start,
        advance: &placed.advance,
        first: placed.first.as_ref(),
    };
    let findings: Vec<&Diagnostic> = placed.findings.iter().map(AsRef::as_ref).collect();
    printer.findings(&game, &findings)
}
