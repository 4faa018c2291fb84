//! `workspace/diagnostic`: the files of the workspace that are not open.
//!
//! They are listed on request, within limits, and read again when they have changed on disk. If the client watches
//! files, the folders are walked again only after files were created or deleted.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use ropey::Rope;
use tower_lsp::lsp_types::{
    Diagnostic, FullDocumentDiagnosticReport, PreviousResultId, WorkspaceDiagnosticReport,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
};
use vgn_config::EffectiveConfig;
use vgn_engine::lint::Code;
use vgn_engine::source::Encoding;

use super::comparing::ElsewhereDesk;
use super::conflicts::FileConflict;
use super::result_id::result_id;
use super::{checking, conflicts, duplicates, elsewhere, protocol};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::disk::DiskFile;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::IndexQuery;
use crate::lsp::host::{FileStamp, FolderBounds, files};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::configuration::Configuration;
use crate::lsp::session::progress::WorkProgress;

/// Maximum size, in bytes, of a file that is checked while it is not open (4 MiB).
pub const LARGEST_FILE: u64 = 4 << 20;
/// The files that are checked while they are not open: at most 1,000, of 4 MiB each and 64 MiB together.
pub const BOUNDS: FolderBounds =
    FolderBounds { files: 1_000, file: LARGEST_FILE, bytes: 64 << 20, with_compressed: false };
/// Maximum number of diagnostics sent for one file.
const LIMIT: usize = 100;
/// Takes the place of a document's opening in the result identifiers of files that are not open.
const NOT_OPEN: u64 = u64::MAX;

/// The state of the workspace's files.
#[derive(Debug, Default)]
pub struct Workspace(Mutex<WorkspaceState>);

#[derive(Debug, Default)]
struct WorkspaceState {
    folders: Vec<PathBuf>,
    /// The files to check, unless they must be listed again.
    files: Option<Arc<Vec<PathBuf>>>,
    reports: BTreeMap<PathBuf, FileDiagnostics>,
    revision: u64,
}

/// The diagnostics of a file.
#[derive(Clone, Debug)]
struct FileDiagnostics {
    stamp: FileStamp,
    effective: Arc<EffectiveConfig>,
    revision: u64,
    items: Arc<Vec<Diagnostic>>,
    /// What other files and documents were when the games were compared with theirs.
    others: Option<(u64, u64)>,
    /// A number of its findings as a study; `None` if it is none.
    conflicts: Option<u64>,
}

/// A request for the diagnostics of the workspace.
pub struct WorkspaceQuery<'a> {
    pub documents: &'a Documents,
    pub configuration: &'a Configuration,
    pub client: &'a ClientFeatures,
    pub previous: Vec<PreviousReport>,
    /// The positions of all games, to compare them; and what is to be told if they are wanted.
    pub index: IndexQuery,
    pub elsewhere: &'a ElsewhereDesk,
    pub cancel: &'a Cancel,
}

/// The client's previous result for a file, with its spelling of the address.
#[derive(Debug)]
pub struct PreviousReport {
    file: Address,
    result: String,
}

impl From<PreviousResultId> for PreviousReport {
    fn from(previous: PreviousResultId) -> PreviousReport {
        PreviousReport { file: previous.uri.into(), result: previous.value }
    }
}

impl Workspace {
    /// Adds and removes folders.
    pub fn change_folders(&self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        let mut state = self.lock();
        state.folders.retain(|folder| !removed.contains(folder));
        state.folders.extend(added);
        state.files = None;
    }

    /// The folders.
    pub fn folders(&self) -> Vec<PathBuf> {
        self.lock().folders.clone()
    }

    /// Whether a file lies in one of the folders.
    pub fn is_within(&self, path: &Path) -> bool {
        self.lock().folders.iter().any(|folder| path.starts_with(folder))
    }

    /// Lists the files again on the next request.
    pub fn invalidate_files(&self) {
        self.lock().files = None;
    }

    /// Drops the diagnostics of a file, which has changed whatever its stamp says.
    pub fn forget(&self, path: &Path) {
        self.lock().reports.remove(path);
    }

