//! The board's page in a browser: what it is told and may ask, and who is turned away.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

use crate::lsp_server::harness::Session;
use crate::support::cli::Folder;

const FILE: &str = "file:///board.pgn";
const GAMES: &str = "[White \"<script>alert(1)</script>\"]\n[Black \"Bob\"]\n\n1. e4 (1. d4 d5) 1... e5 *\n";
const PATIENCE: Duration = Duration::from_secs(60);

/// The host of an address, and its path.
fn parts(address: &str) -> (String, String) {
    let (host, path) = address.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("an address");
    (host.to_owned(), format!("/{path}"))
}

/// What is answered to a request with these headers, as one text.
fn fetch(host: &str, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
    let mut stream = TcpStream::connect(host).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap_or_default();
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

/// A page that is connected.
pub(super) struct Page(WebSocket<TcpStream>);

impl Page {
    /// Connects as a page of `origin` does.
    fn connect(address: &str, origin: &str) -> Result<Page, Box<tungstenite::Error>> {
        let (host, path) = parts(address);
        let mut request = format!("ws://{host}{path}socket").into_client_request().expect("an address");
        request.headers_mut().insert("Origin", origin.parse().expect("a value"));
        let stream = TcpStream::connect(&host).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Page(socket)),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(Box::new(error)),
            Err(error) => panic!("{error}"),
        }
    }

    pub(super) fn opened(address: &str) -> Page {
        let origin = format!("http://{}", parts(address).0);
        Page::connect(address, &origin).expect("it is let in")
    }

    pub(super) fn ask(&mut self, id: u64, method: &str, params: Value) {
        let message = json!({"id": id, "method": method, "params": params});
        self.0.send(Message::text(message.to_string())).expect("it is sent");
    }

    /// The first message for which `wanted` holds.
    pub(super) fn receive(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.0.read().expect("there is one");
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).expect("it is JSON");
            if wanted(&message) {
                return message;
            }
        }
    }

    pub(super) fn request(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.ask(id, method, params);
        self.receive(|message| message["id"] == id)
    }

    pub(super) fn told(&mut self, method: &str) -> Value {
        self.receive(|message| message["method"] == method)["params"].clone()
    }
}

/// A session with a board of [`GAMES`], and its address.
fn with_board() -> (Session, String) {
    let window = json!({"showDocument": {"support": true}});
    let (mut session, _) = Session::with_capabilities(json!({"window": window}));
    session.open(FILE, 1, GAMES);
    session.diagnostics(FILE, 1);
    let board = json!({"textDocument": {"uri": FILE}});
    let asked = session.ask("workspace/executeCommand", json!({"command": "vgn.openBoard", "arguments": [board]}));
    let shown = session.serve("window/showDocument", json!({"success": true}));
    let address = session.reply(asked)["result"].as_str().expect("an address").to_owned();
    assert_eq!(shown["external"], true);
    assert_eq!(shown["uri"], address.as_str());
    (session, address)
}

/// A client that opens no address: the system does, and where it has nothing to do it with, the user reads the address.
#[test]
#[cfg(target_os = "linux")]
fn a_board_is_opened_where_the_client_opens_nothing() {
    use std::os::unix::fs::PermissionsExt;
    for has_browser in [true, false] {
        let folder = Folder::new();
        let opened = folder.path("opened");
        if has_browser {
            let program = folder.write("xdg-open", format!("#!/bin/sh\nprintf %s \"$1\" > '{}'\n", opened.display()));
            std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
        }
        let mut session = Session::start_where(&[("PATH", folder.path("").as_os_str())]);
        session.initialize(json!({}));
        session.open(FILE, 1, GAMES);
        session.diagnostics(FILE, 1);
        let board = json!({"textDocument": {"uri": FILE}});
        let asked = session.ask("workspace/executeCommand", json!({"command": "vgn.openBoard", "arguments": [board]}));
        let address = session.reply(asked)["result"].as_str().expect("an address").to_owned();
        if has_browser {
            let deadline = std::time::Instant::now() + Duration::from_secs(60);
            while std::fs::read_to_string(&opened).unwrap_or_default() != address {
                assert!(std::time::Instant::now() < deadline, "{:?}", std::fs::read_to_string(&opened));
                std::thread::sleep(Duration::from_millis(20));
            }
        } else {
            let told = session.receive(|message| message["method"] == "window/showMessage");
            assert_eq!(told["params"]["message"], format!("No browser could be started: open {address} in one."));
        }
        session.finish();
    }
}

