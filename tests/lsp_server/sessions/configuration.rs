//! Settings of the client and of `vgn.toml`, and their changes.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{TAGS, uri, without};

#[test]
fn the_client_is_asked_for_its_settings_and_told_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let settings = json!({"diagnostics": {"illegal-move": "hint", "ilegal-move": "off"}, "server": {"path": ""}});
    let (mut session, _) = Session::full(folder.path(), settings);
    let said = session.receive(|message| message["method"] == "window/showMessage");
    assert_eq!(said["params"]["type"], 2);
    let text = said["params"]["message"].as_str().unwrap_or_default();
    assert!(text.contains("did you mean `illegal-move`?"), "{text}");
    session.open(&game, 1, &format!("{TAGS}1. Ke3 *\n"));
    let found = session.pulled(&game);
    assert_eq!((&found[0]["code"], &found[0]["severity"]), (&json!("illegal-move"), &json!(4)));

    session.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    let asked = session.serve("workspace/configuration", json!([{"diagnostics": {"illegal-move": "off"}}]));
    assert_eq!(asked["items"], json!([{"section": "vgn"}]));
    session.serve("workspace/diagnostic/refresh", Value::Null);
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
    session.finish();
}

#[test]
fn settings_can_come_with_initialize_and_with_their_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let mut session = Session::start();
    session.request(
        "initialize",
        json!({
            "processId": null, "rootUri": null, "capabilities": {},
            "initializationOptions": {"diagnostics": {"all": "off"}, "hover": {"board": "ascii"}}
        }),
    );
    session.notify("initialized", json!({}));
    session.open(&game, 1, "1. e4 Ke3 *");
    assert_eq!(session.publication(&game)["params"]["diagnostics"], json!([]));
    let hover = session.hover(&game, 0, 3);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("1 R N B Q K B N R"), "{text}");

    let settings = json!({"vgn": {"diagnostics": {"illegal-move": "error"}, "hover": {"board": "unicode"}}});
    session.notify("workspace/didChangeConfiguration", json!({"settings": settings}));
    let publication = session.publication(&game);
    assert_eq!(publication["params"]["version"], 1);
    assert_eq!(publication["params"]["diagnostics"].as_array().map(Vec::len), Some(1));
    let hover = session.hover(&game, 0, 3);
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.contains("1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"), "{text}");
    session.finish();
}

#[test]
fn a_configuration_file_holds_over_the_settings_and_is_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("vgn.toml");
    let game = uri(folder.path(), "game.pgn");
    std::fs::write(&file, "[diagnostics]\nillegal-move = \"warning\"\nwrong = 1\n").expect("it is written");
    std::fs::write(folder.path().join("closed.pgn"), format!("{TAGS}1. Ke3 *\n")).expect("it is written");
    let (mut session, _) = Session::full(folder.path(), json!({"diagnostics": {"illegal-move": "off"}}));
    session.open(&game, 1, &format!("{TAGS}1. Ke3 *\n"));
    let said = session.receive(|message| message["method"] == "window/showMessage");
    let text = said["params"]["message"].as_str().unwrap_or_default();
    assert!(text.starts_with("vgn.toml, line 3: no diagnostic has the code `wrong`"), "{text}");
    assert_eq!(session.pulled(&game)[0]["severity"], 2);
    let (files, ids) = session.pull_workspace(&json!([]));
    assert_eq!(files, [("closed.pgn".to_owned(), 1)]);

    std::fs::write(&file, "[diagnostics]\nillegal-move = \"off\"\n").expect("it is written");
    let change = json!({"changes": [{"uri": uri(folder.path(), "vgn.toml"), "type": 2}]});
    session.notify("workspace/didChangeWatchedFiles", change.clone());
    session.serve("workspace/diagnostic/refresh", Value::Null);
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
    let (files, ids) = session.pull_workspace(&ids);
    assert_eq!(files, [("closed.pgn".to_owned(), 0)]);

    // The same again changes nothing; only whoever asks for files that are not open can know.
    session.notify("workspace/didChangeWatchedFiles", change);
    session.serve("workspace/diagnostic/refresh", Value::Null);
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
    assert_eq!(session.pull_workspace(&ids).0, []);
    session.finish();
}

