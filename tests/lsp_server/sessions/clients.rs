//! Clients as they are: what they announce, ask and leave out although the protocol's types say otherwise.

use std::process::Command;

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range, frame};
use crate::lsp_server::sessions::full_client::{TAGS, capabilities};

const GAME: &str = "file:///game.pgn";

fn initialized(params: Value) -> (Session, Value) {
    let mut session = Session::start();
    let result = session.request("initialize", params);
    session.notify("initialized", json!({}));
    (session, result["capabilities"].clone())
}

#[test]
#[cfg_attr(windows, ignore = "a shell script starts the protocol's types")]
fn no_initialize_that_the_protocol_allows_is_refused() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/test/protocol.sh");
    let output = Command::new(script).arg("initialize").output().expect("the script starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all = String::from_utf8(output.stdout).expect("JSON");
    assert!(all.lines().count() >= 50);
    for params in all.lines() {
        let mut session = Session::start();
        let id = session.ask("initialize", serde_json::from_str(params).expect("JSON"));
        let reply = session.reply(id);
        assert!(reply.get("error").is_none(), "{params}\n{reply}");
        session.end_whatever_is_left();
    }
}

#[test]
fn what_cannot_be_read_takes_nothing_else_with_it() {
    let mut announced = capabilities();
    let text_document = &mut announced["textDocument"];
    text_document["semanticTokens"] = json!({
        "requests": {"range": {}, "full": true}, "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]
    });
    text_document["foldingRange"] = json!({"rangeLimit": 1, "foldingRangeKind": {"valueSet": ["comment", "own"]}});
    text_document["callHierarchy"] = json!([]);
    text_document["hover"]["contentFormat"] = json!(["own", "markdown"]);
    announced["workspace"] = json!({"diagnostics": {"refreshSupport": true}});
    let (mut session, _) = initialized(json!({
        "processId": null, "rootUri": "no address", "trace": "compact", "capabilities": announced
    }));
    session.open(GAME, 1, &format!("{TAGS}1. e4 *\n\n{TAGS}1. d4 *\n"));
    assert_eq!(session.hover(GAME, 8, 3)["contents"]["kind"], "markdown");
    let folds = session.request("textDocument/foldingRange", json!({"textDocument": {"uri": GAME}}));
    assert_eq!(folds.as_array().map(Vec::len), Some(1));
    session.finish();
}

/// `@codemirror/lsp-client` 6.3 announces both and never asks; Neovim does not ask again for hidden buffers.
#[test]
fn diagnostics_are_pushed_to_clients_that_would_not_ask_again() {
    let both = json!({"diagnostic": {}, "publishDiagnostics": {}});
    let refresh = json!({"diagnostics": {"refreshSupport": true}});
    let neovim = json!({"name": "Neovim", "version": "0.12.0"});
    for (client, workspace) in [(Value::Null, json!({})), (neovim, refresh)] {
        let (mut session, can) = initialized(json!({
            "processId": null, "rootUri": null, "clientInfo": client,
            "capabilities": {"textDocument": both, "workspace": workspace}
        }));
        assert_eq!(can.get("diagnosticProvider"), None);
        session.open(GAME, 1, &format!("{TAGS}1. Ke3 *\n"));
        assert_eq!(session.diagnostics(GAME, 1)[0]["code"], "illegal-move");
        let settings = json!({"vgn": {"diagnostics": {"illegal-move": "off"}}});
        session.notify("workspace/didChangeConfiguration", json!({"settings": settings}));
        assert_eq!(session.publication(GAME)["params"]["diagnostics"], json!([]));
        session.finish();
    }
}

