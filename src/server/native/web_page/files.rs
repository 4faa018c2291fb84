//! The files of the page, embedded in the program if the feature `page` is on and they existed when it was built.

use std::borrow::Cow;

use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// Content types by the ending of the name.
const KINDS: [(&str, &str); 7] = [
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".txt", "text/plain; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".wasm", "application/wasm"),
    (".webmanifest", "application/manifest+json"),
];

/// The page's own files only. Its board is a frame of the same origin, and another site cannot frame it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// A file of the page.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// Its path in the page's folder, with `/`.
    pub name: Cow<'static, str>,
    pub bytes: Cow<'static, [u8]>,
    /// Whether the bytes are compressed by gzip.
    pub is_packed: bool,
}

/// The files that are part of the program; `None` if it was built without them.
pub fn embedded_page() -> Option<Vec<PageFile>> {
    let file = |(name, bytes): &(&'static str, &'static [u8])| PageFile {
        name: Cow::Borrowed(*name),
        bytes: Cow::Borrowed(*bytes),
        is_packed: true,
    };
    PAGE_FILES.map(|files| files.iter().map(file).collect())
}

impl PageFile {
    /// The response with this file.
    pub fn answer(&self) -> Response {
        let kind = KINDS.iter().find(|(ending, _)| self.name.ends_with(ending));
        let kind = kind.map_or("application/octet-stream", |(_, kind)| *kind);
        let mut headers = headers();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        if self.is_packed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        (StatusCode::OK, headers, self.bytes.to_vec()).into_response()
    }
}

/// A response with a status alone.
pub fn refused(status: StatusCode) -> Response {
    (status, headers()).into_response()
}

/// Headers of every response.
fn headers() -> HeaderMap {
    let fixed = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "SAMEORIGIN"),
        (REFERRER_POLICY, "no-referrer"),
        // A newer program has a newer page; the service worker keeps it for use without the program.
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    fixed.map(|(name, value)| (name, HeaderValue::from_static(value))).into_iter().collect()
}
