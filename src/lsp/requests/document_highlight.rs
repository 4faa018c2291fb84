//! `textDocument/documentHighlight` and `textDocument/linkedEditingRange`: what belongs to the place of the cursor.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, LinkedEditingRangeParams, LinkedEditingRanges,
    Position,
};

use crate::ide::{HighlightKind, highlights, linked_results};

use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// What a result looks like while it is typed.
const RESULT: &str = "[-0-9/*]*";

/// What belongs to the place.
pub async fn handle(server: &Backend, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
    let place = params.text_document_position_params;
    let answer = server.about(place.text_document.uri, move |snapshot, features, cancel| {
        answer(snapshot, place.position, features, cancel)
    });
    answer.await.map(Option::flatten)
}

/// What is typed together with the text at the place.
pub async fn handle_linked(server: &Backend, params: LinkedEditingRangeParams) -> Result<Option<LinkedEditingRanges>> {
    let place = params.text_document_position_params;
    let answer = server.about(place.text_document.uri, move |snapshot, features, cancel| {
        linked(snapshot, place.position, features, cancel)
    });
    answer.await.map(Option::flatten)
}

/// What belongs to the place. There is no answer if it is called off meanwhile.
fn answer(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<Vec<DocumentHighlight>>> {
    let is_called_off = || cancel.is_cancelled();
    let Some((game, place)) = snapshot.game_at(position, client.encoding, &is_called_off)? else { return Some(None) };
    let text = snapshot.text_of(game.clone());
    let found = highlights(&text, place, &is_called_off, || snapshot.resolved(&game, &text, &is_called_off));
    let found = found.into_iter().map(|found| DocumentHighlight {
        range: positions::range(&snapshot.text, positions::in_document(&game, found.range), client.encoding),
        kind: Some(match found.kind {
            HighlightKind::Text => DocumentHighlightKind::TEXT,
            HighlightKind::Moves => DocumentHighlightKind::WRITE,
            HighlightKind::Taken => DocumentHighlightKind::READ,
        }),
    });
    let found: Vec<_> = found.collect();
    (!is_called_off()).then_some(Some(found).filter(|found| !found.is_empty()))
}

/// What is typed together. There is no answer if it is called off meanwhile.
fn linked(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<LinkedEditingRanges>> {
    let is_called_off = || cancel.is_cancelled();
    let Some((game, place)) = snapshot.game_at(position, client.encoding, &is_called_off)? else { return Some(None) };
    let found = linked_results(&snapshot.text_of(game.clone()), place, &is_called_off);
    let found = found.map(|ranges| LinkedEditingRanges {
        ranges: ranges
            .map(|range| positions::range(&snapshot.text, positions::in_document(&game, range), client.encoding))
            .to_vec(),
        word_pattern: Some(RESULT.to_owned()),
    });
    (!is_called_off()).then_some(found)
}
