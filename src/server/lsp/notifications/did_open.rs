//! `textDocument/didOpen`. The rope is built directly from the bytes of the message, without another copy.

use std::borrow::Cow;
use std::sync::Arc;

use ropey::Rope;
use serde::Deserialize;
use serde_json::value::RawValue;
use tower_lsp::jsonrpc::Error;
use tower_lsp::lsp_types::Url;

use crate::lsp::diagnostics::checking::DocumentChecker;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::config_file;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::HandlerFuture;
use crate::lsp::transport::raw_message::RawMessage;
use crate::lsp::transport::{json_text, lenient};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidOpenParams<'a> {
    #[serde(borrow)]
    text_document: TextDocumentItem<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextDocumentItem<'a> {
    #[serde(borrow)]
    uri: Cow<'a, str>,
    #[serde(default)]
    language_id: Option<String>,
    #[serde(default, deserialize_with = "lenient::version")]
    version: Option<i32>,
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
    let address = Url::parse(&uri).map_err(|error| Error::invalid_params(error.to_string()))?.into();
    let (server, clients) = (server.clone(), uri.into_owned());
    Ok(Box::pin(async move {
        let language = language_id.unwrap_or_default();
        open(&server, address, &clients, (&language, version.unwrap_or_default()), text).await;
    }))
}

/// `clients`: the client's spelling of the address.
async fn open(server: &Backend, uri: Address, clients: &str, (language, version): (&str, i32), text: Rope) {
    server.outgoing.spellings.note(&uri, clients);
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
    server.note_elsewhere();
    server.show_configuration_faults().await;
    server.compare_letters(&uri).await;
}
