//! Documents and files are known by what their URIs mean, and a client is given back the spelling that it sent.

use std::path::Path;

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{TAGS, capabilities, uri, without};

/// Files with their URIs, as clients and this server write them.
const FILES: [&[&str]; 7] = [
    &["file:///ws//b.pgn", "file:///ws/b.pgn", "file:///ws///b.pgn"],
    &["file:///ws/a%5B1%5D.pgn", "file:///ws/a[1].pgn", "file:///ws/a%5b1].pgn"],
    &["file:///c%3A/ws/b.pgn", "file:///C:/ws/b.pgn", "file:///c:/ws/b.pgn", "file:///C%3a/ws/b.pgn"],
    &["file:///ws/game%20%281%29.pgn", "file:///ws/game%20(1).pgn", "file:///ws/game%20%281).pgn"],
    &["file:///ws/Schach%C3%BC.pgn", "file:///ws/Schach%c3%bc.pgn", "file:///ws/%53chach%C3%BC%2Epgn"],
    &["untitled:Untitled-1", "untitled:Untitled%2D1"],
    &["vscode-remote://ssh-remote%2Bhost/a%20%28b%29.pgn", "vscode-remote://ssh-remote+host/a%20(b).pgn"],
];

/// Every pair of spellings of one file, the same one twice too.
fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().flat_map(|file| file.iter().flat_map(|one| file.iter().map(|other| (*one, *other))))
}

fn uris(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(items) => items.iter().flat_map(uris).collect(),
        Value::Object(members) => {
            let own = members.get("uri").and_then(Value::as_str);
            own.into_iter().chain(members.values().flat_map(uris)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn a_document_is_the_same_under_every_spelling() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    for (opened, asked) in pairs() {
        session.open(opened, 1, &format!("{TAGS}1. Ke3 *\n"));
        let place = json!({"textDocument": {"uri": asked}, "position": {"line": 8, "character": 4}});
        assert_eq!(session.request("textDocument/hover", place)["range"], as_range([8, 3, 8, 6]), "{opened} {asked}");
        let symbols = session.request("textDocument/documentSymbol", json!({"textDocument": {"uri": asked}}));
        assert_eq!(symbols.as_array().map(Vec::len), Some(1), "{opened} {asked}");
        let actions = session.actions(asked, [8, 3, 8, 6], json!({"diagnostics": [], "only": ["refactor.rewrite"]}));
        let converts = actions.iter().find(|action| action.get("data").is_some()).expect("games can be converted");
        session.request("codeAction/resolve", converts.clone());

        let report = session.pull(asked, None);
        assert_eq!(report["items"][0]["code"], "illegal-move", "{opened} {asked}");
        session.change(asked, 2, [8, 3, 8, 6], "e4 e5 2. Ke2 Ke7 3. Ke3 Ke8 (3... Ke9)");
        assert_eq!(session.pull(opened, Some(&report["resultId"]))["kind"], "full", "{opened} {asked}");
        let mut spellings = Vec::new();
        let pulled = session.pull(asked, None);
        spellings.extend(uris(&pulled).into_iter().map(str::to_owned));
        spellings.extend(uris(&symbols).into_iter().map(str::to_owned));
        assert!(spellings.iter().all(|spelling| spelling == opened), "{opened} {asked} {spellings:?}");

        session.notify("textDocument/didSave", json!({"textDocument": {"uri": asked}}));
        session.notify("textDocument/willSave", json!({"textDocument": {"uri": asked}, "reason": 1}));
        session.close(asked);
        assert_eq!(session.hover(opened, 8, 4), Value::Null);
    }
    session.finish();
}

/// The strings of a message, its keys among them, that mean the same as this URI, in whatever spelling.
fn spelled<'a>(message: &'a Value, uri: &str) -> Vec<&'a str> {
    let meaning = |uri: &str| percent_decode_str(uri).decode_utf8_lossy().replacen("/C:/", "/c:/", 1);
    let is_meant = |text: &&'a str| meaning(text) == meaning(uri);
    match message {
        Value::String(text) => Some(text.as_str()).filter(is_meant).into_iter().collect(),
        Value::Array(items) => items.iter().flat_map(|item| spelled(item, uri)).collect(),
        Value::Object(members) => {
            let keys = members.keys().map(String::as_str).filter(is_meant);
            keys.chain(members.values().flat_map(|value| spelled(value, uri))).collect()
        }
        _ => Vec::new(),
    }
}

