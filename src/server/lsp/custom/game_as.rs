//! The command that returns the game at a position in another notation, or the list of possible notations.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{Position, TextDocumentIdentifier};
use vgn_ide::{SourceGame, game_copy, text_targets};

use crate::lsp::actions::commands::argument;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::pop_up::plain;
use crate::lsp::session::state::Backend;

/// The command's name.
pub const GAME_AS: &str = "vgn.gameAs";

/// The command's argument.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GameAsArgument {
    text_document: TextDocumentIdentifier,
    position: Position,
    to: Option<String>,
}

/// Returns the game as text, with the losses.
///
/// # Errors
/// If there is no game at the position, or it cannot be converted: the message says why.
pub async fn run(server: &Backend, arguments: &[Value]) -> Result<Option<Value>> {
    let form = "a position and a notation: `{ \"textDocument\": { \"uri\": … }, \"position\": …, \"to\": \"FCN\" }`";
    let request: GameAsArgument = argument(arguments, form)?;
    let uri = request.text_document.uri.clone();
    let answer = server.query_document(uri, move |snapshot, client, cancel| answer(snapshot, &request, client, cancel));
    let nothing = || Error::invalid_params("no game stands here");
    let answer = answer.await?.flatten().ok_or_else(nothing)?;
    answer.map(Some).map_err(|why| Error::invalid_params(plain(&why)))
}

fn answer(
    snapshot: &Snapshot,
    request: &GameAsArgument,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<std::result::Result<Value, String>>> {
    let Some((range, _)) = snapshot.game_at(request.position, client.encoding, cancel)? else {
        return Some(None);
    };
    let Some(to) = &request.to else {
        let targets = text_targets(snapshot.effective.preferences.convert_to).into_iter();
        let list: Vec<Value> = targets.map(|(to, name)| json!({"to": to, "name": name})).collect();
        return Some(Some(Ok(json!(list))));
    };
    let place = snapshot.games_near(range.start..range.start, cancel)?.into_iter().next();
    let Some(place) = place.filter(|place| place.is_game) else { return Some(None) };
    let text = snapshot.text_of(range);
    let (tags, section) = match place.binary {
        None => (text, None),
        Some(section) => match snapshot.disk.get().section(&text, section) {
            Ok(bytes) => (text.get(..section).unwrap_or_default().to_owned().into(), Some(bytes)),
            Err(reason) => return Some(Some(Err(reason.to_string()))),
        },
    };
    let game = SourceGame { text: tags, section, is_game: true };
    let copied = game_copy(&game, &snapshot.context(), to);
    (!cancel.is_cancelled()).then(|| Some(copied.map(|copied| json!({"text": copied.text, "losses": copied.losses}))))
}
