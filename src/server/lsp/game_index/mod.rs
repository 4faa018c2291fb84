//! The positions of the workspace's games: which games reach one, and what they play there.
//!
//! Files are read in the background, in slices on one thread, and only once a request has asked for the index; their
//! positions stay in memory, in segments as those of an index on disk. A file is read again when the client tells of a
//! change, or when its stamp differs. Open documents are an overlay: their games are walked when somebody asks, and what was found stays beside
//! each game until it is edited, so that a keystroke costs nothing here.
//!
//! Bounds: [`BOUNDS`] for the files, [`MOST_MEMORY`] for their index. What lies beyond is left out, and answers say so.

mod book;
mod build;
mod closed;
mod copies;
mod elsewhere;
mod find;
mod numbers;
mod occurrences;
mod open_documents;
mod places;
mod query;
mod reading;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt;
use tokio::sync::Notify;
use vgn_engine::lint::FileKind;
use vgn_search::{ResidentIndex, ResidentSegments};

pub use book::BookExit;
pub use copies::{AskedGame, CopySearch};
pub use elsewhere::{ElsewhereSearch, GameElsewhere, MOST_GAMES};
pub use find::{FoundHits, PlacedHit};
pub use numbers::{in_words, of_move_in_words};
pub use open_documents::bytes_of;
pub use places::{PositionPlace, lines, range as place_in_file};
pub use query::{CandidatePlace, IndexQuery, PositionReport, is_view};
pub use reading::ReadFiles;

use crate::lsp::diagnostics::workspace::Workspace;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::kind_of;
use crate::lsp::host::{FileStamp, FolderBounds, host};
use crate::lsp::session::state::Backend;
use crate::lsp::transport::lifecycle::Lifecycle;

/// The files that are read: at most 10,000, of 64 MiB each, as they are and decompressed, and 256 MiB together.
pub const BOUNDS: FolderBounds =
    FolderBounds { files: 10_000, file: 64 << 20, bytes: 256 << 20, with_compressed: true };
/// Bytes of memory after which no more files are read (64 MiB).
pub const MOST_MEMORY: usize = 64 << 20;
/// After this time the folders are listed again when somebody asks: not every client that watches files tells of what
/// other programs do.
const LISTING_AGE: Duration = Duration::from_secs(2);

/// The index of a workspace.
#[derive(Debug, Default)]
pub struct GameIndex {
    state: Mutex<IndexState>,
    /// Notified when the work is done for now.
    rested: Notify,
    /// Lenses are shown again when the work is done.
    refreshes_lenses: AtomicBool,
    /// Counts what has changed in the files.
    generation: AtomicU64,
}

#[derive(Debug, Default)]
struct IndexState {
    /// Somebody has asked for it.
    is_wanted: bool,
    is_running: bool,
    /// The folders must be listed again.
    must_list: bool,
    /// When they were listed, by the host's clock.
    listed: Duration,
    /// Files that have changed, whatever their stamps say.
    changed: BTreeSet<PathBuf>,
    /// The numbers of the files in `index`.
    files: BTreeMap<PathBuf, usize>,
    /// Copied when it changes while somebody asks it.
    index: Arc<ResidentIndex<Arc<IndexedFile>>>,
    /// Files were left out, because there are too many or they are too large.
    lacks_files: bool,
}

/// A file of the index.
#[derive(Debug)]
struct IndexedFile {
    path: PathBuf,
    uri: Address,
    stamp: FileStamp,
    /// Games at its end were left out.
    lacks_games: bool,
}

impl GameIndex {
    /// Notes that a file has changed on disk, whatever its stamp says; `is_new`: it was created or deleted.
    pub fn note_change(&self, path: &Path, is_new: bool) {
        let mut state = self.lock();
        if state.is_wanted {
            state.must_list |= is_new;
            state.changed.insert(path.to_path_buf());
        }
    }

    /// Lists the folders again.
    pub fn invalidate_files(&self) {
        self.lock().must_list = true;
    }