/// Asked under one spelling, the server answers with that of the opening: in related places, in edits of both kinds, in
/// symbols of both kinds, in what it asks of the client.
#[test]
fn answers_have_the_spelling_of_the_opening() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut plain = without("/textDocument/codeAction/resolveSupport");
    plain["workspace"]["workspaceEdit"] = json!({});
    let tree = json!({"hierarchicalDocumentSymbolSupport": true});
    for (capabilities, symbols, expected) in [(capabilities(), Value::Null, 5), (plain, tree, 3)] {
        let mut capabilities = capabilities;
        capabilities["textDocument"]["documentSymbol"] = symbols;
        let (mut session, _) = Session::in_folder(folder.path(), capabilities, Value::Null);
        for (opened, asked) in pairs() {
            session.open(opened, 1, &format!("[White \"?\"]\n{TAGS}1. e4 e5\n"));
            let document = json!({"textDocument": {"uri": asked}});
            let mut answers = vec![session.pull(asked, None)];
            answers.push(session.request("textDocument/documentSymbol", document));
            let context = json!({"diagnostics": answers[0]["items"], "only": ["", "source.fixAll"]});
            let actions = session.actions(asked, [0, 0, 9, 8], context);
            let waiting = actions.iter().find(|action| action.get("edit").is_none() && action.get("data").is_some());
            answers.extend(waiting.map(|action| session.request("codeAction/resolve", action.clone())));
            answers.push(Value::Array(actions));

            let place = json!({"uri": asked, "range": as_range([9, 0, 9, 0])});
            let command = json!({"command": "vgn.convertGame", "arguments": [place]});
            let id = session.ask("workspace/executeCommand", command);
            let title = json!({"title": "Convert this game to Long Algebraic Notation (LAN)"});
            session.serve("window/showMessageRequest", title);
            answers.push(session.serve("workspace/applyEdit", json!({"applied": true})));
            assert_eq!(session.reply(id)["result"], Value::Null);
            session.close(asked);

            let spelled: Vec<_> = answers.iter().map(|answer| spelled(answer, opened)).collect();
            let telling = spelled.iter().filter(|found| !found.is_empty()).count();
            assert_eq!(telling, expected, "{opened} {asked} {answers:#?}");
            assert!(spelled.iter().flatten().all(|spelling| *spelling == opened), "{opened} {asked} {answers:#?}");
        }
        session.finish();
    }
}

#[test]
fn diagnostics_are_pushed_under_the_spelling_of_the_opening() {
    let folder = tempfile::tempdir().expect("a folder");
    let capabilities = without("/textDocument/diagnostic");
    let (mut session, _) = Session::in_folder(folder.path(), capabilities, Value::Null);
    for (opened, asked) in pairs() {
        session.open(opened, 1, &format!("{TAGS}1. e4 *\n"));
        assert_eq!(session.diagnostics(opened, 1), [] as [Value; 0]);
        session.change(asked, 2, [8, 3, 8, 5], "Ke3");
        assert_eq!(session.diagnostics(opened, 2).len(), 1);
        session.close(asked);
        assert_eq!(session.publication(opened)["params"], json!({"uri": opened, "diagnostics": []}));
    }
    session.finish();
}

/// The spelling of VS Code: all but letters, digits and `-._~/` is escaped, and the letter of a drive is small.
fn as_vs_code(folder: &Path, name: &str) -> String {
    let escaped = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    let path = uri(folder, name);
    let mut path = path.strip_prefix("file://").expect("it is a file's").to_owned();
    if cfg!(windows) {
        path[..2].make_ascii_lowercase();
    }
    format!("file://{}", path.bytes().map(escaped).collect::<String>())
}

