//! `vgn/explore`: what the games of the workspace play in a position, with what is not saved.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{self, Position, TextDocumentIdentifier, Url};
use vgn_ide::cursor_info;
use vgn_search::{ConfirmedGame, GameResult, ResultCounts, SoughtPosition};

use super::cursor::game_at_or_before;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::{IndexQuery, PositionPlace, PositionReport};
use crate::lsp::host::within;
use crate::lsp::session::cancel::{Cancel, WorkScope, compute, content_modified};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

pub const METHOD: &str = "vgn/explore";

/// How long an answer waits for files that are not in the index yet.
const PATIENCE: Duration = Duration::from_millis(400);

/// The parameters of `vgn/explore`: a FEN, or a position in an open document.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExploreParams {
    pub text_document: Option<TextDocumentIdentifier>,
    pub position: Option<Position>,
    pub fen: Option<String>,
}

/// The answer to `vgn/explore`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExploreResponse {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<ExploredOpening>,
    #[serde(flatten)]
    counts: ExploredCounts,
    moves: Vec<ExploredMove>,
    pub best: Vec<ExploredGame>,
    complete: bool,
    left_out: bool,
}

#[derive(Clone, Debug, Serialize)]
struct ExploredOpening {
    eco: String,
    name: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct ExploredCounts {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ExploredMove {
    san: String,
    uci: String,
    #[serde(flatten)]
    counts: ExploredCounts,
    average_rating: Option<u64>,
    last_year: Option<u16>,
}

/// A game in the answer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExploredGame {
    pub uri: Url,
    pub range: lsp_types::Range,
    white: String,
    black: String,
    result: &'static str,
    date: String,
    white_rating: Option<u16>,
    black_rating: Option<u16>,
}

impl From<&ResultCounts> for ExploredCounts {
    fn from(counts: &ResultCounts) -> ExploredCounts {
        let ResultCounts { games, white, draws, black, .. } = *counts;
        ExploredCounts { games, white, draws, black }
    }
}

/// Serves `vgn/explore`; `None` if there is no game at the position, or its board is not one of chess.
///
/// # Errors
/// If the FEN is none, neither a FEN nor a position is given, or the document has changed meanwhile.
pub async fn handle(server: &Backend, params: ExploreParams) -> Result<Option<ExploreResponse>> {
    let own = params.text_document.map(|document| Address::from(document.uri));
    let sought = match (params.fen, own.clone().zip(params.position)) {
        (Some(fen), _) => SoughtPosition::from_fen(&fen).map(Some).map_err(Error::invalid_params)?,
        (None, Some((uri, position))) => at_cursor(server, uri, position).await?,
        (None, None) => {
            let expected = "expected `fen`, or `textDocument` and `position`";
            return Err(Error::invalid_params(expected));
        }
    };
    let Some(sought) = sought else { return Ok(None) };
    server.want_index();
    within(PATIENCE, server.index_rests()).await;
    let query = IndexQuery {
        documents: server.documents.clone(),
        index: server.index.clone(),
        own,
        encoding: server.features().encoding,
    };
    let answer = compute(WorkScope::Whole, move |cancel| {
        let report = query.report(&sought, cancel)?;
        Some(response(&sought, report))
    });
    answer.await.map(Some).ok_or_else(|| content_modified("the search was called off"))
}

/// The position at the cursor of a document.
async fn at_cursor(server: &Backend, uri: Address, position: Position) -> Result<Option<SoughtPosition>> {
    let answer = server.query_document(uri.spelling().clone(), move |snapshot, client, cancel| {
        sought_at(snapshot, position, client, cancel)
    });
    Ok(answer.await?.flatten())
}

/// The position at a place of a document; the outer `None` if cancelled.
pub fn sought_at(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<SoughtPosition>> {
    let Some((game, place)) = game_at_or_before(snapshot, position, client.encoding, cancel)? else {
        return Some(None);
    };
    let text = snapshot.text_of(game.clone());
    let found = cursor_info(&snapshot.open_game(&game, &text, cancel), place, 1);
    let board = found.and_then(|found| found.board);
    (!cancel.is_cancelled()).then(|| board.as_ref().and_then(SoughtPosition::of))
}

/// The position after the half-move at a place; `None` for anything else, or if cancelled.
pub fn sought_after(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<SoughtPosition> {
    let (game, place) = snapshot.game_at(position, client.encoding, cancel)??;
    let text = snapshot.text_of(game.clone());
    let found = cursor_info(&snapshot.open_game(&game, &text, cancel), place, 1)?;
    found.half_move.filter(|half_move| half_move.range.start <= place && place <= half_move.range.end)?;
    SoughtPosition::of(found.board.as_ref()?)
}

fn response(sought: &SoughtPosition, report: PositionReport) -> ExploreResponse {
    let moves = report.tally.sorted_moves(sought).into_iter().map(|(mv, counts)| ExploredMove {
        san: sought.san(mv),
        uci: sought.uci(mv),
        counts: ExploredCounts::from(&counts),
        average_rating: counts.average_rating(),
        last_year: Some(counts.last_year).filter(|year| *year > 0),
    });
    ExploreResponse {
        fen: sought.fen(),
        opening: sought.opening().map(|opening| ExploredOpening { eco: opening.eco.to_string(), name: opening.name }),
        counts: ExploredCounts::from(&report.tally.total),
        moves: moves.collect(),
        best: report.best.into_iter().map(listed).collect(),
        complete: report.is_complete,
        left_out: report.is_bounded,
    }
}

fn listed((game, place): (ConfirmedGame, PositionPlace)) -> ExploredGame {
    let ConfirmedGame { white, black, date, facts, .. } = game;
    let rating = |rating: u16| Some(rating).filter(|rating| *rating > 0);
    ExploredGame {
        uri: place.uri.spelling().clone(),
        range: place.range,
        white,
        black,
        date,
        result: match facts.result {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
            GameResult::Open => "*",
        },
        white_rating: rating(facts.white_rating),
        black_rating: rating(facts.black_rating),
    }
}
