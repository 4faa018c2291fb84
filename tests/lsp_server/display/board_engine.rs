//! The engine of a board in the browser, the lines that are played into the text, and the engine's inlay hint.

use serde_json::{Value, json};

use crate::lsp_server::board_page::Page;
use crate::lsp_server::engine::{finish, runs, session, session_with, wait_until_gone};
use crate::lsp_server::harness::Session;

const FILE: &str = "untitled:a.pgn";

fn opened(session: &mut Session) -> Page {
    let board = json!({"textDocument": {"uri": FILE}, "noOpen": true});
    let address =
        session.request("workspace/executeCommand", json!({"command": "vgn.openBoard", "arguments": [board]}));
    Page::opened(address.as_str().expect("an address"))
}

/// The news of a search that a page is told, when it has ended.
fn ended(page: &mut Page, id: &Value) -> Value {
    let of_it = |message: &Value| {
        let told = &message["params"];
        message["method"] == "engineInfo" && told["id"] == *id && told["ended"] == true
    };
    page.receive(of_it)["params"].clone()
}

#[test]
fn a_page_is_told_of_its_engine_and_no_addresses() {
    let (mut session, _folder) = session("honest");
    let mut page = opened(&mut session);
    page.request(1, "game", json!({}));
    let settings = page.told("settings");
    assert_eq!((&settings["engine"], &settings["engineLines"]), (&json!(true), &json!(1)));
    let started = page.request(2, "engine", json!({"on": true, "game": 1, "move": -1, "lines": 2}))["result"].clone();
    let told = ended(&mut page, &started["id"]);
    assert_eq!((&told["lines"][0]["san"], told.get("uri")), (&json!(["e4", "e5"]), None));
    // The editor joins the search, whatever its number of lines, and is told what is known.
    let here = json!({"textDocument": {"uri": FILE}, "position": {"line": 0, "character": 0}});
    assert_eq!(session.request("vgn/engineStart", here)["id"], started["id"]);
    let joined = session.receive(|message| message["method"] == "vgn/engineInfo");
    assert_eq!(joined["params"]["lines"], told["lines"]);
    let mated = page.request(3, "engine", json!({"on": true, "game": 2, "move": -1}));
    assert_eq!(mated["error"]["message"], "the document has no such game");
    page.request(4, "engine", json!({"on": false}));
    let stopped = session.request("vgn/engineStop", json!({"textDocument": {"uri": FILE}}));
    assert_eq!(stopped, false, "it has ended");
    finish(session);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_ends_with_the_page_that_has_asked_for_it() {
    let (mut session, _folder) = session("brood");
    let mut page = opened(&mut session);
    page.request(1, "game", json!({}));
    let started = page.request(2, "engine", json!({"on": true, "game": 1, "move": -1}))["result"].clone();
    let told = ended(&mut page, &started["id"]);
    let process = told["engine"].as_str().and_then(|name| name.strip_prefix("Fake ")).expect("its child").to_owned();
    assert!(runs(&process));
    drop(page);
    wait_until_gone(&process);
    finish(session);
}

#[test]
fn a_line_is_one_edit_and_one_step_back() {
    let (mut session, _folder) = session("honest");
    let line = |version: i32, after: i64, moves: &[&str]| json!({"textDocument": {"uri": FILE, "version": version}, "game": 1, "after": after, "moves": moves});
    let played = session.request("vgn/playLine", line(1, 1, &["f2f4", "e5f4", "g1f3"]));
    let changes = json!({FILE: [{
        "range": {"start": {"line": 0, "character": 15}, "end": {"line": 0, "character": 15}},
        "newText": " (2. f4 exf4 3. Nf3) 2...",
    }]});
    let select = json!({"start": {"line": 0, "character": 20}, "end": {"line": 0, "character": 22}});
    assert_eq!(played, json!({"edit": {"changes": changes}, "select": select, "move": 3}));
    // What the game has already is gone along.
    let there = session.request("vgn/playLine", line(1, -1, &["e4", "e7e5", "Nf3"]));
    assert_eq!((&there["edit"], &there["move"]), (&Value::Null, &json!(2)));
    assert_eq!(session.error_code("vgn/playLine", line(1, -1, &["e4", "e7e4"])), -32602);
    assert_eq!(session.error_code("vgn/playLine", line(2, -1, &["d4"])), -32801, "another version");

    let mut page = opened(&mut session);
    page.request(1, "game", json!({}));
    page.ask(2, "playLine", json!({"game": 1, "after": 3, "moves": ["Bb5", "a6"], "version": 1}));
    let asked = session.receive(|message| message["method"] == "workspace/applyEdit");
    assert_eq!(asked["params"]["edit"]["changes"][FILE][0]["newText"], " 3. Bb5 a6");
    session.change(FILE, 2, [0, 19, 0, 19], " 3. Bb5 a6");
    session.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"applied": true}}));
    assert_eq!(page.receive(|message| message["id"] == 2)["result"], json!({"move": 4, "edit": true}));
    page.ask(3, "undo", json!({}));
    let back = session.serve("workspace/applyEdit", json!({"applied": true}));
    let edit =
        json!({"range": {"start": {"line": 0, "character": 19}, "end": {"line": 0, "character": 29}}, "newText": ""});
    assert_eq!(back["edit"]["changes"][FILE], json!([edit]));
    page.receive(|message| message["id"] == 3);
    session.diagnostics(FILE, 2);
    finish(session);
}

