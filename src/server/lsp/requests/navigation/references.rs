//! `textDocument/references`: the half-moves that lead to the position after one, and the tags with the same player,
//! event or site: in the document, then in other open documents, then in the workspace's files that are not open.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use tower_lsp::lsp_types::{self, Location, Position, ReferenceParams, Url};
use vgn_engine::replay::FastPass;
use vgn_ide::{NameKind, PositionKey, cursor_info, name_at, occurrences, position_key_at, ranges_of_name};
use vgn_search::{SearchKey, SoughtPosition};

use crate::lsp::diagnostics::workspace::{Workspace, open_closed_file};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::GameIndex;
use crate::lsp::session::cancel::{Cancel, WorkScope, compute, content_modified};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::configuration::Configuration;
use crate::lsp::session::progress::WorkProgress;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written;

/// Maximum number of places in an answer.
const MOST: usize = 10_000;
/// Number of games between two progress reports.
const TOGETHER: usize = 1 << 12;

/// The subject of a search.
pub enum SearchSubject {
    /// A position; with the key of the index, if it is one of chess.
    Board(PositionKey, Option<SearchKey>),
    Name(NameKind, String),
}

/// The places of the position or name.
pub async fn handle(server: Arc<Backend>, params: ReferenceParams) -> ResultParts {
    let target = params.text_document_position;
    let Some((snapshot, changed)) = server.documents.current(&Address::from(target.text_document.uri)) else {
        return written(&());
    };
    let features = server.features();
    let token = params.work_done_progress_params.work_done_token;
    let mut progress = server.progresses.begin("Searching the games".to_owned(), token, features.progress);
    let itself = params.context.include_declaration;
    let rest = OtherFiles::of(&server);
    let found = compute(WorkScope::Whole, move |cancel| {
        let cancel = cancel.or(&changed).or(progress.cancel());
        let Some((subject, here)) = subject_at(&snapshot, target.position, &features, &cancel)? else {
            return Some(None);
        };
        let found = places(&snapshot, &subject, &mut progress, &cancel)?;
        let found = nearest(found, &here, MOST).into_iter().filter(|place| itself || *place != here);
        let locations = |snapshot: &Snapshot, found: &mut dyn Iterator<Item = Range<usize>>| {
            let range = |place| positions::range(&snapshot.text, place, features.encoding);
            found.map(|place| Location::new(snapshot.uri.spelling().clone(), range(place))).collect::<Vec<_>>()
        };
        let mut found = locations(&snapshot, &mut found.into_iter());
        for (uri, others) in rest.places(&snapshot, &subject, &mut progress, (&features, &cancel))? {
            let room = MOST.saturating_sub(found.len());
            found.extend(others.into_iter().take(room).map(|range| Location::new(uri.clone(), range)));
        }
        Some(Some(found))
    });
    let found = found.await.ok_or_else(|| content_modified("the search was called off"))?;
    written(&found)
}

/// Of too many places, given in order, those around `here`.
fn nearest(mut places: Vec<Range<usize>>, here: &Range<usize>, most: usize) -> Vec<Range<usize>> {
    let before = places.partition_point(|place| place.start < here.start);
    let first = before.saturating_sub(most / 2).min(places.len().saturating_sub(most));
    places.drain(..first);
    places.truncate(most);
    places
}

