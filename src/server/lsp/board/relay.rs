//! The messages between a page and the server: requests by number, notifications by name, each a JSON text
//! (`docs/board.md`). Requests are answered one at a time; notifications carry the latest state.

use std::sync::{Arc, MutexGuard, PoisonError};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::request::{ApplyWorkspaceEdit, Request as _};
use tower_lsp::lsp_types::{
    Position, Range, ShowDocumentParams, TextDocumentIdentifier, TextDocumentPositionParams, WorkspaceEdit,
};

use super::feed::BoardStatus;
use super::page_engine::PageEngine;
use super::tree::{self, ListedPlaces};
use super::{BoardAccess, BrowserBoard};
use crate::lsp::actions::deferred::workspace_edit;
use crate::lsp::custom::board_undo::{BoardEdit, UndoStack};
use crate::lsp::custom::board_write::PlayResult;
use crate::lsp::custom::{board_game, board_legal, board_write, cursor};
use crate::lsp::session::state::Backend;

/// A request of a page.
#[derive(Deserialize)]
struct PageRequest<'a> {
    id: u64,
    method: String,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

/// The page is closed.
struct PageClosed;

/// Serves a page until it is closed, its document is closed or the session ends.
pub async fn run(server: &Arc<Backend>, board: &BrowserBoard, mut incoming: Receiver<String>, page: Sender<String>) {
    let mut feed = board.feed.subscribe();
    let mut sent_status = BoardStatus::default();
    // A page requests its game first; earlier notifications would concern a game that it does not have.
    let mut has_requested = false;
    let mut listed = ListedPlaces::default();
    let engine = PageEngine::new(server, board);
    let mut engine_news = engine.news();
    loop {
        let sent = tokio::select! {
            () = server.lifecycle.wait() => break,
            message = incoming.recv() => {
                let Some(message) = message else { return };
                let response = respond((server, board, &engine), &message, &mut listed).await;
                let Some(PageResponse { text, moved_cursor }) = response else { return };
                if moved_cursor {
                    sent_status.cursor = feed.borrow().cursor;
                }
                let sent = send(&page, text).await;
                if !has_requested && sent.is_ok() {
                    has_requested = true;
                    let now = feed.borrow_and_update().clone();
                    if now.is_closed {
                        break;
                    }
                    sent_status = BoardStatus { changed: now.changed, ..BoardStatus::default() };
                    publish_settings(&engine, (server, board), &page, &mut sent_status, now).await
                } else {
                    sent
                }
            }
            changed = feed.changed(), if has_requested => {
                let now = feed.borrow_and_update().clone();
                if changed.is_err() || now.is_closed {
                    break;
                }
                publish_changes(server, board, &page, &mut sent_status, now).await
            }
            _ = engine_news.changed() => {
                let news = engine_news.borrow_and_update().clone();
                send(&page, news).await
            }
        };
        if sent.is_err() {
            return;
        }
    }
    send(&page, notification("closed", &Value::Null)).await.unwrap_or(());
}

/// Sends, after the first answer, the settings of the page and the position of the cursor.
async fn publish_settings(
    engine: &PageEngine<'_>,
    (server, board): (&Backend, &BrowserBoard),
    page: &Sender<String>,
    sent_status: &mut BoardStatus,
    now: BoardStatus,
) -> SendResult {
    let BoardAccess { is_alone, is_read_only } = board.access;
    let mut settings = json!({"readOnly": is_read_only, "alone": is_alone, "title": board.uri.name()});
    engine.offer(&mut settings);
    send(page, notification("settings", &settings)).await?;
    publish_changes(server, board, page, sent_status, now).await
}

/// The result of sending a message to the page.
type SendResult = std::result::Result<(), PageClosed>;

async fn send(page: &Sender<String>, message: String) -> SendResult {
    page.send(message).await.map_err(|_| PageClosed)
}

