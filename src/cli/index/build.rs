//! Reads new and changed files, and writes them to an index.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_search::index::{PostingDetail, SegmentBuilder};
use vgn_search::store::{CatalogueFile, StoreFault, StoreWriter, now};

use super::folder::{absolute, absolute_path};
use super::unchanged::{hash_of, is_unchanged, stamp_of};
use super::walk::{FileUnderWay, IndexedBlock, walked};
use crate::batch::FileFault;
use crate::batch::chunks::Carryover;
use crate::batch::inputs::InputFile;
use crate::batch::interrupt;
use crate::batch::pool::total;
use crate::batch::progress::ProgressDisplay;
use crate::batch::reader::{FileBlock, FileClosing, read_all};
use crate::batch::settings::{SettingsArgs, jobs};
use crate::print_error;
use crate::summary::{counted, duration};

/// Number of batches read ahead.
const AHEAD: usize = 1;
/// Positions of a segment, 16 bytes each while it is made.
const SEGMENT: usize = 16 << 20;

/// What was done.
pub struct IndexReport {
    files: u64,
    unchanged: u64,
    removed: u64,
    games: u64,
    positions: u64,
    time: Duration,
    /// Whether a file could not be read.
    pub is_faulty: bool,
}

impl fmt::Display for IndexReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, files) = (counted(self.games, "game"), counted(self.files, "file"));
        write!(f, "{games} in {files} indexed, {}", counted(self.positions, "position"))?;
        if self.unchanged > 0 {
            write!(f, "; {} unchanged", counted(self.unchanged, "file"))?;
        }
        if self.removed > 0 {
            write!(f, "; {} removed", counted(self.removed, "file"))?;
        }
        write!(f, "; {}", duration(self.time))
    }
}

/// Brings the index of a folder up to date with these files. Files below `roots` that are not among them leave it, if
/// they are gone, rather than out of reach: the paths of `unread` are those that could not be read.
///
/// # Errors
///
/// If the index cannot be written.
pub fn update(
    folder: &Path,
    inputs: Vec<InputFile>,
    roots: &[PathBuf],
    unread: &[PathBuf],
    pool: &ThreadPool,
    quiet: bool,
) -> Result<IndexReport, StoreFault> {
    let began = Instant::now();
    let read_at = now();
    let (mut writer, faults) = StoreWriter::open(folder)?;
    faults.iter().for_each(|fault| print_error(&fault.to_string()));
    let mut report = IndexReport {
        files: 0,
        unchanged: 0,
        removed: 0,
        games: 0,
        positions: 0,
        time: Duration::ZERO,
        is_faulty: false,
    };
    (report.removed, report.is_faulty) = remove_missing(&mut writer, &inputs, roots, unread);
    let is_changed = report.removed > 0 || !faults.is_empty();
    let (wanted, is_restamped) = changed(&mut writer, inputs, read_at, &mut report);
    let progress = if quiet { ProgressDisplay::hidden() } else { ProgressDisplay::new(total(&wanted)) };
    let (jobs, _) = jobs(wanted, SettingsArgs { no_config: true, ..SettingsArgs::default() });
    let is_changed = is_changed || is_restamped || !jobs.is_empty();
    let mut run = IndexRun {
        writer,
        report,
        read_at,
        builder: builder(),
        waiting: Vec::new(),
        under_way: None,
        rest: Carryover::default(),
        progress,
    };
    // What has been read to its end is kept.
    interrupt::postpone();
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(AHEAD);
        scope.spawn(move || read_all(jobs, &sender));
        // Leaving the loop drops the receiver, which ends the reading.
        for mut batch in receiver {
            run.rest.give_to(&mut batch);
            run.batch(&batch, pool)?;
            if interrupt::pending().is_some() {
                run.under_way = None;
                break;
            }
        }
        Ok::<(), StoreFault>(())
    })?;
    run.progress.finish();
    if is_changed {
        run.flush(pool)?;
    }
    Ok(IndexReport { time: began.elapsed(), ..run.report })
}

/// Removes what is no longer below the roots, and returns how many files that is, and whether a root may be out of reach.
fn remove_missing(
    writer: &mut StoreWriter,
    inputs: &[InputFile],
    roots: &[PathBuf],
    unread: &[PathBuf],
) -> (u64, bool) {
    let names: HashSet<_> = inputs.iter().filter_map(absolute).collect();
    // A root that is not there may be a disk that is not there.
    let roots: Vec<PathBuf> =
        roots.iter().filter(|root| root.exists()).filter_map(|root| absolute_path(root)).collect();
    let mut unread: Vec<PathBuf> = unread.iter().filter_map(|path| absolute_path(path)).collect();
    let mut is_doubtful = false;
    // A folder without any files may be the place of a disk that is not there.
    for root in roots.iter().filter(|root| root.is_dir()) {
        let is_below = |path: &str| Path::new(path).starts_with(root);
        let known = writer.files().iter().filter(|file| is_below(&file.path)).count();
        if known > 0 && !names.iter().any(|(path, _)| is_below(path)) {
            print_error(&format!(
                "{}: no games are there, but {} of it in the index: those are kept, as if a disk were missing; \
                 `vgn-lsp index --remove` forgets all",
                root.display(),
                counted(known as u64, "file")
            ));
            unread.push(root.clone());
            is_doubtful = true;
        }
    }
    let before = writer.files().len();
    writer.retain(|file| {
        let path = Path::new(&file.path);
        let is_below = |folders: &[PathBuf]| folders.iter().any(|folder| path.starts_with(folder));
        // In a folder that may be listed but not entered, all files are there and none can be looked at.
        let is_out_of_reach =
            || path.symlink_metadata().is_err_and(|error| error.kind() != std::io::ErrorKind::NotFound);
        let is_wanted = names.contains(&(file.path.clone(), file.member.clone()));
        is_wanted || !is_below(&roots) || is_below(&unread) || is_out_of_reach()
    });
    ((before - writer.files().len()) as u64, is_doubtful)
}