#[test]
fn a_page_follows_the_editor_and_writes_through_it() {
    let (mut session, address) = with_board();
    let mut page = Page::opened(&address);
    let game = page.request(1, "game", json!({}))["result"].clone();
    assert_eq!((&game["total"], &game["version"]), (&json!(4), &json!(1)));
    assert_eq!(game["tags"][0]["value"], "<script>alert(1)</script>", "it is data");
    assert_eq!(page.told("settings"), json!({"readOnly": false, "alone": false, "title": "board.pgn", "engine": true}));

    session.hover(FILE, 3, 15);
    assert_eq!(page.told("cursor")["move"], 2);
    let place = json!({"textDocument": {"uri": FILE}, "position": {"line": 3, "character": 4}});
    session.request("vgn/cursor", place);
    assert_eq!(page.told("cursor")["move"], 0);
    session.change(FILE, 2, [3, 24, 3, 24], " 2. Nf3");
    assert_eq!(page.told("changed"), json!({"version": 2}));
    session.diagnostics(FILE, 2);

    page.ask(2, "play", json!({"game": 1, "after": 2, "move": "c2c4"}));
    let edit = session.serve("workspace/applyEdit", json!({"applied": true}));
    assert_eq!(edit["edit"]["changes"][FILE][0]["newText"], " 2. c4");
    let shown = session.serve("window/showDocument", json!({"success": true}));
    assert_eq!(shown["uri"], FILE);
    assert_eq!(page.receive(|message| message["id"] == 2)["result"], json!({"move": 3, "edit": true}));
    page.ask(3, "annotate", json!({"game": 1, "move": 0, "nags": [1]}));
    session.serve("workspace/applyEdit", json!({"applied": false}));
    let refused = page.receive(|message| message["id"] == 3);
    assert_eq!(refused["error"]["message"], "the editor has not applied the edit");
    let illegal = page.request(4, "play", json!({"game": 1, "after": 0, "move": "e7e4"}));
    assert!(illegal["error"]["message"].as_str().is_some_and(|why| why.contains("not legal")), "{illegal}");
    let legal = page.request(5, "legal", json!({"game": 1, "after": 0}));
    assert_eq!(legal["result"]["dests"]["e7"], json!(["e6", "e5"]));
    page.ask(6, "reveal", json!({"range": game["moves"][2]["range"], "game": 1, "move": 2}));
    let shown = session.serve("window/showDocument", json!({"success": true}));
    assert_eq!(shown["selection"]["start"], game["moves"][2]["range"]["start"]);
    assert_eq!(page.receive(|message| message["id"] == 6)["result"], json!({}));
    session.hover(FILE, 3, 5);
    assert_eq!(page.told("cursor")["move"], 0, "people have gone on");
    // What was seen of the cursor before it was where the page wants it is no news.
    page.ask(7, "reveal", json!({"range": game["moves"][2]["range"], "game": 1, "move": 2}));
    let asked = session.receive(|message| message["method"] == "window/showDocument");
    session.hover(FILE, 3, 10);
    session.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"success": true}}));
    page.receive(|message| message["id"] == 7);
    session.hover(FILE, 3, 14);
    assert_eq!(page.told("cursor")["move"], 2);

    session.close(FILE);
    page.told("closed");
    let (host, path) = parts(&address);
    let gone = fetch(&host, "GET", &path, &[("Host", &host)]);
    assert_eq!(status(&gone), "404", "the board goes with its document");
    session.publication(FILE);
    session.finish();
    assert!(TcpStream::connect(&host).is_err(), "nobody listens any more");
}

