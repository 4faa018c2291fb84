//! The files of the board's page, embedded in the program if they existed when it was built (`build.rs`).

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::native::stdio::TEST_VARIABLE;

include!(concat!(env!("OUT_DIR"), "/board_files.rs"));

/// The error of a program without the page.
pub const MISSING: &str = "this vgn-lsp was built without the board's page: run `npm ci --ignore-scripts` and `npm run build` in \
                           editors/board, and build it again";

/// The files: name, content type and bytes.
#[derive(Clone, Copy, Debug)]
pub struct BoardPages(&'static [(&'static str, &'static str, &'static [u8])]);

/// The page of tests, if none was built.
const STAND_IN: BoardPages =
    BoardPages(&[("index.html", "text/html; charset=utf-8", b"<!doctype html><title>Board</title>")]);

impl BoardPages {
    /// The page; `None` if it is not embedded.
    pub fn embedded() -> Option<BoardPages> {
        FILES.map(BoardPages).or_else(|| std::env::var_os(TEST_VARIABLE).map(|_| STAND_IN))
    }

    /// The response to a request for a file.
    pub fn answer(self, name: &str, port: u16) -> Response {
        let name = if name.is_empty() { "index.html" } else { name };
        match self.0.iter().find(|(known, ..)| *known == name) {
            Some((_, kind, bytes)) => {
                let kind = (CONTENT_TYPE, HeaderValue::from_static(kind));
                (StatusCode::OK, headers(port), [kind], *bytes).into_response()
            }
            None => refusal(StatusCode::NOT_FOUND, port),
        }
    }
}

/// A response with a status alone.
pub fn refusal(status: StatusCode, port: u16) -> Response {
    (status, headers(port)).into_response()
}

/// Headers of every response: they make the browser run only the page's own files, connect only to its own socket,
/// cache nothing, and send no referrer.
fn headers(port: u16) -> HeaderMap {
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; \
         connect-src 'self' ws://127.0.0.1:{port}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let fixed = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let mut headers: HeaderMap =
        fixed.map(|(name, value)| (name, HeaderValue::from_static(value))).into_iter().collect();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers
}
