//! The call hierarchy of positions over all games of a workspace.

use serde_json::{Value, json};

use crate::lsp_server::exploring::write;
use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::uri;

/// Each item's name, detail and number of places; and the items.
fn calls(session: &mut Session, method: &str, side: &str, item: &Value) -> (Vec<String>, Vec<Value>) {
    let found = session.request(&format!("callHierarchy/{method}"), json!({"item": item}));
    let found = found.as_array().expect("a list").clone();
    let said = |call: &Value| {
        let (item, places) = (&call[side], call["fromRanges"].as_array().expect("a list").len());
        format!("{} | {} | {places}", item["name"].as_str().expect("a name"), item["detail"].as_str().expect("a text"))
    };
    (found.iter().map(said).collect(), found.iter().map(|call| call[side].clone()).collect())
}

#[test]
fn move_orders_of_all_files_lead_in_and_out() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.pgn", b"1. d4 d5 2. Nf3 Nf6 3. c4 1-0\n");
    write(
        folder.path(),
        "b.pgn",
        b"\n{\xe9} 1. Nf3 {\xe9} d5 2. d4 e6 0-1\n\n1. Nf3 d5 2. d4 e6 3. e3 (3. Bf4) 1/2-1/2\n",
    );
    write(folder.path(), "c.vgn", b"[GameFormat \"VGN\"]\n[MoveFormat \"UCI\"]\n\ng1f3 d7d5 d2d4 g8f6 *\n");
    let file = uri(folder.path(), "new.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&file, 1, "1. d4 d5 2. Nf3 c6 *\n");
    let at = json!({"textDocument": {"uri": file}, "position": {"line": 0, "character": 13}});
    let prepared = session.request("textDocument/prepareCallHierarchy", at);
    let (into, before) = calls(&mut session, "incomingCalls", "from", &prepared[0]);
    let orders = ["2. d4 | 3 games: 1 drawn, 1 won by Black | 2", "2. Nf3 | 2 games: 1 won by White | 1"];
    assert_eq!(into, orders);
    assert_eq!((&before[1]["uri"], &before[0]["uri"]), (&json!(file), &json!(uri(folder.path(), "b.pgn"))));
    assert_eq!(before[0]["range"], as_range([1, 23, 1, 25]), "columns are bytes of UTF-8 for this client");
    let (back, _) = calls(&mut session, "incomingCalls", "from", &before[0]);
    assert_eq!(back, ["1... d5 | 3 games: 1 drawn, 1 won by Black | 2"], "from there it goes back further");

    let (out, after) = calls(&mut session, "outgoingCalls", "to", &prepared[0]);
    let moves = [
        "2... Nf6 | 2 games: 1 won by White | 1",
        "2... e6 | 2 games: 1 drawn, 1 won by Black | 1",
        "2... c6 | 1 game | 1",
    ];
    assert_eq!(out, moves);
    let (deeper, _) = calls(&mut session, "outgoingCalls", "to", &after[1]);
    assert_eq!(deeper, ["3. e3 | 1 game: 1 drawn | 1", "3. Bf4 | 1 variation | 1"]);

    // What is not saved counts instead of the file; a file that is gone does not.
    let other = uri(folder.path(), "a.pgn");
    session.open(&other, 1, "1. d4 d5 2. Nf3 Nf6 3. c4 1-0\n\n1. d4 d5 2. Nf3 a5 *\n");
    std::fs::remove_file(folder.path().join("b.pgn")).expect("it is there");
    let changes = json!([{"uri": uri(folder.path(), "b.pgn"), "type": 3}]);
    session.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    let (out, after) = calls(&mut session, "outgoingCalls", "to", &prepared[0]);
    assert_eq!(out, ["2... Nf6 | 2 games: 1 won by White | 1", "2... c6 | 1 game | 1", "2... a5 | 1 game | 1"]);
    assert_eq!((&after[2]["uri"], &after[2]["range"]), (&json!(other), &as_range([2, 16, 2, 18])));
    session.end_whatever_is_left();
}