/// Helix, and others by the same types, announce it under another name.
#[test]
fn diagnostics_are_pulled_by_clients_that_can_be_told_to() {
    for name in ["diagnostics", "diagnostic"] {
        let workspace = json!({name: {"refreshSupport": true}});
        let announced = json!({"textDocument": {"diagnostic": {}}, "workspace": workspace});
        let (mut session, result) = Session::with_capabilities(announced);
        assert_eq!(result["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
        session.open(GAME, 1, &format!("{TAGS}1. Ke3 *\n"));
        assert_eq!(session.pulled_codes(GAME), ["illegal-move"]);
        session.finish();
    }
}

/// lsp-mode 8 announces no encoding, and counts characters in what it sends and in what it is sent.
#[test]
fn lsp_mode_is_answered_in_characters() {
    let client = json!({"name": "emacs", "version": "GNU Emacs 28.2 (build 1, x86_64-pc-linux-gnu)"});
    let params = json!({"processId": null, "rootUri": null, "clientInfo": client, "capabilities": {}});
    let (mut session, _) = initialized(params);
    session.open(GAME, 1, &format!("{TAGS}1. e4 {{🨀}} e5  2. Nf3 *\n"));
    session.diagnostics(GAME, 1);
    let layout = json!({"textDocument": {"uri": GAME}, "options": {"tabSize": 4, "insertSpaces": true}});
    let edits = session.request("textDocument/formatting", layout);
    let blank = edits.as_array().expect("a list").iter().find(|edit| edit["range"] == as_range([8, 13, 8, 14]));
    assert!(blank.is_some_and(|edit| edit["newText"] == ""), "{edits}");
    session.change(GAME, 2, [8, 10, 8, 12], "c5");
    session.diagnostics(GAME, 2);
    assert_eq!(session.hover(GAME, 8, 10)["range"], as_range([8, 10, 8, 12]));
    session.finish();
}

/// Qt Creator announces that it sends its settings, refuses to, and notifies them.
#[test]
fn settings_that_are_refused_and_notified_count() {
    let announced = json!({"workspace": {"configuration": true}});
    let mut session = Session::with_capabilities(announced).0;
    let refuse = |session: &mut Session| {
        let asked = session.receive(|message| message["method"] == "workspace/configuration");
        let error = json!({"code": -32601, "message": "Method not found"});
        session.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "error": error}));
    };
    refuse(&mut session);
    session.open(GAME, 1, &format!("{TAGS}1. Ke3 *\n"));
    assert_eq!(session.diagnostics(GAME, 1).len(), 1);
    let settings = json!({"vgn": {"diagnostics": {"illegal-move": "off"}, "hover": []}});
    session.notify("workspace/didChangeConfiguration", json!({"settings": settings}));
    refuse(&mut session);
    assert_eq!(session.publication(GAME)["params"]["diagnostics"], json!([]));
    session.finish();
}

/// Neovim's empty table is a list.
#[test]
fn options_may_stand_in_their_section_and_a_complaint_is_said_once() {
    let wrong = json!({"vgn": {"diagnostics": {"illegal-move": "off"}, "wrong": 1}});
    let (mut session, _) = initialized(json!({
        "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": wrong
    }));
    session.open(GAME, 1, &format!("{TAGS}1. Ke3 *\n"));
    assert_eq!(session.diagnostics(GAME, 1), [] as [Value; 0]);
    let said = session.receive(|message| message["method"] == "window/showMessage");
    assert!(said["params"]["message"].as_str().is_some_and(|said| said.contains("no setting `wrong`")), "{said}");
    for settings in [wrong, json!({"vgn": []})] {
        session.notify("workspace/didChangeConfiguration", json!({"settings": settings}));
    }
    session.hover(GAME, 8, 3);
    // Nothing else is said.
    session.finish();
}

#[test]
fn a_client_gets_its_own_spelling_of_an_address() {
    for written in ["file:/tmp/a.pgn", "file:///tmp/a b.pgn", "file:///tmp/é.pgn", "file:///tmp/a%20%28b%29.pgn"] {
        let literal = json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}});
        let announced = json!({"textDocument": {"codeAction": literal}});
        let mut session = Session::with_capabilities(announced).0;
        session.open(written, 1, &format!("{TAGS}1. e4 e5\n"));
        let found = session.diagnostics(written, 1);
        let place = json!({"textDocument": {"uri": written}, "position": {"line": 8, "character": 3}});
        let goes = session.request("textDocument/typeDefinition", place);
        assert_eq!(goes[0]["uri"], written);
        let range = found[0]["range"].clone();
        let asked = json!({"textDocument": {"uri": written}, "range": range, "context": {"diagnostics": found}});
        let actions = session.request("textDocument/codeAction", asked);
        let edits = actions.as_array().expect("a list").iter().find_map(|action| action["edit"]["changes"].as_object());
        assert!(edits.is_some_and(|edits| edits.keys().eq([written])), "{actions}");
        session.close(written);
        assert_eq!(session.publication(written)["params"]["diagnostics"], json!([]));
        session.finish();
    }
}

