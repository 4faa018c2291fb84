//! The listener of the page on 127.0.0.1.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse as _, Redirect, Response};
use tokio::net::TcpListener;

use super::files::{PageFile, refused};
use crate::native::board::RequestGate;

/// The state shared by all requests.
#[derive(Clone, Debug)]
struct PageState {
    /// The files by name.
    files: Arc<BTreeMap<String, PageFile>>,
    gate: RequestGate,
    port: u16,
}

/// Serves the page until the program is ended; passes its address to `tell` once it can be opened. Port 0 is one that
/// the system chooses.
///
/// # Errors
/// A sentence, if nothing can be served at this port.
pub fn run_page(files: Vec<PageFile>, port: u16, tell: impl FnOnce(&str)) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start threads: {error}"))?;
    runtime.block_on(async {
        let failed = |error: std::io::Error| {
            let reason = error.to_string();
            // Without the number of the system's error.
            let reason = reason.split(" (os error ").next().unwrap_or_default();
            match port {
                0 => format!("nothing can be served on 127.0.0.1: {reason}"),
                port => {
                    format!("nothing can be served on 127.0.0.1:{port}: {reason}; choose another port with `--port`")
                }
            }
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let files = files.into_iter().map(|file| (file.name.clone().into_owned(), file)).collect();
        let state = PageState { files: Arc::new(files), gate: RequestGate::new(port), port };
        let router = Router::new().fallback(answer).with_state(state);
        tell(&format!("http://127.0.0.1:{port}/"));
        axum::serve(listener, router).await.map_err(failed)
    })
}

/// Answers a request: only with a file of the page, and only to pages of this address.
async fn answer(State(state): State<PageState>, request: Request) -> Response {
    if request.method() != Method::GET {
        return refused(StatusCode::METHOD_NOT_ALLOWED);
    }
    // Browsers keep texts by address, so there is only one.
    if request.uri().path() == "/" && is_local_name(request.headers(), state.port) {
        return Redirect::temporary(&format!("http://127.0.0.1:{}/", state.port)).into_response();
    }
    if let Err(status) = state.gate.admit(request.headers(), request.headers().contains_key("upgrade")) {
        return refused(status);
    }
    let path = request.uri().path().trim_start_matches('/');
    let name = if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    state.files.get(&name).map_or_else(|| refused(StatusCode::NOT_FOUND), PageFile::answer)
}

/// Whether somebody has opened `localhost`: the name of this computer, which is no other site's.
fn is_local_name(headers: &HeaderMap, port: u16) -> bool {
    let mut hosts = headers.get_all(HOST).into_iter();
    let local = format!("localhost:{port}");
    hosts.next().is_some_and(|host| host.as_bytes() == local.as_bytes())
        && hosts.next().is_none()
        && !headers.contains_key(ORIGIN)
}