/// The files that are to be read, and whether others have got a new stamp.
fn changed(
    writer: &mut StoreWriter,
    inputs: Vec<InputFile>,
    read_at: i64,
    report: &mut IndexReport,
) -> (Vec<InputFile>, bool) {
    let worn = writer.worn();
    let mut wanted = Vec::new();
    let mut is_restamped = false;
    for input in inputs {
        let Some(name) = absolute(&input) else {
            let message = "only files whose names are text can be indexed".to_owned();
            print_error(&FileFault::new(&input.name, message).to_string());
            report.is_faulty = true;
            continue;
        };
        let Some(known) = writer.file(&name).filter(|_| !worn.contains(&name)) else {
            wanted.push(input);
            continue;
        };
        if is_unchanged(&input, known) && known.stamp.is_certain(known.read_at) {
            report.unchanged += 1;
            continue;
        }
        // The stamp of before, so that a change while it is read is noticed the next time.
        let stamp = stamp_of(&input);
        let file = known.clone();
        match stamp.zip(hash_of(&input).ok()) {
            Some((stamp, hash)) if hash == file.hash => {
                writer.add_file(CatalogueFile { stamp, read_at, ..file });
                report.unchanged += 1;
                is_restamped = true;
            }
            _ => wanted.push(input),
        }
    }
    (wanted, is_restamped)
}

/// Games that reach a position that occurs seldom are read again, so that nothing else need be kept of them.
fn builder() -> SegmentBuilder {
    SegmentBuilder::with_detail(PostingDetail::Games)
}

struct IndexRun {
    writer: StoreWriter,
    report: IndexReport,
    read_at: i64,
    /// The segment that is being made.
    builder: SegmentBuilder,
    /// Files that were read to their ends, with games in the segment that is being made.
    waiting: Vec<FileUnderWay>,
    /// The file that is being read.
    under_way: Option<FileUnderWay>,
    rest: Carryover,
    progress: ProgressDisplay,
}

impl IndexRun {
    fn batch(&mut self, batch: &[FileBlock], pool: &ThreadPool) -> Result<(), StoreFault> {
        let blocks = walked(batch, pool);
        let end = blocks.last().map_or(0, |block| block.end);
        for (block, games) in batch.iter().zip(blocks) {
            self.block(block, games);
        }
        if let Some(block) = batch.last() {
            self.rest.take_from(block, end);
        }
        self.progress.advance(batch.iter().map(|block| block.bytes.len() as u64).sum());
        if self.builder.positions() >= SEGMENT {
            self.flush(pool)?;
        }
        Ok(())
    }

    fn block(&mut self, block: &FileBlock, games: IndexedBlock) {
        if let Some(opening) = &block.opening {
            self.under_way = FileUnderWay::new(&block.job.input, opening, self.read_at, self.builder.games());
        }
        if let Some(file) = &mut self.under_way {
            file.take(block, games, &mut self.builder);
        }
        match &block.closing {
            None => {}
            Some(FileClosing::End) => {
                let Some(file) = self.under_way.take() else { return };
                if file.is_as_it_was(&block.job.input) {
                    self.report.files += 1;
                    self.report.games += file.games();
                    self.report.positions += file.positions;
                    self.waiting.push(file);
                } else {
                    self.fault(block, "the file was changed while it was read: index it again");
                }
            }
            Some(FileClosing::Fault(message)) => {
                self.under_way = None;
                self.fault(block, message);
            }
        }
    }

    fn fault(&mut self, block: &FileBlock, message: &str) {
        let fault = FileFault::new(&block.job.input.name, message.to_owned());
        self.progress.aside(|| print_error(&fault.to_string()));
        self.report.is_faulty = true;
    }

    /// Writes the segment, and with it all files that have been read to their ends.
    fn flush(&mut self, pool: &ThreadPool) -> Result<(), StoreFault> {
        let builder = std::mem::replace(&mut self.builder, builder());
        if builder.games() > 0 {
            let segment = self.writer.add_segment(builder, |stripes, work| {
                pool.install(|| stripes.par_iter_mut().for_each(work));
            })?;
            self.waiting.iter_mut().for_each(|file| file.written(segment));
            if let Some(file) = &mut self.under_way {
                file.interrupted(segment);
            }
        }
        for file in self.waiting.drain(..) {
            self.writer.add_file(file.into_file());
        }
        let unfinished = self.under_way.as_ref().map(FileUnderWay::segments).unwrap_or_default();
        self.writer.commit(&unfinished)
    }
}