/// What a page writes, it takes back, one step after the other; what others have written since, it leaves alone.
#[test]
fn a_page_takes_back_what_it_has_written() {
    let (mut session, address) = with_board();
    let mut page = Page::opened(&address);
    page.request(1, "game", json!({}));
    let nothing = "Nothing to take back that was written here last: undo in the editor.";
    assert_eq!(page.request(2, "undo", json!({}))["error"]["message"], nothing);
    let mut version = 1;
    let mut writes = |session: &mut Session, page: &mut Page, id: u64, method: &str, params: Value| {
        page.ask(id, method, params);
        let asked = session.receive(|message| message["method"] == "workspace/applyEdit");
        let edits = asked["params"]["edit"]["changes"][FILE].as_array().expect("edits of the file").clone();
        version += 1;
        let changes: Vec<_> = edits.iter().map(|it| json!({"range": it["range"], "text": it["newText"]})).collect();
        let change = json!({"textDocument": {"uri": FILE, "version": version}, "contentChanges": changes});
        session.notify("textDocument/didChange", change);
        session.diagnostics(FILE, version);
        session.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"applied": true}}));
        if method == "play" {
            session.serve("window/showDocument", json!({"success": true}));
        }
        assert_eq!(page.receive(|message| message["id"] == id)["error"], Value::Null);
        edits.iter().map(|it| it["newText"].as_str().expect("a text").to_owned()).collect::<Vec<_>>()
    };
    let play = json!({"game": 1, "after": 3, "move": "g1f3", "version": 1});
    assert_eq!(writes(&mut session, &mut page, 3, "play", play), [" 2. Nf3"]);
    let stale = page.request(4, "play", json!({"game": 1, "after": 4, "move": "b8c6", "version": 1}));
    assert_eq!(stale["error"]["code"], -32801, "half-moves are counted in another text: {stale}");
    let annotate = json!({"game": 1, "move": 4, "nags": [1], "version": 2});
    writes(&mut session, &mut page, 5, "annotate", annotate);
    assert_eq!(writes(&mut session, &mut page, 6, "undo", json!({})), [""]);
    assert_eq!(writes(&mut session, &mut page, 7, "undo", json!({})), [""]);
    assert_eq!(page.request(8, "undo", json!({}))["error"]["message"], nothing);
    let moves = page.request(9, "game", json!({}))["result"]["moves"].as_array().map_or(0, Vec::len);
    assert_eq!(moves, 4, "as before");
    let play = json!({"game": 1, "after": 3, "move": "g1f3"});
    writes(&mut session, &mut page, 10, "play", play);
    session.change(FILE, 7, [3, 0, 3, 0], " ");
    session.diagnostics(FILE, 7);
    assert_eq!(page.request(11, "undo", json!({}))["error"]["message"], nothing, "somebody else has written since");
    session.finish();
}

#[test]
fn others_are_turned_away() {
    let (session, address) = with_board();
    let (host, path) = parts(&address);
    let own = format!("http://{host}");
    let page = fetch(&host, "GET", &path, &[("Host", &host)]);
    assert_eq!(status(&page), "200", "{page}");
    let head = page.to_ascii_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
    ] {
        assert!(head.contains(header), "{header}: {page}");
    }
    assert!(!head.contains("access-control-allow"), "{page}");
    let wrong = format!("/{}/", "0".repeat(64));
    let socket = format!("{path}socket");
    for (method, path, headers, expected) in [
        ("GET", wrong.as_str(), vec![("Host", host.as_str())], "404"),
        ("GET", "/", vec![("Host", &host)], "404"),
        ("GET", &format!("{path}../board.js"), vec![("Host", &host)], "404"),
        ("GET", &format!("{path}..%2f..%2fCargo.toml"), vec![("Host", &host)], "404"),
        ("GET", &path, vec![("Host", "evil.example")], "403"),
        ("GET", &path, vec![("Host", &host), ("Origin", "http://evil.example")], "403"),
        ("GET", &path, vec![("Host", &host), ("Host", "evil.example")], "403"),
        ("POST", &path, vec![("Host", &host), ("Origin", &own), ("Content-Length", "0")], "405"),
        ("OPTIONS", &path, vec![("Host", &host), ("Origin", "http://evil.example")], "405"),
        ("GET", &socket, vec![("Host", &host)], "400"),
    ] {
        let answer = fetch(&host, method, path, &headers);
        let refused = status(&answer) == expected || (headers.len() > 1 && status(&answer) == "400");
        assert!(refused, "{method} {path} {headers:?}: {answer}");
        assert!(!answer.contains("Bob"), "{answer}");
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"] {
        assert!(Page::connect(&address, origin).is_err(), "{origin}");
    }
    let guessed = format!("http://{host}{wrong}");
    assert!(Page::connect(&guessed, &own).is_err(), "another secret");
    session.finish();
}

