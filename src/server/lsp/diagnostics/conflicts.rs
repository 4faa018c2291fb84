//! Findings about answers of the own side that contradict each other, in all studies of the workspace: the open
//! documents and the files in which the lint is on.
//!
//! What a chapter answers stays beside it until it is edited, as what was found does; see `comparing` for when all are
//! compared.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use tower_lsp::lsp_types::{self, Diagnostic, DiagnosticRelatedInformation, Location};
use vgn_engine::games::Game;
use vgn_engine::lint;
use vgn_engine::lint::{Code, Severity};
use vgn_search::repertoire::ConflictSearch;

use super::protocol::DiagnosticConverter;
use super::rendering::GameCache;
use super::studies::{StudyDesk, StudyMovePlace, StudyQuery, StudySource, WorkspaceStudy};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::{MOST_GAMES, PositionPlace, ReadFiles};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;

/// Maximum number of such findings sent for a document.
const MOST: usize = 100;
/// Maximum number of such findings known of a document or file.
const MOST_KNOWN: usize = 1_000;

/// An answer that contradicts an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameConflict {
    /// In bytes of the game; of a game with a binary section, its start.
    range: Range<u32>,
    first: PositionPlace,
    /// The first answer, with its number.
    text: String,
}

/// The same in a file that is not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileConflict {
    range: lsp_types::Range,
    conflict: GameConflict,
}

/// What a comparison of all studies has found.
#[derive(Debug, Default)]
pub struct ComparedStudies {
    /// The documents whose findings have changed.
    pub changed: Vec<Address>,
    /// The findings of files that are not open.
    pub of_files: BTreeMap<PathBuf, Arc<Vec<FileConflict>>>,
}

/// Whether the lint is on for a document.
pub fn is_on(snapshot: &Snapshot) -> bool {
    level(snapshot).is_some()
}

fn level(snapshot: &Snapshot) -> Option<Severity> {
    snapshot.effective.settings.level(Code::RepertoireConflict)
}

/// A number that changes with the findings of a file.
pub fn number(found: &[FileConflict]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for FileConflict { range, conflict } in found {
        (range.start.line, range.start.character, &conflict.text, &conflict.first.uri).hash(&mut hasher);
        (conflict.first.range.start.line, conflict.first.range.start.character).hash(&mut hasher);
    }
    hasher.finish()
}

/// The findings that are known of a document, at most `limit`, and the number of all.
pub fn list(snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> (Vec<Diagnostic>, usize) {
    let games = snapshot.games_at_once().filter(|games| games.count() <= MOST_GAMES);
    let Some((games, level)) = games.zip(level(snapshot)) else { return (Vec::new(), 0) };
    let known = |game: Game<'_, GameCache>| {
        let known = game.attachment().known_answers()?.conflicts.lock().unwrap_or_else(PoisonError::into_inner);
        (!known.is_empty()).then(|| (game.range(), known.clone()))
    };
    let all: Vec<_> = games.games().filter_map(known).collect();
    let total = all.iter().map(|(_, found)| found.len()).sum();
    let converter = DiagnosticConverter::new(snapshot, client);
    let found = all.iter().flat_map(|(game, found)| found.iter().map(move |conflict| (game, conflict)));
    let shown = found.take(limit.min(MOST));
    let shown = shown.map(|(game, conflict)| diagnostic(&converter, (snapshot, client), (game, conflict), level));
    (shown.collect(), total)
}

/// The findings of a file that is not open, at most `limit`.
pub fn list_closed(
    snapshot: &Snapshot,
    client: &ClientFeatures,
    found: &[FileConflict],
    limit: usize,
) -> Vec<Diagnostic> {
    let Some(level) = level(snapshot) else { return Vec::new() };
    let converter = DiagnosticConverter::new(snapshot, client);
    let shown = found.iter().take(limit.min(MOST)).map(|FileConflict { range, conflict }| Diagnostic {
        range: *range,
        ..diagnostic(&converter, (snapshot, client), (&(0..0), conflict), level)
    });
    shown.collect()
}

