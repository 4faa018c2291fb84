//! `vgn-lsp board FILE`: a board of a file that no editor has open. This module acts as the editor: it opens the file,
//! requests a read-only board, and sends changes of the file to the server.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Sender};

use crate::files::read_regular;
use crate::lsp::host::{files, install};
use crate::lsp::transport::lifecycle::Lifecycle;
use crate::lsp::transport::outgoing::{OutgoingItem, OutgoingQueue};
use crate::lsp::{Server, ServerOptions};
use crate::native::stdio::start_logging;

/// Maximum size of the file, in bytes; larger ones are for an editor.
const LARGEST: u64 = 256 << 20;
/// Interval at which the file is polled.
const EVERY: Duration = Duration::from_secs(1);

/// Serves a board of a file until the program is ended; passes its address to `tell` once it can be opened. `decode`
/// converts the bytes of the file to text.
///
/// # Errors
/// A sentence, if the file cannot be read or served.
pub fn run_board(path: &Path, decode: impl Fn(&[u8]) -> String, tell: impl FnOnce(&str)) -> Result<(), String> {
    start_logging();
    install(super::super::host());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start threads: {error}"))?;
    runtime.block_on(show(path, decode, tell))
}

async fn show(path: &Path, decode: impl Fn(&[u8]) -> String, tell: impl FnOnce(&str)) -> Result<(), String> {
    let read = || read_regular(path, LARGEST).map_err(|error| format!("{}: {error}", path.display()));
    let mut bytes = read()?;
    let uri =
        files().and_then(|files| files.address_of(path)).ok_or_else(|| format!("{}: no such path", path.display()))?;
    let (server, mut queue) = Server::new(ServerOptions::default(), Arc::new(Lifecycle::default()));
    let (to_server, incoming) = mpsc::channel(8);
    tokio::spawn(server.serve(incoming));
    request(&to_server, 1, "initialize", json!({"processId": null, "rootUri": null, "capabilities": {}})).await;
    reply(&mut queue, 1).await?;
    notify(&to_server, "initialized", json!({})).await;
    let mut version = 0;
    let document = json!({"uri": uri, "languageId": "", "version": version, "text": decode(&bytes)});
    notify(&to_server, "textDocument/didOpen", json!({"textDocument": document})).await;
    let board = json!({"textDocument": {"uri": uri}, "readOnly": true, "noOpen": true});
    request(&to_server, 2, "workspace/executeCommand", json!({"command": "vgn.openBoard", "arguments": [board]})).await;
    tell(reply(&mut queue, 2).await?.as_str().unwrap_or_default());
    // Other messages to the editor are dropped.
    tokio::spawn(async move { while queue.next().await.is_some() {} });
    loop {
        tokio::time::sleep(EVERY).await;
        // A file that is being replaced may be missing for a moment.
        let Ok(now) = read() else { continue };
        if now != bytes {
            version += 1;
            let (document, text) = (json!({"uri": uri, "version": version}), decode(&now));
            let change = json!({"textDocument": document, "contentChanges": [{"text": text}]});
            notify(&to_server, "textDocument/didChange", change).await;
            notify(&to_server, "textDocument/didSave", json!({"textDocument": {"uri": uri}})).await;
            bytes = now;
        }
    }
}

async fn request(server: &Sender<Result<Vec<u8>, String>>, id: u32, method: &str, params: Value) {
    send(server, &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
}

async fn notify(server: &Sender<Result<Vec<u8>, String>>, method: &str, params: Value) {
    send(server, &json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
}

async fn send(server: &Sender<Result<Vec<u8>, String>>, message: &Value) {
    if server.send(Ok(message.to_string().into_bytes())).await.is_err() {
        tracing::warn!("the server has ended");
    }
}

/// The result of a request; other messages are skipped.
async fn reply(queue: &mut OutgoingQueue, id: u32) -> Result<Value, String> {
    while let Some(item) = queue.next().await {
        let OutgoingItem::Message(message) = item else { continue };
        let bytes: Vec<u8> = message.into_parts().iter().flat_map(|part| part.as_ref()).copied().collect();
        let message: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        if message["id"] != json!(id) || message.get("method").is_some() {
            continue;
        }
        if let Some(error) = message.get("error") {
            return Err(error["message"].as_str().unwrap_or("the server has failed").to_owned());
        }
        return Ok(message["result"].clone());
    }
    Err("the server has ended".to_owned())
}
