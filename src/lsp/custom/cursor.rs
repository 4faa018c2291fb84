//! `vgn/cursor`: what stands at the cursor, for a status line or a board; and commands that give one part of it as text.

use std::ops::Range;

use serde::Serialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{self, Position, TextDocumentPositionParams};

use crate::analysis::{Cancellation, GamePlace};
use crate::ide::cursor_info;

use crate::lsp::actions::commands::argument;
use crate::lsp::documents::positions::{self, Encoding};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Commands that give a part of what stands at a position as text.
pub const FEN: &str = "vgn.fen";
pub const LINE: &str = "vgn.line";
pub const LICHESS: &str = "vgn.lichessAddress";

/// The answer to `vgn/cursor`. What is not known is left out.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cursor {
    /// Of the document.
    version: i32,
    /// The game's place in the document, from 1 on; as far as it is known without looking through the whole document.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<usize>,
    /// The game in the document.
    range: lsp_types::Range,
    /// The half-move that was played last; none at the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    half_move: Option<HalfMove>,
    /// Which of the game's half-moves that is, as `vgn/game` counts them.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    check: bool,
    /// The half-moves that lead to it, in SAN; of a longer line the last [`LONGEST`].
    line: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Opening>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lichess: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct HalfMove {
    range: lsp_types::Range,
    number: u32,
    color: &'static str,
    ply: u32,
    depth: u32,
    /// From where to where; one square where a piece is dropped.
    squares: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct Opening {
    eco: String,
    name: &'static str,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// So many half-moves of a line are told at every step of the cursor: more than any game of a tournament has.
const LONGEST: usize = 600;

/// What stands at a position; none where there is no game.
pub async fn handle(server: &Backend, params: TextDocumentPositionParams) -> Result<Option<Cursor>> {
    asked(server, params, LONGEST).await
}

async fn asked(server: &Backend, params: TextDocumentPositionParams, longest: usize) -> Result<Option<Cursor>> {
    let answer = server.about(params.text_document.uri.clone(), move |snapshot, client, cancel| {
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
) -> Option<Option<Cursor>> {
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
    // Empty lines at the end are counted with the games, and are none (rule A2).
    let last = known.and_then(|games| games.game_at(snapshot.text.len_bytes().saturating_sub(1)));
    let ends_with_game = last.is_none_or(|last| last.is_game());
    Some(found.map(|found| Cursor {
        version: snapshot.version,
        game: known.and_then(|games| Some(games.game_at(game.start)?.number())),
        games: known.map(|games| games.count() - usize::from(!ends_with_game)),
        range: range(game.clone()),
        half_move: found.half_move.as_ref().map(|half_move| HalfMove {
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
        opening: found.opening.map(|opening| Opening { eco: opening.eco.to_string(), name: opening.name }),
        line: found.line,
    }))
}

/// The game at a position, and the place in it; behind the last game, where the text's end is none (rule A2), that game
/// and its end. The outer `None` if it is called off meanwhile.
fn game_at_or_before(
    snapshot: &Snapshot,
    position: Position,
    encoding: Encoding,
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

/// Runs a command: the part of what stands at a position that it is named for.
///
/// # Errors
/// When the argument is no position, or nothing of the kind stands there.
pub async fn run(server: &Backend, command: &str, arguments: &[Value]) -> Result<Option<Value>> {
    let params = argument(arguments, "a position: `{ \"textDocument\": { \"uri\": … }, \"position\": … }`")?;
    let found = asked(server, params, if command == LINE { usize::MAX } else { 1 }).await?;
    let part = found.and_then(|found| match command {
        FEN => found.fen,
        LICHESS => found.lichess,
        _ => Some(found.line),
    });
    let missing = || Error::invalid_params("no board is known here");
    part.map(|part| Some(Value::from(part))).ok_or_else(missing)
}
