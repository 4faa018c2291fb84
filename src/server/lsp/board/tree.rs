//! The tree of a position for a page, which learns names of files but no addresses: it names a listed game by its place in
//! the last answer.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{Range, ShowDocumentParams, TextDocumentIdentifier, Url};

use super::BrowserBoard;
use crate::lsp::custom::explore::{self, ExploreParams};
use crate::lsp::documents::address::Address;
use crate::lsp::session::state::Backend;

/// The games of the last answer to a page.
#[derive(Debug, Default)]
pub struct ListedPlaces(Vec<(Url, Range)>);

/// The parameters of `explore`.
#[derive(Debug, Deserialize)]
pub struct TreeParams {
    fen: String,
}

/// The parameters of `openGame`.
#[derive(Debug, Deserialize)]
pub struct OpenGameParams {
    at: usize,
}

/// Serves `explore`: the answer to `vgn/explore` with the name of a file in place of its address, and without one for the
/// board's own document.
pub async fn explore(
    server: &Backend,
    board: &BrowserBoard,
    params: TreeParams,
    listed: &mut ListedPlaces,
) -> Result<String> {
    let text_document = Some(TextDocumentIdentifier { uri: board.uri.spelling().clone() });
    let found = explore::handle(server, ExploreParams { text_document, position: None, fen: Some(params.fen) }).await?;
    listed.0 = found.iter().flat_map(|found| &found.best).map(|game| (game.uri.clone(), game.range)).collect();
    let mut answer = serde_json::to_value(found).map_err(|_| Error::internal_error())?;
    let games = answer.get_mut("best").and_then(Value::as_array_mut).into_iter().flatten();
    for (game, (uri, _)) in games.filter_map(Value::as_object_mut).zip(&listed.0) {
        game.remove("uri");
        game.remove("range");
        let file = Address::from(uri.clone());
        if file != board.uri {
            game.insert("file".to_owned(), json!(file.name()));
        }
    }
    Ok(answer.to_string())
}

/// Serves `openGame`: makes the editor show a listed game.
pub async fn open_game(server: &Backend, params: OpenGameParams, listed: &ListedPlaces) -> Result<String> {
    let (uri, range) = listed.0.get(params.at).ok_or_else(|| Error::invalid_params("no such game was listed"))?;
    if !server.features().show_document {
        return Err(Error::invalid_params("the editor cannot be made to open a file"));
    }
    let selection = Some(Range::new(range.start, range.start));
    let params = ShowDocumentParams { uri: uri.clone(), external: Some(false), take_focus: Some(true), selection };
    match server.client.show_document(params).await {
        Ok(true) => Ok("{}".to_owned()),
        _ => Err(Error::invalid_params("the editor has not opened the file")),
    }
}
