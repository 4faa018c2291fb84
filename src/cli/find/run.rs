//! The run of `find`.

use std::borrow::Cow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_engine::source::{BYTE_ORDER_MARK, ChunkStart, FilePosition};
use vgn_engine::syntax::games::Span;

use super::FindArgs;
use super::cut::with_terminator;
use super::found_games::FoundGames;
use super::hit_lines::{self, HitPlace};
use super::indexed::{CandidateGames, FindCandidates};
use super::search::{BytesBefore, MatchedGame, SearchedGames, Searcher};
use super::sorted_hits::SortedHits;
use crate::batch::FileFault;
use crate::batch::chunks::{BlockOutcomes, Carryover, process};
use crate::batch::inputs::{InputFile, gather};
use crate::batch::new_file::inputs_beside;
use crate::batch::pool::{pool, total};
use crate::batch::progress::ProgressDisplay;
use crate::batch::reader::{FileBlock, FileClosing, read_all};
use crate::batch::settings::{SettingsArgs, jobs};
use crate::batch::stdout::Stdout;
use crate::summary::{counted, duration};
use crate::{ERRORS, FAULT, print_error, print_note, prompt, reason};

/// Number of batches read ahead.
const AHEAD: usize = 1;

/// Searches the files named on the command line.
pub fn run(args: &FindArgs) -> ExitCode {
    let began = Instant::now();
    let (mut inputs, faults) = gather(&args.paths);
    if let Some(output) = &args.output {
        inputs = match inputs_beside(output, inputs, args.force) {
            Ok(inputs) => inputs,
            Err(fault) => {
                print_error(&fault.to_string());
                return ExitCode::from(FAULT);
            }
        };
    }
    let nothing = inputs.is_empty() && faults.is_empty();
    let progress = if args.quiet { ProgressDisplay::hidden() } else { ProgressDisplay::new(total(&inputs)) };
    if inputs.iter().any(|input| input.path.is_none()) {
        prompt("games", "");
    }
    let mut indexed = args
        .store
        .folder()
        .filter(|_| !args.no_index)
        .and_then(|folder| FindCandidates::of(&folder, &args.condition, &inputs));
    let games =
        match args.output.as_deref().map(|path| FoundGames::new(path, args.force, args.sort.is_some())).transpose() {
            Ok(games) => games,
            Err(error) => {
                print_error(&cannot_write(args.output.as_deref(), &error).to_string());
                return ExitCode::from(FAULT);
            }
        };
    let lines = match args.sort.filter(|_| args.output.is_none()).map(|_| SortedHits::beside(None)).transpose() {
        Ok(lines) => lines,
        Err(error) => {
            print_error(&format!("the list cannot be sorted: {}", reason(&error)));
            return ExitCode::from(FAULT);
        }
    };
    let mut find = FindRun {
        args,
        stdout: Stdout::new(),
        games,
        lines,
        progress,
        rest: Carryover::default(),
        start: ChunkStart::default(),
        games_before: 0,
        is_last_found: false,
        passed: 0,
        tally: FindTally::default(),
        faulty: false,
    };
    for fault in faults {
        find.fault(&fault);
    }
    if nothing {
        print_error("no .pgn or .vgn file was found");
        find.faulty = true;
    }
    let Some(pool) = pool(args.jobs) else { return ExitCode::from(FAULT) };
    let mut unread = Vec::new();
    for (place, input) in inputs.into_iter().enumerate() {
        if let Some(indexed) = &mut indexed
            && let Some(file) = indexed.take(place)
        {
            find.scan(std::mem::take(&mut unread), &pool);
            if find.is_over() || find.indexed(&input, indexed, &file, &pool) {
                continue;
            }
        }
        unread.push(input);
    }
    find.scan(unread, &pool);
    find.end(began)
}

#[derive(Default)]
struct FindTally {
    files: u64,
    games: u64,
    of_variants: u64,
    found: u64,
    /// Number of games that were cut.
    cut: u64,
    /// Number of games written whole, since the condition shows no half-move of them.
    uncut: u64,
}

struct FindRun<'r> {
    args: &'r FindArgs,
    stdout: Stdout,
    /// The file of `--output`; `None` without one, and after a fault.
    games: Option<FoundGames>,
    /// Lines that are to be sorted.
    lines: Option<SortedHits>,
    progress: ProgressDisplay,
    rest: Carryover,
    /// The start of the file's next games.
    start: ChunkStart,
    /// Number of the file's games before them.
    games_before: u64,
    /// Whether the file's last game was found, and waits for what belongs to it.
    is_last_found: bool,
    /// Hits of the next file that were printed before its scan.
    passed: u64,
    tally: FindTally,
    faulty: bool,
}

