//! The command that converts a document to a new file, which the server writes itself: a binary notation is bytes,
//! which no text edit can write (rule E3). Losses are reported before.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{MessageType, ShowDocumentParams};
use vgn_ide::NewFileTarget;

use super::commands::argument;
use super::whole_file;
use crate::lsp::custom::decoded::failed;
use crate::lsp::documents::address::Address;
use crate::lsp::host::files;
use crate::lsp::session::cancel::{WorkScope, compute};
use crate::lsp::session::pop_up::{self, plain};
use crate::lsp::session::state::Backend;

/// The command's name. Its argument is `{"uri": …, "to": "BCCF"}`; its result is `{"uri": …}` of the new file, or null.
pub const CONVERT_TO_FILE: &str = "vgn.convertToFile";

const LOSE: &str = "Convert anyway";
const KEEP: &str = "Skip those";
const CANCEL: &str = "Cancel";
/// Maximum number of games named in a message.
const NAMED: usize = 3;

#[derive(Debug, Serialize, Deserialize)]
struct ConvertToFileArgument {
    uri: Address,
    to: String,
}

/// The command's arguments.
pub fn arguments(uri: &Address, wish: NewFileTarget) -> Vec<Value> {
    vec![json!({"uri": uri, "to": wish.to_string()})]
}

/// Converts an open document that has a file to a new file beside it.
///
/// # Errors
/// If the arguments are invalid, the bytes of a game are not known, or the file cannot be written.
pub async fn run(server: &Backend, arguments: &[Value]) -> Result<Option<Value>> {
    let client = &server.client;
    let ConvertToFileArgument { uri, to } = argument(arguments, "{\"uri\": …, \"to\": \"BCCF\"}")?;
    let Ok(mut wish) = to.parse::<NewFileTarget>() else {
        return Err(Error::invalid_params(format!("`{to}` is neither a notation nor a game format")));
    };
    let Some(snapshot) = server.documents.snapshot(&uri) else {
        return Err(Error::invalid_params(plain(&format!("{} is not open", uri.name()))));
    };
    let Some((path, files)) = uri.path().zip(files()) else {
        return Err(failed(format!(
            "{} is not on disk: save it, so that there is a folder for the new file",
            uri.name()
        )));
    };
    let converted = |wish| {
        let snapshot = snapshot.clone();
        compute(WorkScope::Whole, move |cancel| whole_file::of_text(&snapshot, wish, None, cancel))
    };
    let mut written = converted(wish).await.map_err(failed)?;
    if let Some(notes) = in_words(&written.notes) {
        let choices = [LOSE, KEEP, CANCEL].map(str::to_owned);
        let message = format!("Not all games in {} can be converted to {wish} without loss: {notes}.", uri.name());
        match pop_up::ask(client, MessageType::WARNING, &message, &choices).await? {
            Some(0) => {
                wish = wish.losing();
                written = converted(wish).await.map_err(failed)?;
            }
            Some(1) => {}
            _ => return Ok(None),
        }
    }
    let (mark, extension) = (wish.mark(), wish.extension());
    let bytes = written.bytes;
    let new = compute(WorkScope::Whole, move |_| files.write_beside(&path, &mark, Some(extension), &bytes)).await;
    let new = new.map_err(|error| failed(format!("the new file cannot be written: {error}")))?;
    let message = match written.done {
        1 => format!("{} contains 1 game in {wish}.", new.display()),
        done => format!("{} contains {done} games in {wish}.", new.display()),
    };
    pop_up::show(client, MessageType::INFO, &message).await;
    let Some(uri) = Address::of_file(&new).map(|new| new.spelling().clone()) else { return Ok(None) };
    if server.features().show_document && wish.is_text() {
        let params = ShowDocumentParams { uri: uri.clone(), external: None, take_focus: None, selection: None };
        client.show_document(params).await.unwrap_or_default();
    }
    Ok(Some(json!({"uri": uri})))
}

/// Notes on games in one sentence; `None` without notes.
pub fn in_words(notes: &[(usize, String)]) -> Option<String> {
    let named: Vec<String> = notes.iter().take(NAMED).map(|(number, note)| format!("game {number}: {note}")).collect();
    let more = notes.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    (!named.is_empty()).then(|| named.join("; ") + &more)
}
