//! The work that brings the index up to date, in slices.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use vgn_search::{GameWalker, PositionCollector, ResidentBuilder, ResidentIndex};

use super::{BOUNDS, GameIndex, IndexedFile, MOST_MEMORY, places};
use crate::lsp::diagnostics::workspace::Workspace;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::kind_of;
use crate::lsp::host::{Computation, FileStamp, files, host};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::transport::lifecycle::Lifecycle;

/// Bytes of a slice: a few milliseconds.
const SLICE: usize = 1 << 18;
/// Maximum length, in bytes, of a game. A longer one, and what follows it in its file, is left out.
const LONGEST_GAME: usize = 4 << 20;

/// Work on an index until it is up to date, or the session ends.
pub struct IndexWork {
    index: Arc<GameIndex>,
    workspace: Arc<Workspace>,
    lifecycle: Arc<Lifecycle>,
    left: VecDeque<PathBuf>,
    /// Bytes that the index takes.
    size: usize,
    current: Option<FileInWork>,
}

/// A file of which a part has been walked.
struct FileInWork {
    path: PathBuf,
    uri: Address,
    stamp: FileStamp,
    bytes: Vec<u8>,
    /// The start of the next game, and the lines before it.
    at: usize,
    line: usize,
    walker: GameWalker,
    collector: PositionCollector,
    builder: ResidentBuilder,
    lacks_games: bool,
}

impl IndexWork {
    pub(super) fn new(index: Arc<GameIndex>, workspace: Arc<Workspace>, lifecycle: Arc<Lifecycle>) -> IndexWork {
        IndexWork { index, workspace, lifecycle, left: VecDeque::new(), size: 0, current: None }
    }

    fn work(&mut self) -> Poll<()> {
        if let Some(file) = &mut self.current {
            if file.walk(MOST_MEMORY.saturating_sub(self.size)) {
                self.current.take().into_iter().for_each(|file| self.keep(file));
            }
        } else if let Some(path) = self.left.pop_front() {
            self.begin_file(path);
        } else if self.take_work() {
            return Poll::Ready(());
        }
        Poll::Pending
    }

    /// Takes what there is to do; true if nothing is left, and the work has ended.
    fn take_work(&mut self) -> bool {
        let mut state = self.index.lock();
        let mut must_list = std::mem::take(&mut state.must_list);
        for path in std::mem::take(&mut state.changed) {
            if state.files.remove(&path).is_some() {
                self.index.note_generation();
                self.left.push_back(path);
            } else {
                // Only the folders tell whether a file that is not known belongs to the index.
                must_list |= self.workspace.is_within(&path);
            }
        }
        self.size = state.size();
        if !must_list && self.left.is_empty() {
            state.is_running = false;
            drop(state);
            self.index.rested.notify_waiters();
            return true;
        }
        drop(state);
        if must_list {
            self.list();
        }
        false
    }

    /// Lists the folders, and what has changed in them.
    fn list(&mut self) {
        let folders = self.workspace.folders();
        let found = files().map(|files| files.find_games(&folders, &BOUNDS, &Cancel::default())).unwrap_or_default();
        let stamp = |path: &Path| files()?.stamp(path);
        let mut state = self.index.lock();
        let before = state.files.len();
        state.files.retain(|path, _| found.files.binary_search(path).is_ok());
        if state.files.len() < before {
            self.index.note_generation();
        }
        state.lacks_files = !found.is_whole;
        let is_known = |path: &PathBuf| state.files.get(path).is_some_and(|known| stamp(path) == Some(known.stamp));
        self.left = found.files.into_iter().filter(|path| !is_known(path)).collect();
    }

    fn begin_file(&mut self, path: PathBuf) {
        if self.size >= MOST_MEMORY {
            self.index.lock().lacks_files = true;
            return;
        }
        let Some((stamp, uri)) = files().and_then(|files| files.stamp(&path)).zip(Address::of_file(&path)) else {
            return;
        };
        match files().map(|files| files.read(&path, BOUNDS.file)) {
            Some(Ok(bytes)) => self.current = Some(FileInWork::new(path, uri, stamp, bytes)),
            Some(Err(error)) => tracing::info!(?path, %error, "not in the index"),
            None => {}
        }
    }

    fn keep(&mut self, file: FileInWork) {
        let FileInWork { path, uri, stamp, builder, lacks_games, .. } = file;
        let index = Arc::new(builder.build());
        self.size += index.size();
        self.put(path, IndexedFile { uri, stamp, index, lacks_games });
    }

    fn put(&self, path: PathBuf, file: IndexedFile) {
        self.index.lock().files.insert(path, file);
        self.index.note_generation();
    }
}

impl Computation for IndexWork {
    fn step(&mut self) -> Poll<()> {
        if self.lifecycle.has_ended() {
            return Poll::Ready(());
        }
        let done = catch_unwind(AssertUnwindSafe(|| self.work()));
        let done = done.unwrap_or_else(|_| {
            // A fault of ours: the file is left out, and not tried again before it changes.
            if let Some(FileInWork { path, uri, stamp, .. }) = self.current.take() {
                tracing::error!(?path, "left out of the index");
                let index = Arc::new(ResidentIndex::default());
                self.put(path, IndexedFile { uri, stamp, index, lacks_games: true });
            }
            Poll::Pending
        });
        if done.is_ready() {
            host().give_back_memory();
        }
        done
    }
}

impl FileInWork {
    fn new(path: PathBuf, uri: Address, stamp: FileStamp, bytes: Vec<u8>) -> FileInWork {
        let walker = GameWalker::new(kind_of(&uri, ""));
        let (collector, builder) = (PositionCollector::default(), ResidentBuilder::default());
        FileInWork { path, uri, stamp, bytes, at: 0, line: 0, walker, collector, builder, lacks_games: false }
    }

    /// Walks the games of a slice; true at the end of the file, or when the index takes `most` bytes.
    fn walk(&mut self, most: usize) -> bool {
        let until = self.at + SLICE;
        while self.at < until {
            if self.builder.size() > most {
                self.lacks_games = true;
                return true;
            }
            let bound = self.bytes.len().min(self.at + LONGEST_GAME);
            let is_last = bound == self.bytes.len();
            let Some(end) = self.walker.game(&self.bytes[..bound], self.at, is_last, &mut self.collector) else {
                self.lacks_games = !is_last;
                return true;
            };
            if let Some((start, line)) = u32::try_from(self.at).ok().zip(u32::try_from(self.line).ok()) {
                self.builder.add(start, line, &self.collector);
            }
            self.line += places::lines(&self.bytes, self.at..end);
            self.at = end;
        }
        false
    }
}
