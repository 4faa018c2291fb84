//! A client in a test: speaks to the built server over its standard streams and leaves no message unlooked at.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// No answer takes longer, on the slowest machine; for Windows it is Wine's, where nothing is optimised (see
/// `tests/windows`).
const PATIENCE: Duration = Duration::from_secs(if cfg!(windows) { 600 } else { 60 });

/// A running server.
pub struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    incoming: Receiver<Value>,
    /// Arrived while something else was waited for.
    waiting: Vec<Value>,
    last_id: i64,
    /// Everything said by both sides, a line each, if it is recorded.
    record: Option<String>,
}

impl Session {
    /// Starts a server that no one has spoken to yet.
    pub fn start() -> Session {
        Session::start_with(&[])
    }

    /// Starts a server with environment variables that are set.
    pub fn start_with(variables: &[&str]) -> Session {
        Session::start_where(&variables.iter().map(|name| (*name, "1".as_ref())).collect::<Vec<_>>())
    }

    /// Starts a server with environment variables and their values.
    pub fn start_where(variables: &[(&str, &OsStr)]) -> Session {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vgn-lsp"))
            .arg("--stdio")
            .env("VGN_LSP_TEST_REQUESTS", "1")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, incoming) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Session { child, stdin, incoming, waiting: Vec::new(), last_id: 0, record: None }
    }

    /// Starts a server that shows progress from the beginning, and records what is said.
    pub fn recording() -> Session {
        let mut session = Session::start_with(&["VGN_LSP_TEST_IMPATIENT"]);
        session.record = Some(String::new());
        session
    }

    fn note(&mut self, from: &str, message: &Value) {
        if let Some(record) = &mut self.record {
            *record += &format!("{}\n", json!({"from": from, "message": message}));
        }
    }

    /// Starts a server and initializes it with the client's capabilities.
    pub fn with_capabilities(capabilities: Value) -> (Session, Value) {
        let mut session = Session::start();
        let result = session.initialize(capabilities);
        (session, result)
    }

    /// Says that a client with these capabilities is there; gives the server's answer.
    pub fn initialize(&mut self, capabilities: Value) -> Value {
        let params = json!({"processId": std::process::id(), "rootUri": null, "capabilities": capabilities});
        let result = self.request("initialize", params);
        self.notify("initialized", json!({}));
        result
    }

    /// Starts a server for a client that offers UTF-8 and Markdown.
    pub fn new() -> Session {
        Session::with_capabilities(json!({
            "general": {"positionEncodings": ["utf-8", "utf-16"]},
            "textDocument": {
                "hover": {"contentFormat": ["markdown"]},
                "publishDiagnostics": {"codeDescriptionSupport": true, "relatedInformation": true}
            }
        }))
        .0
    }

    /// Starts a server for a client that asks for diagnostics, and says no more of itself.
    pub fn pulling() -> (Session, Value) {
        let refresh = json!({"diagnostics": {"refreshSupport": true}});
        Session::with_capabilities(json!({"textDocument": {"diagnostic": {}}, "workspace": refresh}))
    }

    /// Sends bytes as they are.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("still open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the server reads");
    }

    pub fn send(&mut self, message: &Value) {
        self.note("client", message);
        self.send_raw(frame(&message.to_string()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request without waiting; gives its id.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}));
        self.last_id
    }

    /// The whole reply to a request.
    pub fn reply(&mut self, id: i64) -> Value {
        self.receive(|message| message["id"] == id && message.get("method").is_none())
    }

    /// The result of a request that must succeed.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        let reply = self.reply(id);
        assert!(reply.get("error").is_none(), "{method}: {reply}");
        reply["result"].clone()
    }

    /// The code of the error of a request that must fail.
    pub fn error_code(&mut self, method: &str, params: Value) -> i64 {
        let id = self.ask(method, params);
        let reply = self.reply(id);
        reply["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method}: {reply}"))
    }

    pub fn open(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({"uri": uri, "languageId": "pgn", "version": version, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces a range, told as `[line, character, end line, end character]`.
    pub fn change(&mut self, uri: &str, version: i32, range: [u32; 4], text: &str) {
        let change = json!({"range": as_range(range), "text": text});
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    pub fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    pub fn hover(&mut self, uri: &str, line: u32, character: u32) -> Value {
        let position = json!({"line": line, "character": character});
        self.request("textDocument/hover", json!({"textDocument": {"uri": uri}, "position": position}))
    }

    /// The diagnostics of a version; those of versions before it may have come or not.
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let mut last = i64::MIN;
        loop {
            let message = self.publication(uri);
            let told = message["params"]["version"].as_i64().unwrap_or_else(|| panic!("no version: {message}"));
            assert!(told > last, "version {told} after {last}");
            assert!(told <= i64::from(version), "version {told} while waiting for {version}");
            last = told;
            if told == i64::from(version) {
                return message["params"]["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// The next message that replaces the list of a document.
    pub fn publication(&mut self, uri: &str) -> Value {
        self.receive(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
        })
    }

    /// The first message for which `wanted` holds; others are kept.
    pub fn receive(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(index) = self.waiting.iter().position(&wanted) {
            return self.waiting.remove(index);
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let message = self.incoming.recv_timeout(end.saturating_duration_since(Instant::now()));
            message.iter().for_each(|message| self.note("server", message));
            match message {
                Ok(message) if wanted(&message) => return message,
                Ok(message) => self.waiting.push(message),
                Err(error) => panic!("no such message ({error}); others: {:?}", self.waiting),
            }
        }
    }

    /// The server's threads, where the system tells them.
    #[cfg(target_os = "linux")]
    pub fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("it runs").count()
    }

    /// The server's memory, in bytes, where the system tells it.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    pub fn resident(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it has memory");
        line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") << 10
    }

    /// Closes the server's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The exit code of the server, which must end by itself.
    pub fn wait_for_end(&mut self) -> i32 {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code().unwrap_or_else(|| panic!("{status}"));
            }
            assert!(Instant::now() < end, "the server does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the session as a client should; all that the server has said must have been looked at.
    pub fn finish(mut self) {
        self.end();
    }

    /// Ends the session as [`Session::finish`] does; gives what was said.
    pub fn finish_recorded(mut self) -> String {
        self.end();
        self.record.take().unwrap_or_default()
    }

    fn end(&mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
        assert_eq!(self.wait_for_end(), 0);
        self.assert_all_seen();
    }

    /// Nothing is left that the server has said. Only after its end.
    pub fn assert_all_seen(&mut self) {
        assert!(self.left().is_empty(), "not looked at: {:?}", self.waiting);
    }

    /// All that the server has said and nobody has looked at. Only after its end.
    pub fn left(&mut self) -> &[Value] {
        loop {
            match self.incoming.recv_timeout(PATIENCE) {
                Ok(message) => self.waiting.push(message),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the server has ended, but not its output"),
            }
        }
        &self.waiting
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let ended = matches!(self.child.try_wait(), Ok(Some(_)));
        self.child.kill().and_then(|()| self.child.wait().map(drop)).unwrap_or_default();
        if !std::thread::panicking() {
            assert!(ended, "a test must end its server");
        }
    }
}

/// A range of the protocol.
pub fn as_range([line, character, end_line, end_character]: [u32; 4]) -> Value {
    json!({
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character}
    })
}

/// A message as it stands on the wire.
pub fn frame(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// The next message; none at the end. Anything else on the wire fails the test.
fn read_message(stdout: &mut impl BufRead) -> Option<Value> {
    let mut header = String::new();
    if stdout.read_line(&mut header).expect("the output is text") == 0 {
        return None;
    }
    let length = header.strip_prefix("Content-Length: ").and_then(|length| length.trim_end().parse().ok());
    let length = length.unwrap_or_else(|| panic!("{header:?} is not of the protocol"));
    let mut blank = String::new();
    stdout.read_line(&mut blank).expect("the output is text");
    assert_eq!(blank, "\r\n");
    let mut body = vec![0; length];
    stdout.read_exact(&mut body).expect("the whole message");
    Some(serde_json::from_slice(&body).expect("a message is JSON"))
}
