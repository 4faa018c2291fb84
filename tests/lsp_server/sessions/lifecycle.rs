//! Beginning and end of a session. The server's input stays open unless a test closes it.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, frame};

const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":99,"method":"shutdown"}"#;

#[test]
fn exit_without_shutdown_is_a_failure() {
    let mut session = Session::new();
    session.send_raw(frame(EXIT).as_bytes());
    assert_eq!(session.wait_for_end(), 1);
    session.assert_all_seen();
}

#[test]
fn exit_before_anything_else_is_a_failure_too() {
    let mut session = Session::start();
    session.send_raw(frame(EXIT).as_bytes());
    assert_eq!(session.wait_for_end(), 1);
    session.assert_all_seen();
}

#[test]
fn exit_after_shutdown_is_a_success() {
    Session::new().finish();
}

#[test]
fn a_client_need_not_wait_for_the_reply_to_shutdown() {
    let mut session = Session::new();
    session.send_raw(format!("{}{}", frame(SHUTDOWN), frame(EXIT)).as_bytes());
    assert_eq!(session.wait_for_end(), 0);
    assert_eq!(session.reply(99)["result"], Value::Null);
    session.assert_all_seen();
}

#[test]
fn the_end_of_the_input_ends_the_server() {
    let mut session = Session::new();
    session.close_input();
    assert_eq!(session.wait_for_end(), 1);

    let mut session = Session::new();
    session.request("shutdown", Value::Null);
    session.close_input();
    assert_eq!(session.wait_for_end(), 0);

    let mut session = Session::new();
    session.send_raw(b"Content-Length: 100\r\n\r\n{");
    session.close_input();
    assert_eq!(session.wait_for_end(), 1);
}

#[test]
fn what_was_asked_before_the_end_of_the_input_is_answered() {
    let mut session = Session::new();
    session.open("file:///a.pgn", 1, "1. e4 *");
    session.diagnostics("file:///a.pgn", 1);
    let params = json!({"textDocument": {"uri": "file:///a.pgn"}, "position": {"line": 0, "character": 0}});
    let ids: Vec<_> = (0..50).map(|_| session.ask("textDocument/hover", params.clone())).collect();
    session.close_input();
    for id in ids {
        assert!(session.reply(id).get("error").is_none());
    }
    session.wait_for_end();
    session.assert_all_seen();
}

#[test]
fn work_under_way_does_not_hold_up_the_end() {
    let mut session = Session::new();
    let id = session.ask("vgn/testWait", Value::Null);
    session.request("shutdown", Value::Null);
    session.send_raw(frame(EXIT).as_bytes());
    assert_eq!(session.wait_for_end(), 0);
    session.receive(|message| message["id"] == id && message["error"]["code"] == -32800);
    session.assert_all_seen();
}

#[test]
fn the_server_ends_when_the_client_is_gone() {
    // A program that waits for its input.
    let program = if cfg!(windows) { "cmd" } else { "cat" };
    let client = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut client = client.expect("it starts");
    let mut session = Session::start();
    session.request("initialize", json!({"processId": client.id(), "rootUri": null, "capabilities": {}}));
    client.kill().and_then(|()| client.wait()).expect("it ends");
    assert_eq!(session.wait_for_end(), 1);
    session.assert_all_seen();
}

#[test]
fn only_initialize_comes_first_and_only_exit_after_shutdown() {
    let mut session = Session::start();
    assert_eq!(session.error_code("shutdown", Value::Null), -32002);
    assert_eq!(session.error_code("textDocument/hover", json!({})), -32002);
    let capabilities = json!({"processId": null, "rootUri": null, "capabilities": {}});
    let result = session.request("initialize", capabilities.clone());
    assert_eq!(result["serverInfo"]["name"], "vgn-lsp");
    assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(session.error_code("initialize", capabilities), -32600);
    session.request("shutdown", Value::Null);
    assert_eq!(session.error_code("vgn/testWait", Value::Null), -32600);
    session.send_raw(frame(EXIT).as_bytes());
    assert_eq!(session.wait_for_end(), 0);
    session.assert_all_seen();
}

#[test]
fn the_server_ends_when_nobody_reads() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_vgn-lsp"))
        .arg("--stdio")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    drop(server.stdout.take());
    let mut stdin = server.stdin.take().expect("it is piped");
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    stdin.write_all(frame(initialize).as_bytes()).expect("the server reads");
    assert_eq!(server.wait().expect("it ends").code(), Some(1));
}
