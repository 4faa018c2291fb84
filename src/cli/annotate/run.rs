//! The run of `annotate`.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use vgn_compressed::CompressionKind;
use vgn_engine::lint::MistakeThresholds;
use vgn_uci::protocol::EngineSettings;

use super::annotate_args::AnnotateArgs;
use super::destination::AnnotatedOutput;
use super::engine_slot::{EngineSlot, engine_program};
use super::game::{AdditionCounts, AnnotationWishes};
use super::worker::{AnnotationEvent, DonePart, engines, start};
use crate::batch::inputs::{InputFile, gather};
use crate::batch::new_file::inputs_beside;
use crate::batch::pool::total;
use crate::batch::progress::ProgressDisplay;
use crate::batch::rewrite::FileRewrite;
use crate::batch::settings::{SettingsArgs, jobs};
use crate::batch::sink::not_rewritten;
use crate::batch::{FileFault, FileJob, interrupt};
use crate::summary::{counted, duration};
use crate::{ERRORS, FAULT, print_error, print_note, prompt, reason};

/// Annotates the files named on the command line.
pub fn run(args: &AnnotateArgs) -> ExitCode {
    let began = Instant::now();
    let (inputs, mut faults) = gather(&args.paths);
    let inputs = beside_output(args, inputs).unwrap_or_else(|fault| {
        faults.insert(0, fault);
        Vec::new()
    });
    if inputs.is_empty() && faults.is_empty() {
        faults.push(FileFault::new("annotate", "no .pgn or .vgn file was found".into()));
    }
    if args.in_place {
        faults.extend(inputs.iter().filter_map(|input| unreplaceable(input, args.force)));
    }
    if !faults.is_empty() {
        faults.iter().for_each(|fault| print_error(&fault.to_string()));
        return ExitCode::from(FAULT);
    }
    interrupt::postpone();
    let program = engine_program(args.engine.as_deref());
    // A check compares the best half-move with the next one.
    let multi_pv = if args.check { 2 } else { 1 };
    let settings = EngineSettings { hash: args.hash.map(Into::into), multi_pv, ..EngineSettings::default() };
    let mut first = EngineSlot::new(&program, settings);
    if let Err(fault) = first.start() {
        let named = if args.engine.is_none() { ": name another by `--engine`" } else { "" };
        print_error(&format!("the engine {} {fault}{named}", program.display()));
        return ExitCode::from(FAULT);
    }
    let engine = first.name().to_owned();
    let output = match AnnotatedOutput::new(args, inputs.len() > 1) {
        Ok(output) => output,
        Err(error) => {
            let path = args.output.as_deref().unwrap_or(std::path::Path::new("-"));
            print_error(&format!("{}: this cannot be written: {}", path.display(), reason(&error)));
            return ExitCode::from(FAULT);
        }
    };
    let progress = if args.quiet { ProgressDisplay::hidden() } else { ProgressDisplay::of_slow_work(total(&inputs)) };
    if inputs.iter().any(|input| input.path.is_none()) {
        prompt("games", "");
    }
    let (jobs, _) = jobs(inputs, SettingsArgs { no_config: true, ..SettingsArgs::default() });
    let wishes = AnnotationWishes {
        limit: args.limit(),
        thresholds: args.threshold.unwrap_or(MistakeThresholds::USUAL),
        variations: args.variations,
        summary: args.summary,
        is_check: args.check,
    };
    let most = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let count = args.jobs.map_or(most, |jobs| jobs.get().min(most));
    let mut run = AnnotateRun { output, progress, job: None, is_unwritten: false, tally: AnnotateTally::default() };
    std::thread::scope(|scope| {
        for event in start(scope, jobs, engines(first, count), wishes) {
            run.event(event);
            if run.output.is_closed() {
                break;
            }
        }
    });
    run.end(args, &engine, began)
}

/// The inputs without the file that is written. One file may be written over itself, as nothing of it is left out.
fn beside_output(args: &AnnotateArgs, inputs: Vec<InputFile>) -> Result<Vec<InputFile>, FileFault> {
    match (&args.output, &inputs[..]) {
        (Some(path), [only]) if only.is_at(path) && CompressionKind::of_name(path).is_none() => Ok(inputs),
        (Some(path), _) => inputs_beside(path, inputs, true),
        (None, _) => Ok(inputs),
    }
}

/// Why a file cannot be replaced, which is to be known before hours are spent on it.
fn unreplaceable(input: &InputFile, forced: bool) -> Option<FileFault> {
    let path = input.path.as_deref()?;
    let why = match input.open() {
        Ok(opened) => match opened.compression {
            Some(kind) => not_rewritten(kind),
            None => format!("it cannot be replaced: {}", reason(&FileRewrite::attempt(path, forced).err()?)),
        },
        // Reading it says so.
        Err(_) => return None,
    };
    Some(FileFault::new(&input.name, why))
}

#[derive(Default)]
struct AnnotateTally {
    files: u64,
    games: u64,
    added: AdditionCounts,
    /// Games that were left as they are.
    refused: u64,
    /// Games of which some half-moves could not be evaluated.
    partial: u64,
    /// Games that an interrupt left as they are.
    interrupted: u64,
    is_faulty: bool,
}

