//! Findings about games that other files of the workspace have too.

use serde_json::{Value, json};

use super::lenses::{LINE, game};
use crate::lsp_server::exploring::write;
use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{capabilities, uri};

const ON: &str = "duplicate-in-workspace";

fn settings() -> Value {
    json!({"diagnostics": {ON: "warning", "all": "off"}, "strictness": "off"})
}

/// The findings of this kind: range, message and the place that each links to.
fn own(items: &Value) -> Vec<(Value, String, Value)> {
    let items = items.as_array().expect("a list").iter().filter(|item| item["code"] == ON);
    let text = |item: &Value| item["message"].as_str().unwrap_or_default().to_owned();
    items.map(|item| (item["range"].clone(), text(item), item["relatedInformation"][0]["location"].clone())).collect()
}

/// Findings of a document, pulled until the expected number is there.
fn pulled(session: &mut Session, file: &str, count: usize) -> Vec<(Value, String, Value)> {
    let mut found = Vec::new();
    for _ in 0..100 {
        let report = session.request("textDocument/diagnostic", json!({"textDocument": {"uri": file}}));
        found = own(&report["items"]);
        if found.len() == count {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("not {count}: {found:?}");
}

/// The findings of a file that is not open, pulled until the expected number is there.
fn of_closed(session: &mut Session, file: &str, count: usize) -> Vec<(Value, String, Value)> {
    let mut found = Vec::new();
    for _ in 0..100 {
        let report = session.request("workspace/diagnostic", json!({"previousResultIds": []}));
        let reports = report["items"].as_array().expect("a list");
        found =
            reports.iter().filter(|report| report["uri"] == *file).flat_map(|report| own(&report["items"])).collect();
        if found.len() == count {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("not {count}: {found:?}");
}

#[test]
fn the_same_game_of_another_file_is_found_and_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.pgn", (game("C", "1. e4") + &game("A", LINE)).as_bytes());
    write(folder.path(), "b.pgn", game("D", LINE).as_bytes());
    let file = uri(folder.path(), "new.pgn");
    let mut session = Session::start();
    session.begin(folder.path(), &capabilities(), &settings());
    session.open(&file, 1, &(game("X", LINE) + &game("E", LINE)));
    assert_eq!(pulled(&mut session, &file, 0), []);

    // A keystroke makes it the same game.
    session.change(&file, 2, [0, 8, 0, 9], "A");
    let place = |name: &str, range| json!({"uri": uri(folder.path(), name), "range": as_range(range)});
    let message = "`a.pgn` (line 6) has the same game".to_owned();
    let expected = (as_range([0, 0, 0, 11]), message, place("a.pgn", [5, 0, 5, 11]));
    assert_eq!(pulled(&mut session, &file, 1), [expected]);
    let other = &of_closed(&mut session, &uri(folder.path(), "a.pgn"), 1)[0];
    assert_eq!((&other.0, &other.2), (&as_range([5, 0, 5, 11]), &place("new.pgn", [0, 0, 0, 11])));

    // A line before it moves the finding; an edit of the game removes it, and the other one.
    session.change(&file, 3, [0, 0, 0, 0], "\n\n");
    assert_eq!(pulled(&mut session, &file, 1)[0].0, as_range([2, 0, 2, 11]));
    session.change(&file, 4, [2, 8, 2, 9], "X");
    assert_eq!(pulled(&mut session, &file, 0), []);
    assert_eq!(of_closed(&mut session, &uri(folder.path(), "a.pgn"), 0), []);
    session.change(&file, 5, [2, 8, 2, 9], "A");
    pulled(&mut session, &file, 1);

    // Another file with it; the first one is gone.
    write(folder.path(), "c.pgn", game("A", LINE).as_bytes());
    std::fs::remove_file(folder.path().join("a.pgn")).expect("it is there");
    let changes =
        [("c.pgn", 1), ("a.pgn", 3)].map(|(name, kind)| json!({"uri": uri(folder.path(), name), "type": kind}));
    session.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    for _ in 0..100 {
        if pulled(&mut session, &file, 1)[0].1.starts_with("`c.pgn` (line 1)") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(pulled(&mut session, &file, 1)[0].2, place("c.pgn", [0, 0, 0, 11]));
    assert_eq!(of_closed(&mut session, &uri(folder.path(), "c.pgn"), 1)[0].2["uri"], json!(file));
    // A document that is closed counts as its file, which is not there.
    session.close(&file);
    assert_eq!(of_closed(&mut session, &uri(folder.path(), "c.pgn"), 0), []);
    session.end_whatever_is_left();
}

#[test]
fn it_is_pushed_where_nothing_is_pulled_and_off_unless_set() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.pgn", game("A", LINE).as_bytes());
    let file = uri(folder.path(), "new.pgn");
    let mut client = capabilities();
    client["textDocument"].as_object_mut().expect("an object").remove("diagnostic");
    let mut session = Session::start();
    session.begin(folder.path(), &client, &settings());
    session.open(&file, 1, &game("A", LINE));
    let sent = session.receive(|message| {
        message["method"] == "textDocument/publishDiagnostics" && !own(&message["params"]["diagnostics"]).is_empty()
    });
    assert_eq!(own(&sent["params"]["diagnostics"])[0].1, "`a.pgn` (line 1) has the same game");
    session.end_whatever_is_left();

    let mut session = Session::start();
    session.begin(folder.path(), &capabilities(), &Value::Null);
    session.open(&file, 1, &game("A", LINE));
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(pulled(&mut session, &file, 0), []);
    session.end_whatever_is_left();
}

#[test]
fn what_happens_to_another_document_is_told_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.pgn", game("A", LINE).as_bytes());
    write(folder.path(), "b.pgn", game("A", LINE).as_bytes());
    let [a, b, n] = ["a.pgn", "b.pgn", "n.pgn"].map(|name| uri(folder.path(), name));
    for is_pulled in [false, true] {
        let mut client = capabilities();
        if !is_pulled {
            client["textDocument"].as_object_mut().expect("an object").remove("diagnostic");
        }
        let mut session = Session::start();
        session.begin(folder.path(), &client, &settings());
        let expect = |session: &mut Session, other: Option<&str>| match is_pulled {
            true => told(session, &a, other),
            false => pushed(session, &a, other),
        };
        session.open(&a, 1, &game("A", LINE));
        expect(&mut session, Some("`b.pgn` (line 1)"));
        session.open(&b, 1, &game("A", LINE));
        session.change(&b, 2, [0, 0, 0, 0], "\n\n");
        expect(&mut session, Some("`b.pgn` (line 3)"));
        session.change(&b, 3, [2, 8, 2, 9], "X");
        expect(&mut session, None);
        // Unsaved, it is the file that counts again.
        session.close(&b);
        expect(&mut session, Some("`b.pgn` (line 1)"));

        std::fs::rename(folder.path().join("b.pgn"), folder.path().join("n.pgn")).expect("it is there");
        let changes = [(&b, 3), (&n, 1)].map(|(uri, kind)| json!({"uri": uri, "type": kind}));
        session.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
        expect(&mut session, Some("`n.pgn` (line 1)"));
        std::fs::remove_file(folder.path().join("n.pgn")).expect("it is there");
        let changes = [json!({"uri": n, "type": 3})];
        session.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
        expect(&mut session, None);
        write(folder.path(), "b.pgn", game("A", LINE).as_bytes());
        session.end_whatever_is_left();
    }
}

#[test]
fn folders_and_settings_that_come_and_go_are_told_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (root, other) = (folder.path().join("1"), folder.path().join("2"));
    [root.join("sub"), other.clone()].iter().for_each(|path| std::fs::create_dir_all(path).expect("a folder"));
    write(&root.join("sub"), "b.pgn", game("A", LINE).as_bytes());
    write(&other, "c.pgn", game("A", LINE).as_bytes());
    let a = uri(&root, "a.pgn");
    let mut client = capabilities();
    client["textDocument"].as_object_mut().expect("an object").remove("diagnostic");
    let mut session = Session::start();
    session.begin(&root, &client, &settings());
    session.open(&a, 1, &game("A", LINE));
    pushed(&mut session, &a, Some("`b.pgn` (line 1) has the same game"));

    let folder = json!({"uri": uri(&other, "").trim_end_matches('/'), "name": "other"});
    let event = json!({"added": [folder], "removed": []});
    session.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    pushed(&mut session, &a, Some("`b.pgn` (line 1) has the same game and in another place"));
    std::fs::rename(root.join("sub"), root.join("new")).expect("it is there");
    let renamed = json!({"oldUri": uri(&root, "sub"), "newUri": uri(&root, "new")});
    session.notify("workspace/didRenameFiles", json!({"files": [renamed]}));
    pushed(&mut session, &a, Some("`b.pgn` (line 1) has the same game and in another place"));
    std::fs::remove_dir_all(root.join("new")).expect("it is there");
    session.notify("workspace/didDeleteFiles", json!({"files": [{"uri": uri(&root, "new")}]}));
    pushed(&mut session, &a, Some("`c.pgn` (line 1) has the same game"));
    let event = json!({"added": [], "removed": [folder]});
    session.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    pushed(&mut session, &a, None);
    let event = json!({"added": [folder], "removed": []});
    session.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    pushed(&mut session, &a, Some("`c.pgn`"));

    for (level, other) in [("off", None), ("hint", Some("`c.pgn` (line 1) has the same game"))] {
        write(&root, "vgn.toml", format!("[diagnostics]\n{ON} = \"{level}\"\n").as_bytes());
        let changes = json!([{"uri": uri(&root, "vgn.toml"), "type": 2}]);
        session.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
        pushed(&mut session, &a, other);
    }
    session.end_whatever_is_left();
}

/// Waits until a document is told of this other place of its only game, or of none.
fn told(session: &mut Session, file: &str, other: Option<&str>) {
    for _ in 0..100 {
        let report = session.request("textDocument/diagnostic", json!({"textDocument": {"uri": file}}));
        if is_told(&report["items"], other) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("never {other:?}");
}

/// The same with diagnostics that are pushed, which are taken in their order.
fn pushed(session: &mut Session, file: &str, other: Option<&str>) {
    let is_list =
        |message: &Value| message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == *file;
    while !is_told(&session.receive(is_list)["params"]["diagnostics"], other) {}
}

fn is_told(items: &Value, other: Option<&str>) -> bool {
    match (own(items).as_slice(), other) {
        ([], None) => true,
        ([(_, message, _)], Some(other)) => message.starts_with(other),
        _ => false,
    }
}
