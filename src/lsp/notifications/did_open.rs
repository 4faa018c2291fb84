//! `textDocument/didOpen`. The rope is built directly from the bytes of the message, without another copy.

use std::sync::Arc;

use ropey::Rope;
use serde::Deserialize;
use serde_json::value::RawValue;
use tower_lsp::jsonrpc::Error;

use crate::lsp::diagnostics::checking::DocumentChecker;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::config_file;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::HandlerFuture;
use crate::lsp::transport::json_text;
use crate::lsp::transport::raw_message::RawMessage;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidOpenParams<'a> {
    #[serde(borrow)]
    text_document: TextDocumentItem<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextDocumentItem<'a> {
    uri: Address,
    language_id: String,
    version: i32,
    #[serde(borrow)]
    text: &'a RawValue,
}

/// Opens a document.
///
/// # Errors
/// If the message lacks these parameters.
pub fn handle(server: &Arc<Backend>, message: &RawMessage) -> HandlerFuture<()> {
    let TextDocumentItem { uri, language_id, version, text } = message.params::<DidOpenParams<'_>>()?.text_document;
    let text = json_text::rope_of(text.get()).ok_or_else(|| Error::invalid_params("`text` is no string"))?;
    let server = server.clone();
    Ok(Box::pin(async move { open(&server, uri, &language_id, version, text).await }))
}

async fn open(server: &Backend, uri: Address, language: &str, version: i32, text: Rope) {
    if config_file::is_config_file(&uri) {
        return server.open_config_file(uri, language, version, text).await;
    }
    let features = server.features();
    if !features.watched_files {
        // Without file watching, the configuration read before may be outdated.
        server.configuration.forget_files();
    }
    let effective = server.configuration.effective(&uri);
    let opened = server.documents.open(Snapshot::new(uri.clone(), language, version, text, effective));
    if !features.pull_diagnostics {
        let checker = DocumentChecker {
            documents: server.documents.clone(),
            outgoing: server.outgoing.clone(),
            client: features,
            permits: server.permits.clone(),
            progresses: server.progresses.clone(),
        };
        checker.start(uri.clone(), opened);
    }
    server.show_configuration_faults().await;
    server.compare_letters(&uri).await;
}
