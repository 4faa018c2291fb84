//! Files that are not UTF-8 and that the editor has read as UTF-8: a save would destroy their letters.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{TAGS, capabilities, uri, without};

/// A real file with 46 lines whose letters are lost in this way.
const DORTMUND: &[u8] = include_bytes!("../data/annotated/dortmund.pgn");

fn said(session: &mut Session) -> String {
    let said = session.receive(|message| message["method"] == "window/showMessage");
    said["params"]["message"].as_str().unwrap_or_default().to_owned()
}

fn of_letters(found: &[Value]) -> Vec<&Value> {
    found.iter().filter(|found| found["code"] == "invalid-utf8").collect()
}

#[test]
fn a_save_that_destroys_letters_is_announced_and_can_be_undone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dortmund.pgn");
    std::fs::write(&path, DORTMUND).expect("it is written");
    let shown = String::from_utf8_lossy(DORTMUND).into_owned();
    let (mut session, _) = Session::in_folder(folder.path(), capabilities(), Value::Null);
    let games = uri(folder.path(), "dortmund.pgn");
    session.open(&games, 1, &shown);
    session.serve("workspace/diagnostic/refresh", Value::Null);
    let found = session.pulled(&games);
    let [one] = of_letters(&found)[..] else { panic!("not one: {found:?}") };
    let line = shown.lines().position(|line| line.contains('\u{fffd}')).expect("there is one");
    assert_eq!((&one["range"]["start"]["line"], &one["severity"]), (&json!(line), &json!(3)));
    let message = one["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("the file is not UTF-8 but ISO 8859-1: the editor shows `\u{fffd}`"), "{message}");

    // Who plays on a board does not look at the text.
    let play = json!({"textDocument": {"uri": games}, "game": 1, "after": -1, "move": "a3"});
    let asked = session.ask("vgn/play", play);
    let refused = session.reply(asked)["error"]["message"].clone();
    let why = "saving would destroy letters of this file: open it again in its encoding, ISO 8859-1, first";
    assert_eq!(refused, why);

    session.change(&games, 2, [0, 0, 0, 0], "\n");
    assert!(said(&mut session).starts_with("Saving dortmund.pgn would destroy letters: "));
    session.notify("textDocument/willSave", json!({"textDocument": {"uri": games}, "reason": 1}));
    assert!(said(&mut session).starts_with("Saving dortmund.pgn destroys letters: "));
    std::fs::write(&path, format!("\n{shown}")).expect("it is written");
    session.notify("textDocument/didSave", json!({"textDocument": {"uri": games}}));
    session.serve("workspace/textDocumentContent/refresh", Value::Null);
    session.serve("workspace/diagnostic/refresh", Value::Null);
    let asked = session.serve("window/showMessageRequest", json!({"title": "Write the old file beside it"}));
    let asked = asked["message"].as_str().unwrap_or_default();
    assert!(asked.starts_with("dortmund.pgn has lost letters since it was opened"), "{asked}");
    assert!(said(&mut session).ends_with("dortmund.restored.pgn."));
    assert_eq!(std::fs::read(folder.path().join("dortmund.restored.pgn")).expect("it is there"), DORTMUND);
    assert_eq!(of_letters(&session.pulled(&games)), [] as [&Value; 0], "now the file says what the editor shows");
    session.finish();
}

#[test]
fn a_file_that_is_opened_again_in_its_encoding_is_in_no_danger() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let bytes = [TAGS.as_bytes(), b"1. e4 {M\xfcller \xe9t\xe9} *\n"].concat();
    std::fs::write(&path, &bytes).expect("it is written");
    let (mut session, _) = Session::in_folder(folder.path(), without("/textDocument/diagnostic"), Value::Null);
    let games = uri(folder.path(), "games.pgn");
    session.open(&games, 1, &String::from_utf8_lossy(&bytes));
    let list = |message: &Value| message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
    let told = session.receive(|message| !of_letters(&list(message)).is_empty());
    assert_eq!(of_letters(&list(&told))[0]["range"], as_range([8, 8, 8, 11]));
    let anew = json!([{"text": format!("{TAGS}1. e4 {{Müller été}} *\n")}]);
    let change = json!({"textDocument": {"uri": games, "version": 2}, "contentChanges": anew});
    session.notify("textDocument/didChange", change);
    let after = session.receive(|message| message["params"]["version"] == 2);
    assert_eq!(list(&after), [] as [Value; 0]);
    session.change(&games, 3, [8, 6, 8, 6], " ");
    session.receive(|message| message["params"]["version"] == 3);
    session.notify("textDocument/willSave", json!({"textDocument": {"uri": games}, "reason": 1}));
    std::fs::write(&path, format!("{TAGS}1. e4  {{Müller été}} *\n")).expect("it is written");
    session.notify("textDocument/didSave", json!({"textDocument": {"uri": games}}));
    session.serve("workspace/textDocumentContent/refresh", Value::Null);
    session.request("vgn/testReady", Value::Null);
    session.close(&games);
    // Whatever was told of versions before, nothing was said to the user.
    session.receive(|message| message["params"] == json!({"uri": games, "diagnostics": []}));
    session.request("shutdown", Value::Null);
    session.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
    session.wait_for_end();
    assert!(session.left().iter().all(|message| message["method"] == "textDocument/publishDiagnostics"));
}

#[test]
fn a_file_that_has_such_characters_itself_is_in_no_danger() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let text = format!("{TAGS}1. e4 {{a lost \u{fffd}}} *\n");
    std::fs::write(&path, &text).expect("it is written");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let games = uri(folder.path(), "games.pgn");
    session.open(&games, 1, &text);
    assert_eq!(session.pulled(&games), [] as [Value; 0]);
    session.change(&games, 2, [8, 6, 8, 6], " ");
    session.notify("textDocument/willSave", json!({"textDocument": {"uri": games}, "reason": 1}));
    assert_eq!(session.pulled(&games), [] as [Value; 0]);
    session.finish();
}