#[test]
fn what_a_page_must_not_send_ends_its_socket_and_nothing_else() {
    let (mut session, address) = with_board();
    for message in [Message::text("x".repeat(1 << 20)), Message::text("no JSON"), Message::binary(vec![0; 10])] {
        let mut page = Page::opened(&address);
        // It may be closed while it is still sent.
        page.0.send(message).unwrap_or_default();
        while page.0.read().is_ok() {}
    }
    // Pages that never read hold up nobody.
    let mut idle: Vec<Page> = (0..4).map(|_| Page::opened(&address)).collect();
    for page in &mut idle {
        for id in 0..200 {
            page.ask(id, "game", json!({}));
        }
    }
    for column in 0..40 {
        session.hover(FILE, 3, column % 20);
    }
    let mut page = Page::opened(&address);
    assert_eq!(page.request(1, "game", json!({"game": 1}))["result"]["total"], 4);
    let unknown = page.request(2, "../../etc/passwd", json!({}));
    assert_eq!(unknown["error"]["message"], "the server does not know this request");
    let other = page.request(3, "game", json!({"textDocument": {"uri": "file:///etc/passwd"}, "game": 1}));
    assert_eq!(other["result"]["tags"][1]["value"], "Bob", "a board knows its own document only");
    session.finish();
}

/// `vgn-lsp board` of a file, and the page at its address.
fn board_of(path: &std::path::Path, options: &[&str]) -> (std::process::Child, Page) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vgn-lsp"))
        .args(["board", "--no-open"])
        .args(options)
        .arg(path)
        .env("VGN_LSP_TEST_REQUESTS", "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut address = String::new();
    let mut stdout = std::io::BufReader::new(child.stdout.take().expect("it is piped"));
    std::io::BufRead::read_line(&mut stdout, &mut address).expect("it says where");
    (child, Page::opened(address.trim()))
}

#[test]
fn a_file_that_no_editor_has_open_is_shown_and_followed() {
    let folder = Folder::new();
    let path = folder.write("game.pgn", "1. e4 e5 *\n");
    let (mut child, mut page) = board_of(&path, &[]);
    assert_eq!(page.request(1, "game", json!({}))["result"]["total"], 2);
    assert_eq!(page.told("settings"), json!({"readOnly": true, "alone": true, "title": "game.pgn", "engine": false}));
    let refused = page.request(2, "play", json!({"game": 1, "after": 1, "move": "Nf3"}));
    assert!(refused["error"]["message"].as_str().is_some_and(|why| why.contains("only shows")), "{refused}");
    std::fs::write(&path, "1. e4 e5 2. Nf3 *\n").expect("it is written");
    page.told("changed");
    assert_eq!(page.request(3, "game", json!({}))["result"]["total"], 3);
    assert_eq!(folder.read("game.pgn"), b"1. e4 e5 2. Nf3 *\n");
    child.kill().and_then(|()| child.wait()).expect("it ends");
}