    /// Whether the diagnostics of a file are known, which the client may show.
    pub fn has_reports(&self) -> bool {
        !self.lock().reports.is_empty()
    }

    /// The reports that differ from the client's previous results.
    pub fn answer(&self, question: &WorkspaceQuery<'_>, mut progress: WorkProgress) -> WorkspaceDiagnosticReport {
        let cancel = question.cancel.or(progress.cancel());
        if !question.client.watched_files {
            // Without file watching, the configuration read before may be outdated.
            question.configuration.forget_files();
        }
        let open: HashSet<Address> = question.documents.uris().into_iter().collect();
        let files = self.files(question.client.watched_files, &cancel);
        let mut items = Vec::new();
        let mut there = HashSet::new();
        let mut known_before: HashMap<&Address, Vec<&PreviousReport>> = HashMap::new();
        question.previous.iter().for_each(|before| known_before.entry(&before.file).or_default().push(before));
        for (done, path) in files.iter().enumerate() {
            if cancel.is_cancelled() {
                return WorkspaceDiagnosticReport { items };
            }
            progress.report(done, files.len(), "files");
            let Some(file) = Address::of_file(path) else { continue };
            if !open.contains(&file) {
                let Some(known) = self.diagnose_file(path, &file, question, &cancel) else { continue };
                let id = result_id(NOT_OPEN, known.revision);
                match known_before.get(&file) {
                    None if known.items.is_empty() => {}
                    None => items.push(full(&file, Some(id), known.items.to_vec())),
                    Some(before) => {
                        let old = before.iter().filter(|before| before.result != id);
                        items.extend(old.map(|old| full(&old.file, Some(id.clone()), known.items.to_vec())));
                    }
                }
            }
            there.insert(file);
        }
        let gone =
            question.previous.iter().filter(|before| !there.contains(&before.file) && !open.contains(&before.file));
        items.extend(gone.map(|before| full(&before.file, None, Vec::new())));
        WorkspaceDiagnosticReport { items }
    }

    /// The game files that are not open, within the limits of diagnostics.
    pub fn closed(&self, documents: &Documents, client: &ClientFeatures, cancel: &Cancel) -> Vec<(PathBuf, Address)> {
        let open: HashSet<Address> = documents.uris().into_iter().collect();
        let files = self.files(client.watched_files, cancel);
        let files = files.iter().filter_map(|path| Some((path.clone(), Address::of_file(path)?)));
        files.filter(|(_, uri)| !open.contains(uri)).collect()
    }

    /// The files to check.
    fn files(&self, watched: bool, cancel: &Cancel) -> Arc<Vec<PathBuf>> {
        let (folders, known) = {
            let state = self.lock();
            (state.folders.clone(), state.files.clone().filter(|_| watched))
        };
        if let Some(known) = known {
            return known;
        }
        let found = files().map(|files| files.find_games(&folders, &BOUNDS, cancel).files);
        let found = Arc::new(found.unwrap_or_default());
        let mut state = self.lock();
        state.reports.retain(|path, _| found.binary_search(path).is_ok());
        // Not if the folders have changed meanwhile, or the walk was cancelled.
        if state.folders == folders && !cancel.is_cancelled() {
            state.files = Some(found.clone());
        }
        found
    }

    /// The diagnostics of one file, which is read if it has changed; `None` if it cannot be read.
    fn diagnose_file(
        &self,
        path: &Path,
        uri: &Address,
        question: &WorkspaceQuery<'_>,
        cancel: &Cancel,
    ) -> Option<FileDiagnostics> {
        let stamp = files()?.stamp(path)?;
        let effective = question.configuration.effective(uri);
        let others = question.others(path, &effective);
        let conflicts = question.conflicts(path, &effective);
        let known = self.lock().reports.get(path).cloned();
        // What is not known yet is told later: until then, what was known stays.
        let is_same = |known: &FileDiagnostics| {
            let is_same_study = known.conflicts == conflicts.as_ref().map(|found| conflicts::number(found));
            let is_same_file = known.stamp == stamp && known.effective == effective;
            is_same_file && is_same_study && (others.is_none() || known.others == others)
        };
        if let Some(known) = known.filter(is_same) {
            return Some(known);
        }
        let index = others.map(|_| &question.index);
        let items = if stamp.len <= LARGEST_FILE {
            judge(path, uri, &effective, (question.client, index, conflicts.as_deref()), cancel)?
        } else {
            Vec::new()
        };
        let mut state = self.lock();
        state.revision += 1;
        let conflicts = conflicts.map(|found| conflicts::number(&found));
        let (items, revision) = (Arc::new(items), state.revision);
        let known = FileDiagnostics { stamp, effective, revision, items, others, conflicts };
        state.reports.insert(path.to_path_buf(), known.clone());
        Some(known)
    }

