//! Completion of moves with the numbers of the workspace's games.

use serde_json::{Value, json};

use crate::lsp_server::exploring::{START, explored, workspace, write};
use crate::lsp_server::harness::Session;
use crate::lsp_server::sessions::full_client::uri;

/// Labels and descriptions of the half-moves offered at a place.
fn offered(session: &mut Session, file: &str, line: u32, character: u32) -> Vec<(String, String)> {
    let place = json!({"textDocument": {"uri": file}, "position": {"line": line, "character": character}});
    let list = session.request("textDocument/completion", place);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let described = |item: &Value| match &item["labelDetails"]["description"] {
        Value::Null => text(&item["detail"]),
        description => text(description),
    };
    list["items"].as_array().expect("items").iter().map(|item| (text(&item["label"]), described(item))).collect()
}

#[test]
fn moves_are_offered_with_the_numbers_of_the_workspace() {
    let folder = workspace();
    // Nobody plays so in this file, nor does a book have it.
    write(folder.path(), "rare.pgn", b"1. h4 b6 0-1\n\n1. h4 h6 1-0\n\n1. h4 h6 *\n\n1. h4 h6 *\n");
    let file = uri(folder.path(), "new.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&file, 1, "1. e4 *\n\n1. h4 \n");
    let plain = offered(&mut session, &file, 2, 6);
    assert!(
        plain.iter().all(|(_, said)| !said.contains("game")),
        "without the index there is nothing to tell: {plain:?}"
    );

    explored(&mut session, START);
    let counted = offered(&mut session, &file, 2, 6);
    let of = |label: &str| counted.iter().find(|(other, _)| other == label).map(|(_, said)| said.as_str());
    assert_eq!((of("h6"), of("b6")), (Some("3 games, White 100 %"), Some("1 game")));
    let place = |label: &str| counted.iter().position(|(other, _)| other == label);
    assert!(place("h6") < place("b6") && place("b6") < place("a6"), "{counted:?}");

    // The game at the cursor does not count itself.
    let first = offered(&mut session, &file, 0, 3);
    let of = |label: &str| first.iter().find(|(other, _)| other == label).map(|(_, said)| said.as_str());
    assert_eq!((of("e4"), of("h4")), (Some("2 games, White 25 %"), Some("5 games, White 50 %")), "{first:?}");
    session.end_whatever_is_left();
}
