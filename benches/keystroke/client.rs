//! A client that records the arrival time of each message.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The document's address.
pub const URI: &str = "file:///bench/games.pgn";
/// Maximum time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server and its output.
pub struct Client {
    child: Child,
    stdin: ChildStdin,
    incoming: Receiver<Message>,
    last_id: i64,
    pub pulls: bool,
}

/// A message and the arrival time of its last byte.
pub struct Message {
    pub at: Instant,
    pub body: Vec<u8>,
}

impl Client {
    /// Starts the server for a client that pulls diagnostics, or one to which they are published.
    pub fn start(pulls: bool) -> io::Result<Client> {
        Client::start_with(pulls, None)
    }

    /// The same, with a chess engine in its settings.
    pub fn start_with(pulls: bool, engine: Option<&Path>) -> io::Result<Client> {
        let server = std::env::var_os("VGN_SERVER").unwrap_or_else(|| env!("CARGO_BIN_EXE_vgn-lsp").into());
        let mut child = Command::new(server).arg("--stdio").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take().ok_or_else(|| io::Error::other("no input"))?;
        let mut stdout = BufReader::new(child.stdout.take().ok_or_else(|| io::Error::other("no output"))?);
        let (sender, incoming) = channel();
        std::thread::spawn(move || {
            while let Ok(body) = read(&mut stdout) {
                if sender.send(Message { at: Instant::now(), body }).is_err() {
                    return;
                }
            }
        });
        let mut client = Client { child, stdin, incoming, last_id: 0, pulls };
        let mut text_document = json!({
            "hover": {"contentFormat": ["markdown"]},
            "publishDiagnostics": {
                "codeDescriptionSupport": true, "relatedInformation": true, "versionSupport": true,
                "tagSupport": {"valueSet": [1, 2]}
            },
        });
        if pulls {
            text_document["diagnostic"] = json!({});
        }
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": text_document,
            "workspace": {"diagnostics": {"refreshSupport": true}},
        });
        let options = engine.map_or(json!({}), |path| json!({"engine": {"path": path}}));
        let params = json!({
            "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options,
        });
        client.request("initialize", &params)?;
        client.notify("initialized", &json!({}))?;
        Ok(client)
    }

    /// Process id of the server, to measure its memory.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Opens the document as version 0.
    pub fn open(&mut self, text: &str) -> io::Result<()> {
        let document = json!({"uri": URI, "languageId": "pgn", "version": 0, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}))
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Sends a request; returns its id.
    pub fn ask(&mut self, method: &str, params: &Value) -> io::Result<i64> {
        self.last_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}))?;
        Ok(self.last_id)
    }

    /// Sends a request and waits for its reply.
    pub fn request(&mut self, method: &str, params: &Value) -> io::Result<Message> {
        let id = self.ask(method, params)?;
        self.reply(id)
    }

    /// Waits for the reply to a request.
    pub fn reply(&mut self, id: i64) -> io::Result<Message> {
        self.receive(|body| json_of(body).is_ok_and(|body| body["id"] == id && body.get("method").is_none()))
    }

    /// Requests all diagnostics; the reply comes when every game has been checked.
    pub fn ask_diagnostics(&mut self) -> io::Result<i64> {
        self.ask("textDocument/diagnostic", &json!({"textDocument": {"uri": URI}}))
    }

    /// Waits for the diagnostics of a version of the document.
    pub fn publication(&mut self, version: i32) -> io::Result<Message> {
        let said = format!("\"version\":{version}}}");
        let said = said.as_bytes();
        self.receive(|body| is_publication(body) && body.windows(said.len()).any(|part| part == said))
    }

    /// Returns the first message that satisfies `wanted`; drops the others.
    pub fn receive(&mut self, wanted: impl Fn(&[u8]) -> bool) -> io::Result<Message> {
        loop {
            let message = self.incoming.recv_timeout(PATIENCE).map_err(io::Error::other)?;
            if wanted(&message.body) {
                return Ok(message);
            }
        }
    }

    /// Drops messages until none has come for the time `quiet`.
    pub fn settle(&mut self, quiet: Duration) {
        while self.incoming.recv_timeout(quiet).is_ok() {}
    }

    /// Ends the session.
    pub fn end(mut self) -> io::Result<()> {
        self.request("shutdown", &Value::Null)?;
        self.notify("exit", &Value::Null)?;
        self.child.wait().map(drop)
    }

    /// Sends a prepared message.
    pub fn send_bytes(&mut self, frame: &[u8]) -> io::Result<()> {
        self.stdin.write_all(frame)?;
        self.stdin.flush()
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        self.send_bytes(&frame(message))
    }
}

/// A message with its header.
pub fn frame(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Whether a message replaces the list of diagnostics.
pub fn is_publication(body: &[u8]) -> bool {
    let method = b"textDocument/publishDiagnostics";
    body.get(..120.min(body.len())).is_some_and(|start| start.windows(method.len()).any(|part| part == method))
}

fn json_of(body: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(body)
}

fn read(stdout: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if stdout.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let length = length.ok_or_else(|| io::Error::other("a header without a length"))?;
    let mut body = vec![0; length];
    stdout.read_exact(&mut body)?;
    Ok(body)
}