    fn lock(&self) -> MutexGuard<'_, WorkspaceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WorkspaceQuery<'_> {
    /// What other files and documents are to a file: the generation of the index, and the games that it may have too.
    /// `None` if games are not compared with theirs, or not yet.
    fn others(&self, path: &Path, effective: &EffectiveConfig) -> Option<(u64, u64)> {
        effective.settings.level(Code::DuplicateInWorkspace)?;
        self.elsewhere.want_copies();
        let index = &self.index.index;
        index.is_complete().then(|| (index.generation(), self.elsewhere.copies_in(path)))
    }

    /// The findings of a file as a study; `None` if it is none.
    fn conflicts(&self, path: &Path, effective: &EffectiveConfig) -> Option<Arc<Vec<FileConflict>>> {
        effective.settings.level(Code::RepertoireConflict)?;
        self.elsewhere.want_conflicts();
        Some(self.elsewhere.conflicts_in(path))
    }
}

/// A file opened as a document, as an editor would; `None` if it cannot be read.
pub fn open_closed_file(path: &Path, uri: &Address, effective: &Arc<EffectiveConfig>) -> Option<Snapshot> {
    let read = files()?.read(path, LARGEST_FILE);
    let bytes = read.inspect_err(|error| tracing::info!(?path, %error, "not read")).ok()?;
    let text = Encoding::of(&bytes).decode(&bytes).into_owned();
    let open = |text: &str| Snapshot::new(uri.clone(), "", 0, Rope::from_str(text), effective.clone());
    let mut snapshot = open(&text);
    if snapshot.games().games().any(|game| game.binary().is_some()) {
        // The text that editors make of a file with binary content.
        snapshot = open(&String::from_utf8_lossy(&bytes));
        snapshot.disk = Arc::new(DiskFile::with(uri, bytes));
    }
    Some(snapshot)
}

/// The diagnostics of a file; `None` if it cannot be read, or the work was cancelled.
fn judge(
    path: &Path,
    uri: &Address,
    effective: &Arc<EffectiveConfig>,
    (client, index, conflicts): (&ClientFeatures, Option<&IndexQuery>, Option<&Vec<FileConflict>>),
    cancel: &Cancel,
) -> Option<Vec<Diagnostic>> {
    let snapshot = open_closed_file(path, uri, effective)?;
    let games: Vec<_> = snapshot.games().games().collect();
    games.par_iter().for_each(|game| checking::judge(&snapshot, game, cancel));
    duplicates::find(&snapshot);
    if let Some(index) = index {
        elsewhere::find_in_closed(&snapshot, index, cancel);
    }
    let mut items = protocol::list(&snapshot, client, LIMIT);
    let found = conflicts.map(Vec::as_slice).unwrap_or_default();
    items.extend(conflicts::list_closed(&snapshot, client, found, LIMIT.saturating_sub(items.len())));
    (!cancel.is_cancelled()).then_some(items)
}

/// Whether a file holds games, by its name (rule A4).
pub fn is_game_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["pgn", "vgn"].iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// Whether a file holds compressed games, by its name: `games.pgn.zst`, or any ZIP archive.
pub fn is_compressed_game_file(path: &Path) -> bool {
    let is = |known: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known));
    let within = path.file_stem().map(Path::new);
    is("zip") || (["gz", "zst", "bz2", "xz"].into_iter().any(is) && within.is_some_and(is_game_file))
}

fn full(uri: &Address, result_id: Option<String>, items: Vec<Diagnostic>) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri: uri.spelling().clone(),
        version: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
}