impl FindRun<'_> {
    /// Searches all games of files.
    fn scan(&mut self, inputs: Vec<InputFile>, pool: &ThreadPool) {
        if inputs.is_empty() || self.is_over() {
            return;
        }
        // No setting changes which games there are, or what they say.
        let (jobs, _) = jobs(inputs, SettingsArgs { no_config: true, ..SettingsArgs::default() });
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(AHEAD);
            scope.spawn(move || read_all(jobs, &sender));
            // Leaving the loop drops the receiver, which ends the reading.
            for mut batch in receiver {
                self.rest.give_to(&mut batch);
                self.batch(&batch, pool);
                if self.is_over() {
                    break;
                }
            }
        });
    }

    /// Searches those games of a file that an index tells; returns whether that is all that is to be done.
    fn indexed(
        &mut self,
        input: &InputFile,
        indexed: &FindCandidates,
        file: &CandidateGames,
        pool: &ThreadPool,
    ) -> bool {
        let before = self.tally.found;
        let is_all = indexed.search(input, file, &self.args.condition, pool, |games| {
            let mut out = Vec::new();
            for game in games {
                for found in &game.searched.found {
                    let start = found.place(game.start, &game.searched);
                    self.hit(input, game.number, start, found, &mut out);
                }
            }
            self.print(&out);
            !self.is_over()
        });
        if is_all {
            self.tally.files += 1;
            self.tally.games += indexed.games(file);
            let length = input.path.as_ref().and_then(|path| path.metadata().ok()).map_or(0, |file| file.len());
            self.progress.advance(length);
        } else {
            self.passed = self.tally.found - before;
        }
        is_all
    }

    fn batch(&mut self, batch: &[FileBlock], pool: &ThreadPool) {
        let query = &self.args.condition;
        // Only the first block goes on with a file.
        let before = match batch.first().and_then(|first| self.rest.before(first).last()) {
            Some(b'\n' | b'\r') => BytesBefore::LineEnd,
            Some(_) => BytesBefore::Other,
            None => BytesBefore::None,
        };
        let searched: Vec<BlockOutcomes<SearchedGames<'_>>> = pool.install(|| {
            let processed = batch.par_iter().map(|block| {
                let before = if block.opening.is_some() { BytesBefore::None } else { before };
                let last = block.closing.is_some();
                let known = |searcher: &mut Searcher<'_>, bytes, span: &Span| searcher.span(bytes, span, last);
                let new_searcher = || Searcher::in_block(query, block, before);
                process(block, new_searcher, known, |chunk| new_searcher().chunk(chunk))
            });
            processed.collect()
        });
        let mut out = Vec::new();
        for (block, processed) in batch.iter().zip(&searched) {
            self.block(block, processed, &mut out);
        }
        if let (Some(block), Some(processed)) = (batch.last(), searched.last()) {
            self.rest.take_from(block, processed.end);
        }
        self.print(&out);
        self.progress.advance(batch.iter().map(|block| block.bytes.len() as u64).sum());
    }

    fn block(&mut self, block: &FileBlock, processed: &BlockOutcomes<SearchedGames<'_>>, out: &mut Vec<u8>) {
        let input = &block.job.input;
        let unread = matches!(block.closing, Some(FileClosing::Fault(_))) && block.bytes.is_empty();
        if let Some(opening) = block.opening.as_ref().filter(|_| !unread) {
            let mark = if opening.mark { BYTE_ORDER_MARK.len() } else { 0 };
            (self.start, self.games_before, self.is_last_found) = (ChunkStart::at_offset(mark as u64), 0, false);
            self.tally.files += 1;
        }
        for searched in processed.outcomes.iter().flatten() {
            if let Some(games) = self.games.as_mut().filter(|_| self.is_last_found) {
                games.append(searched.leading);
            }
            let mut is_written = true;
            for found in &searched.found {
                is_written = self.passed == 0;
                if !is_written {
                    self.passed -= 1;
                    continue;
                }
                let number = self.games_before + found.before + 1;
                let start = found.place(self.start, searched);
                is_written = !self.hit(input, number, start, found, out);
            }
            // A hit that was printed before has its comments.
            let was_last_found = searched.games == 0 && self.is_last_found;
            self.is_last_found = (searched.is_last_found && is_written) || was_last_found;
            self.games_before += searched.games;
            self.tally.games += searched.games;
            self.tally.of_variants += searched.of_variants;
            self.start = self.start.after(&searched.advance);
        }
        if let Some(FileClosing::Fault(message)) = &block.closing {
            self.fault(&FileFault::new(&input.name, message.clone()));
        }
    }

    /// Counts, lists or writes a game found. Returns whether it was cut, so that nothing behind it belongs to it.
    fn hit(
        &mut self,
        input: &InputFile,
        number: u64,
        start: FilePosition,
        found: &MatchedGame<'_>,
        out: &mut Vec<u8>,
    ) -> bool {
        self.tally.found += 1;
        let place = HitPlace { file: &input.name, path: input.path.as_deref(), game: number, start };
        if self.args.output.is_none() && !self.args.count {
            self.line(&place, found, out);
        }
        let key = self.args.sort.filter(|_| self.games.is_some()).map(|order| order.key(&found.hit, found.bytes));
        let cut = found.cut.filter(|_| self.args.cut);
        self.tally.cut += u64::from(cut.is_some());
        self.tally.uncut += u64::from(self.args.cut && (found.hit.half_move.is_none() || found.hit.is_section));
        let written = self.games.as_mut().map(|games| {
            let name = format!("game {} of {}", place.game, place.file);
            let bytes = cut.map_or(Cow::Borrowed(found.bytes), |length| with_terminator(found.bytes, length).into());
            games.write(&bytes, found.hit.is_section, name, key.unwrap_or_default())
        });
        if let Some(Err(error)) = written {
            // The file is dropped, and nothing stands in its place.
            self.games = None;
            self.fault(&cannot_write(self.args.output.as_deref(), &error));
        }
        cut.is_some()
    }

    /// Lists a game, or lets its line wait for its place.
    fn line(&mut self, place: &HitPlace<'_>, found: &MatchedGame<'_>, out: &mut Vec<u8>) {
        let (Some(lines), Some(order)) = (&mut self.lines, self.args.sort) else {
            return hit_lines::push(out, self.args.format, place, &found.hit);
        };
        let mut line = Vec::new();
        hit_lines::push(&mut line, self.args.format, place, &found.hit);
        if let Err(error) = lines.add(order.key(&found.hit, found.bytes), "", &line, false) {
            self.lines = None;
            self.fault(&cannot_sort(&error));
        }
    }

    fn print(&mut self, out: &[u8]) {
        self.stdout.write(out);
        if !self.stdout.is_closed() {
            let stdout = &mut self.stdout;
            self.progress.aside(|| stdout.flush());
        }
    }

    /// Whether nothing that follows can reach anybody.
    fn is_over(&self) -> bool {
        match &self.args.output {
            Some(_) => self.games.as_ref().is_none_or(FoundGames::is_closed),
            None => self.stdout.is_closed(),
        }
    }

    fn fault(&mut self, fault: &FileFault) {
        self.progress.aside(|| print_error(&fault.to_string()));
        self.faulty = true;
    }

    /// Says what `--cut` left out.
    fn note_cuts(&self) {
        let FindTally { cut, uncut, .. } = self.tally;
        if self.faulty || self.args.quiet {
            return;
        }
        if cut > 0 {
            let games = counted(cut, "game");
            print_note(&format!("{games} cut behind the half-move found: tags such as `Result` are as they were"));
        }
        if uncut > 0 {
            let games = counted(uncut, "game");
            print_note(&format!("{games} written whole: what was found in them is no half-move in text"));
        }
    }

    fn end(mut self, began: Instant) -> ExitCode {
        self.progress.finish();
        if self.tally.of_variants > 0 && !self.args.quiet {
            let number = counted(self.tally.of_variants, "game");
            print_note(&format!(
                "{number} of other variants, by the tag `Variant`, what is sought on boards is not found in them"
            ));
        }
        if let Some(lines) = self.lines.take() {
            let stdout = &mut self.stdout;
            let passed = lines.pass(|line| {
                stdout.write(&line.bytes);
                Ok(())
            });
            if let Err(error) = passed {
                self.fault(&cannot_sort(&error));
            }
        }
        let is_over = self.is_over();
        if self.args.count {
            self.stdout.write(format!("{}\n", self.tally.found).as_bytes());
        }
        let is_file = self.args.output.as_ref().is_some_and(|path| path.as_os_str() != "-");
        if is_file && (self.faulty || self.tally.found == 0) {
            // What was found in a part of the games is not what was asked for.
            self.games = None;
            print_note("nothing was written");
        }
        if let Some(Err(error)) = self.games.take().map(FoundGames::finish) {
            self.fault(&cannot_write(self.args.output.as_deref(), &error));
        }
        self.note_cuts();
        let mut code = match () {
            () if self.faulty => FAULT,
            () if self.tally.found == 0 => ERRORS,
            () => 0,
        };
        if let Err(error) = self.stdout.finish() {
            print_error(&format!("standard output cannot be written: {}", reason(&error)));
            code = FAULT;
        } else if !(self.args.quiet || is_over || self.args.count || self.tally.files == 0) {
            let FindTally { files, games, found, .. } = self.tally;
            let (games, files) = (counted(games, "game"), counted(files, "file"));
            print_note(&format!("{games} in {files}: {found} found in {}", duration(began.elapsed())));
        }
        ExitCode::from(code)
    }
}

fn cannot_sort(error: &std::io::Error) -> FileFault {
    FileFault::new("find", format!("the games found cannot be sorted: {}", reason(error)))
}

fn cannot_write(path: Option<&Path>, error: &std::io::Error) -> FileFault {
    let name = path.map(|path| path.to_string_lossy()).unwrap_or_default();
    FileFault::new(&name, format!("the games cannot be written: {}", reason(error)))
}