/// Sends the changes since the state `sent_status`.
async fn publish_changes(
    server: &Backend,
    board: &BrowserBoard,
    page: &Sender<String>,
    sent_status: &mut BoardStatus,
    now: BoardStatus,
) -> SendResult {
    if now.changed != sent_status.changed {
        let version = now.changed.map(|(_, version)| version);
        send(page, notification("changed", &json!({"version": version}))).await?;
    }
    if let Some((_, position)) = now.cursor.filter(|_| now.cursor != sent_status.cursor) {
        let text_document = TextDocumentIdentifier { uri: board.uri.spelling().clone() };
        // If the text has changed meanwhile, the next cursor is sent instead.
        if let Ok(found) = cursor::handle(server, TextDocumentPositionParams { text_document, position }).await {
            let found = serde_json::to_value(found).unwrap_or_default();
            send(page, notification("cursor", &found)).await?;
        }
    }
    *sent_status = now;
    Ok(())
}

pub(super) fn notification(method: &str, params: &Value) -> String {
    json!({"method": method, "params": params}).to_string()
}

/// The answer to a message.
struct PageResponse {
    text: String,
    /// The editor's cursor was moved for the page. Earlier positions are outdated and are not sent, so that the page
    /// does not take an echo of its own steps for the user's.
    moved_cursor: bool,
}

