//! Findings about games that other files of the workspace have too.
//!
//! What is known of a game stays beside it until it is edited, so that lists are made as quickly as before; after a pause
//! the games that are new are compared, and all of them when other files have changed. Nothing is done while the lint is
//! off everywhere.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use tower_lsp::lsp_types::{Diagnostic, DiagnosticRelatedInformation, Location};
use vgn_engine::games::Game;
use vgn_engine::lint;
use vgn_engine::lint::Code;

use super::protocol::DiagnosticConverter;
use super::rendering::GameCache;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::{CandidatePlace, ElsewhereSearch, GameElsewhere, IndexQuery, is_view};
use crate::lsp::host::host;
use crate::lsp::session::cancel::{Cancel, WorkScope, compute};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Maximum number of such findings sent for a document.
const MOST: usize = 100;
/// Maximum number of games of a document that are compared.
const MOST_GAMES: usize = 20_000;
/// Pause after a change before games are compared.
const QUIET: Duration = Duration::from_millis(300);

/// What is known of a game.
#[derive(Debug, Default)]
pub struct KnownElsewhere {
    /// What the files and the other documents were when it was looked for; 0: never.
    state: (u64, u64),
    /// The games of files that end as this one.
    in_files: Vec<CandidatePlace>,
    found: Option<GameElsewhere>,
}

/// When games are compared.
#[derive(Debug, Default)]
pub struct ElsewhereDesk {
    /// The lint is on somewhere.
    is_wanted: AtomicBool,
    work: Mutex<DeskWork>,
    /// The generation of the index in the last comparison.
    compared: Mutex<u64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct DeskWork {
    is_running: bool,
    is_outdated: bool,
}

impl ElsewhereDesk {
    fn work(&self) -> MutexGuard<'_, DeskWork> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lint is on for a file.
    pub fn want(&self) {
        self.is_wanted.store(true, Ordering::Relaxed);
    }
}

/// Whether the lint is on for a document.
pub fn is_on(snapshot: &Snapshot) -> bool {
    snapshot.effective.settings.level(Code::DuplicateInWorkspace).is_some()
}

/// The findings that are known of a document, at most `limit`, and the number of all.
pub fn list(snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> (Vec<Diagnostic>, usize) {
    let Some(games) = snapshot.games_at_once().filter(|games| is_on(snapshot) && games.count() <= MOST_GAMES) else {
        return (Vec::new(), 0);
    };
    let known = |game: Game<'_, GameCache>| {
        let known = game.attachment().known_answers()?.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        known.found.clone().map(|found| (game.range(), found))
    };
    let all: Vec<_> = games.games().filter_map(known).collect();
    let converter = DiagnosticConverter::new(snapshot, client);
    let shown = all.iter().take(limit.min(MOST)).filter_map(|(game, found)| {
        let level = snapshot.effective.settings.level(Code::DuplicateInWorkspace)?;
        Some(diagnostic(&converter, client, (game, found), level))
    });
    (shown.collect(), all.len())
}

fn diagnostic(
    converter: &DiagnosticConverter<'_>,
    client: &ClientFeatures,
    (game, found): (&std::ops::Range<usize>, &GameElsewhere),
    severity: lint::Severity,
) -> Diagnostic {
    let (file, line) = (found.uri.name(), found.range.start.line.saturating_add(1));
    let more = match found.more {
        0 => String::new(),
        1 => " and in another place".to_owned(),
        more => format!(" and in {more} other places"),
    };
    let message = format!("`{file}` (line {line}) has the same game{more}");
    let found_here = lint::Diagnostic {
        code: Code::DuplicateInWorkspace,
        severity,
        range: found.own_tag.clone(),
        message,
        related: Vec::new(),
        fixes: Vec::new(),
    };
    let place = || {
        let location = Location { uri: found.uri.spelling().clone(), range: found.range };
        vec![DiagnosticRelatedInformation { location, message: format!("the game in `{file}`") }]
    };
    let related_information = client.related_information.then(place);
    Diagnostic { related_information, ..converter.convert_one(game, &found_here) }
}

impl Backend {
    /// Compares games with those of other files after a pause, if the lint is on somewhere.
    pub(in crate::lsp) fn compare_elsewhere(&self) {
        if !self.elsewhere.is_wanted.load(Ordering::Relaxed) {
            return;
        }
        let mut work = self.elsewhere.work();
        work.is_outdated = true;
        if work.is_running {
            return;
        }
        work.is_running = true;
        drop(work);
        self.want_index();
        let (desk, documents, client) = (self.elsewhere.clone(), self.documents.clone(), self.client.clone());
        let (index, features) = (self.index.clone(), self.features());
        let task = async move {
            while std::mem::take(&mut desk.work().is_outdated) {
                host().sleep(QUIET).await;
                index.rest().await;
                let generation = index.generation();
                let query = IndexQuery {
                    documents: documents.clone(),
                    index: index.clone(),
                    own: None,
                    encoding: features.encoding,
                };
                let changed = compute(WorkScope::Whole, move |cancel| compare(&query, cancel)).await;
                changed.iter().for_each(|uri| documents.renew(uri));
                let before =
                    std::mem::replace(&mut *desk.compared.lock().unwrap_or_else(PoisonError::into_inner), generation);
                // Files that are not open are compared when the client asks for the workspace's findings.
                if features.pull_diagnostics && (before != generation || !changed.is_empty()) {
                    let client = client.clone();
                    // A client that leaves the request unanswered does not block the next comparison.
                    let refresh = async move {
                        if let Err(error) = client.workspace_diagnostic_refresh().await {
                            tracing::debug!(%error, "the client does not pull again");
                        }
                    };
                    host().spawn(refresh.boxed());
                }
                let mut work = desk.work();
                if !work.is_outdated {
                    work.is_running = false;
                    return;
                }
            }
        };
        host().spawn(task.boxed());
    }

