//! Completion over the protocol; what is offered is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};

const GAME: &str = "file:///game.pgn";

/// A client that shows all that an item can have.
fn session() -> Session {
    let (session, result) = Session::with_capabilities(json!({
        "general": {"positionEncodings": ["utf-16"]},
        "textDocument": {"diagnostic": {}, "completion": {"completionItem": {
            "documentationFormat": ["markdown"],
            "labelDetailsSupport": true,
            "commitCharactersSupport": true,
            "snippetSupport": true
        }}}
    }));
    let options = &result["capabilities"]["completionProvider"];
    assert_eq!(options["resolveProvider"], true);
    assert!(options["triggerCharacters"].as_array().is_some_and(|signs| signs.contains(&json!("("))), "{options}");
    session
}

fn complete(session: &mut Session, line: u32, character: u32) -> Value {
    let position = json!({"line": line, "character": character});
    session.request("textDocument/completion", json!({"textDocument": {"uri": GAME}, "position": position}))
}

fn labels(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().expect("items");
    items.iter().filter_map(|item| item["label"].as_str()).collect()
}

#[test]
fn moves_have_edits_and_boards() {
    let mut session = session();
    // The é has one unit and two bytes.
    session.open(GAME, 1, "1. e4 {é} 1... e5 2. N");
    let list = complete(&mut session, 0, 22);
    assert_eq!(list["isIncomplete"], true);
    assert_eq!(labels(&list), ["Na3", "Nc3", "Ne2", "Nf3", "Nh3"]);
    let knight = list["items"][3].clone();
    assert_eq!(knight["textEdit"], json!({"range": as_range([0, 21, 0, 22]), "newText": "Nf3"}));
    assert_eq!(knight["sortText"], "0003");
    assert_eq!(knight["commitCharacters"][0], " ");
    assert_eq!(knight["documentation"], Value::Null);
    let resolved = session.request("completionItem/resolve", knight.clone());
    assert_eq!(resolved["documentation"]["kind"], "markdown");
    let said = resolved["documentation"]["value"].as_str().unwrap_or_default();
    assert!(said.starts_with("**2. Nf3 · `Ng1-f3`**\n"), "{said}");
    // Once another list has been sent, nothing is said of the old one.
    complete(&mut session, 0, 21);
    assert_eq!(session.request("completionItem/resolve", knight)["documentation"], Value::Null);
    session.finish();
}

#[test]
fn what_is_typed_belongs_to_the_game_before_it() {
    let mut session = session();
    session.open(GAME, 1, "1. d4 *\n\n[Event \"?\"]\n\n1. e4 e5\n\n[Event \"?\"]\n\n1. c4 c5 *\n");
    session.change(GAME, 2, [4, 8, 4, 8], " 2. Nf3 N");
    assert_eq!(labels(&complete(&mut session, 4, 17)), ["Na6", "Nc6", "Ne7", "Nf6", "Nh6"]);
    assert_eq!(labels(&complete(&mut session, 0, 7)), [""; 0]);
    assert_eq!(labels(&complete(&mut session, 9, 0)), [""; 0]);
    session.finish();
}

#[test]
fn a_file_without_any_game_is_begun() {
    let mut session = session();
    session.open(GAME, 1, "");
    assert!(labels(&complete(&mut session, 0, 0)).contains(&"e4"));
    session.finish();
}
