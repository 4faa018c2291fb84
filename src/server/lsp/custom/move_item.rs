//! `vgn/moveItem`: swaps the variation at a position with its neighbour.

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Range, TextDocumentIdentifier, TextEdit};
use vgn_ide::actions;

use crate::lsp::documents::positions;
use crate::lsp::session::state::Backend;

/// The variation to move, and the direction.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveItemParams {
    text_document: TextDocumentIdentifier,
    range: Range,
    direction: MoveDirection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum MoveDirection {
    Up,
    Down,
}

/// The edits that move it; empty if nothing can be moved.
pub async fn handle(server: &Backend, params: MoveItemParams) -> Result<Vec<TextEdit>> {
    let MoveItemParams { text_document, range, direction } = params;
    let answer = server.query_document(text_document.uri, move |snapshot, client, cancel| {
        let Some((game, place)) = snapshot.game_at(range.start, client.encoding, cancel)? else {
            return Some(Vec::new());
        };
        let text = snapshot.text_of(game.clone());
        let down = direction == MoveDirection::Down;
        let edits = actions::moved_item(&text, &snapshot.context_for(cancel), place, down);
        let edits = edits.into_iter().map(|edit| TextEdit {
            range: positions::range(&snapshot.text, positions::in_document(&game, edit.range), client.encoding),
            new_text: edit.text,
        });
        (!cancel.is_cancelled()).then(|| edits.collect())
    });
    Ok(answer.await?.unwrap_or_default())
}
