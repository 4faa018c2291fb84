//! Searches for games over a workspace, and the documents of what they find.

use serde_json::{Value, json};

use crate::lsp_server::exploring::{START, explored, workspace, write};
use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::uri;

/// Each game as `name number: half-move`.
fn told(found: &Value) -> Vec<String> {
    let name = |hit: &Value| hit["uri"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned();
    let hits = found["hits"].as_array().expect("a list").iter();
    hits.map(|hit| format!("{} {}: {}", name(hit), hit["game"], hit["move"].as_str().unwrap_or("-"))).collect()
}

fn find(session: &mut Session, query: &str) -> Value {
    session.request("vgn/find", json!({ "query": query }))
}

#[test]
fn games_of_all_files_are_found_with_their_places() {
    let folder = workspace();
    let (mut session, result) = Session::full(folder.path(), Value::Null);
    let schemes = &result["capabilities"]["workspace"]["textDocumentContent"]["schemes"];
    assert!(schemes.as_array().is_some_and(|schemes| schemes.contains(&json!("vgn-find"))), "{schemes}");
    let found = find(&mut session, "piece Pd4");
    assert_eq!(told(&found), ["a.pgn 1: 1. d4", "c.vgn 1: 2. d2d4"]);
    assert_eq!((&found["games"], &found["searched"], &found["leftOut"]), (&json!(2), &json!(4), &json!(false)));
    let first = json!({
        "uri": uri(folder.path(), "a.pgn"), "range": as_range([4, 3, 4, 5]), "game": 1, "white": "A", "black": null,
        "result": "1-0", "move": "1. d4",
    });
    assert_eq!(found["hits"][0], first);
    let found = find(&mut session, "white \u{e9}mile");
    assert_eq!(told(&found), ["b.PGN 1: -"]);
    assert_eq!(found["hits"][0]["range"], as_range([0, 0, 0, 0]));

    // Columns are bytes of UTF-8 for this client; the index leaves out what it need not read.
    let sicilian = "position 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -'";
    let scanned = find(&mut session, sicilian);
    explored(&mut session, START);
    let mut indexed = find(&mut session, sicilian);
    assert_eq!(told(&indexed), ["a.pgn 2: 1... c5", "b.PGN 1: 1... c5"]);
    assert_eq!(indexed["hits"][1]["range"], as_range([3, 14, 3, 16]));
    assert!(indexed["searched"].as_u64() < scanned["searched"].as_u64());
    indexed["searched"] = scanned["searched"].clone();
    assert_eq!(indexed, scanned);

    // A virtual document has the games as they are now.
    let text = session.request("workspace/textDocumentContent", json!({"uri": indexed["uri"]}))["text"].clone();
    let expected =
        "[White \"B\"]\n\n1. e4 c5 0-1\n\n[White \"Émile\"]\r\n[WhiteElo \"2700\"]\r\n\r\n1. e4 {été} c5 1/2-1/2\n";
    assert_eq!(text, expected);
    let limited = session.request("vgn/find", json!({"query": sicilian, "limit": 1, "text": true}));
    assert_eq!((told(&limited), &limited["games"]), (vec!["a.pgn 2: 1... c5".to_owned()], &json!(2)));
    assert_eq!(limited["text"], "[White \"B\"]\n\n1. e4 c5 0-1\n");
    session.finish();
}

#[test]
fn what_is_not_saved_is_searched_and_a_document_alone_if_wanted() {
    let folder = workspace();
    let file = uri(folder.path(), "a.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&file, 1, "{é} 1. b3 {é} b6 *\n\n1. e4 *\n");
    let found = find(&mut session, "piece Pb3 or piece pc5");
    assert_eq!(told(&found), ["a.pgn 1: 1. b3", "b.PGN 1: 1... c5"]);
    assert_eq!(found["hits"][0]["range"], as_range([0, 8, 0, 10]));
    let alone = json!({"query": "piece Pe4", "textDocument": {"uri": file}});
    let found = session.request("vgn/find", alone);
    assert_eq!((told(&found), &found["uri"]), (vec!["a.pgn 2: 1. e4".to_owned()], &Value::Null));
    session.end_whatever_is_left();
}

#[test]
fn a_condition_that_cannot_be_read_is_refused_with_its_place() {
    let folder = workspace();
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let id = session.ask("vgn/find", json!({"query": "check fro 10"}));
    let error = session.reply(id)["error"].clone();
    assert_eq!(error["code"], -32602);
    assert!(error["message"].as_str().is_some_and(|said| said.starts_with("column 7: ")), "{error}");
    let wrong = json!({"uri": "vgn-find:/fro.pgn"});
    assert_eq!(session.error_code("workspace/textDocumentContent", wrong), -32602);
    session.finish();
}

#[test]
fn a_search_can_be_called_off() {
    let folder = workspace();
    let games = "1. a4 a5 2. h4 h5 3. Na3 Na6 4. Nh3 Nh6 5. Rb1 Rb8 6. Rg1 Rg8 *\n\n".repeat(20_000);
    for number in 0..8 {
        write(folder.path(), &format!("many{number}.pgn"), games.as_bytes());
    }
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let id = session.ask("vgn/find", json!({"query": "mate"}));
    session.notify("$/cancelRequest", json!({ "id": id }));
    let reply = session.reply(id);
    assert!(reply["error"]["code"] == -32800 || reply["result"]["games"] == 0, "{reply}");
    assert_eq!(find(&mut session, "piece Pd4")["games"], 2);
    session.finish();
}
