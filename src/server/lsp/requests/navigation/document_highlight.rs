//! `textDocument/documentHighlight` and `textDocument/linkedEditingRange`: the ranges related to the place of the
//! cursor.

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, LinkedEditingRangeParams, LinkedEditingRanges,
    Position,
};
use vgn_ide::{HighlightKind, highlights, linked_results};

use crate::lsp::diagnostics::rendering::put_json;
use crate::lsp::documents::positions::{self, PositionCounter};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written_or_null;

/// A regular expression for results, including unfinished ones.
const RESULT: &str = "[-0-9/*]*";

/// The highlights for the place.
pub async fn handle(server: Arc<Backend>, params: DocumentHighlightParams) -> ResultParts {
    let place = params.text_document_position_params;
    server.boards.cursor_moved(&place.text_document.uri, place.position);
    let answer = server.query_document(place.text_document.uri, move |snapshot, features, cancel| {
        answer(snapshot, place.position, features, cancel)
    });
    answer.await.map(|answer| written_or_null(answer.flatten().map(|list| vec![list])))
}

/// The ranges that are edited together with the text at the place.
pub async fn handle_linked(server: &Backend, params: LinkedEditingRangeParams) -> Result<Option<LinkedEditingRanges>> {
    let place = params.text_document_position_params;
    let answer = server.query_document(place.text_document.uri, move |snapshot, features, cancel| {
        linked(snapshot, place.position, features, cancel)
    });
    answer.await.map(Option::flatten)
}

/// The highlights as JSON: in a huge game a piece may move tens of thousands of times. The outer `None` if cancelled.
fn answer(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<Vec<u8>>> {
    let Some((game, place)) = snapshot.game_at(position, client.encoding, cancel)? else { return Some(None) };
    let text = snapshot.text_of(game.clone());
    let found = highlights(&snapshot.open_game(&game, &text, cancel), place);
    let mut walk = PositionCounter::from(&snapshot.text, game.start, &text, client.encoding);
    let mut list = Vec::new();
    for found in found {
        let kind = match found.kind {
            HighlightKind::Text => DocumentHighlightKind::TEXT,
            HighlightKind::Moves => DocumentHighlightKind::WRITE,
            HighlightKind::Taken => DocumentHighlightKind::READ,
        };
        list.push(if list.is_empty() { b'[' } else { b',' });
        put_json(&mut list, &DocumentHighlight { range: walk.range(found.range), kind: Some(kind) });
    }
    if !list.is_empty() {
        list.push(b']');
    }
    (!cancel.is_cancelled()).then(|| Some(list).filter(|list| !list.is_empty()))
}

/// The ranges that are edited together; the outer `None` if cancelled.
fn linked(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<LinkedEditingRanges>> {
    let Some((game, place)) = snapshot.game_at(position, client.encoding, cancel)? else { return Some(None) };
    let text = snapshot.text_of(game.clone());
    let found = linked_results(&snapshot.open_game(&game, &text, cancel), place);
    let found = found.map(|ranges| LinkedEditingRanges {
        ranges: ranges
            .map(|range| positions::range(&snapshot.text, positions::in_document(&game, range), client.encoding))
            .to_vec(),
        word_pattern: Some(RESULT.to_owned()),
    });
    (!cancel.is_cancelled()).then_some(found)
}
