//! The call hierarchy of positions: callers of a position are the half-moves by which games reach it, its calls those by
//! which they continue: games of the document, of other open documents, and by the index those of the workspace's files.

use std::ops::Range;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    self, CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, ProgressToken, SymbolKind, Url,
};
use vgn_engine::lint::Cancellation;
use vgn_ide::{ExploredPosition, MoveStats, MoveStatsBuilder, Position, PositionKey};
use vgn_search::SoughtPosition;

use super::other_games::{GamesElsewhere, OtherPlace, OtherPlaces};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::host::within;
use crate::lsp::requests::passages;
use crate::lsp::session::cancel::{Cancel, WorkScope, compute, content_modified};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Maximum number of half-moves listed for a position; no position has more legal ones.
const MOST_WAYS: usize = 218;
/// Maximum number of places listed for each.
const MOST_PLACES: usize = 1_000;

/// How long an answer waits for files that are not in the index yet; what is not there then is left out.
const PATIENCE: Duration = Duration::from_secs(5);

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
    /// Instead of all that: the position itself, of a game elsewhere.
    fen: Option<String>,
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
        fen: None,
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

/// An item for a half-move in another document or file.
fn item_elsewhere(place: &OtherPlace, name: String, detail: String) -> CallHierarchyItem {
    let uri = place.uri.spelling().clone();
    let which = HierarchyItemData {
        uri: uri.clone(),
        opening: 0,
        revision: 0,
        at: 0,
        before: false,
        // Without a position nothing leads further.
        fen: Some(place.fen.clone().unwrap_or_default()),
    };
    CallHierarchyItem {
        name,
        kind: SymbolKind::EVENT,
        tags: None,
        detail: Some(detail),
        uri,
        range: place.range,
        selection_range: place.range,
        data: serde_json::to_value(which).ok(),
    }
}

/// A search for the half-moves on one side of a position.
struct LinkedMoves {
    /// The document that the item is of; none if it is of a game elsewhere.
    own: Option<(Snapshot, HierarchyItemData)>,
    /// The position of such an item.
    elsewhere: Option<Position>,
    others: GamesElsewhere,
    side: passages::PassageSide,
    is_into: bool,
    /// The item's own range.
    range: lsp_types::Range,
}

impl LinkedMoves {
    /// The half-moves, each with its places in one document; the inner `None` if the position is unknown, the outer one
    /// if cancelled.
    fn find(&self, report: impl FnMut(usize, usize), cancel: &Cancel) -> Option<Option<Vec<LinkedMove>>> {
        let (mut report, features) = (report, &self.others.features);
        let mut ways = MoveStatsBuilder::default();
        let mut board = self.elsewhere.clone();
        if let Some((snapshot, which)) = &self.own {
            let games = snapshot.find_games(cancel)?;
            let Some(game) = games.game_at(which.at) else { return Some(None) };
            let place = u32::try_from(which.at - game.range().start).ok()?;
            let crossing = crossing(snapshot, &game.range(), place, which.before, cancel);
            let Some(crossing) = crossing else { return (!cancel.is_cancelled()).then_some(None) };
            let games: Vec<_> = games.games().collect();
            let report = |done| report(done, games.len());
            let key = PositionKey::of(crossing.position());
            ways = passages::search(snapshot, &games, key, self.side, report, cancel)?;
            board = Some(crossing.position().clone());
        }
        let Some(board) = board else { return Some(None) };
        let length = self.own.as_ref().map_or(0, |(snapshot, _)| snapshot.text.len_bytes());
        let uri = self.own.as_ref().map(|(snapshot, _)| &snapshot.uri);
        let mut places = OtherPlaces::new(&mut ways, length);
        self.others.add(uri, &board, (self.side, self.is_into), &mut places, cancel)?;
        let elsewhere = places.all;
        let named = |way: &MoveStats, written: &str| way.name((!self.is_into).then_some(&board), written);
        let listed = |way: MoveStats| {
            let own = self.own.as_ref().zip(way.places.first().filter(|place| place.start < length));
            if let Some(((snapshot, _), first)) = own {
                let name = named(&way, &snapshot.text_of(first.clone()));
                let item = item(snapshot, features, name, Some(way.counts()), (first.clone(), self.is_into));
                let places = way.places.iter().filter(|place| place.start < length).take(MOST_PLACES);
                let range = |place: &Range<usize>| positions::range(&snapshot.text, place.clone(), features.encoding);
                return Some((item, places.map(range).collect::<Vec<_>>()));
            }
            let all = way.places.iter().filter_map(|place| elsewhere.get(place.start.checked_sub(length)?));
            let all: Vec<&OtherPlace> = all.collect();
            let first = all.first()?;
            let item = item_elsewhere(first, named(&way, &first.written), way.counts());
            // Places must be in the document of the caller.
            let ranges = match self.is_into {
                true => all.iter().filter(|place| place.uri == first.uri).map(|place| place.range).collect(),
                false => vec![self.range],
            };
            Some((item, ranges))
        };
        Some(Some(ways.sorted().into_iter().take(MOST_WAYS).filter_map(listed).collect()))
    }
}

/// An item of a half-move, and its places.
type LinkedMove = (CallHierarchyItem, Vec<lsp_types::Range>);

/// The half-moves to or from the position of an item, each with its places. `None` if the item is unknown.
async fn linked_moves(
    server: &Backend,
    item_of: &CallHierarchyItem,
    token: Option<ProgressToken>,
    side: passages::PassageSide,
    is_into: bool,
) -> Result<Option<Vec<LinkedMove>>> {
    let Some(which) = item_of.data.as_ref().and_then(|data| HierarchyItemData::deserialize(data).ok()) else {
        return Ok(None);
    };
    let outdated = || content_modified("the document has changed meanwhile");
    let elsewhere = which.fen.as_ref().map(|fen| SoughtPosition::from_fen(fen).map(|sought| sought.position()));
    let (elsewhere, own, changed) = match elsewhere {
        Some(Ok(board)) => (Some(board), None, Cancel::default()),
        Some(Err(_)) => return Ok(None),
        None => {
            let current = server.documents.current(&Address::from(which.uri.clone()));
            let Some((snapshot, changed)) = current else { return Ok(None) };
            if (which.opening, which.revision) != (snapshot.opening, snapshot.revision) {
                return Err(outdated());
            }
            (None, Some((snapshot, which)), changed)
        }
    };
    let features = server.features();
    let mut progress = server.progresses.begin("Searching the games".to_owned(), token, features.progress);
    if !server.workspace.folders().is_empty() {
        server.want_index();
        within(PATIENCE, server.index_rests()).await;
    }
    let others = GamesElsewhere { documents: server.documents.clone(), index: server.index.clone(), features };
    let search = LinkedMoves { own, elsewhere, others, side, is_into, range: item_of.selection_range };
    let found = compute(WorkScope::Whole, move |cancel| {
        let cancel = &cancel.or(&changed).or(progress.cancel());
        search.find(|done, total| progress.report(done, total, "games"), cancel)
    });
    found.await.ok_or_else(outdated)
}
