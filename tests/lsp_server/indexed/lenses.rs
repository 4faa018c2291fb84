//! Lines above games that compare them with others of the workspace.

use serde_json::{Value, json};

use crate::lsp_server::exploring::write;
use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{capabilities, uri};

/// A main line of 22 half-moves.
pub const LINE: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7";

pub fn game(white: &str, moves: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"B\"]\n\n{moves} *\n\n")
}

/// The title, the command and the places of each lens that says anything.
fn shown(session: &mut Session, file: &str) -> Vec<(String, String, Value)> {
    let list = session.request("textDocument/codeLens", json!({"textDocument": {"uri": file}}));
    let mut all = Vec::new();
    for lens in list.as_array().expect("a list") {
        let command = session.request("codeLens/resolve", lens.clone())["command"].clone();
        let text = |name: &str| command[name].as_str().unwrap_or_default().to_owned();
        if command != Value::Null {
            all.push((text("title"), text("command"), command["arguments"][2].clone()));
        }
    }
    all
}

/// What is shown once the index is complete.
fn shown_at_last(session: &mut Session, file: &str) -> Vec<(String, String, Value)> {
    for _ in 0..100 {
        let found = shown(session, file);
        if !found.is_empty() {
            return found;
        }
    }
    panic!("nothing is shown");
}

fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.pgn", (game("A", LINE) + &game("C", "1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 *")).as_bytes());
    // The same game, among others; in another order; by somebody else; as bytes of another encoding.
    let other_order = LINE.replace("3. Bb5 a6 4. Ba4 Nf6", "3. Bb5 Nf6 4. Ba4 a6");
    let others = [game("D", LINE), game("A", &other_order).replace("\"A\"", "\"A, é\"")].concat();
    write(folder.path(), "b.pgn", &others.chars().map(|c| c as u8).collect::<Vec<u8>>());
    folder
}

#[test]
fn duplicates_are_counted_and_listed() {
    let folder = workspace();
    let file = uri(folder.path(), "new.pgn");
    let mut client = capabilities();
    client["experimental"] = json!({"commands": {"commands": ["vgn.showPlaces"]}});
    let settings = json!({"lens": {"duplicates": true}});
    let (mut session, _) = Session::in_folder(folder.path(), client, settings.clone());
    // The last game has nothing like it, and so no lens.
    let other = game("A", &format!("{LINE} 12. a3"));
    session.open(&file, 1, &[game("X", LINE), game("A", LINE), other].concat());
    let place = |name: &str, range| json!({"uri": uri(folder.path(), name), "range": as_range(range)});
    let both = [place("a.pgn", [0, 0, 0, 11]), place("b.pgn", [5, 0, 5, 15])];
    let by_another = ("no duplicate".to_owned(), String::new(), Value::Null);
    assert_eq!(
        shown_at_last(&mut session, &file),
        [by_another, ("2 duplicates".to_owned(), "vgn.showPlaces".to_owned(), json!(both))]
    );

    // A copy in the text itself counts; one in a file that is gone does not.
    session.change(&file, 2, [0, 8, 0, 9], "A");
    let one = place("new.pgn", [5, 0, 5, 11]);
    let found = shown(&mut session, &file);
    assert_eq!(found[0].2, json!([one, both[0], both[1]]));
    std::fs::remove_file(folder.path().join("b.pgn")).expect("it is there");
    let changes = json!([{"uri": uri(folder.path(), "b.pgn"), "type": 3}]);
    session.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    let found = shown_at_last(&mut session, &file);
    assert_eq!(found.iter().map(|(title, ..)| title.as_str()).collect::<Vec<_>>(), ["2 duplicates", "2 duplicates"]);
    session.end_whatever_is_left();

    // A client without the command gets the number as text.
    let (mut session, _) = Session::full(folder.path(), settings);
    session.open(&file, 1, &game("A", LINE));
    assert_eq!(shown_at_last(&mut session, &file), [("1 duplicate".to_owned(), String::new(), Value::Null)]);
    session.end_whatever_is_left();
}

#[test]
fn the_half_move_that_leaves_the_book_is_named() {
    let folder = workspace();
    let file = uri(folder.path(), "new.pgn");
    let (mut session, _) = Session::full(folder.path(), json!({"lens": {"book": true}}));
    let lines = [
        // Another game of the workspace goes one half-move further than any table of openings.
        game("?", "1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. a3 *"),
        game("?", &LINE.replace("11. d4 Qc7", "11. d4 (11. d3) Rb8 12. a3")),
        game("?", LINE),
        game("?", "1. e4 e5 2. Ke3 Nc6"),
        game("?", "1. e4 e5 2. Zz Nc6"),
        game("?", ""),
    ];
    session.open(&file, 1, &lines.concat());
    let found = shown_at_last(&mut session, &file);
    let titles: Vec<&str> = found.iter().map(|(title, ..)| title.as_str()).collect();
    assert_eq!(titles, ["leaves the book at 4. a3", "leaves the book at 11... Rb8", "stays in the book"]);
    session.end_whatever_is_left();
}

#[test]
fn lenses_are_shown_again_when_the_index_is_complete() {
    let folder = workspace();
    let games = "1. a4 a5 2. h4 h5 3. Na3 Na6 4. Nh3 Nh6 5. Rb1 Rb8 6. Rg1 Rg8 *\n\n".repeat(10_000);
    for number in 0..8 {
        write(folder.path(), &format!("many{number}.pgn"), games.as_bytes());
    }
    let file = uri(folder.path(), "new.pgn");
    let mut client = capabilities();
    client["workspace"]["codeLens"] = json!({"refreshSupport": true});
    let (mut session, _) = Session::in_folder(folder.path(), client, json!({"lens": {"book": true}}));
    session.open(&file, 1, &game("?", "1. e4 a6 2. Ke2"));
    if shown(&mut session, &file).is_empty() {
        let refresh = session.receive(|message| message["method"] == "workspace/codeLens/refresh");
        session.send(&json!({"jsonrpc": "2.0", "id": refresh["id"], "result": null}));
    }
    let title = "leaves the book at 2. Ke2".to_owned();
    assert_eq!(shown(&mut session, &file), [(title, String::new(), Value::Null)]);
    session.end_whatever_is_left();
}