/// The subject at a position, and its range in bytes of the document; the outer `None` if cancelled.
fn subject_at(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<(SearchSubject, Range<usize>)>> {
    let Some((game, place)) = snapshot.game_at(position, client.encoding, cancel)? else { return Some(None) };
    let text = snapshot.text_of(game.clone());
    let named = name_at(&text, place).map(|(named, range, name)| (SearchSubject::Name(named, name), range));
    let found = named.or_else(|| {
        let open = snapshot.open_game(&game, &text, cancel);
        let (wanted, range) = position_key_at(&open, place)?;
        let after = cursor_info(&open, range.start, 1);
        let after = after.filter(|after| after.half_move.as_ref().is_some_and(|half_move| half_move.range == range));
        let sought = after.and_then(|after| SoughtPosition::of(after.board.as_ref()?));
        Some((SearchSubject::Board(wanted, sought.map(|sought| sought.key())), range))
    });
    (!cancel.is_cancelled()).then(|| found.map(|(subject, range)| (subject, positions::in_document(&game, range))))
}

/// All places of a subject, in bytes of the document; `None` if cancelled.
fn places(
    snapshot: &Snapshot,
    subject: &SearchSubject,
    progress: &mut WorkProgress,
    cancel: &Cancel,
) -> Option<Vec<Range<usize>>> {
    let games: Vec<_> = snapshot.find_games(cancel)?.games().filter(|game| game.binary().is_none()).collect();
    let context = snapshot.context_for(cancel);
    let mut found = Vec::new();
    for (done, part) in games.chunks(TOGETHER).enumerate() {
        if cancel.is_cancelled() {
            return None;
        }
        progress.report(done * TOGETHER, games.len(), "games");
        let in_games = part.par_iter().map_init(FastPass::default, |fast_pass, game| {
            let range = game.range();
            let found = match subject {
                SearchSubject::Name(kind, name) => {
                    let places = |head: &str, whole| ranges_of_name(head, whole, *kind, name);
                    snapshot.by_head(&range, places).unwrap_or_default()
                }
                SearchSubject::Board(wanted, _) => {
                    let text = snapshot.text_of(range.clone());
                    occurrences(&text, *wanted, &context, fast_pass).unwrap_or_default()
                }
            };
            found.into_iter().map(|found| positions::in_document(&range, found)).collect::<Vec<_>>()
        });
        found.extend(in_games.collect::<Vec<_>>().into_iter().flatten());
    }
    (!cancel.is_cancelled()).then_some(found)
}

/// The places of the player, event or site named at a position; the inner `None` if there is no name. The outer `None`
/// if cancelled.
pub fn names_at(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    progress: &mut WorkProgress,
    cancel: &Cancel,
) -> Option<Option<(SearchSubject, Vec<Range<usize>>)>> {
    let Some((subject @ SearchSubject::Name(..), _)) = subject_at(snapshot, position, client, cancel)? else {
        return Some(None);
    };
    places(snapshot, &subject, progress, cancel).map(|found| Some((subject, found)))
}

/// The sources beside a document: the other open documents, and the workspace's files.
pub struct OtherFiles {
    documents: Arc<Documents>,
    workspace: Arc<Workspace>,
    configuration: Arc<Configuration>,
    /// The positions of the files, if the client tells of changes.
    index: Option<Arc<GameIndex>>,
}

impl OtherFiles {
    /// The documents and files of a server.
    pub fn of(server: &Backend) -> OtherFiles {
        OtherFiles {
            documents: server.documents.clone(),
            workspace: server.workspace.clone(),
            configuration: server.configuration.clone(),
            index: server.features().watched_files.then(|| server.index.clone()),
        }
    }

    /// The places of a subject outside `here`, file by file, up to the limit; `None` if cancelled.
    pub fn places(
        &self,
        here: &Snapshot,
        subject: &SearchSubject,
        progress: &mut WorkProgress,
        (client, cancel): (&ClientFeatures, &Cancel),
    ) -> Option<Vec<(Url, Vec<lsp_types::Range>)>> {
        let mut all = Vec::new();
        let mut room = MOST;
        let mut take = |snapshot: &Snapshot, progress: &mut WorkProgress| {
            let found = places(snapshot, subject, progress, cancel)?.into_iter().take(room);
            let range = |place| positions::range(&snapshot.text, place, client.encoding);
            let found: Vec<lsp_types::Range> = found.map(range).collect();
            room -= found.len();
            if !found.is_empty() {
                all.push((snapshot.uri.spelling().clone(), found));
            }
            Some(room > 0)
        };
        let others = self.documents.uris().into_iter().filter(|uri| *uri != here.uri);
        for snapshot in others.filter_map(|uri| self.documents.snapshot(&uri)) {
            if !take(&snapshot, progress)? {
                return Some(all);
            }
        }
        if let SearchSubject::Board(wanted, Some(key)) = subject
            && let Some(index) = &self.index
            && let Some(files) = index.candidates(*key, &self.documents.uris().into_iter().collect())
        {
            for file in files {
                if room == 0 {
                    break;
                }
                let found = file.places(*wanted, room, client.encoding, cancel)?;
                room -= found.len();
                if !found.is_empty() {
                    all.push((file.uri.spelling().clone(), found));
                }
            }
            return Some(all);
        }
        for (path, uri) in self.workspace.closed(&self.documents, client, cancel) {
            if cancel.is_cancelled() {
                return None;
            }
            let Some(snapshot) = open_closed_file(&path, &uri, &self.configuration.effective(&uri)) else { continue };
            if !take(&snapshot, progress)? {
                break;
            }
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_too_many_places_the_nearest_are_sent() {
        let places = |starts: &[usize]| starts.iter().map(|start| *start..start + 1).collect::<Vec<_>>();
        let near = |here: usize| nearest(places(&[0, 10, 20, 30, 40, 50]), &(here..here + 1), 4);
        assert_eq!(near(0), places(&[0, 10, 20, 30]));
        assert_eq!(near(30), places(&[10, 20, 30, 40]));
        assert_eq!(near(50), places(&[20, 30, 40, 50]));
        assert_eq!(nearest(places(&[0, 10]), &(10..11), 4), places(&[0, 10]));
    }
}