#[test]
fn documents_that_are_pushed_are_judged_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("vgn.toml");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::in_folder(folder.path(), without("/textDocument/diagnostic"), Value::Null);
    session.open(&game, 1, &format!("{TAGS}1. Ke3 *\n"));
    assert_eq!(session.diagnostics(&game, 1)[0]["severity"], 1);
    std::fs::write(&file, "strictness = \"off\"\n[diagnostics]\nillegal-move = \"hint\"\n").expect("it is written");
    let change = json!({"changes": [{"uri": uri(folder.path(), "vgn.toml"), "type": 1}]});
    session.notify("workspace/didChangeWatchedFiles", change);
    let found = session.publication(&game)["params"]["diagnostics"][0].clone();
    assert_eq!((&found["severity"], &found["range"]), (&json!(4), &as_range([8, 3, 8, 6])));
    session.finish();
}

#[test]
fn what_is_wrong_with_an_open_configuration_file_stands_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, game) = (uri(folder.path(), "vgn.toml"), uri(folder.path(), "game.pgn"));
    let text = "strictness = \"of\"\n\n[diagnostics]\nnull-mov = \"off\"\n";
    std::fs::write(folder.path().join("vgn.toml"), text).expect("it is written");
    let place = |found: &Value| (found["range"].clone(), found["severity"].clone());
    let expected = [(as_range([0, 13, 0, 17]), json!(2)), (as_range([3, 0, 3, 8]), json!(2))];

    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&file, 1, text);
    let found = session.pulled(&file);
    assert_eq!(found.iter().map(place).collect::<Vec<_>>(), expected, "{found:?}");
    // No message says what is seen in the editor.
    session.open(&game, 1, &format!("{TAGS}1. e4 *\n"));
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
    assert_eq!(session.hover(&file, 0, 14), Value::Null);
    let place_in_it =
        json!({"textDocument": {"uri": file}, "range": as_range([0, 0, 0, 5]), "context": {"diagnostics": []}});
    assert_eq!(session.request("textDocument/codeAction", place_in_it), Value::Null);
    session.change(&file, 2, [0, 14, 0, 16], "off");
    session.change(&file, 3, [3, 7, 3, 8], "v");
    assert_eq!(session.pulled(&file).len(), 1, "`null-mov` is still unknown");
    session.close(&file);
    session.close(&game);
    session.finish();

    let (mut session, _) = Session::in_folder(folder.path(), without("/textDocument/diagnostic"), Value::Null);
    session.open(&file, 1, text);
    let found = session.diagnostics(&file, 1);
    assert_eq!(found.iter().map(place).collect::<Vec<_>>(), expected, "{found:?}");
    session.change(&file, 2, [3, 0, 3, 8], "null-move");
    assert_eq!(session.diagnostics(&file, 2).len(), 1);
    session.change(&file, 3, [0, 0, 3, 0], "[");
    let found = session.diagnostics(&file, 3);
    assert!(found.iter().any(|found| found["severity"] == 1), "{found:?}");
    session.close(&file);
    assert_eq!(session.publication(&file)["params"]["diagnostics"], json!([]));
    session.finish();
}

#[test]
fn a_configuration_file_of_very_many_faults_is_one_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let text: String = (0..20_000).map(|n| format!("n{n}=1\n")).collect();
    std::fs::write(folder.path().join("vgn.toml"), &text).expect("it is written");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, &format!("{TAGS}1. e4 *\n"));
    let said = session.receive(|message| message["method"] == "window/showMessage");
    let said = said["params"]["message"].as_str().unwrap_or_default();
    assert!(said.starts_with("vgn.toml, line 1: ") && said.ends_with("There are 19990 more faults."), "{said}");
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
    let file = uri(folder.path(), "vgn.toml");
    session.open(&file, 1, &text);
    assert_eq!(session.pulled(&file).len(), 101);
    session.finish();
}
