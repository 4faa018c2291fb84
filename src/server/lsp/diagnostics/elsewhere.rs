//! Findings about games that other files of the workspace have too.
//!
//! What is known of a game stays beside it until it is edited, so that lists are made as quickly as before; after a pause
//! the games that are new are compared, and all of them when other files have changed (see `comparing`).

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::PoisonError;

use tower_lsp::lsp_types::{Diagnostic, DiagnosticRelatedInformation, Location};
use vgn_engine::games::Game;
use vgn_engine::lint;
use vgn_engine::lint::Code;

use super::protocol::DiagnosticConverter;
use super::rendering::GameCache;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::{CandidatePlace, ElsewhereSearch, GameElsewhere, IndexQuery, MOST_GAMES, is_view};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;

/// Maximum number of such findings sent for a document.
const MOST: usize = 100;

/// What is known of a game.
#[derive(Debug, Default)]
pub struct KnownElsewhere {
    /// What the files and the other documents were when it was looked for; 0: never.
    state: (u64, u64),
    /// The games of files that end as this one.
    in_files: Vec<CandidatePlace>,
    /// Changes with the text of a game that may be in files.
    content: u64,
    found: Option<GameElsewhere>,
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

/// What a comparison of all open documents has found.
#[derive(Debug, Default)]
pub struct ComparedDocuments {
    /// The documents whose findings have changed.
    pub changed: Vec<Address>,
    /// For each file that may have games of open documents, a number that changes with those games.
    pub in_files: BTreeMap<PathBuf, u64>,
}

/// Compares what is new in the open documents; `None` if cancelled.
pub fn compare(query: &IndexQuery, cancel: &Cancel) -> Option<ComparedDocuments> {
    let snapshots: Vec<Snapshot> =
        query.documents.uris().iter().filter_map(|uri| query.documents.snapshot(uri)).collect();
    let snapshots: Vec<Snapshot> = snapshots.into_iter().filter(|snapshot| !is_view(&snapshot.uri)).collect();
    let mut search = None;
    let mut compared = ComparedDocuments::default();
    for snapshot in &snapshots {
        let state = state_of_others(query, &snapshots, &snapshot.uri);
        let games = snapshot.find_games(cancel)?;
        if games.count() > MOST_GAMES {
            continue;
        }
        let mut is_changed = false;
        for game in games.games().filter(Game::is_game) {
            let lock = || game.attachment().answers().elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            // Never two locks in one statement: the first is held until its end.
            let before = lock().state;
            if before != state {
                if search.is_none() {
                    search = ElsewhereSearch::new(query, cancel);
                }
                let search = search.as_mut()?;
                let known = (before.0 == state.0).then(|| lock().in_files.clone());
                let in_files = known.map_or_else(|| search.in_files(snapshot, &game, cancel), Some)?;
                let found = if is_on(snapshot) { search.find(snapshot, &game, &in_files, cancel)? } else { None };
                let content = if in_files.is_empty() { 0 } else { hash(&snapshot.text_of(game.range())) };
                let mut known = lock();
                is_changed |= known.found != found;
                *known = KnownElsewhere { state, in_files, content, found };
            }
            let known = lock();
            if !known.in_files.is_empty() {
                let number = hash(&(&snapshot.uri, game.line(), known.content));
                known.in_files.iter().for_each(|place| compared.note(place, number));
            }
        }
        if is_changed {
            compared.changed.push(snapshot.uri.clone());
        }
    }
    Some(compared)
}

impl ComparedDocuments {
    fn note(&mut self, place: &CandidatePlace, number: u64) {
        let CandidatePlace::File { path, .. } = place else { return };
        match self.in_files.get_mut(path) {
            Some(known) => *known = known.wrapping_add(number),
            None => _ = self.in_files.insert(path.clone(), number),
        }
    }
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

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
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
        *known = KnownElsewhere { state: (1, 1), in_files, content: 0, found };
    }
    Some(())
}
