//! Settings of the client and of `vgn.toml`, and their changes.

use serde_json::{Value, json};

use crate::full_client::{TAGS, uri, without};
use crate::harness::{Session, as_range};

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
    assert!(text.starts_with("vgn.toml, line 3, no diagnostic has the code `wrong`"), "{text}");
    assert_eq!(session.pulled(&game)[0]["severity"], 2);
    let (files, ids) = session.pull_workspace(&json!([]));
    assert_eq!(files, [("closed.pgn".to_owned(), 1)]);

    std::fs::write(&file, "[diagnostics]\nillegal-move = \"off\"\n").expect("it is written");
    let change = json!({"changes": [{"uri": uri(folder.path(), "vgn.toml"), "type": 2}]});
    session.notify("workspace/didChangeWatchedFiles", change.clone());
    session.serve("workspace/diagnostic/refresh", Value::Null);
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
    assert_eq!(session.pull_workspace(&ids).0, [("closed.pgn".to_owned(), 0)]);

    // The same again changes nothing.
    session.notify("workspace/didChangeWatchedFiles", change);
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
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
