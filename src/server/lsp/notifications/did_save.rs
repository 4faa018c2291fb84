//! `textDocument/didSave`.

use tower_lsp::lsp_types::DidSaveTextDocumentParams;

use crate::lsp::documents::address::Address;
use crate::lsp::documents::saving;
use crate::lsp::session::config_file;
use crate::lsp::session::state::Backend;

/// Reads the file again, if its bytes are known, and offers to restore what the save has destroyed.
pub async fn handle(server: &Backend, params: DidSaveTextDocumentParams) {
    let uri = Address::from(params.text_document.uri);
    if config_file::is_config_file(&uri) && !server.features().watched_files {
        server.configuration.forget_files();
        server.reconfigure().await;
    }
    if let Some(path) = uri.path() {
        server.index.note_change(&path, false);
        server.update_index();
        server.refresh_compared_lenses();
        server.compare_elsewhere();
    }
    server.reread(vec![uri.clone()]).await;
    saving::offer_restore(&server.client, &server.documents, &uri).await;
}
