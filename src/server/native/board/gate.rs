//! Access control: only pages of this server, at its own address, may send requests.
//!
//! A web site that the user visits could send requests to 127.0.0.1, or resolve its own name to it. So `Host` must be
//! the address itself, and `Origin`, which browsers add to every request of a script and of a socket, that of this
//! server's pages. The secret in the path is checked after that.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};

/// The address of the listener, in the spelling of browsers.
#[derive(Clone, Debug)]
pub struct RequestGate {
    host: String,
    origin: String,
}

impl RequestGate {
    /// The gate of a listener on 127.0.0.1.
    pub fn new(port: u16) -> RequestGate {
        let host = format!("127.0.0.1:{port}");
        RequestGate { origin: format!("http://{host}"), host }
    }

    /// Admits a request. That of a socket must have an origin.
    ///
    /// # Errors
    /// The status of the refusal.
    pub fn admit(&self, headers: &HeaderMap, is_socket: bool) -> Result<(), StatusCode> {
        let only = |name| {
            let mut values = headers.get_all(name).into_iter();
            match (values.next(), values.next()) {
                (first, None) => Ok(first.map(|value| value.as_bytes())),
                _ => Err(StatusCode::FORBIDDEN),
            }
        };
        let is_origin = match only(ORIGIN)? {
            Some(origin) => origin == self.origin.as_bytes(),
            None => !is_socket,
        };
        match only(HOST)? == Some(self.host.as_bytes()) && is_origin {
            true => Ok(()),
            false => Err(StatusCode::FORBIDDEN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_servers_own_pages_are_let_through() {
        let admitted = |host: &[&str], origin: &[&str], is_socket| {
            let mut headers = HeaderMap::new();
            for value in host {
                headers.append(HOST, value.parse().expect("a value"));
            }
            for value in origin {
                headers.append(ORIGIN, value.parse().expect("a value"));
            }
            RequestGate::new(4000).admit(&headers, is_socket).is_ok()
        };
        let (own, page) = (["127.0.0.1:4000"], ["http://127.0.0.1:4000"]);
        assert!(admitted(&own, &page, true) && admitted(&own, &page, false) && admitted(&own, &[], false));
        for host in [&[][..], &["evil.example:4000"], &["localhost:4000"], &["127.0.0.1"], &[own[0], own[0]]] {
            assert!(!admitted(host, &page, false), "{host:?}");
        }
        for origin in [
            &["null"][..],
            &["http://evil.example"],
            &["https://127.0.0.1:4000"],
            &[page[0], page[0]],
            &["http://127.0.0.1:4001"],
        ] {
            assert!(!admitted(&own, origin, false) && !admitted(&own, origin, true), "{origin:?}");
        }
        assert!(!admitted(&own, &[], true), "a socket says where it comes from");
    }
}
