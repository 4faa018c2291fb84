//! The command that returns the game at a position in another notation, or the list of possible notations.

use std::ops::Range;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{Position, TextDocumentIdentifier};
use vgn_ide::{SourceGame, comments_at_start, game_copy, text_targets};

use super::decoded;
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
    let behind = comments_behind(snapshot, range.end, cancel)?;
    let text = snapshot.text_of(own_range(snapshot, range));
    let (tags, section) = match place.binary {
        None => (text, None),
        Some(section) => match snapshot.disk.get().section(&text, section) {
            Ok(bytes) => (text.get(..section).unwrap_or_default().to_owned().into(), Some(bytes)),
            Err(reason) => return Some(Some(Err(reason.to_string()))),
        },
    };
    let game = SourceGame { text: tags, section, is_game: true };
    let copied = game_copy(&game, &snapshot.context(), to);
    let with_comments = |text: String| match behind.as_str() {
        "" => text,
        behind if behind.starts_with(char::is_whitespace) => format!("{}{behind}\n", text.trim_end()),
        behind => format!("{} {behind}\n", text.trim_end()),
    };
    let answer = copied.map(|copied| json!({"text": with_comments(copied.text), "losses": copied.losses}));
    (!cancel.is_cancelled()).then_some(Some(answer))
}

/// A game without the comments before it that belong to the game before, or to the view that shows it.
fn own_range(snapshot: &Snapshot, range: Range<usize>) -> Range<usize> {
    if range.start == 0 {
        return decoded::heading_end(&snapshot.uri, &snapshot.text_of(range.clone()))..range.end;
    }
    let has_line_end = snapshot.text_of(range.start - 1..range.start).ends_with(['\n', '\r']);
    let before = comments_at_start(snapshot.text_of(range.clone()).as_bytes(), has_line_end, true).end;
    range.start + before..range.end
}

/// The comments behind a game that belong to it, with the blanks before them, although the scan of games finds them in
/// what follows; `None` if cancelled.
fn comments_behind(snapshot: &Snapshot, end: usize, cancel: &Cancel) -> Option<String> {
    let places = snapshot.games_near(end..end, cancel)?;
    let Some(next) = places.into_iter().find(|place| place.range.start == end && !place.range.is_empty()) else {
        return Some(String::new());
    };
    let text = snapshot.text_of(next.range);
    let has_line_end = end > 0 && snapshot.text_of(end - 1..end).ends_with(['\n', '\r']);
    let found = comments_at_start(text.as_bytes(), has_line_end, true);
    Some(text.get(..found.end).unwrap_or_default().trim_end().to_owned())
}
