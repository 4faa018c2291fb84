//! `textDocument/prepareRename` and `rename`: a player, an event or a site gets another name in all tags of the document.

use std::sync::Arc;

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{PrepareRenameResponse, RenameParams, TextDocumentPositionParams};

use crate::ide::{named_at, written as written_name};

use super::references::names_at;
use crate::lsp::actions::pending::workspace_edit;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::session::cancel::{About, compute, content_modified};
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::Written;
use crate::lsp::transport::outgoing::written;

/// What can be renamed at the place: where it stands, and what it is called.
pub async fn prepare(server: &Backend, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
    let answer = server.about(params.text_document.uri, move |snapshot, client, cancel| {
        let Some((game, place)) = snapshot.game_at(params.position, client.encoding, &|| cancel.is_cancelled())? else {
            return Some(None);
        };
        let named = named_at(&snapshot.text_of(game.clone()), place);
        Some(named.map(|(_, range, placeholder)| {
            let range = game.start + range.start as usize..game.start + range.end as usize;
            let range = positions::range(&snapshot.text, range, client.encoding);
            PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }
        }))
    });
    Ok(answer.await?.flatten())
}

/// The edit that gives the new name.
///
/// # Errors
/// When nothing is named at the place, or no tag can hold the name.
pub async fn handle(server: Arc<Backend>, params: RenameParams) -> Written {
    let asked = params.text_document_position;
    let name = written_name(&params.new_name).map_err(Error::invalid_params)?;
    let Some((snapshot, changed)) = server.documents.current(&Address::from(asked.text_document.uri)) else {
        return written(&());
    };
    let features = server.features();
    let token = params.work_done_progress_params.work_done_token;
    let progress = server.progresses.begin("Renaming".to_owned(), token, features.progress);
    let edit = compute(About::Whole, move |cancel| {
        let cancel = cancel.or(&changed).or(progress.cancel());
        let places = names_at(&snapshot, asked.position, &features, progress, &cancel)?;
        Some(places.map(|places| {
            let edits = places.into_iter().map(|place| (place, name.clone())).collect();
            workspace_edit(&snapshot, edits, &features)
        }))
    });
    let edit = edit.await.ok_or_else(|| content_modified("the document has changed meanwhile"))?;
    let nothing = "players, events and sites can be renamed, by their names in tags";
    written(&edit.ok_or_else(|| Error::invalid_params(nothing))?)
}
