//! `workspace/symbol`: players, events and openings by name, in all open documents and in the workspace's files that
//! are not open. The names in files are cached until the file changes on disk.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rayon::prelude::*;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{self, Location, SymbolInformation, SymbolKind, WorkspaceSymbolParams};
use vgn_ide::{GameOpening, NameKind, names, without_code};

use super::opening_finder::OpeningFinder;
use crate::lsp::diagnostics::workspace::open_closed_file;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::host::{FileStamp, files, host};
use crate::lsp::session::cancel::{Cancel, WorkScope, compute};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::configuration::Configuration;
use crate::lsp::session::state::Backend;

/// Maximum number of names in an answer: users refine the query.
const MOST: usize = 200;

/// The names that match a query; those that begin with it first, then by number of games.
pub async fn handle(server: &Backend, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
    let documents: Vec<_> = server.documents.uris().iter().filter_map(|uri| server.documents.snapshot(uri)).collect();
    let features = server.features();
    let (open, workspace) = (server.documents.clone(), server.workspace.clone());
    let (configuration, index) = (server.configuration.clone(), server.names.clone());
    let answer = move |cancel: &Cancel| {
        let mut files = Vec::new();
        for (path, uri) in workspace.closed(&open, &features, cancel) {
            if cancel.is_cancelled() {
                return None;
            }
            let effective = || configuration.effective(&uri);
            let names = index.of_file(&path, &features, cancel, || open_closed_file(&path, &uri, &effective()));
            files.extend(names.map(|names| (uri, names)));
        }
        index.retain(&files);
        answer(&documents, &files, &params.query, &features, cancel)
    };
    Ok(compute(WorkScope::Whole, answer).await)
}

/// The names in files that are not open.
#[derive(Debug, Default)]
pub struct NameIndex(Mutex<HashMap<PathBuf, FileNames>>);

/// The names in a file, and its stamp when it was read.
type FileNames = (FileStamp, Arc<Vec<IndexedName>>);

/// A name in a file.
#[derive(Clone, Debug)]
struct IndexedName {
    kind: NameKind,
    name: String,
    range: lsp_types::Range,
    games: usize,
}

impl NameIndex {
    /// The names in a file, which is `read` if it has changed; `None` if that fails or is cancelled.
    fn of_file(
        &self,
        path: &Path,
        client: &ClientFeatures,
        cancel: &Cancel,
        read: impl FnOnce() -> Option<Snapshot>,
    ) -> Option<Arc<Vec<IndexedName>>> {
        let stamp = files()?.stamp(path)?;
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, names)) = lock().get(path).filter(|(known, _)| *known == stamp) {
            return Some(names.clone());
        }
        let snapshot = read()?;
        let range = |place| positions::range(&snapshot.text, place, client.encoding);
        let index = |DocumentName { kind, name, place, games }: DocumentName| IndexedName {
            kind,
            name,
            range: range(place),
            games,
        };
        let names: Arc<Vec<IndexedName>> =
            Arc::new(in_document(&snapshot, &[], cancel)?.into_iter().map(index).collect());
        lock().insert(path.to_path_buf(), (stamp, names.clone()));
        Some(names)
    }

    /// The names of a kind in files; unread files are read until the host's clock reaches `until`.
    pub fn names<'a>(
        &self,
        files: impl Iterator<Item = &'a (PathBuf, Address)>,
        kind: NameKind,
        configuration: &Configuration,
        client: &ClientFeatures,
        (until, cancel): (Duration, &Cancel),
    ) -> Vec<String> {
        let mut all = Vec::new();
        for (path, uri) in files {
            let read = || {
                let has_time = host().now() < until && !cancel.is_cancelled();
                has_time.then(|| open_closed_file(path, uri, &configuration.effective(uri)))?
            };
            let found = self.of_file(path, client, cancel, read);
            let names = found.iter().flat_map(|names| names.iter()).filter(|name| name.kind == kind);
            all.extend(names.map(|name| name.name.clone()));
        }
        all
    }

    /// Drops files that are gone, or open.
    fn retain(&self, files: &[(Address, Arc<Vec<IndexedName>>)]) {
        let there: HashSet<*const Vec<IndexedName>> = files.iter().map(|(_, names)| Arc::as_ptr(names)).collect();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (_, names)| there.contains(&Arc::as_ptr(names)));
    }
}

/// A name in a document.
struct DocumentName {
    kind: NameKind,
    name: String,
    /// Its first place, in bytes of the document.
    place: Range<usize>,
    games: usize,
}

