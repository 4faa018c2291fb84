//! The work that brings the index up to date, in slices.

use std::collections::{HashSet, VecDeque};
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use vgn_search::index::IndexedGames;
use vgn_search::{GameWalker, ResidentBuilder};

use super::{BOUNDS, GameIndex, IndexedFile, MOST_MEMORY, kind, places};
use crate::lsp::diagnostics::workspace::Workspace;
use crate::lsp::documents::address::Address;
use crate::lsp::host::{Computation, FileStamp, files, host};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::transport::lifecycle::Lifecycle;

/// Bytes of a slice: a few milliseconds.
const SLICE: usize = 1 << 18;
/// Bytes of segments that are put into the index together.
const TOGETHER: usize = 1 << 21;
/// Bytes of a position in a segment, more or less.
const OCCURRENCE: usize = 6;
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
    /// What has been read and is not in the index yet: files, and their positions.
    done: Vec<IndexedFile>,
    builder: ResidentBuilder,
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
    lacks_games: bool,
}

impl IndexWork {
    pub(super) fn new(index: Arc<GameIndex>, workspace: Arc<Workspace>, lifecycle: Arc<Lifecycle>) -> IndexWork {
        let (left, done, builder) = (VecDeque::new(), Vec::new(), ResidentBuilder::default());
        IndexWork { index, workspace, lifecycle, left, size: 0, done, builder, current: None }
    }

    fn work(&mut self) -> Poll<()> {
        if let Some(file) = &mut self.current {
            if file.walk(&mut self.builder, MOST_MEMORY.saturating_sub(self.size)) {
                self.current.take().into_iter().for_each(|file| self.keep(file));
            }
        } else if let Some(path) = self.left.pop_front() {
            self.begin_file(path);
        } else if !self.done.is_empty() {
            self.put();
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
            if state.remove(std::slice::from_ref(&path)) {
                self.index.note_generation();
                self.left.push_back(path);
            } else {
                // Only the folders tell whether a file that is not known belongs to the index.
                must_list |= self.workspace.is_within(&path);
            }
        }
        self.size = state.index.size();
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
        let listed = host().now();
        let found = files().map(|files| files.find_games(&folders, &BOUNDS, &Cancel::default())).unwrap_or_default();
        let stamp = |path: &Path| files()?.stamp(path);
        let mut state = self.index.lock();
        let gone: Vec<_> =
            state.files.keys().filter(|path| found.files.binary_search(path).is_err()).cloned().collect();
        if state.remove(&gone) {
            self.index.note_generation();
        }
        state.lacks_files = !found.is_whole;
        state.listed = listed;
        let is_known = |path: &PathBuf| state.file(path).is_some_and(|known| stamp(path) == Some(known.stamp));
        self.left = found.files.into_iter().filter(|path| !is_known(path)).collect();
    }

    fn begin_file(&mut self, path: PathBuf) {
        if self.size >= MOST_MEMORY {
            self.index.lock().lacks_files = true;
            return;
        }
        let stamp = files().and_then(|files| files.stamp(&path)).zip(Address::of_file(&path));
        match files().map(|files| files.read_games(&path, BOUNDS.file)).zip(stamp) {
            Some((Ok(bytes), (stamp, uri))) => self.current = Some(FileInWork::new(path, uri, stamp, bytes)),
            Some((Err(error), _)) => {
                tracing::info!(?path, %error, "not in the index");
                let mut state = self.index.lock();
                state.lacks_files |= error.kind() == ErrorKind::FileTooLarge;
                state.remove(&[path]);
            }
            None => _ = self.index.lock().remove(&[path]),
        }
    }

    fn keep(&mut self, file: FileInWork) {
        let FileInWork { path, uri, stamp, lacks_games, .. } = file;
        self.builder.end_file();
        self.done.push(IndexedFile { path, uri, stamp, lacks_games });
        if self.builder.size() >= TOGETHER {
            self.put();
        }
    }

    /// Puts what has been read into the index.
    fn put(&mut self) {
        let segments = std::mem::take(&mut self.builder).build();
        let mut state = self.index.lock();
        state.put(std::mem::take(&mut self.done), segments);
        self.size = state.index.size();
        // Read again, they share a segment. There must be room for both.
        let has_room = self.size + TOGETHER <= MOST_MEMORY;
        let worn = if has_room { state.index.worn() } else { HashSet::new() };
        let worn = worn.into_iter().filter_map(|number| Some(state.index.file(number)?.path.clone()));
        let new: Vec<_> = worn.filter(|path| !self.left.contains(path)).collect();
        drop(state);
        self.index.note_generation();
        self.left.extend(new);
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
            if let Some(file) = self.current.take() {
                tracing::error!(path = ?file.path, "left out of the index");
                self.builder.leave_file();
                self.keep(FileInWork { lacks_games: true, ..file });
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
        let walker = GameWalker::new(kind(&path, &uri));
        FileInWork { path, uri, stamp, bytes, at: 0, line: 0, walker, lacks_games: false }
    }

    /// Walks the games of a slice; true at the end of the file, or when the index takes `most` bytes.
    fn walk(&mut self, builder: &mut ResidentBuilder, most: usize) -> bool {
        let mut games = IndexedGames::with_all_lines();
        let is_over = self.walk_games(&mut games, most.saturating_sub(builder.size()));
        builder.add(games, self.at as u64);
        is_over
    }

    fn walk_games(&mut self, games: &mut IndexedGames, most: usize) -> bool {
        let until = self.at + SLICE;
        while self.at < until {
            if games.positions() > most / OCCURRENCE {
                self.lacks_games = true;
                return true;
            }
            let bound = self.bytes.len().min(self.at + LONGEST_GAME);
            let is_last = bound == self.bytes.len();
            let known = games.rows.len();
            let Some(end) = self.walker.game(&self.bytes[..bound], self.at, is_last, games) else {
                self.lacks_games = !is_last;
                return true;
            };
            let line = u32::try_from(self.line).unwrap_or(u32::MAX);
            games.rows[known..].iter_mut().for_each(|row| row.line = line);
            self.line += places::lines(&self.bytes, self.at..end);
            self.at = end;
        }
        false
    }
}
