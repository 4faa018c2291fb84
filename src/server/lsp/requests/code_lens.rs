//! `textDocument/codeLens` and `codeLens/resolve`: the lines above a game. The list has only the places of the games;
//! the text of a lens is made when it is shown.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CodeLens, CodeLensOptions, CodeLensParams, Command, Position, Range, TextDocumentIdentifier,
    TextDocumentPositionParams, Url,
};
use vgn_ide::{end_of_main_line, game_lens};

use crate::lsp::actions::convert_game::{CONVERT_GAME, ConvertGameArgument};
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Maximum number of games with lenses; a longer list makes clients slow.
const MOST: usize = 10_000;

/// Number of bytes of a game that are searched for its first line.
const LONGEST_BLANK: usize = 64;

/// A command of the client that copies the board at a position.
pub const COPY_FEN: &str = "vgn.copyFen";

/// The server's capability.
pub fn options() -> CodeLensOptions {
    CodeLensOptions { resolve_provider: Some(true) }
}

/// The game and the kind of a lens.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct LensData {
    uri: Url,
    opening: u64,
    revision: u64,
    /// The start of the game, in bytes of the document.
    game: usize,
    kind: LensKind,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum LensKind {
    Game,
    Convert,
    Copy,
}

/// The lenses of a document, without their text.
pub async fn handle(server: &Backend, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    server.query_document(params.text_document.uri, list).await
}

fn list(snapshot: &Snapshot, client: &ClientFeatures, cancel: &Cancel) -> Option<Vec<CodeLens>> {
    let kinds = snapshot.effective.preferences.lens;
    if !kinds.any() {
        return Some(Vec::new());
    }
    let shown = [
        (LensKind::Game, kinds.game),
        (LensKind::Convert, kinds.convert && client.applies_edits),
        (LensKind::Copy, kinds.copy && client.copies_fen),
    ];
    let games = snapshot.find_games(&|| cancel.is_cancelled())?.games().filter(|game| game.is_game());
    let lenses = games.take(MOST).flat_map(move |game| {
        let start = first_line(snapshot, game.range(), client);
        let shown = shown.into_iter().filter(|(_, is_shown)| *is_shown);
        shown.map(move |(kind, _)| {
            let which = LensData {
                uri: snapshot.uri.spelling().clone(),
                opening: snapshot.opening,
                revision: snapshot.revision,
                game: game.range().start,
                kind,
            };
            CodeLens { range: Range::new(start, start), command: None, data: serde_json::to_value(which).ok() }
        })
    });
    Some(lenses.collect())
}

/// The start of a game's first line that is not empty.
fn first_line(snapshot: &Snapshot, game: std::ops::Range<usize>, client: &ClientFeatures) -> Position {
    let head = snapshot.text_of(game.start..game.end.min(game.start + LONGEST_BLANK));
    let blank = head.len() - head.trim_start().len();
    Position { character: 0, ..positions::position(&snapshot.text, game.start + blank, client.encoding) }
}

/// The lens with its text, if its document is unchanged.
pub async fn resolve(server: &Backend, lens: CodeLens) -> Result<CodeLens> {
    let Some(which) = lens.data.as_ref().and_then(|data| LensData::deserialize(data).ok()) else { return Ok(lens) };
    let command = server.query_document(which.uri.clone(), move |snapshot, client, cancel| {
        let is_current = (which.opening, which.revision) == (snapshot.opening, snapshot.revision);
        if is_current { command(snapshot, &which, client, cancel) } else { Some(None) }
    });
    Ok(CodeLens { command: command.await?.flatten(), ..lens })
}

fn command(snapshot: &Snapshot, which: &LensData, client: &ClientFeatures, cancel: &Cancel) -> Option<Option<Command>> {
    let found = snapshot.games_near(which.game..which.game, cancel)?.into_iter().next();
    let Some(found) = found else { return Some(None) };
    let (game, section) = (found.range, found.binary);
    let text = snapshot.text_of(game.clone());
    let command = match which.kind {
        // A title without a command is shown as plain text.
        LensKind::Game if section.is_some() => Some(Command::new("binary moves".to_owned(), String::new(), None)),
        LensKind::Game => {
            let title = game_lens(&text, cancel, || snapshot.resolved(&game, &text, cancel));
            title.map(|title| Command::new(title, String::new(), None))
        }
        LensKind::Convert => {
            let at = positions::range(&snapshot.text, game.start..game.start, client.encoding);
            let place = ConvertGameArgument { uri: snapshot.uri.clone(), range: at };
            Some(Command::new("Convert…".to_owned(), CONVERT_GAME.to_owned(), Some(vec![json!(place)])))
        }
        LensKind::Copy if section.is_some() => None,
        LensKind::Copy => {
            let end = end_of_main_line(&text, cancel).map_or(game.start, |end| game.start + end as usize);
            let place = TextDocumentPositionParams::new(
                TextDocumentIdentifier::new(which.uri.clone()),
                positions::position(&snapshot.text, end, client.encoding),
            );
            Some(Command::new("Copy FEN".to_owned(), COPY_FEN.to_owned(), Some(vec![json!(place)])))
        }
    };
    (!cancel.is_cancelled()).then_some(command)
}
