//! `vgn-lsp web`: which files of the page are served, and who is turned away.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

use crate::support::cli::Folder;

/// A folder with what makes a page, and something that is none of it.
fn page() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("page/board")).expect("it is made");
    folder.write("page/index.html", "<!doctype html><title>Page</title>");
    folder.write("page/vgn_lsp_web.wasm", "\0asm");
    folder.write("page/board/index.html", "<!doctype html><title>Board</title>");
    folder.write("secret.txt", "secret");
    folder
}

fn fetch(host: &str, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
    let mut stream = TcpStream::connect(host).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    stream
        .write_all(format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").as_bytes())
        .expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap_or_default();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_page_is_served_to_its_own_address_and_nothing_else_is() {
    let folder = page();
    let mut child = folder
        .command()
        .args(["web", "--no-open", "--port", "0", "--dir", "page"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut address = String::new();
    BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut address).expect("it says where");
    let host = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    assert!(host.starts_with("127.0.0.1:"), "{address}");
    let own = format!("http://{host}");
    let front = fetch(&host, "GET", "/", &[("Host", &host)]).to_ascii_lowercase();
    for part in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';",
        "frame-ancestors 'self'",
        "x-content-type-options: nosniff",
        "<title>page</title>",
    ] {
        assert!(front.contains(part), "{part}: {front}");
    }
    for (method, path, headers, expected) in [
        ("GET", "/vgn_lsp_web.wasm", vec![("Host", host.as_str()), ("Origin", &own)], "200"),
        ("GET", "/board/", vec![("Host", &host)], "200"),
        ("GET", "/nothing.js", vec![("Host", &host)], "404"),
        ("GET", "/../secret.txt", vec![("Host", &host)], "404"),
        ("GET", "/%2e%2e/secret.txt", vec![("Host", &host)], "404"),
        ("GET", "/", vec![("Host", "evil.example")], "403"),
        ("GET", "/", vec![("Host", &host), ("Origin", "http://evil.example")], "403"),
        ("POST", "/", vec![("Host", &host), ("Content-Length", "0")], "405"),
    ] {
        let answer = fetch(&host, method, path, &headers);
        assert_eq!(answer.split(' ').nth(1), Some(expected), "{method} {path} {headers:?}: {answer}");
        assert!(!answer.contains("secret"), "{answer}");
    }
    let name = host.replace("127.0.0.1", "localhost");
    let named = fetch(&host, "GET", "/", &[("Host", &name)]).to_ascii_lowercase();
    assert!(named.starts_with("http/1.1 307") && named.contains(&format!("location: {own}/\r\n")), "{named}");
    for (path, headers) in [
        ("/", vec![("Host", "localhost:1")]),
        ("/", vec![("Host", name.as_str()), ("Host", &host)]),
        ("/", vec![("Host", &name), ("Origin", "http://evil.example")]),
        ("/vgn_lsp_web.wasm", vec![("Host", &name)]),
    ] {
        let answer = fetch(&host, "GET", path, &headers);
        assert!(matches!(answer.split(' ').nth(1), Some("400" | "403")), "{path} {headers:?}: {answer}");
    }
    child.kill().and_then(|()| child.wait()).expect("it ends");
}

#[test]
fn a_folder_that_is_not_the_page_is_refused() {
    let folder = page();
    let run = folder.run(&["web", "--no-open", "--dir", "."]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr, "vgn-lsp: .: this is not the page: it is in editors/web/dist once it is built\n");
}
