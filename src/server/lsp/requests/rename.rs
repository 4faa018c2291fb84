//! `textDocument/prepareRename` and `rename`: renames a player, an event or a site in all tags of the document, and if
//! the user agrees, in all files of the workspace.

use std::sync::Arc;
use std::time::Duration;

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    DocumentChanges, MessageType, OneOf, OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, RenameParams,
    TextDocumentEdit, TextDocumentPositionParams, TextEdit, Url, WorkspaceEdit,
};
use vgn_ide::{escaped_name, name_at};

use super::navigation::references::{OtherFiles, names_at};
use crate::lsp::actions::deferred::workspace_edit;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::host::within;
use crate::lsp::session::cancel::{Cancel, WorkScope, compute, content_modified};
use crate::lsp::session::pop_up;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written;

/// The choice that means all files.
const EVERYWHERE: &str = "In all files";
/// Time given to the user to choose, in steps: some clients neither show the question nor refuse to.
const PATIENCE: u32 = 240;
const STEP: Duration = Duration::from_millis(250);
/// Why there is no edit.
const CHANGED: &str = "the document has changed meanwhile";

/// The range and the present name of what can be renamed at the place.
pub async fn prepare(server: &Backend, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
    let answer = server.query_document(params.text_document.uri, move |snapshot, client, cancel| {
        let Some((game, place)) = snapshot.game_at(params.position, client.encoding, &|| cancel.is_cancelled())? else {
            return Some(None);
        };
        let named = name_at(&snapshot.text_of(game.clone()), place);
        Some(named.map(|(_, range, placeholder)| {
            let range = game.start + range.start as usize..game.start + range.end as usize;
            let range = positions::range(&snapshot.text, range, client.encoding);
            PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }
        }))
    });
    Ok(answer.await?.flatten())
}

/// The edit that renames.
///
/// # Errors
/// If there is no name at the place, or no tag can contain the new name.
pub async fn handle(server: Arc<Backend>, params: RenameParams) -> ResultParts {
    let target = params.text_document_position;
    let name = escaped_name(&params.new_name).map_err(Error::invalid_params)?;
    let Some((snapshot, changed)) = server.documents.current(&Address::from(target.text_document.uri)) else {
        return written(&());
    };
    let features = server.features();
    let token = params.work_done_progress_params.work_done_token;
    let mut progress = server.progresses.begin("Renaming".to_owned(), token, features.progress);
    let (rest, outdated) = (OtherFiles::of(&server), changed.clone());
    let edit = compute(WorkScope::Whole, move |cancel| {
        let cancel = cancel.or(&changed).or(progress.cancel());
        let found = names_at(&snapshot, target.position, &features, &mut progress, &cancel)?;
        let Some((subject, places)) = found else { return Some(None) };
        let others = rest.places(&snapshot, &subject, &mut progress, (&features, &cancel))?;
        let edits = places.into_iter().map(|place| (place, name.clone())).collect();
        let others: Vec<_> = others
            .into_iter()
            .map(|(uri, ranges)| {
                let edit = |range| TextEdit { range, new_text: name.clone() };
                (uri, ranges.into_iter().map(edit).collect::<Vec<_>>())
            })
            .collect();
        Some(Some((workspace_edit(&snapshot, edits, &features), others)))
    });
    let edit = edit.await.ok_or_else(|| content_modified(CHANGED))?;
    let nothing = "players, events and sites can be renamed, by their names in tags";
    let (mut edit, others) = edit.ok_or_else(|| Error::invalid_params(nothing))?;
    if !others.is_empty() && wants_others(&server, &others, &outdated).await {
        extend(&mut edit, others);
    }
    if outdated.is_cancelled() {
        return Err(content_modified(CHANGED));
    }
    written(&edit)
}

/// Asks whether to rename in other files too, until the document has changed.
async fn wants_others(server: &Backend, others: &[(Url, Vec<TextEdit>)], outdated: &Cancel) -> bool {
    let places: usize = others.iter().map(|(_, edits)| edits.len()).sum();
    let files = if others.len() == 1 { "another file".to_owned() } else { format!("{} other files", others.len()) };
    let places = if places == 1 { "once".to_owned() } else { format!("{places} times") };
    let question = format!("The name stands in {files} of the workspace too, {places}. Is it to be changed there?");
    let choices = [EVERYWHERE.to_owned(), "Only in this file".to_owned()];
    // Without an answer, only this file is meant.
    let mut answer = std::pin::pin!(pop_up::ask(&server.client, MessageType::INFO, &question, &choices));
    for _ in 0..PATIENCE {
        match within(STEP, answer.as_mut()).await {
            Some(answer) => return answer.is_ok_and(|chosen| chosen == Some(0)),
            None if outdated.is_cancelled() => return false,
            None => {}
        }
    }
    false
}

/// Adds edits of other files to that of the document, in its form.
fn extend(edit: &mut WorkspaceEdit, others: Vec<(Url, Vec<TextEdit>)>) {
    if let Some(DocumentChanges::Edits(documents)) = &mut edit.document_changes {
        documents.extend(others.into_iter().map(|(uri, edits)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        }));
    } else {
        edit.changes.get_or_insert_default().extend(others);
    }
}
