//! What must not end a session, nor hold it up.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, frame};

const GAME: &str = "file:///game.pgn";

#[test]
fn a_panic_is_a_reply() {
    let mut session = Session::new();
    for elsewhere in [false, true, false] {
        let id = session.ask("vgn/testPanic", json!({"elsewhere": elsewhere}));
        let reply = session.reply(id);
        assert_eq!(reply["error"]["code"], -32603, "{reply}");
        let message = reply["error"]["message"].as_str().unwrap_or_default();
        assert!(message.starts_with("internal error in vgn/testPanic: asked to panic"), "{message}");
    }
    assert_ne!(session.hover_on_a_move(), Value::Null);
    session.finish();
}

#[test]
fn what_is_no_message_is_answered_and_passed_over() {
    let mut session = Session::new();
    for (bytes, code) in [
        (frame("{"), -32700),
        (frame("[]"), -32600),
        (frame(r#"{"jsonrpc":"2.0","id":1}"#), -32600),
        (frame(r#"{"jsonrpc":"1.0","id":1,"method":"shutdown"}"#), -32600),
        ("rubbish\r\n\r\n".to_owned(), -32700),
        ("Content-Length: -1\r\n\r\n".to_owned(), -32700),
    ] {
        session.send_raw(bytes.as_bytes());
        let reply = session.receive(|message| message.get("error").is_some());
        assert_eq!(reply["error"]["code"], code, "{bytes}: {reply}");
    }
    session.send_raw(b"Content-Length: 4\r\n\r\n\"\xff\xfe\"");
    assert_eq!(session.receive(|message| message.get("error").is_some())["error"]["code"], -32700);
    assert_ne!(session.hover_on_a_move(), Value::Null);
    session.finish();
}

#[test]
fn unknown_methods_and_parameters_are_said_to_be_so() {
    let mut session = Session::new();
    assert_eq!(session.error_code("vgn/nothing", json!({})), -32601);
    assert_eq!(session.error_code("$/nothing", json!({})), -32601);
    assert_eq!(session.error_code("textDocument/hover", json!({"position": 1})), -32602);
    session.notify("vgn/nothing", json!({}));
    session.notify("$/nothing", json!({}));
    session.notify("textDocument/didOpen", json!({"textDocument": 1}));
    session.change("file:///never-opened.pgn", 1, [0, 0, 0, 0], "x");
    session.close("file:///never-opened.pgn");
    assert_eq!(session.hover("file:///never-opened.pgn", 0, 0), Value::Null);
    session.finish();
}

#[test]
fn text_changes_and_cancelling_do_not_wait_behind_slow_requests() {
    let mut session = Session::new();
    let slow: Vec<_> = (0..40).map(|_| session.ask("vgn/testWait", Value::Null)).collect();
    session.open(GAME, 1, "1. e4 *");
    session.change(GAME, 2, [0, 3, 0, 5], "Nf3");
    assert_eq!(session.hover(GAME, 0, 4)["range"]["end"]["character"], 6);
    for id in slow {
        session.notify("$/cancelRequest", json!({"id": id}));
        assert_eq!(session.reply(id)["error"]["code"], -32800);
    }
    session.diagnostics(GAME, 2);
    session.finish();
}

#[test]
fn a_request_sees_the_text_that_the_client_saw() {
    let mut session = Session::new();
    session.open(GAME, 1, "1. Nf3 *");
    let mut hovers = Vec::new();
    for version in 2..102 {
        // The move goes one place to the right each time.
        session.change(GAME, version, [0, 0, 0, 0], " ");
        let position = json!({"line": 0, "character": version + 2});
        hovers.push(session.ask("textDocument/hover", json!({"textDocument": {"uri": GAME}, "position": position})));
    }
    for (version, id) in (2..).zip(hovers) {
        assert_eq!(session.reply(id)["result"]["range"]["start"]["character"], version + 2);
    }
    session.diagnostics(GAME, 101);
    session.finish();
}

#[test]
fn half_a_character_does_not_spoil_the_document() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(GAME, 1, "1. Nf3 {} *");
    let change = r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"URI","version":2},
        "contentChanges":[{"range":{"start":{"line":0,"character":8},"end":{"line":0,"character":8}},"text":"\ud83d"},
        {"range":{"start":{"line":0,"character":8},"end":{"line":0,"character":9}},"text":"\ud83d\ude00"},
        {"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":6}},"text":"Nf3"}]}}"#;
    session.send_raw(frame(&change.replace("URI", GAME)).as_bytes());
    assert_eq!(session.hover(GAME, 0, 4)["range"]["start"]["character"], 3);
    session.diagnostics(GAME, 2);
    session.finish();
}

impl Session {
    fn hover_on_a_move(&mut self) -> Value {
        self.open(GAME, 1, "1. Nf3 *");
        let answer = self.hover(GAME, 0, 4);
        self.diagnostics(GAME, 1);
        answer
    }
}

#[test]
fn a_request_that_is_nested_too_deep_is_answered_with_its_id() {
    let mut session = Session::new();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for id in ["7", "\"seven\""] {
        for message in [
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"vgn/decodedText","params":{{"x":{deep}}}}}"#),
            format!(r#"{{"params":{deep},"method":"textDocument/hover","id":{id},"jsonrpc":"2.0"}}"#),
        ] {
            session.send_raw(frame(&message).as_bytes());
            let expected: Value = serde_json::from_str(id).expect("it is JSON");
            let reply = session.receive(|message| message["id"] == expected);
            assert_eq!(reply["error"]["code"], -32600, "{reply}");
        }
    }
    // What is no JSON has none.
    session.send_raw(frame(&format!(r#"{{"id":7,"method":"x","params":{deep}"#)).as_bytes());
    assert_eq!(session.receive(|message| message["id"].is_null())["error"]["code"], -32700);
    session.finish();
}
