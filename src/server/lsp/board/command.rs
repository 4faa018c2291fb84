//! `vgn.openBoard`: opens a board of a document in the user's browser.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{MessageType, Position, ShowDocumentParams, TextDocumentIdentifier, Url};

use super::BoardAccess;
use crate::lsp::actions::commands::argument;
use crate::lsp::custom::decoded::failed;
use crate::lsp::documents::address::Address;
use crate::lsp::host::host;
use crate::lsp::session::pop_up::show_page;
use crate::lsp::session::state::Backend;

/// The command; its argument is the document.
pub const OPEN_BOARD: &str = "vgn.openBoard";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenBoardArgument {
    text_document: TextDocumentIdentifier,
    /// The position of the editor's cursor, if given.
    position: Option<Position>,
    /// The client opens the address itself.
    #[serde(default)]
    no_open: bool,
    /// No editor has the file open.
    #[serde(default)]
    alone: bool,
    /// The board cannot write.
    #[serde(default)]
    read_only: bool,
    /// The board asks at once which moves are to be guessed.
    #[serde(default)]
    guess: bool,
}

/// The address of a document's board, which is served from now on.
///
/// # Errors
/// A sentence, if there is no page or nothing can be served.
fn address_of(server: &Arc<Backend>, uri: &Address, access: BoardAccess) -> std::result::Result<Url, String> {
    let port = match server.boards.port() {
        Some(port) => port,
        None => server.boards.set_port(host().serve_boards(server.clone())?),
    };
    let secret = server.boards.secret_of(uri, access)?;
    Url::parse(&format!("http://127.0.0.1:{port}/{secret}/")).map_err(|error| error.to_string())
}

/// Opens the board in the browser; returns its address.
///
/// # Errors
/// If the document is not open, or a board is not available.
pub async fn run(server: &Arc<Backend>, arguments: &[Value]) -> Result<Option<Value>> {
    let request: OpenBoardArgument = argument(arguments, "a document: `{ \"textDocument\": { \"uri\": … } }`")?;
    let uri = Address::from(request.text_document.uri.clone());
    let Some(snapshot) = server.documents.snapshot(&uri) else {
        return Err(Error::invalid_params("the document is not open"));
    };
    let access = BoardAccess { is_alone: request.alone, is_read_only: request.read_only };
    let mut address = address_of(server, &snapshot.uri, access).map_err(failed)?;
    // For the page alone: no browser sends this part to a server.
    address.set_fragment(request.guess.then_some("guess"));
    if let Some(position) = request.position {
        server.boards.cursor_moved(&request.text_document.uri, position);
    }
    if !request.no_open {
        open(server, &address).await;
    }
    Ok(Some(Value::from(address.as_str())))
}

/// Opens the browser: by the client if it can, else by the system, else by a message with the address.
async fn open(server: &Arc<Backend>, address: &Url) {
    if server.features().show_document {
        let uri = address.clone();
        let params = ShowDocumentParams { uri, external: Some(true), take_focus: Some(true), selection: None };
        if let Err(error) = server.client.show_document(params).await {
            tracing::debug!(%error, "the client does not open the board");
        }
    } else if let Err(error) = host().open_in_browser(address.as_str()) {
        tracing::debug!(%error, "no browser is started");
        let page = format!("No browser could be started: open {address} in one.");
        show_page(&server.client, MessageType::INFO, &page).await;
    }
}
