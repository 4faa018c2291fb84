//! `textDocument/didChange`. A change is applied when its message is read; its consequences are computed later
//! (`inline_check`), and inline only if no message is waiting.

use std::sync::Arc;

use serde::Deserialize;
use tower_lsp::jsonrpc::Error;

use crate::lsp::documents::address::Address;
use crate::lsp::documents::change::{ContentChange, TextChange};
use crate::lsp::documents::document::WarningOccasion;
use crate::lsp::documents::{positions, saving};
use crate::lsp::session::config_file;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::HandlerFuture;
use crate::lsp::transport::lenient;
use crate::lsp::transport::raw_message::RawMessage;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidChangeParams<'a> {
    text_document: VersionedTextDocumentIdentifier,
    #[serde(borrow)]
    content_changes: Vec<ContentChange<'a>>,
}

#[derive(Deserialize)]
struct VersionedTextDocumentIdentifier {
    uri: Address,
    /// The protocol once allowed `null`.
    #[serde(default, deserialize_with = "lenient::version")]
    version: Option<i32>,
}

/// Changes a document.
///
/// # Errors
/// If the message lacks these parameters.
pub fn handle(server: &Arc<Backend>, message: &RawMessage) -> HandlerFuture<()> {
    let params: DidChangeParams<'_> = message.params()?;
    let changes: Option<Vec<TextChange>> = params.content_changes.iter().map(|change| change.read(message)).collect();
    let changes = changes.ok_or_else(|| Error::invalid_params("`text` is no string"))?;
    let (server, VersionedTextDocumentIdentifier { uri, version }) = (server.clone(), params.text_document);
    Ok(Box::pin(async move { change(&server, uri, version, changes).await }))
}

async fn change(server: &Backend, uri: Address, version: Option<i32>, changes: Vec<TextChange>) {
    // Without a number of its own, a text has that of the last one.
    let last = || [&server.config_files, &*server.documents].into_iter().find_map(|open| open.snapshot(&uri));
    let Some(version) = version.or_else(|| Some(last()?.version)) else { return };
    if config_file::is_config_file(&uri) {
        return server.change_config_file(&uri, version, changes).await;
    }
    server.documents.change(&uri, version, changes, server.features().encoding);
    server.compare_elsewhere();
    server.boards.document_changed(&uri, version, || {
        let snapshot = server.documents.snapshot(&uri)?;
        // The last inserted byte: it belongs to the half-move that was typed.
        let edited = snapshot.edited.first().copied().unwrap_or(snapshot.last_edit);
        Some(positions::position(&snapshot.text, edited, server.features().encoding))
    });
    saving::warn(&server.client, &server.documents, &uri, WarningOccasion::FirstChange).await;
}
