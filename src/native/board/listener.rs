//! The listener on 127.0.0.1: a page and its files for whoever knows the secret, and the page's socket.

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

use super::gate::Gate;
use super::pages::{MISSING, Pages, refusal};
use crate::lsp::session::state::Backend;

/// The longest message of a page, in bytes. A page tells of a move, or of what is said of one.
const LONGEST: usize = 1 << 16;
/// Messages of a page, and to it, that wait.
const WAITING: usize = 8;
/// Sockets at the same time: a user has a few tabs.
const MOST_SOCKETS: usize = 16;

/// What every request needs.
#[derive(Clone, Debug)]
struct Site {
    server: Arc<Backend>,
    pages: Pages,
    gate: Gate,
    port: u16,
    sockets: Arc<Semaphore>,
}

/// Listens until the session ends; gives the port.
///
/// # Errors
/// When the system gives no port, or there is no page, in a sentence.
pub fn serve(server: Arc<Backend>) -> Result<u16, String> {
    let pages = Pages::embedded().ok_or(MISSING)?;
    let failed = |error: std::io::Error| format!("nothing can be served on 127.0.0.1: {error}");
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    let listener = TcpListener::from_std(listener).map_err(failed)?;
    let sockets = Arc::new(Semaphore::new(MOST_SOCKETS));
    let site = Site { server: server.clone(), pages, gate: Gate::new(port), port, sockets };
    let router = Router::new()
        .route("/{secret}/", get(page))
        .route("/{secret}/{file}", get(file))
        .fallback(async |State(site): State<Site>| refusal(StatusCode::NOT_FOUND, site.port))
        .layer(middleware::from_fn_with_state(site.clone(), admit))
        .with_state(site);
    tokio::spawn(async move {
        // Sockets end by themselves; nobody waits for requests that are under way.
        tokio::select! {
            () = server.session_end() => {}
            served = axum::serve(listener, router) => {
                served.inspect_err(|error| tracing::warn!(%error, "the board is not served any more")).unwrap_or_default();
            }
        }
    });
    Ok(port)
}

/// Looks at a request before anything else does.
async fn admit(State(site): State<Site>, request: Request, next: Next) -> Response {
    let is_socket = request.headers().contains_key("upgrade");
    if request.method() != Method::GET {
        return refusal(StatusCode::METHOD_NOT_ALLOWED, site.port);
    }
    match site.gate.admit(request.headers(), is_socket) {
        Ok(()) => next.run(request).await,
        Err(status) => refusal(status, site.port),
    }
}

async fn page(State(site): State<Site>, Path(secret): Path<String>) -> Response {
    match site.server.has_board(&secret) {
        true => site.pages.answer("", site.port),
        false => refusal(StatusCode::NOT_FOUND, site.port),
    }
}

async fn file(
    State(site): State<Site>,
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
        carry(socket, |incoming, outgoing| site.server.talk(secret, incoming, outgoing)).await;
    })
}

/// Carries a page's messages to the server and back until one of both ends. Who does not read is waited for here, and
/// holds up nobody else.
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
                // No page of ours sends bytes.
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