struct AnnotateRun {
    output: AnnotatedOutput,
    progress: ProgressDisplay,
    /// The file that is written.
    job: Option<Arc<FileJob>>,
    /// It cannot be written.
    is_unwritten: bool,
    tally: AnnotateTally,
}

impl AnnotateRun {
    fn event(&mut self, event: AnnotationEvent) {
        match event {
            AnnotationEvent::Open(job, opening) => {
                let opened = self.output.open(&job, &opening);
                self.job = Some(job);
                self.tally.files += 1;
                self.is_unwritten = false;
                self.written(opened);
            }
            AnnotationEvent::Part(part) => self.part(&part),
            AnnotationEvent::Close(job, read) => {
                self.job = Some(job);
                let closed = self.output.close(read.is_ok() && !self.is_unwritten);
                self.written(closed);
                if let Err(message) = read {
                    self.fault(message);
                }
            }
        }
    }

    fn part(&mut self, part: &DonePart) {
        let tally = &mut self.tally;
        tally.games += u64::from(part.source.game.is_some());
        tally.added.evaluated += part.added.evaluated;
        tally.added.kept += part.added.kept;
        tally.added.glyphs += part.added.glyphs;
        tally.added.variations += part.added.variations;
        tally.added.unfit += part.added.unfit;
        tally.added.faults += part.added.faults;
        tally.interrupted += u64::from(part.is_interrupted);
        tally.is_faulty |= part.is_engine_fault;
        tally.refused += u64::from(part.refusal.is_some() || part.is_engine_fault);
        tally.partial += u64::from(part.is_partial);
        let left = part.refusal.as_ref().map(|why| format!("is left as it is: {why}"));
        let partial =
            || "is not evaluated behind some half-moves: `vgn-lsp check` says which cannot be played".to_owned();
        if let (Some(told), Some(game)) = (left.or_else(|| part.is_partial.then(partial)), part.source.game) {
            let name = self.job.as_ref().map_or("-", |job| &job.input.name);
            let name = if name == "-" { "<stdin>" } else { name };
            let note = format!("{name}: game {game} {told}");
            self.progress.aside(|| print_note(&note));
        }
        if !self.is_unwritten {
            let passed = self.output.pass(&part.source, part.after.as_deref());
            self.written(passed);
        }
        self.progress.advance(part.source.bytes.len() as u64);
    }

    fn written(&mut self, result: std::io::Result<()>) {
        if let Err(error) = result {
            self.is_unwritten = true;
            self.fault(format!("it cannot be written, and is unchanged: {}", reason(&error)));
        }
    }

    fn fault(&mut self, message: String) {
        let name = self.job.as_ref().map_or("-", |job| &job.input.name);
        let fault = FileFault::new(name, message);
        self.progress.aside(|| print_error(&fault.to_string()));
        self.tally.is_faulty = true;
    }

    fn end(self, args: &AnnotateArgs, engine: &str, began: Instant) -> ExitCode {
        self.progress.finish();
        let mut tally = self.tally;
        let is_closed = self.output.is_closed();
        if let Err(error) = self.output.finish(!self.is_unwritten) {
            print_error(&format!("the games cannot be written: {}", reason(&error)));
            tally.is_faulty = true;
        }
        if !args.quiet && !is_closed {
            let AdditionCounts { evaluated, kept, glyphs, variations, unfit, faults } = tally.added;
            let done = if args.check {
                format!("{} found", counted(faults, "fault"))
            } else {
                format!("{} evaluated", counted(evaluated, "half-move"))
            };
            let mut line =
                format!("{} in {}: {done} by {engine}", counted(tally.games, "game"), counted(tally.files, "file"),);
            for (count, what) in [(glyphs, "glyph"), (variations, "variation")] {
                if count > 0 {
                    line += &format!(", {} added", counted(count, what));
                }
            }
            if kept > 0 {
                line += &format!(", {} kept", counted(kept, "evaluation"));
            }
            if unfit > 0 {
                line += &format!(", {} kept that the new evaluations speak against", counted(unfit, "glyph"));
            }
            if tally.refused > 0 {
                let were = if tally.refused == 1 { "it was" } else { "they were" };
                line += &format!(", {} left as {were}", counted(tally.refused, "game"));
            }
            if tally.partial > 0 {
                line += &format!(", {} not evaluated to the end", counted(tally.partial, "game"));
            }
            print_note(&format!("{line}, in {}", duration(began.elapsed())));
        }
        if let Some(code) = interrupt::pending() {
            let left = match args.check {
                true => "not checked",
                false => "not annotated, and written as they were; the same command on what was written goes on",
            };
            print_note(&format!("interrupted: {} {left}", counted(tally.interrupted, "game")));
            return ExitCode::from(u8::try_from(code).unwrap_or(FAULT));
        }
        match () {
            () if tally.is_faulty => ExitCode::from(FAULT),
            () if tally.refused + tally.partial + tally.added.faults > 0 => ExitCode::from(ERRORS),
            () => ExitCode::SUCCESS,
        }
    }
}
