//! When games are compared with those of other files: after a pause, whenever documents, files, folders or settings have
//! changed. Nothing is done while the lints that compare are off everywhere.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;

use super::elsewhere;
use crate::lsp::game_index::IndexQuery;
use crate::lsp::host::host;
use crate::lsp::session::cancel::{WorkScope, compute};
use crate::lsp::session::state::Backend;

/// Pause after a change before games are compared.
const QUIET: Duration = Duration::from_millis(300);

/// When games are compared.
#[derive(Debug, Default)]
pub struct ElsewhereDesk {
    /// The lint is on somewhere.
    is_wanted: AtomicBool,
    work: Mutex<DeskWork>,
    /// What concerns files that are not open, as it was in the last comparison.
    of_files: Mutex<StateOfFiles>,
}

#[derive(Clone, Copy, Debug, Default)]
struct DeskWork {
    is_running: bool,
    is_outdated: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct StateOfFiles {
    /// The generation of the index.
    generation: u64,
    /// Of each file that may have games of open documents, what those games were.
    copies: BTreeMap<PathBuf, u64>,
}

impl ElsewhereDesk {
    /// The lint is on for a file.
    pub fn want(&self) {
        self.is_wanted.store(true, Ordering::Relaxed);
    }

    /// What the games of other files and documents were that a file may have too, in the last comparison.
    pub fn copies_in(&self, path: &Path) -> u64 {
        self.of_files().copies.get(path).copied().unwrap_or_default()
    }

    /// Begins a comparison, unless one is running, which will then not be the last.
    fn begin(&self) -> bool {
        let mut work = self.work();
        work.is_outdated = true;
        !std::mem::replace(&mut work.is_running, true)
    }

    /// Whether there is something to compare; if not, the comparisons have ended.
    fn goes_on(&self) -> bool {
        let mut work = self.work();
        work.is_running = std::mem::take(&mut work.is_outdated);
        work.is_running
    }

    fn work(&self) -> MutexGuard<'_, DeskWork> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of_files(&self) -> MutexGuard<'_, StateOfFiles> {
        self.of_files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backend {
    /// Compares games with those of other files after a pause, if the lint is on somewhere.
    pub(in crate::lsp) fn compare_elsewhere(&self) {
        if !self.elsewhere.is_wanted.load(Ordering::Relaxed) || !self.elsewhere.begin() {
            return;
        }
        self.want_index();
        let (desk, documents, client) = (self.elsewhere.clone(), self.documents.clone(), self.client.clone());
        let (index, features) = (self.index.clone(), self.features());
        let task = async move {
            while desk.goes_on() {
                host().sleep(QUIET).await;
                index.rest().await;
                let generation = index.generation();
                let query = IndexQuery {
                    documents: documents.clone(),
                    index: index.clone(),
                    own: None,
                    encoding: features.encoding,
                };
                let work = compute(WorkScope::Whole, move |cancel| elsewhere::compare(&query, cancel));
                let Ok(compared) = AssertUnwindSafe(work).catch_unwind().await else {
                    tracing::error!("games could not be compared with those of other files");
                    continue;
                };
                let Some(compared) = compared else { continue };
                compared.changed.iter().for_each(|uri| documents.renew(uri));
                let of_files = StateOfFiles { generation, copies: compared.in_files };
                let is_same = *desk.of_files() == of_files;
                *desk.of_files() = of_files;
                // Files that are not open are compared when the client asks for the workspace's findings.
                if features.pull_diagnostics && !(is_same && compared.changed.is_empty()) {
                    let client = client.clone();
                    // A client that leaves the request unanswered does not block the next comparison.
                    let refresh = async move {
                        if let Err(error) = client.workspace_diagnostic_refresh().await {
                            tracing::debug!(%error, "the client does not pull again");
                        }
                    };
                    host().spawn(refresh.boxed());
                }
            }
        };
        host().spawn(task.boxed());
    }

    /// Notes whether the lint is on for an open document, and compares its games.
    pub(in crate::lsp) fn note_elsewhere(&self) {
        let open = self.documents.uris().into_iter().filter_map(|uri| self.documents.snapshot(&uri));
        if open.into_iter().any(|snapshot| elsewhere::is_on(&snapshot)) {
            self.elsewhere.want();
        }
        self.compare_elsewhere();
    }
}
