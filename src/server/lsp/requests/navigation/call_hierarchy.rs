//! The call hierarchy of positions: callers of a position are the half-moves by which the document's games reach it,
//! its calls those by which they continue.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    self, CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, ProgressToken, SymbolKind, Url,
};
use vgn_engine::lint::Cancellation;
use vgn_ide::{ExploredPosition, MoveStats};

use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::requests::passages;
use crate::lsp::session::cancel::{WorkScope, compute, content_modified};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Maximum number of half-moves listed for a position; no position has more legal ones.
const MOST_WAYS: usize = 218;
/// Maximum number of places listed for each.
const MOST_PLACES: usize = 1_000;

/// The position that an item stands for.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct HierarchyItemData {
    uri: Url,
    opening: u64,
    revision: u64,
    /// The start of a half-move, in bytes of the document.
    at: usize,
    /// The position before the half-move; else the one after it.
    before: bool,
}

/// The position after the half-move at a place.
pub async fn prepare(server: &Backend, params: CallHierarchyPrepareParams) -> Result<Option<Vec<CallHierarchyItem>>> {
    let target = params.text_document_position_params;
    let answer = server.query_document(target.text_document.uri, move |snapshot, client, cancel| {
        let Some((game, place)) = snapshot.game_at(target.position, client.encoding, cancel)? else {
            return Some(None);
        };
        let found = crossing(snapshot, &game, place, false, cancel);
        let item = |found: ExploredPosition| {
            let range = positions::in_document(&game, found.half_move.clone());
            vec![item(snapshot, client, found.name, found.opening, (range, false))]
        };
        (!cancel.is_cancelled()).then(|| found.map(item))
    });
    Ok(answer.await?.flatten())
}

fn crossing(
    snapshot: &Snapshot,
    game: &Range<usize>,
    place: u32,
    is_before: bool,
    cancel: &dyn Cancellation,
) -> Option<ExploredPosition> {
    let text = snapshot.text_of(game.clone());
    ExploredPosition::at(&snapshot.open_game(game, &text, cancel), place, is_before)
}

fn item(
    snapshot: &Snapshot,
    client: &ClientFeatures,
    name: String,
    detail: Option<String>,
    (place, before): (Range<usize>, bool),
) -> CallHierarchyItem {
    let uri = snapshot.uri.spelling().clone();
    let which = HierarchyItemData {
        uri: uri.clone(),
        opening: snapshot.opening,
        revision: snapshot.revision,
        at: place.start,
        before,
    };
    let range = positions::range(&snapshot.text, place, client.encoding);
    CallHierarchyItem {
        name,
        kind: SymbolKind::EVENT,
        tags: None,
        detail,
        uri,
        range,
        selection_range: range,
        data: serde_json::to_value(which).ok(),
    }
}

/// The half-moves by which games reach the position, including the item's own.
pub async fn incoming(
    server: &Backend,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    let token = params.work_done_progress_params.work_done_token;
    let found = linked_moves(server, &params.item, token, |found| &mut found.into, true).await?;
    let call = |(from, from_ranges)| CallHierarchyIncomingCall { from, from_ranges };
    Ok(found.map(|found| found.into_iter().map(call).collect()))
}

/// The half-moves by which games continue.
pub async fn outgoing(
    server: &Backend,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    let token = params.work_done_progress_params.work_done_token;
    let found = linked_moves(server, &params.item, token, |found| &mut found.out, false).await?;
    let call = |(to, from_ranges)| CallHierarchyOutgoingCall { to, from_ranges };
    Ok(found.map(|found| found.into_iter().map(call).collect()))
}

/// The half-moves to or from the position of an item, each with its places. `None` if the item is unknown.
async fn linked_moves(
    server: &Backend,
    item_of: &CallHierarchyItem,
    token: Option<ProgressToken>,
    side: passages::PassageSide,
    is_into: bool,
) -> Result<Option<Vec<(CallHierarchyItem, Vec<lsp_types::Range>)>>> {
    let Some(which) = item_of.data.as_ref().and_then(|data| HierarchyItemData::deserialize(data).ok()) else {
        return Ok(None);
    };
    let Some((snapshot, changed)) = server.documents.current(&Address::from(which.uri.clone())) else {
        return Ok(None);
    };
    let outdated = || content_modified("the document has changed meanwhile");
    if (which.opening, which.revision) != (snapshot.opening, snapshot.revision) {
        return Err(outdated());
    }
    let features = server.features();
    let mut progress = server.progresses.begin("Searching the games".to_owned(), token, features.progress);
    let found = compute(WorkScope::Whole, move |cancel| {
        let cancel = &cancel.or(&changed).or(progress.cancel());
        let games = snapshot.find_games(cancel)?;
        let Some(game) = games.game_at(which.at) else { return Some(None) };
        let place = u32::try_from(which.at - game.range().start).ok()?;
        let crossing = crossing(&snapshot, &game.range(), place, which.before, cancel);
        let Some(crossing) = crossing else { return (!cancel.is_cancelled()).then_some(None) };
        let games: Vec<_> = games.games().collect();
        let report = |done| progress.report(done, games.len(), "games");
        let found = passages::search(&snapshot, &games, crossing.key(), side, report, cancel)?.sorted();
        let listed = |way: MoveStats| {
            let first = way.places.first()?.clone();
            let written = snapshot.text_of(first.clone());
            let name = if is_into { way.name(None, &written) } else { crossing.name_of(&way, &written) };
            let item = item(&snapshot, &features, name, Some(way.counts()), (first, is_into));
            let range = |place: &Range<usize>| positions::range(&snapshot.text, place.clone(), features.encoding);
            Some((item, way.places.iter().take(MOST_PLACES).map(range).collect::<Vec<_>>()))
        };
        Some(Some(found.into_iter().take(MOST_WAYS).filter_map(listed).collect()))
    });
    found.await.ok_or_else(outdated)
}
