//! What is known of a position from all games of a document: the call hierarchy, inline completion; what stands above
//! games, and games copied in another notation.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};

const FILE: &str = "file:///games.pgn";
const TEXT: &str = "\
[White \"É\"]

1. e4 {🨀} e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[White \"b\"]

1. Nf3 Nc6 2. e4 e5 3. Bc4 (3. Bb5) 1/2-1/2

[White \"c\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 *

[White \"d\"]

1. e4 e5 2. Nf3 Nc6 
";

fn at(line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": FILE}, "position": {"line": line, "character": character}})
}

/// The calls of an item: each item's name and detail, where it is, and how often.
fn calls(session: &mut Session, method: &str, side: &str, item: &Value) -> (Vec<String>, Vec<Value>) {
    let found = session.request(&format!("callHierarchy/{method}"), json!({"item": item}));
    let found = found.as_array().expect("a list").clone();
    let said = |call: &Value| {
        let item = &call[side];
        let places = call["fromRanges"].as_array().expect("a list").len();
        format!("{} | {} | {places}", item["name"].as_str().expect("a name"), item["detail"].as_str().expect("a text"))
    };
    (found.iter().map(said).collect(), found.iter().map(|call| call[side].clone()).collect())
}

#[test]
fn a_position_has_move_orders_and_continuations() {
    let (mut session, said) = Session::with_capabilities(json!({}));
    assert_eq!(said["capabilities"]["callHierarchyProvider"], true);
    session.open(FILE, 1, TEXT);
    assert_eq!(session.request("textDocument/prepareCallHierarchy", at(0, 3)), Value::Null);
    let prepared = session.request("textDocument/prepareCallHierarchy", at(2, 24));
    let item = &prepared[0];
    assert_eq!((&item["name"], &item["uri"]), (&json!("2... Nc6"), &json!(FILE)));
    assert_eq!(item["range"], as_range([2, 21, 2, 24]));
    let (into, before) = calls(&mut session, "incomingCalls", "from", item);
    let own = "2... Nc6 | 3 games: 1 won by White | 3";
    assert_eq!(into, [own, "2... e5 | 1 game: 1 drawn | 1"], "the half-move itself among them");
    let (out, after) = calls(&mut session, "outgoingCalls", "to", item);
    assert_eq!(out, ["3. Bb5 | 2 games: 1 won by White; 1 variation | 3", "3. Bc4 | 1 game: 1 drawn | 1"]);
    assert_eq!(after[1]["range"], as_range([6, 23, 6, 26]));
    let (deeper, _) = calls(&mut session, "outgoingCalls", "to", &after[0]);
    assert_eq!(deeper, ["3... a6 | 1 game: 1 won by White | 1"]);
    let (back, _) = calls(&mut session, "incomingCalls", "from", &before[1]);
    assert_eq!(back, ["2. e4 | 1 game: 1 drawn | 1"]);
    let alone = session.request("textDocument/prepareCallHierarchy", at(6, 32));
    assert_eq!(
        calls(&mut session, "incomingCalls", "from", &alone[0]).0,
        ["3. Bb5 | 2 games: 1 won by White; 1 variation | 3"]
    );
    let alone = session.request("textDocument/prepareCallHierarchy", at(6, 24));
    let (own, before) = calls(&mut session, "incomingCalls", "from", &alone[0]);
    assert_eq!(own, ["3. Bc4 | 1 game: 1 drawn | 1"], "nobody else plays it, and it is still a way there");
    assert_eq!(calls(&mut session, "incomingCalls", "from", &before[0]).0.len(), 2, "which goes back further");
    session.diagnostics(FILE, 1);
    session.change(FILE, 2, [0, 0, 0, 0], "\n");
    assert_eq!(session.error_code("callHierarchy/incomingCalls", json!({"item": item})), -32801, "it has moved");
    session.diagnostics(FILE, 2);
    session.finish();
}

#[test]
fn a_search_for_move_orders_ends_when_the_text_changes() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(FILE, 1, &"[White \"a\"]\n\n1. Nf3 Ke7 (1... d5 2. c4) 1... d6 *\n\n".repeat(60_000));
    let prepared = session.request("textDocument/prepareCallHierarchy", at(2, 4));
    let id = session.ask("callHierarchy/outgoingCalls", json!({"item": prepared[0]}));
    session.change(FILE, 2, [0, 0, 0, 0], "x");
    assert_eq!(session.reply(id)["error"]["code"], -32801);
    session.end_whatever_is_left();
}

#[test]
fn the_likeliest_half_move_is_shown_behind_the_cursor() {
    let (mut session, said) = Session::with_capabilities(json!({"textDocument": {"inlineCompletion": {}}}));
    assert_eq!(said["capabilities"]["inlineCompletionProvider"], true);
    session.open(FILE, 1, TEXT);
    let mut place = at(14, 20);
    place["context"] = json!({"triggerKind": 2});
    let shown = session.request("textDocument/inlineCompletion", place);
    assert_eq!(shown, json!({"items": [{"insertText": "3. Bb5", "range": as_range([14, 20, 14, 20])}]}));
    assert_eq!(session.request("textDocument/inlineCompletion", at(2, 10)), Value::Null, "something follows");
    session.diagnostics(FILE, 1);
    session.finish();
    let (session, said) = Session::with_capabilities(json!({}));
    assert_eq!(said["capabilities"].get("inlineCompletionProvider"), None);
    session.finish();
}

#[test]
fn what_stands_above_a_game_is_said_when_it_is_shown() {
    let can = json!({"workspace": {"applyEdit": true}, "experimental": {"commands": {"commands": ["vgn.copyFen"]}}});
    let (mut session, said) = Session::with_capabilities(can);
    assert_eq!(said["capabilities"]["codeLensProvider"], json!({"resolveProvider": true}));
    session.open(FILE, 1, TEXT);
    let document = json!({"textDocument": {"uri": FILE}});
    assert_eq!(session.request("textDocument/codeLens", document.clone()), json!([]), "nothing unless it is asked for");
    session.diagnostics(FILE, 1);
    let settings = json!({"settings": {"lens": {"game": true, "convert": true, "copy": true}}});
    session.notify("workspace/didChangeConfiguration", settings);
    session.diagnostics(FILE, 1);
    let lenses = session.request("textDocument/codeLens", document);
    let lenses = lenses.as_array().expect("a list");
    assert_eq!(lenses.len(), 12);
    assert!(lenses.iter().all(|lens| lens.get("command").is_none()), "{lenses:?}");
    assert_eq!(lenses[3]["range"], as_range([4, 0, 4, 0]));
    let mut resolved = |lens: &Value| session.request("codeLens/resolve", lens.clone())["command"].clone();
    let title = "1/2-1/2 · 3 moves · C50 Italian Game";
    assert_eq!(resolved(&lenses[3]), json!({"title": title, "command": ""}));
    let convert = resolved(&lenses[4]);
    assert_eq!((&convert["title"], &convert["command"]), (&json!("Convert…"), &json!("vgn.convertGame")));
    let copy = resolved(&lenses[2]);
    assert_eq!(copy["arguments"], json!([at(2, 34)]), "{copy}");
    session.change(FILE, 2, [0, 0, 0, 0], "\n");
    assert_eq!(session.request("codeLens/resolve", lenses[3].clone()).get("command"), None, "of another version");
    session.diagnostics(FILE, 2);
    session.finish();
}

#[test]
fn a_game_is_copied_in_another_notation() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(FILE, 1, TEXT);
    let mut run = |mut place: Value, to: Option<&str>| {
        place["to"] = json!(to);
        let id = session.ask("workspace/executeCommand", json!({"command": "vgn.gameAs", "arguments": [place]}));
        session.reply(id)
    };
    let offered = run(at(0, 0), None)["result"].clone();
    assert_eq!(offered[0], json!({"to": "FCN", "name": "Friendly Coordinate Notation (FCN)"}));
    let copied = run(at(6, 3), Some("FCN"))["result"].clone();
    let text = copied["text"].as_str().expect("a text");
    assert!(text.contains("[White \"b\"]") && text.contains("1. Ng1-f3 Nb8-c6 2. Pe2-e4"), "{text}");
    assert!(!text.contains("\"c\"") && copied["losses"] == json!([]), "{copied}");
    assert_eq!(run(at(0, 0), Some("BCCF"))["error"]["code"], -32602);
    assert_eq!(run(json!({}), None)["error"]["code"], -32602);
    session.diagnostics(FILE, 1);
    session.finish();
}

#[test]
fn a_comment_behind_a_result_stays_with_its_game() {
    let mut session = Session::start();
    session.initialize(json!({}));
    let game = "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {king} e5 1-0";
    session.open(FILE, 1, &format!("{game} {{Black loses on time}}\n\n[White \"b\"]\n\n1. d4 *\n"));
    let mut run = |command: &str, argument: Value| {
        let id = session.ask("workspace/executeCommand", json!({"command": command, "arguments": [argument]}));
        session.reply(id)["result"]["text"].as_str().expect("a text").to_owned()
    };
    let file = json!({"uri": FILE});
    for to in ["VGN", "FCN", "MCN", "SAN"] {
        let text = run("vgn.fileAs", json!({"textDocument": file, "to": to}));
        assert!(text.contains("1-0 {Black loses on time}\n\n["), "{to}: {text}");
        let mut place = at(3, 0);
        place["to"] = json!(to);
        let text = run("vgn.gameAs", place);
        assert!(text.ends_with("1-0 {Black loses on time}\n"), "{to}: {text}");
        let mut place = at(7, 0);
        place["to"] = json!(to);
        let text = run("vgn.gameAs", place);
        assert!(!text.contains("loses on time") && text.contains("\"b\""), "{to}: {text}");
    }
    session.diagnostics(FILE, 1);
    session.finish();
}

#[test]
fn games_of_a_file_are_got_in_another_notation_some_at_a_time() {
    let mut session = Session::start();
    session.initialize(json!({}));
    session.open(FILE, 1, "[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. d4 $1 *\n\n[White \"c\"]\n\n1. c4 *\n");
    let mut run = |more: Value| {
        let mut argument = json!({"textDocument": {"uri": FILE}});
        argument.as_object_mut().expect("one").extend(more.as_object().expect("one").clone());
        let id = session.ask("workspace/executeCommand", json!({"command": "vgn.fileAs", "arguments": [argument]}));
        session.reply(id)
    };
    let offered = run(json!({}))["result"].clone();
    let binary = json!({"to": "BCCF", "name": "Binary Compressed Coordinate Format (BCCF)", "isText": false});
    assert!(offered.as_array().is_some_and(|offered| offered.contains(&binary)), "{offered}");
    let two = run(json!({"to": "LAN", "count": 2}))["result"].clone();
    let text = two["text"].as_str().expect("a text");
    assert!(text.contains("\"a\"") && text.contains("1. d2-d4") && !text.contains("\"c\""), "{text}");
    assert_eq!((&two["done"], &two["next"], &two["all"]), (&json!(2), &json!(2), &json!(3)));
    let last = run(json!({"to": "BCCF", "first": 1, "count": 9}))["result"].clone();
    assert_eq!((&last["next"], &last["extension"], &last["mark"]), (&Value::Null, &json!("vgn"), &json!("bccf")));
    assert!(last["base64"].as_str().is_some_and(|bytes| bytes.len() > 100), "{last}");
    assert_eq!(last["losses"][0]["game"], 2, "{last}");
    assert_eq!(run(json!({"to": "nothing"}))["error"]["code"], -32602);
    session.diagnostics(FILE, 1);
    session.finish();
}