    /// Notes whether the lint is on for an open document, and compares its games.
    pub(in crate::lsp) fn note_elsewhere(&self) {
        let open = self.documents.uris().into_iter().filter_map(|uri| self.documents.snapshot(&uri));
        if open.into_iter().any(|snapshot| is_on(&snapshot)) {
            self.elsewhere.want();
        }
        self.compare_elsewhere();
    }
}

/// Compares what is new in the open documents; those whose findings have changed.
fn compare(query: &IndexQuery, cancel: &Cancel) -> Vec<Address> {
    let snapshots: Vec<Snapshot> =
        query.documents.uris().iter().filter_map(|uri| query.documents.snapshot(uri)).collect();
    let snapshots: Vec<Snapshot> = snapshots.into_iter().filter(|snapshot| !is_view(&snapshot.uri)).collect();
    let mut search = None;
    let mut changed = Vec::new();
    for snapshot in snapshots.iter().filter(|snapshot| is_on(snapshot)) {
        let state = state_of_others(query, &snapshots, &snapshot.uri);
        let Some(games) = snapshot.find_games(cancel).filter(|games| games.count() <= MOST_GAMES) else { continue };
        let mut is_changed = false;
        for game in games.games().filter(Game::is_game) {
            let lock = || game.attachment().answers().elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            if lock().state == state {
                continue;
            }
            if search.is_none() {
                search = ElsewhereSearch::new(query, cancel);
            }
            let Some(search) = search.as_mut() else { return changed };
            // Never two locks in one statement: the first is held until its end.
            let files_known = lock().state.0;
            let known = (files_known == state.0).then(|| lock().in_files.clone());
            let Some(in_files) = known.or_else(|| search.in_files(snapshot, &game, cancel)) else { return changed };
            let Some(found) = search.find(snapshot, &game, &in_files, cancel) else { return changed };
            let mut known = lock();
            is_changed |= known.found != found;
            *known = KnownElsewhere { state, in_files, found };
        }
        if is_changed {
            changed.push(snapshot.uri.clone());
        }
    }
    changed
}

/// Numbers that change with the files that are not open, and with the documents other than this one; never 0.
fn state_of_others(query: &IndexQuery, open: &[Snapshot], own: &Address) -> (u64, u64) {
    let mut files = DefaultHasher::new();
    query.index.generation().hash(&mut files);
    let mut others = DefaultHasher::new();
    for snapshot in open.iter().filter(|snapshot| snapshot.uri != *own) {
        snapshot.uri.hash(&mut files);
        (&snapshot.uri, snapshot.opening, snapshot.revision).hash(&mut others);
    }
    (files.finish().max(1), others.finish().max(1))
}

/// A number that changes with all files and all open documents.
pub fn state_of_all(query: &IndexQuery) -> u64 {
    let mut hasher = DefaultHasher::new();
    query.index.generation().hash(&mut hasher);
    for snapshot in query.documents.uris().iter().filter_map(|uri| query.documents.snapshot(uri)) {
        (&snapshot.uri, snapshot.opening, snapshot.revision).hash(&mut hasher);
    }
    hasher.finish()
}

/// The findings of a file that is not open, which has been judged, beside the others of `query`.
pub fn find_in_closed(snapshot: &Snapshot, query: &IndexQuery, cancel: &Cancel) -> Option<()> {
    let games = snapshot.find_games(cancel).filter(|games| games.count() <= MOST_GAMES)?;
    let mut search = ElsewhereSearch::new(query, cancel)?;
    for game in games.games().filter(Game::is_game) {
        let in_files = search.in_files(snapshot, &game, cancel)?;
        let found = search.find(snapshot, &game, &in_files, cancel)?;
        let mut known = game.attachment().answers().elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        *known = KnownElsewhere { state: (1, 1), in_files, found };
    }
    Some(())
}