    /// Whether every file of the workspace is in the index as it is on disk, as far as the client has told.
    pub fn is_complete(&self) -> bool {
        let state = self.lock();
        state.is_wanted && !state.is_running && !state.has_work()
    }

    /// A number that changes with the files.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Relaxed)
    }

    fn note_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Completes when there is nothing left to do for now.
    pub async fn rest(&self) {
        loop {
            let rested = self.rested.notified();
            tokio::pin!(rested);
            // Enabled before the check: a rest between the two is not missed.
            rested.as_mut().enable();
            if !self.lock().is_running {
                return;
            }
            rested.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, IndexState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The kind of a file's text, by its name.
fn kind(path: &Path, uri: &Address) -> FileKind {
    let within = path.file_stem().and_then(|stem| Path::new(stem).extension()).and_then(|extension| extension.to_str());
    kind_of(uri, within.unwrap_or_default())
}

impl IndexState {
    fn has_work(&self) -> bool {
        self.must_list || !self.changed.is_empty()
    }

    fn file(&self, path: &Path) -> Option<&Arc<IndexedFile>> {
        self.index.file(*self.files.get(path)?)
    }

    /// Puts files into the index, in place of what it has of them.
    fn put(&mut self, files: Vec<IndexedFile>, segments: ResidentSegments) {
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
        self.remove(&paths);
        let numbers = Arc::make_mut(&mut self.index).add(files.into_iter().map(Arc::new), segments);
        self.files.extend(paths.into_iter().zip(numbers));
    }

    /// Removes files from the index; true if it had one of them.
    fn remove(&mut self, paths: &[PathBuf]) -> bool {
        let numbers: Vec<usize> = paths.iter().filter_map(|path| self.files.remove(path)).collect();
        if !numbers.is_empty() {
            Arc::make_mut(&mut self.index).remove(&numbers);
        }
        !numbers.is_empty()
    }
}

impl Backend {
    /// Asks for the index: it is built, if nobody has asked before, or brought up to date.
    pub(in crate::lsp) fn want_index(&self) {
        let mut state = self.index.lock();
        // Without file watching, only the stamps tell what has changed.
        let is_old = host().now().saturating_sub(state.listed) >= LISTING_AGE;
        state.must_list |= !state.is_wanted || !self.features().watched_files || is_old;
        state.is_wanted = true;
        drop(state);
        self.update_index();
    }

    /// Brings the index up to date in the background, if somebody has asked for it.
    pub(in crate::lsp) fn update_index(&self) {
        begin(&self.index, &self.workspace, &self.lifecycle);
    }

    /// Makes the client refresh code lenses once the index is up to date.
    pub(in crate::lsp) fn refresh_lenses_at_rest(&self) {
        if !self.features().lens_refresh || self.index.refreshes_lenses.swap(true, Ordering::Relaxed) {
            return;
        }
        let (index, client) = (self.index.clone(), self.client.clone());
        let refresh = async move {
            index.rest().await;
            index.refreshes_lenses.store(false, Ordering::Relaxed);
            if let Err(error) = client.code_lens_refresh().await {
                tracing::debug!(%error, "the client does not show lenses again");
            }
        };
        host().spawn(refresh.boxed());
    }

    /// The same, if an open document has lenses that compare its games with others.
    pub(in crate::lsp) fn refresh_compared_lenses(&self) {
        let open = self.documents.uris().into_iter().filter_map(|uri| self.documents.snapshot(&uri));
        if open.into_iter().any(|snapshot| snapshot.effective.preferences.lens.asks_index()) {
            self.refresh_lenses_at_rest();
        }
    }

    /// Completes when the index is up to date.
    pub(in crate::lsp) async fn index_rests(&self) {
        self.index.rest().await;
    }
}

fn begin(index: &Arc<GameIndex>, workspace: &Arc<Workspace>, lifecycle: &Arc<Lifecycle>) {
    let mut state = index.lock();
    if state.is_wanted && !state.is_running && state.has_work() {
        state.is_running = true;
        drop(state);
        host().compute(Box::new(build::IndexWork::new(index.clone(), workspace.clone(), lifecycle.clone())));
    }
}