#[test]
fn a_board_that_may_write_writes_into_the_file_and_takes_it_back() {
    let folder = Folder::new();
    // One byte a letter, and line ends of two bytes: both stay.
    let before = b"[White \"M\xfcller\"]\r\n\r\n1. e4 e5 *\r\n".as_slice();
    let path = folder.write("game.pgn", before);
    let (mut child, mut page) = board_of(&path, &["--write"]);
    let message = |answer: &Value| answer["error"]["message"].as_str().unwrap_or_default().to_owned();
    let version = |page: &mut Page, id| page.request(id, "game", json!({}))["result"]["version"].clone();
    let first = version(&mut page, 1);
    assert_eq!(page.told("settings"), json!({"readOnly": false, "alone": true, "title": "game.pgn", "engine": false}));
    let played = page.request(2, "play", json!({"game": 1, "version": first, "after": 1, "move": "Nf3"}));
    assert_eq!(played["result"], json!({"move": 2, "edit": true}), "{played}");
    let after = [&before[..before.len() - 3], b"2. Nf3 *\r\n"].concat();
    assert_eq!(folder.read("game.pgn"), after);
    let second = version(&mut page, 3);
    let annotated =
        page.request(4, "annotate", json!({"game": 1, "version": second, "move": 2, "comment": "gut für ♔"}));
    assert!(message(&annotated).contains("`♔` cannot be written in ISO 8859-1"), "{annotated}");
    assert_eq!(folder.read("game.pgn"), after);
    // Somebody else writes: what was meant for the text before is refused.
    let theirs = [&after[..after.len() - 3], b"Nc6 *\r\n"].concat();
    std::fs::write(&path, &theirs).expect("it is written");
    let refused = page.request(5, "play", json!({"game": 1, "version": second, "after": 2, "move": "d6"}));
    assert!(message(&refused).contains("changed"), "{refused}");
    assert_eq!(folder.read("game.pgn"), theirs);
    // It is taken back, and then what the board has written; then nothing is left that it has written.
    std::fs::write(&path, &after).expect("it is written");
    let mut undone = Value::Null;
    for id in 6..40 {
        undone = page.request(id, "undo", json!({}));
        if undone.get("error").is_none() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert_eq!((undone.get("error"), folder.read("game.pgn").as_slice()), (None, before), "{undone}");
    assert!(message(&page.request(50, "undo", json!({}))).contains("Nothing to take back"));
    assert_eq!(folder.names(), ["game.pgn"]);
    child.kill().and_then(|()| child.wait()).expect("it ends");
}

/// A page learns names of files and no addresses, and opens a game by its place in the list.
#[test]
fn a_page_gets_the_tree_of_a_position() {
    let folder = Folder::new();
    folder.write("other.pgn", "[White \"C\"]\n[WhiteElo \"2700\"]\n\n1. c4 e5 0-1\n");
    let window = json!({"showDocument": {"support": true}});
    let (mut session, _) = Session::in_folder(&folder.path(""), json!({ "window": window }), Value::Null);
    session.open(FILE, 1, GAMES);
    session.diagnostics(FILE, 1);
    let board = json!({"textDocument": {"uri": FILE}, "noOpen": true});
    let address =
        session.request("workspace/executeCommand", json!({"command": "vgn.openBoard", "arguments": [board]}));
    let mut page = Page::opened(address.as_str().expect("an address"));
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut id = 0;
    let found = loop {
        id += 1;
        let found = page.request(id, "explore", json!({ "fen": fen }))["result"].clone();
        if found["complete"] == true {
            break found;
        }
    };
    let moves: Vec<_> = found["moves"].as_array().expect("a list").iter().map(|played| &played["san"]).collect();
    assert_eq!((json!(moves), &found["games"]), (json!(["c4", "e4"]), &json!(2)));
    let game = json!({
        "file": "other.pgn", "white": "C", "black": "", "result": "0-1", "date": "", "whiteRating": 2700,
        "blackRating": null,
    });
    assert_eq!((&found["best"][0], found["best"][1].get("file")), (&game, None));
    page.ask(id + 1, "openGame", json!({"at": 0}));
    let shown = session.serve("window/showDocument", json!({"success": true}));
    assert!(shown["uri"].as_str().is_some_and(|uri| uri.ends_with("/other.pgn")), "{shown}");
    assert_eq!(shown["selection"]["start"], json!({"line": 3, "character": 3}));
    assert_eq!(page.receive(|message| message["id"] == id + 1)["result"], json!({}));
    assert!(page.request(id + 2, "openGame", json!({"at": 9}))["error"]["message"].is_string());
    assert!(page.request(id + 3, "explore", json!({"fen": "x"}))["error"]["message"].is_string());
    session.end_whatever_is_left();
}
