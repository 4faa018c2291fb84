//! `vgn/engineStart` and `vgn/engineStop`.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::TextDocumentIdentifier;
use vgn_ide::{EngineQuestion, QuestionTopic, board_after, cursor_info};

use super::desk::{CLIENT, EngineAsked, EngineAudience, SearchedPlace};
use super::engine_setting::{EngineSetting, MOST_LINES};
use super::hints::hint_audience;
use super::messages::EngineInfo;
use crate::lsp::custom::board_game_ref::GameRef;
use crate::lsp::custom::board_legal::half_move;
use crate::lsp::custom::cursor::game_at_or_before;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::host::{host, within};
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::pop_up::plain;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::outgoing::OutgoingMessage;

pub const START: &str = "vgn/engineStart";
pub const STOP: &str = "vgn/engineStop";
const INFO: &str = "vgn/engineInfo";

/// The protocol's error code for a request that fails with a message for the user.
const REQUEST_FAILED: i64 = -32803;
/// Bytes that the client has not read, from which it is not told more.
const MOST_UNREAD: usize = 1 << 20;

/// So long the settings of the client are waited for.
const SETTINGS: Duration = Duration::from_secs(2);

/// The parameters of `vgn/engineStart`.
#[derive(Clone, Debug, Deserialize)]
pub struct EngineStartParams {
    #[serde(flatten)]
    pub game: GameRef,
    /// With `game`: a half-move of `vgn/game`; -1 at the beginning.
    #[serde(rename = "move")]
    id: Option<i64>,
    /// Lines of play, from 1 to 5.
    lines: Option<u32>,
    #[serde(default)]
    of: TopicName,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
enum TopicName {
    #[default]
    Position,
    Threat,
}

/// The parameters of `vgn/engineStop`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineStopParams {
    text_document: TextDocumentIdentifier,
}

/// The answer to `vgn/engineStart`.
#[derive(Clone, Debug, Serialize)]
pub struct EngineStarted {
    /// The number of the search.
    id: u64,
    fen: String,
}

impl Backend {
    /// Tells the client of a search.
    pub(in crate::lsp) fn engine_audience(&self) -> EngineAudience {
        let outgoing = self.outgoing.clone();
        let tell = move |info: &EngineInfo| {
            // Each tells all that is known: a client that is behind misses nothing but the last one.
            if outgoing.unread() < MOST_UNREAD || info.ended {
                outgoing.send(OutgoingMessage::notification_with(INFO, |message| {
                    serde_json::to_writer(message, info).unwrap_or_else(|error| tracing::error!(%error, "not sent"));
                }));
            }
        };
        EngineAudience { listener: CLIENT, tell: Arc::new(tell) }
    }
}

/// Serves `vgn/engineStart`: lets the document's engine think about a position, and starts it if it does not run.
///
/// # Errors
/// A sentence, if no engine is set or can be started, or there is nothing to search.
pub async fn start(server: &Backend, params: EngineStartParams, audience: EngineAudience) -> Result<EngineStarted> {
    let uri = Address::from(params.game.text_document.uri.clone());
    // Right after the start, the settings that name the engine may be on their way.
    let mut ready = server.ready.subscribe();
    within(SETTINGS, ready.wait_for(|ready| *ready)).await.map(drop).unwrap_or_default();
    let setting = EngineSetting::read(&server.configuration.engine()).map_err(|why| failed(&why))?;
    let lines = params.lines;
    if lines.is_some_and(|lines| !(1..=MOST_LINES).contains(&lines)) {
        return Err(Error::invalid_params(format!("`lines` is a number from 1 to {MOST_LINES}")));
    }
    let asked = server.query_document(uri.spelling().clone(), move |snapshot, client, cancel| {
        question(snapshot, &params, client, cancel)
    });
    let asked = match asked.await {
        Ok(asked) => asked.unwrap_or_else(|| Err("the document is not open".to_owned())),
        Err(error) => return Err(error),
    };
    let (question, place) = asked.map_err(|why| {
        // What it thought about before is not where the user looks.
        server.engines.rest(&uri);
        failed(&why)
    })?;
    let fen = question.fen().to_owned();
    let audiences = std::iter::once(audience).chain(hint_audience(server, &uri)).collect();
    let asked = EngineAsked { question, lines, usual: setting.multi_pv, place, audiences };
    let id = server.engines.search(&uri, &setting, asked).map_err(|why| failed(&why))?;
    // It may have been closed while the position was looked up.
    if server.documents.snapshot(&uri).is_none() {
        server.engines.close(&uri);
        return Err(failed("the document is not open"));
    }
    Ok(EngineStarted { id, fen })
}

/// The number of lines of play that the settings want, if they name an engine and the host can start it.
pub fn lines_set(server: &Backend) -> Option<u32> {
    let setting = EngineSetting::read(&server.configuration.engine());
    setting.ok().filter(|_| host().has_engines()).map(|setting| setting.multi_pv)
}

/// Serves `vgn/engineStop`: ends the document's engine. The answer: whether there was one.
pub fn stop(server: &Backend, params: EngineStopParams) -> bool {
    server.engines.close(&Address::from(params.text_document.uri))
}

/// A question, and the half-move that led to its position.
type PlacedQuestion = (EngineQuestion, Option<SearchedPlace>);

/// The question about the position; the outer `None` if cancelled.
fn question(
    snapshot: &Snapshot,
    params: &EngineStartParams,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<std::result::Result<PlacedQuestion, String>> {
    let topic = match params.of {
        TopicName::Position => QuestionTopic::Best,
        TopicName::Threat => QuestionTopic::Threat,
    };
    let place = |game: usize, range: Option<&Range<u32>>| {
        let (start, end) = range.map(|range| (game + range.start as usize, game + range.end as usize))?;
        Some(SearchedPlace { text: (snapshot.opening, snapshot.revision), start, end })
    };
    let unknown = || "no board is known here, because an earlier half-move cannot be played".to_owned();
    if params.game.game.is_none()
        && let Some(position) = params.game.position
    {
        let Some((game, offset)) = game_at_or_before(snapshot, position, client.encoding, cancel)? else {
            return Some(Err("there is no game here".to_owned()));
        };
        let text = snapshot.text_of(game.clone());
        let found = cursor_info(&snapshot.open_game(&game, &text, cancel), offset, 1);
        if cancel.is_cancelled() {
            return None;
        }
        let last = found.as_ref().and_then(|found| found.half_move.as_ref());
        let place = place(game.start, last.map(|last| &last.range));
        let board = found.and_then(|found| found.board).ok_or_else(unknown);
        let question = board.and_then(|board| EngineQuestion::new(&board, topic));
        return Some(question.map(|question| (question, place)));
    }
    let Some(found) = params.game.find(snapshot, client.encoding, cancel)? else {
        return Some(Err("the document has no such game".to_owned()));
    };
    let game = found.read(snapshot, cancel)?;
    let id = half_move(params.id.unwrap_or(-1));
    let board = board_after(&game.resolved, id).ok_or_else(unknown);
    // The half-moves of a binary game have no places in the text.
    let last = id.filter(|_| game.section.is_none()).and_then(|id| game.resolved.moves.get(id));
    let place = place(found.place.range.start, last.map(|last| &last.range));
    let question = board.and_then(|board| EngineQuestion::new(board, topic));
    Some(question.map(|question| (question, place)))
}

fn failed(why: &str) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: plain(why).into(), data: None }
}
