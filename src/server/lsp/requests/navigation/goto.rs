//! `textDocument/definition`, `typeDefinition` and `implementation`: the half-moves related to one.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{GotoDefinitionParams, GotoDefinitionResponse, Location};
use vgn_ide::{Goto, destinations};

use crate::lsp::documents::positions;
use crate::lsp::session::state::Backend;

/// The destinations from the place.
pub async fn handle(
    server: &Backend,
    params: GotoDefinitionParams,
    goto: Goto,
) -> Result<Option<GotoDefinitionResponse>> {
    let target = params.text_document_position_params;
    let answer = server.query_document(target.text_document.uri, move |snapshot, client, cancel| {
        let Some((game, place)) = snapshot.game_at(target.position, client.encoding, cancel)? else {
            return Some(None);
        };
        let text = snapshot.text_of(game.clone());
        let found = destinations(&snapshot.open_game(&game, &text, cancel), place, goto);
        let location = |range: std::ops::Range<u32>| {
            let range = positions::in_document(&game, range);
            Location::new(snapshot.uri.spelling().clone(), positions::range(&snapshot.text, range, client.encoding))
        };
        let found: Vec<Location> = found.into_iter().map(location).collect();
        (!cancel.is_cancelled()).then(|| Some(found).filter(|found| !found.is_empty()))
    });
    Ok(answer.await?.flatten().map(GotoDefinitionResponse::Array))
}
