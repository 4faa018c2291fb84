//! `textDocument/references`: the half-moves of the whole document that lead to the position after one, and the tags
//! that name the same player, event or site.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use tower_lsp::lsp_types::{Location, Position, ReferenceParams};

use crate::analysis::Cleaner;
use crate::ide::{NameKind, Wanted, named_at, occurrences, places_of_name, wanted};

use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::{About, Cancel, compute, content_modified};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::progress::Progress;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::Written;
use crate::lsp::transport::outgoing::written;

/// The most places that are told.
const MOST: usize = 10_000;
/// Games between two looks at the progress.
const TOGETHER: usize = 1 << 12;

/// What is looked for.
enum Subject {
    Board(Wanted),
    Name(NameKind, String),
}

/// Where the position, or the name, stands.
pub async fn handle(server: Arc<Backend>, params: ReferenceParams) -> Written {
    let asked = params.text_document_position;
    let Some((snapshot, changed)) = server.documents.current(&Address::from(asked.text_document.uri)) else {
        return written(&());
    };
    let features = server.features();
    let token = params.work_done_progress_params.work_done_token;
    let progress = server.progresses.begin("Searching the games".to_owned(), token, features.progress);
    let itself = params.context.include_declaration;
    let found = compute(About::Whole, move |cancel| {
        let cancel = cancel.or(&changed).or(progress.cancel());
        let Some((subject, here)) = subject_at(&snapshot, asked.position, &features, &cancel)? else {
            return Some(None);
        };
        let found = places(&snapshot, &subject, progress, &cancel)?;
        let found = found.into_iter().filter(|place| itself || *place != here).take(MOST);
        let location = |place| {
            let range = positions::range(&snapshot.text, place, features.encoding);
            Location::new(snapshot.uri.spelling().clone(), range)
        };
        Some(Some(found.map(location).collect::<Vec<_>>()))
    });
    let found = found.await.ok_or_else(|| content_modified("the search was called off"))?;
    written(&found)
}

/// What stands at a position, and where, in bytes of the document; the outer `None` if it is called off meanwhile.
fn subject_at(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<(Subject, Range<usize>)>> {
    let is_called_off = || cancel.is_cancelled();
    let Some((game, place)) = snapshot.game_at(position, client.encoding, &is_called_off)? else { return Some(None) };
    let text = snapshot.text_of(game.clone());
    let named = named_at(&text, place).map(|(named, range, name)| (Subject::Name(named, name), range));
    let found = named.or_else(|| {
        let resolve = || snapshot.resolved(&game, &text, &is_called_off);
        let (wanted, range) = wanted(&text, place, &is_called_off, resolve)?;
        Some((Subject::Board(wanted), range))
    });
    (!is_called_off()).then(|| found.map(|(subject, range)| (subject, positions::in_document(&game, range))))
}

/// All places of a subject, in bytes of the document; none if it is called off meanwhile.
fn places(
    snapshot: &Snapshot,
    subject: &Subject,
    mut progress: Progress,
    cancel: &Cancel,
) -> Option<Vec<Range<usize>>> {
    let is_called_off = || cancel.is_cancelled();
    let games: Vec<_> = snapshot.games_unless(&is_called_off)?.games().filter(|game| game.binary().is_none()).collect();
    let context = snapshot.context();
    let mut found = Vec::new();
    for (done, part) in games.chunks(TOGETHER).enumerate() {
        if is_called_off() {
            return None;
        }
        progress.report(done * TOGETHER, games.len(), "games");
        let in_games = part.par_iter().map_init(Cleaner::default, |cleaner, game| {
            let range = game.range();
            let found = match subject {
                Subject::Name(kind, name) => {
                    let places = |head: &str, whole| places_of_name(head, whole, *kind, name);
                    snapshot.by_head(&range, places).unwrap_or_default()
                }
                Subject::Board(wanted) => {
                    let text = snapshot.text_of(range.clone());
                    occurrences(&text, *wanted, &context, cleaner, &is_called_off).unwrap_or_default()
                }
            };
            found.into_iter().map(|found| positions::in_document(&range, found)).collect::<Vec<_>>()
        });
        found.extend(in_games.collect::<Vec<_>>().into_iter().flatten());
    }
    (!is_called_off()).then_some(found)
}

/// Where the player, the event or the site stands that is named at a position; none where nothing is. The outer `None` if
/// it is called off meanwhile.
pub fn names_at(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    progress: Progress,
    cancel: &Cancel,
) -> Option<Option<Vec<Range<usize>>>> {
    let Some((subject @ Subject::Name(..), _)) = subject_at(snapshot, position, client, cancel)? else {
        return Some(None);
    };
    places(snapshot, &subject, progress, cancel).map(Some)
}
