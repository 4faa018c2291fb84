//! `workspace/symbol`: players, events and openings by their names, in all documents that are open. Files that are not
//! open have no index yet.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Location, SymbolInformation, SymbolKind, WorkspaceSymbolParams};

use crate::ide::{NameKind, names};

use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::{About, Cancel, compute};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// The most names that are told: who looks for one types more of it.
const MOST: usize = 200;

/// The names that a query is found in, those that begin with it first, and then those of many games.
pub async fn handle(server: &Backend, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
    let documents: Vec<_> = server.documents.uris().iter().filter_map(|uri| server.documents.snapshot(uri)).collect();
    let features = server.features();
    Ok(compute(About::Whole, move |cancel| answer(&documents, &params.query, &features, cancel)).await)
}

/// A name in a document.
struct Found {
    kind: NameKind,
    name: String,
    /// Where it stands first, in bytes of the document.
    place: Range<usize>,
    games: usize,
}

fn answer(
    documents: &[Snapshot],
    query: &str,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<SymbolInformation>> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let mut all: Vec<(bool, Found, &Snapshot)> = Vec::new();
    for snapshot in documents {
        for found in in_document(snapshot, &words, cancel)? {
            let begins = words.first().is_some_and(|word| found.name.to_lowercase().starts_with(word));
            all.push((begins, found, snapshot));
        }
    }
    all.sort_by(|(begins, a, _), (other_begins, b, _)| {
        other_begins.cmp(begins).then(b.games.cmp(&a.games)).then_with(|| a.name.cmp(&b.name))
    });
    let symbol = |(_, found, snapshot): (bool, Found, &Snapshot)| {
        let file = snapshot.uri.spelling().path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default();
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
            location: Location {
                uri: snapshot.uri.spelling().clone(),
                range: positions::range(&snapshot.text, found.place, client.encoding),
            },
            container_name: Some(format!("{games}, {file}")),
        }
    };
    Some(all.into_iter().take(MOST).map(symbol).collect())
}

/// The names in a document that hold all words; none if it is called off.
fn in_document(snapshot: &Snapshot, words: &[String], cancel: &Cancel) -> Option<Vec<Found>> {
    let games = snapshot.games_unless(&|| cancel.is_cancelled())?;
    let games: Vec<_> = games.games().filter(|game| game.is_game()).map(|game| game.range()).collect();
    let of_games = games.par_iter().map(|range| {
        if cancel.is_cancelled() {
            return Vec::new();
        }
        let is_wanted = |name: &str| {
            let name = name.to_lowercase();
            words.iter().all(|word| name.contains(word))
        };
        let in_document = |place: Range<usize>| range.start + place.start..range.start + place.end;
        let read = |head: &str, whole| {
            let found = names(head, whole)?.into_iter().filter(|name| name.kind != NameKind::Site);
            let found = found.filter(|name| is_wanted(&name.text));
            Some(found.map(|name| (name.kind, name.text.into_owned(), in_document(name.range))).collect::<Vec<_>>())
        };
        snapshot.by_head(range, read).unwrap_or_default()
    });
    let of_games: Vec<_> = of_games.collect();
    let mut places: HashMap<(NameKind, String), usize> = HashMap::new();
    let mut all: Vec<Found> = Vec::new();
    for (kind, name, place) in of_games.into_iter().flatten() {
        let index = *places.entry((kind, name.clone())).or_insert_with(|| {
            all.push(Found { kind, name, place, games: 0 });
            all.len() - 1
        });
        all[index].games += 1;
    }
    (!cancel.is_cancelled()).then_some(all)
}