#[test]
fn files_of_the_workspace_are_known_under_the_client_s_spelling() {
    const NAMES: [&str; 5] = ["game (1).pgn", "Übung+1.pgn", "a'b!&=.pgn", "100%25.pgn", "a[1]^{x}.pgn"];
    let folder = tempfile::tempdir().expect("a folder");
    for name in NAMES {
        std::fs::write(folder.path().join(name), format!("{TAGS}1. Ke3 *\n")).expect("it is written");
    }
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let first = session.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let first = first["items"].as_array().expect("a list").clone();
    assert_eq!(first.len(), NAMES.len());

    // The client has them under its own spelling.
    let decoded = |uri: &Value| {
        let url = tower_lsp::lsp_types::Url::parse(uri.as_str().unwrap_or_default()).expect("a URI");
        let path = url.to_file_path().expect("a file's");
        path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let known =
        |item: &Value| json!({"uri": as_vs_code(folder.path(), &decoded(&item["uri"])), "value": item["resultId"]});
    let ids: Value = first.iter().map(known).collect();
    assert_eq!(session.pull_workspace(&ids).0, [], "nothing is new");

    for name in NAMES {
        let theirs = as_vs_code(folder.path(), name);
        session.open(&theirs, 1, &format!("{TAGS}1. Ke3 *\n"));
        assert_eq!(session.pull_workspace(&ids).0, [], "an open document is not told of from disk");
        session.close(&theirs);
    }
    for name in NAMES {
        let theirs = as_vs_code(folder.path(), name);
        std::fs::write(folder.path().join(name), format!("{TAGS}1. e4 {{longer}} *\n")).expect("it is written");
        let event = json!({"changes": [{"uri": theirs, "type": 2}]});
        session.notify("workspace/didChangeWatchedFiles", event);
    }
    let report = session.request("workspace/diagnostic", json!({"previousResultIds": ids}));
    let mut told: Vec<_> = uris(&report).into_iter().map(str::to_owned).collect();
    let mut theirs: Vec<_> = NAMES.iter().map(|name| as_vs_code(folder.path(), name)).collect();
    told.sort();
    theirs.sort();
    assert_eq!(told, theirs);
    assert!(report["items"].as_array().into_iter().flatten().all(|item| item["items"] == json!([])), "{report}");

    for name in NAMES {
        std::fs::remove_file(folder.path().join(name)).expect("it is there");
        let event = json!({"changes": [{"uri": as_vs_code(folder.path(), name), "type": 3}]});
        session.notify("workspace/didChangeWatchedFiles", event);
    }
    let report = session.request("workspace/diagnostic", json!({"previousResultIds": ids}));
    let mut told: Vec<_> = uris(&report).into_iter().map(str::to_owned).collect();
    told.sort();
    assert_eq!(told, theirs, "what is gone is taken back once, under their names");
    session.finish();
}

#[test]
fn folders_are_known_under_every_spelling() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games (1)");
    std::fs::create_dir(&games).expect("it is made");
    std::fs::write(games.join("a.pgn"), format!("{TAGS}1. Ke3 *\n")).expect("it is written");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let (mut session, _) = Session::full(elsewhere.path(), Value::Null);
    let own = uri(folder.path(), "games%20(1)");
    let theirs = as_vs_code(folder.path(), "games (1)");
    let remote = own.replacen("file:", "vscode-vfs:", 1);
    let mut change = |added: &[&str], removed: &[&str], found: usize| {
        let folders = |uris: &[&str]| uris.iter().map(|uri| json!({"uri": uri, "name": "games"})).collect::<Value>();
        let event = json!({"event": {"added": folders(added), "removed": folders(removed)}});
        session.notify("workspace/didChangeWorkspaceFolders", event);
        let report = session.request("workspace/diagnostic", json!({"previousResultIds": []}));
        assert_eq!(report["items"].as_array().map(Vec::len), Some(found), "{added:?} {removed:?} {report}");
    };
    change(&[&theirs], &[], 1);
    change(&[], &[&own], 0);
    change(&[&own], &[], 1);
    change(&[], &[&format!("{theirs}/")], 0);
    change(&[&remote], &[], 0);
    session.finish();
}

#[test]
fn a_new_file_is_made_beside_a_file_under_every_spelling() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "Übung (1).pgn";
    std::fs::write(folder.path().join(name), format!("{TAGS}1. e4 *\n")).expect("it is written");
    let (own, theirs) = (uri(folder.path(), "%C3%9Cbung%20(1).pgn"), as_vs_code(folder.path(), name));
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&theirs, 1, &format!("{TAGS}1. e4 *\n"));
    for (asked, new) in [(&own, "Übung (1).bccf.vgn"), (&theirs, "Übung (1).bccf.2.vgn")] {
        let command = json!({"command": "vgn.convertToFile", "arguments": [{"uri": asked, "to": "BCCF"}]});
        session.request("workspace/executeCommand", command);
        session.receive(|message| message["method"] == "window/showMessage");
        assert!(folder.path().join(new).is_file(), "{asked}");
    }
    session.finish();
}
