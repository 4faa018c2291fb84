//! `vgn/cursor`: the state of the game at the cursor, for a status line or a board; and commands that return one part
//! of it as text.

use std::ops::Range;

use serde::Serialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{self, Position, TextDocumentPositionParams};
use vgn_engine::games::GamePlace;
use vgn_engine::lint::Cancellation;
use vgn_ide::cursor_info;

use crate::lsp::actions::commands::argument;
use crate::lsp::documents::positions::{self, ClientEncoding};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Commands that return a part of the state at a position as text.
pub const FEN: &str = "vgn.fen";
pub const LINE: &str = "vgn.line";
pub const LICHESS: &str = "vgn.lichessAddress";

/// The answer to `vgn/cursor`. Unknown members are omitted.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CursorResponse {
    /// Of the document.
    version: i32,
    /// The number of the game in the document, from 1 on, if known without a scan of the whole document.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<usize>,
    /// The game in the document.
    range: lsp_types::Range,
    /// The last half-move played; `None` at the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    half_move: Option<CursorMove>,
    /// The index of that half-move, as in `vgn/game`.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    check: bool,
    /// The half-moves that lead to it, in SAN; the last [`LONGEST`] of a longer line.
    line: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<CursorOpening>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lichess: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct CursorMove {
    range: lsp_types::Range,
    number: u32,
    color: &'static str,
    ply: u32,
    depth: u32,
    /// From and to; one square for a dropped piece.
    squares: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct CursorOpening {
    eco: String,
    name: &'static str,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Maximum number of half-moves in an answer's line: more than any tournament game has.
const LONGEST: usize = 600;

/// Serves `vgn/cursor`; `None` if there is no game.
pub async fn handle(server: &Backend, params: TextDocumentPositionParams) -> Result<Option<CursorResponse>> {
    query(server, params, LONGEST).await
}

async fn query(server: &Backend, params: TextDocumentPositionParams, longest: usize) -> Result<Option<CursorResponse>> {
    let answer = server.query_document(params.text_document.uri.clone(), move |snapshot, client, cancel| {
        answer(snapshot, &params, longest, client, cancel)
    });
    Ok(answer.await?.flatten())
}

fn answer(
    snapshot: &Snapshot,
    params: &TextDocumentPositionParams,
    longest: usize,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<CursorResponse>> {
    let Some((game, place)) = game_at_or_before(snapshot, params.position, client.encoding, cancel)? else {
        return Some(None);
    };
    let text = snapshot.text_of(game.clone());
    let found = cursor_info(&snapshot.open_game(&game, &text, cancel), place, longest);
    if cancel.is_cancelled() {
        return None;
    }
    let range = |bytes| positions::range(&snapshot.text, bytes, client.encoding);
    let known = snapshot.games_at_once();
    // Empty lines at the end are counted with the games, but are none (rule A2).
    let last = known.and_then(|games| games.game_at(snapshot.text.len_bytes().saturating_sub(1)));
    let ends_with_game = last.is_none_or(|last| last.is_game());
    Some(found.map(|found| CursorResponse {
        version: snapshot.version,
        game: known.and_then(|games| Some(games.game_at(game.start)?.number())),
        games: known.map(|games| games.count() - usize::from(!ends_with_game)),
        range: range(game.clone()),
        half_move: found.half_move.as_ref().map(|half_move| CursorMove {
            range: range(positions::in_document(&game, half_move.range.clone())),
            number: half_move.number,
            color: if half_move.is_white { "white" } else { "black" },
            ply: half_move.ply,
            depth: half_move.depth,
            squares: half_move.squares.clone(),
        }),
        id: found.half_move.as_ref().map(|half_move| half_move.id),
        fen: found.fen(),
        check: found.is_check(),
        lichess: found.lichess(),
        opening: found.opening.map(|opening| CursorOpening { eco: opening.eco.to_string(), name: opening.name }),
        line: found.line,
    }))
}

/// The game at a position, and the offset in it; after the last game, where the end of the text is no game (rule A2),
/// that game and its end. The outer `None` if cancelled.
pub fn game_at_or_before(
    snapshot: &Snapshot,
    position: Position,
    encoding: ClientEncoding,
    cancel: &dyn Cancellation,
) -> Option<Option<(Range<usize>, u32)>> {
    let offset = positions::offset(&snapshot.text, position, encoding);
    let near = |place: usize| Some(snapshot.games_near(place..place, cancel)?.into_iter().next());
    let here = match near(offset)? {
        None if offset > 0 => near(offset - 1)?,
        here => here,
    };
    let found = match here {
        Some(here) if !here.is_game && here.range.start > 0 => near(here.range.start - 1)?,
        here => here,
    };
    let in_game = |found: GamePlace| {
        let place = u32::try_from(offset.min(found.range.end).saturating_sub(found.range.start)).ok()?;
        Some((found.range, place))
    };
    Some(found.and_then(in_game))
}

/// Runs a command: returns its part of the state at a position.
///
/// # Errors
/// If the argument is not a position, or the part is not known there.
pub async fn run(server: &Backend, command: &str, arguments: &[Value]) -> Result<Option<Value>> {
    let params = argument(arguments, "a position: `{ \"textDocument\": { \"uri\": … }, \"position\": … }`")?;
    let found = query(server, params, if command == LINE { usize::MAX } else { 1 }).await?;
    let part = found.and_then(|found| match command {
        FEN => found.fen,
        LICHESS => found.lichess,
        _ => Some(found.line),
    });
    let missing = || Error::invalid_params("no board is known here");
    part.map(|part| Some(Value::from(part))).ok_or_else(missing)
}
