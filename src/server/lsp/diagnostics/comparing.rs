//! When games are compared with those of other files: after a pause, whenever documents, files, folders or settings have
//! changed. Nothing is done while the lints that compare are off everywhere.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use tower_lsp::lsp_types::Diagnostic;

use super::conflicts::FileConflict;
use super::studies::{StudyDesk, StudyQuery};
use super::{conflicts, elsewhere};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::IndexQuery;
use crate::lsp::host::host;
use crate::lsp::session::cancel::{WorkScope, compute};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Pause after a change before games are compared.
const QUIET: Duration = Duration::from_millis(300);

/// When games are compared.
#[derive(Debug, Default)]
pub struct ElsewhereDesk {
    /// The lint that compares games is on somewhere.
    wants_copies: AtomicBool,
    /// The lint that compares studies is on somewhere.
    wants_conflicts: AtomicBool,
    /// One of them has been off until now.
    is_new: AtomicBool,
    /// What is known of studies.
    pub studies: StudyDesk,
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
    /// The findings about studies.
    conflicts: BTreeMap<PathBuf, Arc<Vec<FileConflict>>>,
}

/// The findings about other files that are known of a document, at most `limit`, and the number of all.
pub fn list(snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> (Vec<Diagnostic>, usize) {
    let (mut found, copies) = elsewhere::list(snapshot, client, limit);
    let (more, conflicts) = conflicts::list(snapshot, client, limit.saturating_sub(found.len()));
    found.extend(more);
    (found, copies + conflicts)
}

impl ElsewhereDesk {
    /// Games of a file are compared with others.
    pub fn want_copies(&self) {
        if !self.wants_copies.swap(true, Ordering::Relaxed) {
            self.is_new.store(true, Ordering::Relaxed);
        }
    }

    /// A file is a study, which is compared with others.
    pub fn want_conflicts(&self) {
        if !self.wants_conflicts.swap(true, Ordering::Relaxed) {
            self.is_new.store(true, Ordering::Relaxed);
        }
    }

    /// Whether games are compared that have not been before.
    pub fn is_new(&self) -> bool {
        self.is_new.load(Ordering::Relaxed)
    }

    /// Whether games of files are compared.
    pub fn wants_index(&self) -> bool {
        self.wants_copies.load(Ordering::Relaxed)
    }

    /// The findings of a file that is not open, as a study.
    pub fn conflicts_in(&self, path: &Path) -> Arc<Vec<FileConflict>> {
        self.of_files().conflicts.get(path).cloned().unwrap_or_default()
    }

    /// What the games of other files and documents were that a file may have too, in the last comparison.
    pub fn copies_in(&self, path: &Path) -> u64 {
        self.of_files().copies.get(path).copied().unwrap_or_default()
    }

    fn conflicts(&self) -> BTreeMap<PathBuf, Arc<Vec<FileConflict>>> {
        self.of_files().conflicts.clone()
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
        let desk = self.elsewhere.clone();
        if !desk.wants_index() && !desk.wants_conflicts.load(Ordering::Relaxed) {
            return;
        }
        let is_new = desk.is_new.swap(false, Ordering::Relaxed);
        let begins = desk.begin();
        if desk.wants_index() && (is_new || begins) {
            self.want_index();
        }
        if !begins {
            return;
        }
        let (documents, client) = (self.documents.clone(), self.client.clone());
        let (workspace, configuration) = (self.workspace.clone(), self.configuration.clone());
        let (index, features) = (self.index.clone(), self.features());
        let task = async move {
            while desk.goes_on() {
                host().sleep(QUIET).await;
                let wants_index = desk.wants_index();
                if wants_index {
                    index.rest().await;
                }
                let generation = index.generation();
                let query = IndexQuery {
                    documents: documents.clone(),
                    index: index.clone(),
                    own: None,
                    encoding: features.encoding,
                };
                let studies = StudyQuery {
                    documents: documents.clone(),
                    workspace: workspace.clone(),
                    configuration: configuration.clone(),
                    client: features,
                };
                let own = desk.clone();
                let work = compute(WorkScope::Whole, move |cancel| {
                    let copies = if wants_index { elsewhere::compare(&query, cancel)? } else { Default::default() };
                    let is_wanted = own.wants_conflicts.load(Ordering::Relaxed);
                    let conflicts = is_wanted.then(|| conflicts::compare(&studies, &own.studies, cancel)).flatten();
                    Some((copies, conflicts))
                });
                let Ok(compared) = AssertUnwindSafe(work).catch_unwind().await else {
                    tracing::error!("games could not be compared with those of other files");
                    continue;
                };
                let Some((copies, conflicts)) = compared else { continue };
                let mut changed = copies.changed;
                let mut of_files = StateOfFiles { generation, copies: copies.in_files, conflicts: desk.conflicts() };
                if let Some(conflicts) = conflicts {
                    changed.extend(conflicts.changed);
                    of_files.conflicts = conflicts.of_files;
                }
                changed.iter().for_each(|uri| documents.renew(uri));
                let is_same = *desk.of_files() == of_files;
                *desk.of_files() = of_files;
                // Files that are not open are compared when the client asks for the workspace's findings.
                if features.pull_diagnostics && !(is_same && changed.is_empty()) {
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
        for snapshot in open {
            if elsewhere::is_on(&snapshot) {
                self.elsewhere.want_copies();
            }
            if conflicts::is_on(&snapshot) {
                self.elsewhere.want_conflicts();
            }
        }
        self.compare_elsewhere();
    }
}
