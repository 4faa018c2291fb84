//! `textDocument/inlineCompletion` (3.18): the half-move that most likely comes next, as grey text behind the cursor.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{self, TextDocumentPositionParams};

use crate::analysis::Game;
use crate::ide::completion::{Question, inline};

use super::call_hierarchy;
use crate::lsp::diagnostics::rendering::Kept;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// So many bytes before and behind a place are looked through for games: it is asked at every key.
const AROUND: usize = 2 << 20;

/// The method; tower-lsp's types know nothing of it.
pub const METHOD: &str = "textDocument/inlineCompletion";

/// The answer.
#[derive(Debug, Serialize, Deserialize)]
pub struct InlineCompletionList {
    items: Vec<InlineCompletionItem>,
}

/// A text to be written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct InlineCompletionItem {
    insert_text: String,
    range: lsp_types::Range,
}

/// What comes next at a place.
pub async fn handle(server: &Backend, params: TextDocumentPositionParams) -> Result<Option<InlineCompletionList>> {
    let answer = server.about(params.text_document.uri.clone(), move |snapshot, client, cancel| {
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
    let is_called_off = || cancel.is_cancelled();
    let offset = positions::offset(&snapshot.text, params.position, client.encoding);
    // The game that what is typed belongs to, which may be the last one of the text.
    let near = snapshot.games_near_unless(offset.saturating_sub(1)..offset, &is_called_off)?;
    let Some(game) = near.iter().rfind(|game| game.range.start < offset).or(near.first()) else { return Some(None) };
    let (range, section) = (game.range.clone(), game.binary);
    let text = snapshot.text_of(range.clone());
    let text = text.get(..section.unwrap_or(text.len()))?;
    let played = |wanted| {
        let around = snapshot.games_unless(&is_called_off)?.from(offset.saturating_sub(AROUND));
        let around: Vec<Game<'_, Kept>> = around.take_while(|game| game.range().start < offset + AROUND).collect();
        let ways = call_hierarchy::search(snapshot, &around, wanted, |found| &found.out, |_| (), &is_called_off)?;
        Some(ways.sorted().into_iter().map(|way| way.play).collect())
    };
    let question = Question {
        text,
        offset: u32::try_from(offset.checked_sub(range.start)?).ok()?,
        context: snapshot.context(),
        is_called_off: &is_called_off,
        neighbours: &Vec::new,
        today: None,
        snippets: false,
    };
    let found = inline(&question, &played);
    let item = |found: crate::ide::completion::Inline| InlineCompletionItem {
        insert_text: found.text,
        range: positions::range(&snapshot.text, positions::in_document(&range, found.range), client.encoding),
    };
    (!is_called_off()).then(|| found.map(|found| InlineCompletionList { items: vec![item(found)] }))
}