#[test]
fn the_evaluation_is_a_hint_behind_the_half_move() {
    let hints = |session: &mut Session| {
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}});
        session.request("textDocument/inlayHint", json!({"textDocument": {"uri": FILE}, "range": range}))
    };
    let here = json!({"textDocument": {"uri": FILE}, "position": {"line": 0, "character": 10}});
    for is_wanted in [true, false] {
        let wish = if is_wanted { json!({"engine": true}) } else { json!({}) };
        let (mut session, _folder) = session_with("honest", wish);
        session.change(FILE, 2, [0, 0, 1, 0], "1. Nf3 Nf6 2. d4 *\n");
        session.diagnostics(FILE, 2);
        let started = session.request("vgn/engineStart", here.clone());
        if is_wanted {
            session.serve("workspace/inlayHint/refresh", Value::Null);
        } else {
            session.receive(|message| message["method"] == "vgn/engineInfo" && message["params"]["ended"] == true);
        }
        let found = hints(&mut session);
        if !is_wanted {
            assert_eq!(found, json!([]), "off, unless it is wanted");
            finish(session);
            continue;
        }
        let place = json!({"line": 0, "character": 10});
        assert_eq!((&found[0]["position"], &found[0]["label"]), (&place, &json!("+0.10 (1)")), "{started}");
        assert_eq!(found[0]["tooltip"], "Fake honest, depth 1: +0.10 e4 e5");
        // Behind another text it is nobody's.
        session.change(FILE, 3, [0, 0, 0, 0], " ");
        session.diagnostics(FILE, 3);
        assert_eq!(hints(&mut session), json!([]));
        finish(session);
    }
}

#[test]
fn the_curve_of_a_game_is_a_document() {
    let mut session = Session::new();
    let file = "file:///games.pgn";
    session.open(file, 1, "1. e4 *\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Ke2 {[%eval -1.1]} *\n");
    session.diagnostics(file, 1);
    let run = |game: u32| json!({"command": "vgn.curve", "arguments": [{"textDocument": {"uri": file}, "game": game}]});
    let curve = session.request("workspace/executeCommand", run(2));
    assert_eq!(curve["uri"], "vgn-curve:///games.pgn.svg?2");
    let svg = curve["svg"].as_str().unwrap_or_default();
    assert!(svg.starts_with("<svg ") && svg.contains("<title>2. Ke2 -1.10</title>"), "{svg}");
    let text = session.request("workspace/textDocumentContent", json!({"uri": curve["uri"]}));
    assert_eq!(text["text"], curve["svg"]);
    let id = session.ask("workspace/executeCommand", run(1));
    let why = session.reply(id)["error"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(why.starts_with("the main line of this game has no evaluations to draw"), "{why}");
    session.finish();
}
