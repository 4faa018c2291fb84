//! `textDocument/inlineCompletion` (3.18): the most likely next half-move, as grey text after the cursor.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{self, TextDocumentPositionParams};
use vgn_engine::games::Game;
use vgn_ide::completion::{CompletionQuery, inline};

use super::passages;
use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Distance, in bytes before and after a place, that is searched for games: the request comes with every key.
const AROUND: usize = 2 << 20;

/// The method, which tower-lsp's types lack.
pub const METHOD: &str = "textDocument/inlineCompletion";

/// The answer.
#[derive(Debug, Serialize, Deserialize)]
pub struct InlineCompletionList {
    items: Vec<InlineCompletionItem>,
}

/// The text of a completion.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InlineCompletionItem {
    insert_text: String,
    range: lsp_types::Range,
}

/// The completion at a place.
pub async fn handle(server: &Backend, params: TextDocumentPositionParams) -> Result<Option<InlineCompletionList>> {
    let answer = server.query_document(params.text_document.uri.clone(), move |snapshot, client, cancel| {
        answer(snapshot, &params, client, cancel)
    });
    Ok(answer.await?.flatten())
}

fn answer(
    snapshot: &Snapshot,
    params: &TextDocumentPositionParams,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<InlineCompletionList>> {
    let offset = positions::offset(&snapshot.text, params.position, client.encoding);
    let Some(game) = snapshot.game_typed_in(offset, cancel)? else { return Some(None) };
    let range = game.range;
    let text = snapshot.text_of(range.clone());
    let text = text.get(..game.binary.unwrap_or(text.len()))?;
    let played = |wanted| {
        let around = snapshot.find_games(cancel)?.from(offset.saturating_sub(AROUND));
        let around: Vec<Game<'_, GameCache>> = around.take_while(|game| game.range().start < offset + AROUND).collect();
        let ways = passages::search(snapshot, &around, wanted, |found| &mut found.out, |_| (), cancel)?;
        Some(ways.sorted().into_iter().map(|way| way.play).collect())
    };
    let place = u32::try_from(offset.checked_sub(range.start)?).ok()?;
    let question = CompletionQuery::alone(text, place, snapshot.context_for(cancel));
    let found = inline(&question, &played);
    let item = |found: vgn_ide::completion::InlineCompletion| InlineCompletionItem {
        insert_text: found.text,
        range: positions::range(&snapshot.text, positions::in_document(&range, found.range), client.encoding),
    };
    (!cancel.is_cancelled()).then(|| found.map(|found| InlineCompletionList { items: vec![item(found)] }))
}
