//! The command that returns the games of a file in another notation, or the list of possible notations: for clients
//! that write files themselves.

use data_encoding::BASE64;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use vgn_engine::games::DiskState;
use vgn_ide::{NewFileTarget, new_file_targets};

use super::decoded::{failed, file_of};
use crate::lsp::actions::commands::argument;
use crate::lsp::actions::whole_file::{self, NewFileContent};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::disk::DiskFile;
use crate::lsp::documents::snapshot::{Snapshot, kind_of};
use crate::lsp::session::cancel::{Cancel, WorkScope, compute};
use crate::lsp::session::pop_up::plain;
use crate::lsp::session::state::Backend;

/// The command's name.
pub const FILE_AS: &str = "vgn.fileAs";

/// The command's argument.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileAsArgument {
    text_document: FileAsDocument,
    to: Option<String>,
    /// The first game, counted from 0; comments between games count too.
    #[serde(default)]
    first: usize,
    /// Maximum number of games; all if it is missing.
    count: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct FileAsDocument {
    uri: Address,
}

/// Returns games of an open document, with the losses; those of a decoded view from the bytes of its file.
///
/// # Errors
/// If the document is not open, or the bytes of a game are not known: the message says so.
pub async fn run(server: &Backend, arguments: &[Value]) -> Result<Option<Value>> {
    let form = "a document and a notation: `{ \"textDocument\": { \"uri\": … }, \"to\": \"BCCF\" }`";
    let request: FileAsArgument = argument(arguments, form)?;
    let uri = &request.text_document.uri;
    let Some(snapshot) = server.documents.snapshot(uri) else {
        return Err(Error::invalid_params(plain(&format!("{} is not open", uri.name()))));
    };
    let Some(to) = &request.to else {
        let targets = new_file_targets(snapshot.effective.preferences.convert_to);
        let row = |to: NewFileTarget| json!({"to": to.to_string(), "name": to.full_name(), "isText": to.is_text()});
        return Ok(Some(targets.into_iter().map(row).collect()));
    };
    let Ok(wish) = to.parse::<NewFileTarget>() else {
        return Err(Error::invalid_params(plain(&format!("`{to}` is neither a notation nor a game format"))));
    };
    let answer = compute(WorkScope::Whole, move |cancel| converted(&request, &snapshot, wish.losing(), cancel));
    answer.await.map(Some).map_err(failed)
}

fn converted(
    request: &FileAsArgument,
    snapshot: &Snapshot,
    wish: NewFileTarget,
    cancel: &Cancel,
) -> std::result::Result<Value, String> {
    let file = file_of(&snapshot.uri);
    if file != snapshot.uri {
        let disk = DiskFile::of(&file);
        let DiskState::Read(bytes) = disk.get() else {
            return Err(format!("the bytes of {} are not known", file.name()));
        };
        return Ok(answer(whole_file::of_bytes(bytes, kind_of(&file, "vgn"), wish, cancel), wish, 0, None));
    }
    let games = snapshot.games();
    let starts: Vec<(usize, bool)> = games.games().map(|game| (game.range().start, game.is_game())).collect();
    let first = request.first.min(starts.len());
    let end = request.count.map_or(starts.len(), |count| first.saturating_add(count).min(starts.len()));
    let start_of = |index: usize| starts.get(index).map_or(usize::MAX, |(start, _)| *start);
    let written = whole_file::of_text(snapshot, wish, Some(&(start_of(first)..start_of(end))), cancel)?;
    let before = starts[..first].iter().filter(|(_, is_game)| *is_game).count();
    Ok(answer(written, wish, before, (end < starts.len()).then_some((end, starts.len()))))
}

/// The answer; `before`: the games before the first of it. `left`: the next one, and the number of all.
fn answer(content: NewFileContent, wish: NewFileTarget, before: usize, left: Option<(usize, usize)>) -> Value {
    let row = |(number, message): (usize, String)| json!({"game": before + number, "message": message});
    let notes: Vec<Value> = content.notes.into_iter().map(row).collect();
    let mut answer = json!({
        "done": content.done,
        "losses": notes,
        "extension": wish.extension(),
        "mark": wish.mark(),
        "next": left.map(|(next, _)| next),
        "all": left.map(|(_, all)| all),
    });
    let (field, value) = match String::from_utf8(content.bytes) {
        Ok(text) if wish.is_text() => ("text", text),
        Ok(text) => ("base64", BASE64.encode(text.as_bytes())),
        Err(error) => ("base64", BASE64.encode(error.as_bytes())),
    };
    answer[field] = value.into();
    answer
}