#[test]
fn a_change_without_a_version_changes_the_text() {
    let mut session = Session::new();
    let document = json!({"uri": GAME, "languageId": null, "version": null, "text": format!("{TAGS}1. Ke3 *\n")});
    session.notify("textDocument/didOpen", json!({"textDocument": document}));
    assert_eq!(session.publication(GAME)["params"]["diagnostics"][0]["code"], "illegal-move");
    for (version, range, text) in [(json!(null), [8, 3, 8, 6], "d4"), (json!(3.0), [8, 4, 8, 5], "3")] {
        let change = json!({"range": as_range(range), "text": text});
        let document = json!({"uri": GAME, "version": version});
        session.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
        assert_eq!(session.publication(GAME)["params"]["diagnostics"], json!([]));
    }
    // Some clients count to the place before a line.
    let mut change = json!({"range": as_range([8, 0, 8, 0]), "text": "{a} "});
    change["range"]["start"]["character"] = json!(-1);
    let document = json!({"uri": GAME, "version": 4});
    session.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    session.diagnostics(GAME, 4);
    assert_eq!(session.hover(GAME, 8, 7)["range"], as_range([8, 7, 8, 9]));
    session.finish();
}

#[test]
fn requests_are_read_as_far_as_they_can_be() {
    let mut session = Session::new();
    session.open(GAME, 1, &format!("{TAGS}1. Ke3   *\n"));
    let found = session.diagnostics(GAME, 1);
    let document = json!({"uri": GAME});
    let before_the_line = json!({"textDocument": document, "position": {"line": 8, "character": -1}});
    assert_eq!(session.request("textDocument/definition", before_the_line.clone()), Value::Null);
    session.request("textDocument/documentHighlight", before_the_line);
    for options in [Value::Null, json!({"tabSize": 2.5, "insertSpaces": null, "own": [null]})] {
        let layout = json!({"textDocument": document, "options": options});
        assert_ne!(session.request("textDocument/formatting", layout), json!([]), "{options}");
        let typed =
            json!({"textDocument": document, "options": options, "ch": "\n", "position": {"line": 9, "character": 0}});
        assert!(session.request("textDocument/onTypeFormatting", typed).is_array());
    }
    let other = |key: &str, value: Value| {
        let mut other = found[0].clone();
        other[key] = value;
        other
    };
    let others = [
        other("codeDescription", json!({"href": ""})),
        other("message", json!({"kind": "markdown", "value": "**bad**"})),
        found[0].clone(),
    ];
    for diagnostics in [json!(others), Value::Null] {
        let asked = json!({
            "textDocument": document, "range": found[0]["range"], "context": {"diagnostics": diagnostics}
        });
        let actions = session.request("textDocument/codeAction", asked);
        assert!(actions.as_array().is_some_and(|actions| !actions.is_empty()), "{diagnostics}");
    }
    // The form of the arguments is what is wrong now.
    let command = json!({"command": "vgn.fen", "arguments": null});
    let id = session.ask("workspace/executeCommand", command);
    let reply = session.reply(id);
    assert!(!reply["error"]["message"].as_str().unwrap_or_default().contains("invalid type"), "{reply}");
    session.finish();
}

/// Kate sends no identifier with it.
#[test]
fn shutdown_may_be_notified() {
    let mut session = Session::new();
    for method in ["shutdown", "exit"] {
        session.send_raw(frame(&json!({"jsonrpc": "2.0", "method": method, "params": {}}).to_string()).as_bytes());
    }
    assert_eq!(session.wait_for_end(), 0);
    session.assert_all_seen();
}