fn diagnostic(
    converter: &DiagnosticConverter<'_>,
    (snapshot, client): (&Snapshot, &ClientFeatures),
    (game, conflict): (&Range<usize>, &GameConflict),
    severity: Severity,
) -> Diagnostic {
    let GameConflict { range, first, text } = conflict;
    let line = first.range.start.line.saturating_add(1);
    let place = match first.uri == snapshot.uri {
        true => format!("line {line}"),
        false => format!("`{}` (line {line})", first.uri.name()),
    };
    let found = lint::Diagnostic {
        code: Code::RepertoireConflict,
        severity,
        range: range.clone(),
        message: format!("{place} plays `{text}` in this position"),
        related: Vec::new(),
        fixes: Vec::new(),
    };
    let related = || {
        let location = Location { uri: first.uri.spelling().clone(), range: first.range };
        vec![DiagnosticRelatedInformation { location, message: format!("`{text}`") }]
    };
    let related_information = client.related_information.then(related);
    Diagnostic { related_information, ..converter.convert_one(game, &found) }
}

/// Compares all studies; `None` if none has changed, or if cancelled.
pub fn compare(query: &StudyQuery, desk: &StudyDesk, cancel: &Cancel) -> Option<ComparedStudies> {
    let studies = desk.changed_studies(query, cancel)?;
    let mut search = ConflictSearch::new();
    let mut found: Vec<Vec<(StudyMovePlace, StudyMovePlace)>> = vec![Vec::new(); studies.len()];
    for (number, study) in studies.iter().enumerate() {
        for (chapter, own) in study.own_sides().into_iter().enumerate() {
            if let Some(own) = own {
                let name = |at| StudyMovePlace { study: number, chapter, at };
                search.take(&study.chapters[chapter].answers, own, name, |at, first| {
                    if found[number].len() < MOST_KNOWN {
                        found[number].push((name(at), first));
                    }
                });
            }
        }
        if cancel.is_cancelled() {
            return None;
        }
    }
    let mut compared = ComparedStudies::default();
    let mut read = ReadFiles::default();
    for (study, found) in studies.iter().zip(found) {
        let mut conflicts: BTreeMap<usize, Vec<FileConflict>> = BTreeMap::new();
        for (here, first) in found {
            let (Some((range, place, _)), Some((_, first, text))) = (
                studies[here.study].place(here, query, &mut read),
                studies[first.study].place(first, query, &mut read),
            ) else {
                continue;
            };
            let conflict = GameConflict { range, first, text };
            conflicts.entry(here.chapter).or_default().push(FileConflict { range: place.range, conflict });
        }
        match &study.source {
            StudySource::Open(snapshot) => {
                if note(snapshot, study, conflicts) {
                    compared.changed.push(snapshot.uri.clone());
                }
            }
            StudySource::Closed(path, _) => {
                let all: Vec<FileConflict> = conflicts.into_values().flatten().collect();
                if !all.is_empty() {
                    compared.of_files.insert(path.clone(), Arc::new(all));
                }
            }
        }
    }
    Some(compared)
}

/// Notes what was found in a document beside its games, and whether that has changed.
fn note(snapshot: &Snapshot, study: &WorkspaceStudy, mut found: BTreeMap<usize, Vec<FileConflict>>) -> bool {
    let mut is_changed = false;
    for (number, chapter) in study.chapters.iter().enumerate() {
        let new: Vec<_> = found.remove(&number).into_iter().flatten().map(|found| found.conflict).collect();
        let Some(game) = snapshot.games().game_at(chapter.start) else { continue };
        let mut known = game.attachment().answers().conflicts.lock().unwrap_or_else(PoisonError::into_inner);
        is_changed |= *known != new;
        *known = new;
    }
    is_changed
}
