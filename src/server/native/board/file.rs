//! `vgn-lsp board FILE`: a board of a file that no editor has open. This module acts as the editor: it opens the file,
//! requests a board, sends changes of the file to the server, and writes the board's edits into the file if that is
//! allowed.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Sender};
use tower_lsp::lsp_types::Url;
use vgn_config::files::read_regular;

use super::edits::{applied, text_edits};
use crate::lsp::host::{files, install};
use crate::lsp::transport::lifecycle::Lifecycle;
use crate::lsp::transport::outgoing::{OutgoingItem, OutgoingQueue};
use crate::lsp::{Server, ServerOptions};
use crate::native::stdio::start_logging;

/// Maximum size of the file, in bytes; larger ones are for an editor.
const LARGEST: u64 = 256 << 20;
/// Interval at which the file is polled.
const EVERY: Duration = Duration::from_secs(1);

/// Replaces the bytes of a file, if it still has these, by those of another text, which are returned; or says in a sentence
/// why not.
pub type Replace = fn(&Path, &[u8], &str) -> Result<Vec<u8>, String>;

/// How the content of a file is read and written.
#[derive(Clone, Copy, Debug)]
pub struct FileAccess {
    /// Converts the bytes of the file to text.
    pub decode: fn(&[u8]) -> String,
    /// `None` if the board only shows the file.
    pub replace: Option<Replace>,
}

/// Serves a board of a file until the program is ended; passes its address to `tell` once it can be opened.
///
/// # Errors
/// A sentence, if the file cannot be read or served.
pub fn run_board(path: &Path, access: FileAccess, tell: impl FnOnce(&str)) -> Result<(), String> {
    start_logging();
    install(super::super::host());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start threads: {error}"))?;
    runtime.block_on(show(path, access, tell))
}

async fn show(path: &Path, access: FileAccess, tell: impl FnOnce(&str)) -> Result<(), String> {
    let bytes = read_regular(path, LARGEST).map_err(|error| format!("{}: {error}", path.display()))?;
    let uri =
        files().and_then(|files| files.address_of(path)).ok_or_else(|| format!("{}: no such path", path.display()))?;
    let (server, mut queue) = Server::new(ServerOptions::default(), Arc::new(Lifecycle::default()));
    let (to_server, incoming) = mpsc::channel(8);
    tokio::spawn(server.serve(incoming));
    let capabilities = json!({
        "general": {"positionEncodings": ["utf-8"]},
        "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}},
    });
    request(&to_server, 1, "initialize", json!({"processId": null, "rootUri": null, "capabilities": capabilities}))
        .await;
    reply(&mut queue, 1).await?;
    notify(&to_server, "initialized", json!({})).await;
    let mut file = ShownFile { path, access, uri, version: 0, text: (access.decode)(&bytes), bytes, to_server };
    file.open().await;
    let board =
        json!({"textDocument": {"uri": file.uri}, "alone": true, "readOnly": access.replace.is_none(), "noOpen": true});
    let open = json!({"command": "vgn.openBoard", "arguments": [board]});
    request(&file.to_server, 2, "workspace/executeCommand", open).await;
    tell(reply(&mut queue, 2).await?.as_str().unwrap_or_default());
    let (passed_on, mut edits) = mpsc::channel(8);
    tokio::spawn(async move {
        while let Some(item) = queue.next().await {
            // Other messages to the editor are dropped.
            if let Some(message) = message_of(item).filter(|message| message["method"] == "workspace/applyEdit") {
                // The file is shown as long as the process lives.
                let _ = passed_on.send(message).await;
            }
        }
    });
    let mut poll = tokio::time::interval(EVERY);
    loop {
        tokio::select! {
            _ = poll.tick() => file.follow().await,
            Some(message) = edits.recv() => file.write(&message).await,
        }
    }
}

/// The file, as an editor has it.
struct ShownFile<'p> {
    path: &'p Path,
    access: FileAccess,
    uri: Url,
    version: i64,
    text: String,
    bytes: Vec<u8>,
    to_server: Sender<Result<Vec<u8>, String>>,
}

impl ShownFile<'_> {
    async fn open(&self) {
        let document = json!({"uri": self.uri, "languageId": "", "version": self.version, "text": self.text});
        notify(&self.to_server, "textDocument/didOpen", json!({"textDocument": document})).await;
    }

    /// Sends the text of the file to the server, if another program has changed it.
    async fn follow(&mut self) {
        // A file that is being replaced may be missing for a moment.
        let Ok(now) = read_regular(self.path, LARGEST) else { return };
        if now != self.bytes {
            let text = (self.access.decode)(&now);
            self.changed(now, text).await;
        }
    }

    async fn changed(&mut self, bytes: Vec<u8>, text: String) {
        self.version += 1;
        (self.bytes, self.text) = (bytes, text);
        let document = json!({"uri": self.uri, "version": self.version});
        let change = json!({"textDocument": document, "contentChanges": [{"text": self.text}]});
        notify(&self.to_server, "textDocument/didChange", change).await;
        notify(&self.to_server, "textDocument/didSave", json!({"textDocument": {"uri": self.uri}})).await;
    }

    /// Writes the edit that the server requests into the file, and answers.
    async fn write(&mut self, request: &Value) {
        let result = match self.written(&request["params"]["edit"]) {
            Ok((bytes, text)) => {
                self.changed(bytes, text).await;
                json!({"applied": true})
            }
            Err(why) => json!({"applied": false, "failureReason": why}),
        };
        send(&self.to_server, &json!({"jsonrpc": "2.0", "id": request["id"], "result": result})).await;
    }

    /// The content of the file after an edit of its text, which has been written.
    fn written(&self, edit: &Value) -> Result<(Vec<u8>, String), String> {
        let replace = self.access.replace.ok_or("this board only shows the file")?;
        let edits = text_edits(edit, self.version).ok_or("the file has changed meanwhile")?;
        let text = applied(&self.text, edits).ok_or("the edit does not fit the file")?;
        let bytes = replace(self.path, &self.bytes, &text)?;
        Ok((bytes, text))
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

/// The message of an item, if it is one.
fn message_of(item: OutgoingItem) -> Option<Value> {
    let OutgoingItem::Message(message) = item else { return None };
    let bytes: Vec<u8> = message.into_parts().iter().flat_map(|part| part.as_ref()).copied().collect();
    serde_json::from_slice(&bytes).ok()
}

/// The result of a request; other messages are skipped.
async fn reply(queue: &mut OutgoingQueue, id: u32) -> Result<Value, String> {
    while let Some(item) = queue.next().await {
        let Some(message) = message_of(item) else { continue };
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