/// The answer to a message; `None` if it is not a request.
async fn respond(
    page: (&Arc<Backend>, &BrowserBoard, &PageEngine<'_>),
    text: &str,
    listed: &mut ListedPlaces,
) -> Option<PageResponse> {
    let request: PageRequest<'_> = serde_json::from_str(text).ok()?;
    let params = request.params.map_or("{}", RawValue::get);
    let mut moved_cursor = false;
    let text = match answer(page, (&request.method, params), listed, &mut moved_cursor).await {
        Ok(result) => format!("{{\"id\":{},\"result\":{result}}}", request.id),
        Err(error) => {
            json!({"id": request.id, "error": {"message": error.message, "code": error.code.code()}}).to_string()
        }
    };
    Some(PageResponse { text, moved_cursor })
}

/// The result of a request, as JSON; sets `moved_cursor` if the request has moved the editor's cursor.
async fn answer(
    (server, board, engine): (&Arc<Backend>, &BrowserBoard, &PageEngine<'_>),
    (method, params): (&str, &str),
    listed: &mut ListedPlaces,
    moved_cursor: &mut bool,
) -> Result<String> {
    match method {
        "game" => text_of(board_game::handle(server.clone(), document_params(board, params, true)?).await?),
        "legal" => text_of(board_legal::handle(server.clone(), document_params(board, params, false)?).await?),
        "play" => {
            writable(board)?;
            let played = board_write::run_play(server, document_params(board, params, false)?).await?;
            written(server, board, played, moved_cursor).await
        }
        "playLine" => {
            writable(board)?;
            let played = board_write::run_play_line(server, document_params(board, params, false)?).await?;
            written(server, board, played, moved_cursor).await
        }
        "annotate" => {
            writable(board)?;
            let annotated = board_write::run_annotate(server, document_params(board, params, false)?).await?;
            *moved_cursor = annotated.edit.is_some();
            write(server, board, annotated.edit, annotated.step).await?;
            Ok("{}".to_owned())
        }
        "rearrange" => {
            writable(board)?;
            let rearranged = board_write::run_rearrange(server, document_params(board, params, false)?).await?;
            *moved_cursor = rearranged.edit.is_some();
            write(server, board, rearranged.edit, rearranged.step).await?;
            Ok("{}".to_owned())
        }
        "reveal" => {
            let reveal: RevealParams = read(params)?;
            *moved_cursor = show_range(server, board, reveal.range).await;
            Ok("{}".to_owned())
        }
        "engine" => engine.answer(params).await,
        "explore" => tree::explore(server, board, read(params)?, listed).await,
        "openGame" => {
            *moved_cursor = true;
            tree::open_game(server, read(params)?, listed).await
        }
        "setting" => Err(Error::invalid_params("a setting lasts as long as the page")),
        "undo" => {
            writable(board)?;
            undo(server, board).await?;
            *moved_cursor = true;
            Ok("{}".to_owned())
        }
        _ => Err(Error::invalid_params("the server does not know this request")),
    }
}

/// Writes what was played, and moves the editor's cursor there.
async fn written(
    server: &Backend,
    board: &BrowserBoard,
    played: PlayResult,
    moved_cursor: &mut bool,
) -> Result<String> {
    let is_written = played.edit.is_some();
    write(server, board, played.edit, played.step).await?;
    // The place of the text change says nothing about the cursor.
    *moved_cursor = show_range(server, board, played.select).await || is_written;
    Ok(json!({"move": played.id, "edit": is_written}).to_string())
}

#[derive(Deserialize)]
struct RevealParams {
    range: Range,
}

/// The parameters of a request about the board's document, in the form of the editor's requests.
pub(super) fn document_params<P: DeserializeOwned>(board: &BrowserBoard, params: &str, may_follow: bool) -> Result<P> {
    let mut params: Value = read(params)?;
    let Some(members) = params.as_object_mut() else { return Err(Error::invalid_params("parameters are an object")) };
    // Writes number the half-moves of the version that the page knows.
    let version = members.remove("version").unwrap_or_default();
    members.insert("textDocument".to_owned(), json!({"uri": board.uri.spelling(), "version": version}));
    if may_follow && members.get("game").is_none_or(Value::is_null) {
        let position = board.feed.cursor().unwrap_or_else(|| Position::new(0, 0));
        members.insert("position".to_owned(), json!(position));
    }
    P::deserialize(params).map_err(|error| Error::invalid_params(error.to_string()))
}

pub(super) fn read<P: DeserializeOwned>(params: &str) -> Result<P> {
    serde_json::from_str(params).map_err(|error| Error::invalid_params(error.to_string()))
}

fn text_of(parts: Vec<crate::lsp::transport::outgoing::MessagePart>) -> Result<String> {
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.as_ref()).copied().collect();
    String::from_utf8(bytes).map_err(|_| Error::internal_error())
}

fn writable(board: &BrowserBoard) -> Result<()> {
    match board.access.is_read_only {
        true => Err(Error::invalid_params("this board only shows the file")),
        false => Ok(()),
    }
}

/// Makes the editor apply an edit, and records how to undo it.
async fn write(
    server: &Backend,
    board: &BrowserBoard,
    edit: Option<WorkspaceEdit>,
    step: Option<BoardEdit>,
) -> Result<()> {
    if let Some(edit) = edit {
        apply(server, edit).await?;
        if let Some(step) = step {
            steps(board).push(step);
        }
    }
    Ok(())
}

/// Makes the editor undo the last write of the board's pages, as one edit.
async fn undo(server: &Backend, board: &BrowserBoard) -> Result<()> {
    let written = board.steps.clone();
    let uri = board.uri.spelling().clone();
    let back = server.query_document(uri, move |snapshot, client, _| {
        let back = written.lock().unwrap_or_else(PoisonError::into_inner).last(&snapshot.text);
        Some(back.map(|edits| workspace_edit(snapshot, edits, client)))
    });
    match back.await?.flatten() {
        // The text is then as before the step, which is dropped for that reason.
        Some(edit) => apply(server, edit).await,
        None => Err(Error::invalid_params("Nothing to take back that was written here last: undo in the editor.")),
    }
}

fn steps(board: &BrowserBoard) -> MutexGuard<'_, UndoStack> {
    board.steps.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the editor apply an edit.
async fn apply(server: &Backend, edit: WorkspaceEdit) -> Result<()> {
    let params = serde_json::to_vec(&json!({"label": "Board", "edit": edit})).map_err(|_| Error::internal_error())?;
    let reply = server.outgoing.call(ApplyWorkspaceEdit::METHOD, vec![params.into()]).await?;
    match reply.get("applied").and_then(Value::as_bool) {
        Some(true) => Ok(()),
        _ => {
            let why = reply.get("failureReason").and_then(Value::as_str);
            Err(Error::invalid_params(why.unwrap_or("the editor has not applied the edit").to_owned()))
        }
    }
}

/// Makes the editor move its cursor to the start of a range, if it can; returns whether it has.
async fn show_range(server: &Backend, board: &BrowserBoard, range: Range) -> bool {
    if board.access.is_alone || !server.features().show_document {
        return false;
    }
    let selection = Some(Range::new(range.start, range.start));
    let uri = board.uri.spelling().clone();
    let params = ShowDocumentParams { uri, external: Some(false), take_focus: Some(false), selection };
    server.client.show_document(params).await.unwrap_or_else(|error| {
        tracing::debug!(%error, "the client does not show a place");
        false
    })
}
