//! The listener on 127.0.0.1: a page and its files for requests with the secret, and the page's socket.

use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use futures::{SinkExt as _, StreamExt as _};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};

use super::gate::RequestGate;
use super::pages::{BoardPages, MISSING, refusal};
use crate::lsp::session::state::Backend;

/// Maximum length of a page's message, in bytes. A page sends a move, or the annotations of one.
const LONGEST: usize = 1 << 16;
/// Capacity of the message queues to and from a page.
const WAITING: usize = 8;
/// Maximum number of concurrent sockets: a user has a few tabs.
const MOST_SOCKETS: usize = 16;

/// The state shared by all requests.
#[derive(Clone, Debug)]
struct ListenerState {
    server: Arc<Backend>,
    pages: BoardPages,
    gate: RequestGate,
    port: u16,
    sockets: Arc<Semaphore>,
}

/// Listens until the session ends; returns the port.
///
/// # Errors
/// A sentence, if the system gives no port, or there is no page.
pub fn serve(server: Arc<Backend>) -> Result<u16, String> {
    let pages = BoardPages::embedded().ok_or(MISSING)?;
    let failed = |error: std::io::Error| format!("nothing can be served on 127.0.0.1: {error}");
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    let listener = TcpListener::from_std(listener).map_err(failed)?;
    let sockets = Arc::new(Semaphore::new(MOST_SOCKETS));
    let site = ListenerState { server: server.clone(), pages, gate: RequestGate::new(port), port, sockets };
    let router = Router::new()
        .route("/{secret}/", get(page))
        .route("/{secret}/{file}", get(file))
        .fallback(async |State(site): State<ListenerState>| refusal(StatusCode::NOT_FOUND, site.port))
        .layer(middleware::from_fn_with_state(site.clone(), admit))
        .with_state(site);
    tokio::spawn(async move {
        // Sockets end by themselves; requests in progress are dropped.
        tokio::select! {
            () = server.session_end() => {}
            served = axum::serve(listener, router) => {
                served.inspect_err(|error| tracing::warn!(%error, "the board is not served any more")).unwrap_or_default();
            }
        }
    });
    Ok(port)
}

/// Checks every request before its handler.
async fn admit(State(site): State<ListenerState>, request: Request, next: Next) -> Response {
    let is_socket = request.headers().contains_key("upgrade");
    if request.method() != Method::GET {
        return refusal(StatusCode::METHOD_NOT_ALLOWED, site.port);
    }
    match site.gate.admit(request.headers(), is_socket) {
        Ok(()) => next.run(request).await,
        Err(status) => refusal(status, site.port),
    }
}

async fn page(State(site): State<ListenerState>, Path(secret): Path<String>) -> Response {
    match site.server.has_board(&secret) {
        true => site.pages.answer("", site.port),
        false => refusal(StatusCode::NOT_FOUND, site.port),
    }
}

async fn file(
    State(site): State<ListenerState>,
    Path((secret, file)): Path<(String, String)>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if !site.server.has_board(&secret) {
        return refusal(StatusCode::NOT_FOUND, site.port);
    }
    if file != "socket" {
        return site.pages.answer(&file, site.port);
    }
    let Ok(upgrade) = upgrade else { return refusal(StatusCode::BAD_REQUEST, site.port) };
    if site.gate.admit(&headers, true).is_err() {
        return refusal(StatusCode::FORBIDDEN, site.port);
    }
    let Ok(permit) = site.sockets.clone().try_acquire_owned() else {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, site.port);
    };
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    upgrade.on_upgrade(async move |socket| {
        let _permit = permit;
        carry(socket, |incoming, outgoing| site.server.serve_board_page(secret, incoming, outgoing)).await;
    })
}

/// Carries messages between a page and the server until either ends. A page that does not read blocks only its own
/// task.
async fn carry<F: Future<Output = ()> + Send + 'static>(
    socket: WebSocket,
    talk: impl FnOnce(mpsc::Receiver<String>, mpsc::Sender<String>) -> F,
) {
    let (to_server, incoming) = mpsc::channel(WAITING);
    let (outgoing, mut to_page) = mpsc::channel::<String>(WAITING);
    let talk = tokio::spawn(talk(incoming, outgoing));
    let (mut sink, mut stream) = socket.split();
    let write = async {
        while let Some(text) = to_page.recv().await {
            if sink.send(Message::text(text)).await.is_err() {
                return;
            }
        }
    };
    let read = async {
        while let Some(Ok(message)) = stream.next().await {
            match message {
                Message::Text(text) => {
                    if to_server.send(text.as_str().to_owned()).await.is_err() {
                        return;
                    }
                }
                Message::Ping(_) | Message::Pong(_) => {}
                // The page never sends bytes.
                Message::Binary(_) | Message::Close(_) => return,
            }
        }
    };
    tokio::select! {
        () = write => {}
        () = read => {}
    }
    talk.abort();
}