/// A name that matches a query: whether it begins with the query, and its place.
struct NameMatch {
    begins: bool,
    kind: NameKind,
    name: String,
    games: usize,
    location: Location,
}

fn answer(
    documents: &[Snapshot],
    files: &[(Address, Arc<Vec<IndexedName>>)],
    query: &str,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<SymbolInformation>> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let begins = |kind, name: &str| {
        let begins = |name: &str| words.first().is_some_and(|word| name.to_lowercase().starts_with(word));
        begins(name) || begins(without_code(kind, name))
    };
    let mut all: Vec<NameMatch> = Vec::new();
    for snapshot in documents {
        let found = in_document(snapshot, &words, cancel)?.into_iter().filter(|found| found.kind != NameKind::Site);
        for DocumentName { kind, name, place, games } in found {
            let range = positions::range(&snapshot.text, place, client.encoding);
            let location = Location::new(snapshot.uri.spelling().clone(), range);
            all.push(NameMatch { begins: begins(kind, &name), kind, name, games, location });
        }
    }
    for (uri, names) in files {
        let names = names.iter().filter(|found| found.kind != NameKind::Site && holds(&found.name, &words));
        for IndexedName { kind, name, range, games } in names {
            let location = Location::new(uri.spelling().clone(), *range);
            all.push(NameMatch {
                begins: begins(*kind, name),
                kind: *kind,
                name: name.clone(),
                games: *games,
                location,
            });
        }
    }
    all.sort_by(|a, b| b.begins.cmp(&a.begins).then(b.games.cmp(&a.games)).then_with(|| a.name.cmp(&b.name)));
    let symbol = |found: NameMatch| {
        let file = Address::from(found.location.uri.clone()).name();
        let container = |games: &str| Some(format!("{games}, {file}"));
        let games = if found.games == 1 { "1 game".to_owned() } else { format!("{} games", found.games) };
        #[allow(deprecated)] // The field wants a value.
        SymbolInformation {
            name: found.name,
            kind: match found.kind {
                NameKind::Player => SymbolKind::CLASS,
                NameKind::Event | NameKind::Site => SymbolKind::EVENT,
                NameKind::Opening => SymbolKind::NAMESPACE,
            },
            tags: None,
            deprecated: None,
            container_name: container(&games),
            location: found.location,
        }
    };
    Some(all.into_iter().take(MOST).map(symbol).collect())
}

/// Whether a name contains all words, ignoring case.
fn holds(name: &str, words: &[String]) -> bool {
    let name = name.to_lowercase();
    words.iter().all(|word| name.contains(word))
}

/// The names in a document that contain all words; `None` if cancelled.
fn in_document(snapshot: &Snapshot, words: &[String], cancel: &Cancel) -> Option<Vec<DocumentName>> {
    let games = snapshot.find_games(&|| cancel.is_cancelled())?;
    let games: Vec<_> = games.games().filter(|game| game.is_game()).collect();
    let of_games = games.par_iter().map_init(
        || OpeningFinder::new(snapshot, cancel),
        |book, game| {
            let range = game.range();
            if cancel.is_cancelled() {
                return Vec::new();
            }
            let in_document = |place: Range<usize>| range.start + place.start..range.start + place.end;
            let read = |head: &str, whole| {
                let found = names(head, whole)?;
                let is_named = found.iter().any(|name| name.kind == NameKind::Opening);
                let found = found.into_iter().filter(|name| !name.is_address());
                let found = found.filter(|name| holds(&name.text, words));
                let found = found.map(|name| (name.kind, name.text.into_owned(), in_document(name.range)));
                Some((is_named, found.collect::<Vec<_>>()))
            };
            let (is_named, mut found) = snapshot.by_head(&range, read).unwrap_or_default();
            // If no tag names the opening, it is determined by the half-moves.
            if !is_named
                && let Some(GameOpening { opening, range: place }) = book.opening(game)
                && let name = format!("{} {}", opening.eco, opening.name)
                && holds(&name, words)
            {
                let place = in_document(place.start as usize..place.end as usize);
                found.push((NameKind::Opening, name, place));
            }
            found
        },
    );
    let of_games: Vec<_> = of_games.collect();
    let mut places: HashMap<(NameKind, String), usize> = HashMap::new();
    let mut all: Vec<DocumentName> = Vec::new();
    for (kind, name, place) in of_games.into_iter().flatten() {
        let index = *places.entry((kind, name.clone())).or_insert_with(|| {
            all.push(DocumentName { kind, name, place, games: 0 });
            all.len() - 1
        });
        all[index].games += 1;
    }
    (!cancel.is_cancelled()).then_some(all)
}
