//! Going to half-moves, references and new names over the protocol; what belongs together is tested with the features.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{capabilities, uri};

const FILE: &str = "file:///games.pgn";
const TEXT: &str = "\
[Event \"Cup\"]
[White \"É. One\"]
[Black \"Two\"]

1. Nf3 {🨀} Nc6 2. e4 (2. d4 d5) 2... e5 3. Bb5 a6 *

[Event \"Cup\"]
[White \"Two\"]
[Black \"É. One\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4) 3... a6 4. Bxc6 *
";

fn at(line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": FILE}, "position": {"line": line, "character": character}})
}

fn place(range: [u32; 4]) -> Value {
    json!({"uri": FILE, "range": as_range(range)})
}

fn start() -> (Session, Value) {
    let (mut session, said) = Session::with_capabilities(json!({"textDocument": {"rename": {"prepareSupport": true}}}));
    session.open(FILE, 1, TEXT);
    (session, said["capabilities"].clone())
}

#[test]
fn a_half_move_leads_to_others() {
    let (mut session, said) = start();
    for provider in ["definitionProvider", "typeDefinitionProvider", "implementationProvider"] {
        assert_eq!(said[provider], true, "{provider}");
    }
    let mut goto = |method: &str, place: Value| session.request(&format!("textDocument/{method}"), place);
    assert_eq!(goto("definition", at(10, 49)), json!([place([10, 23, 10, 26])]), "the bishop's last half-move");
    assert_eq!(goto("definition", at(4, 26)), json!([place([4, 19, 4, 21])]), "what the variation replaces");
    assert_eq!(goto("typeDefinition", at(4, 49)), json!([place([4, 48, 4, 50])]), "it has a name itself");
    assert_eq!(goto("implementation", at(10, 24)), json!([place([10, 31, 10, 34])]));
    assert_eq!(goto("definition", at(0, 3)), Value::Null);
    session.diagnostics(FILE, 1);
    session.finish();
}

#[test]
fn a_position_is_found_in_all_games_whatever_led_to_it() {
    let (mut session, said) = start();
    assert_eq!(said["referencesProvider"], true);
    let mut references = |line, character, declaration: bool| {
        let mut params = at(line, character);
        params["context"] = json!({"includeDeclaration": declaration});
        session.request("textDocument/references", params)
    };
    let both = [place([4, 48, 4, 50]), place([10, 41, 10, 43])];
    assert_eq!(references(4, 49, true), json!(both));
    assert_eq!(references(10, 42, false), json!(both[..1]));
    assert_eq!(references(1, 9, true), json!([place([1, 8, 1, 14]), place([8, 8, 8, 14])]), "a player");
    assert_eq!(references(3, 0, true), Value::Null);
    session.diagnostics(FILE, 1);
    session.finish();
}

#[test]
fn a_player_gets_another_name_everywhere() {
    let (mut session, said) = start();
    assert_eq!(said["renameProvider"], json!({"prepareProvider": true}));
    let prepared = session.request("textDocument/prepareRename", at(8, 10));
    assert_eq!(prepared, json!({"range": as_range([8, 8, 8, 14]), "placeholder": "É. One"}));
    assert_eq!(session.request("textDocument/prepareRename", at(4, 4)), Value::Null);
    let rename = |place: Value, name: &str| {
        let mut params = place;
        params["newName"] = json!(name);
        params
    };
    let renamed = session.request("textDocument/rename", rename(at(8, 10), "Émile \"One\""));
    let text = r#"Émile \"One\""#;
    let edits = [[1, 8, 1, 14], [8, 8, 8, 14]].map(|range| json!({"range": as_range(range), "newText": text}));
    assert_eq!(renamed, json!({"changes": {FILE: edits}}));
    for (place, name) in [(at(4, 4), "Three"), (at(8, 10), " "), (at(8, 10), "a\nb")] {
        let id = session.ask("textDocument/rename", rename(place, name));
        assert_eq!(session.reply(id)["error"]["code"], -32602, "{name}");
    }
    session.diagnostics(FILE, 1);
    session.finish();
}

#[test]
fn a_change_stops_what_is_asked_of_the_text_before() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(FILE, 1, &"[White \"a\"]\n\n1. Nf3 Ke7 (1... d5 2. c4) 1... d6 *\n\n".repeat(60_000));
    let mut references = at(2, 4);
    references["context"] = json!({"includeDeclaration": true});
    let mut rename = at(0, 8);
    rename["newName"] = json!("b");
    let asked = [session.ask("textDocument/references", references), session.ask("textDocument/rename", rename)];
    session.change(FILE, 2, [0, 0, 0, 0], "x");
    for id in asked {
        assert_eq!(session.reply(id)["error"]["code"], -32801);
    }
    session.end_whatever_is_left();
}

#[test]
fn what_stands_at_the_cursor_is_told_to_status_lines_boards_and_clipboards() {
    let (mut session, _) = start();
    session.request("textDocument/documentSymbol", json!({"textDocument": {"uri": FILE}}));
    let fen = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    let told = json!({
        "version": 1,
        "game": 2,
        "games": 2,
        "range": as_range([5, 0, 11, 0]),
        "halfMove": {
            "range": as_range([10, 41, 10, 43]),
            "number": 3,
            "color": "black",
            "ply": 5,
            "depth": 0,
            "squares": ["a7", "a6"],
        },
        "fen": fen,
        "move": 6,
        "line": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "opening": {"eco": "C70", "name": "Ruy Lopez: Morphy Defense"},
        "lichess": format!("https://lichess.org/analysis/standard/{}", fen.replace(' ', "_")),
    });
    assert_eq!(session.request("vgn/cursor", at(10, 43)), told);
    let run = |session: &mut Session, command: &str, place: Value| {
        let params = json!({"command": command, "arguments": [place]});
        let id = session.ask("workspace/executeCommand", params);
        session.reply(id)
    };
    assert_eq!(run(&mut session, "vgn.fen", at(10, 43))["result"], told["fen"]);
    assert_eq!(run(&mut session, "vgn.line", at(4, 26))["result"], "1. Nf3 Nc6 2. d4");
    assert_eq!(run(&mut session, "vgn.lichessAddress", at(10, 43))["result"], told["lichess"]);
    assert_eq!(run(&mut session, "vgn.fen", json!({}))["error"]["code"], -32602);
    assert_eq!(session.request("vgn/cursor", at(8, 3))["line"], "", "in tags the game begins");
    session.diagnostics(FILE, 1);
    session.finish();
}

#[test]
fn files_that_are_not_open_are_searched_and_renamed_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it is written");
    write("closed.pgn", "[White \"Two\"]\n\n1. Nf3 Nc6 2. e4 e5 *\n");
    write("else.pgn", "[Event \"Two\"]\n[White \"\u{c9}. One\"]\n\n1. d4 *\n");
    let (closed, other) = (uri(folder.path(), "closed.pgn"), uri(folder.path(), "else.pgn"));
    let mut session = Session::start();
    session.begin(folder.path(), &capabilities(), &Value::Null);
    let open = uri(folder.path(), "open.pgn");
    session.open(&open, 1, TEXT);
    let at = |line: u32, character: u32| json!({"textDocument": {"uri": open}, "position": {"line": line, "character": character}});
    let mut places = at(4, 42);
    places["context"] = json!({"includeDeclaration": false});
    let found = session.request("textDocument/references", places);
    let elsewhere = json!({"uri": closed, "range": as_range([2, 17, 2, 19])});
    assert_eq!(found.as_array().expect("a list").last(), Some(&elsewhere), "{found}");
    let found = session.request("workspace/symbol", json!({"query": "two"}));
    let said = |symbol: &Value| format!("{} {}", symbol["name"], symbol["containerName"]).replace('"', "");
    let said: Vec<String> = found.as_array().expect("a list").iter().map(said).collect();
    assert_eq!(said, ["Two 2 games, open.pgn", "Two 1 game, closed.pgn", "Two 1 game, else.pgn"]);
    write("closed.pgn", "[White \"Three and Two\"]\n\n1. Nf3 Nc6 2. e4 e5 *\n");
    let found = session.request("workspace/symbol", json!({"query": "three"}));
    assert_eq!(found[0]["containerName"], "1 game, closed.pgn", "it is read again");
    write("closed.pgn", "[White \"Two\"]\n\n1. Nf3 Nc6 2. e4 e5 *\n");

    let mut rename = at(2, 9);
    rename["newName"] = json!("Zwei");
    for (answer, files) in [("In all files", 2), ("Only in this file", 1)] {
        let id = session.ask("textDocument/rename", rename.clone());
        session.serve("window/showMessageRequest", json!({"title": answer}));
        let edit = session.reply(id)["result"]["documentChanges"].clone();
        let edit = edit.as_array().expect("a list");
        assert_eq!(edit.len(), files, "{edit:?}");
        if files == 2 {
            assert_eq!(edit[1]["textDocument"], json!({"uri": closed, "version": null}));
            assert_eq!(edit[1]["edits"], json!([{"range": as_range([0, 8, 0, 11]), "newText": "Zwei"}]));
        }
    }
    // An edit of the text before is none of the text after, and no answer is waited for.
    let id = session.ask("textDocument/rename", rename);
    session.receive(|message| message["method"] == "window/showMessageRequest");
    session.change(&open, 2, [0, 0, 0, 0], "\n");
    assert_eq!(session.reply(id)["error"]["code"], -32801);
    assert_ne!(other, closed);
    session.end_whatever_is_left();
}

#[test]
fn other_spellings_of_a_name_are_offered() {
    let literal = json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}});
    let can = json!({"textDocument": {"codeAction": literal}});
    let (mut session, said) = Session::with_capabilities(can);
    let kinds = &said["capabilities"]["codeActionProvider"]["codeActionKinds"];
    assert!(kinds.as_array().is_some_and(|kinds| kinds.contains(&json!("refactor.spelling"))), "{kinds}");
    let games =
        ["Carlsen, Magnus", "Carlsen, M.", "Carlsen, Ellen", "Magnus Carlsen", "Carlsen, Magnus", "Carlsen, M."];
    let text: String = games.iter().map(|name| format!("[White \"{name}\"]\n\n1. e4 *\n\n")).collect();
    session.open(FILE, 1, &text);
    let mut offered = |line: u32, character: u32| {
        let context = json!({"diagnostics": [], "only": ["refactor.spelling"]});
        let range = as_range([line, character, line, character]);
        let asked = json!({"textDocument": {"uri": FILE}, "range": range, "context": context});
        session.request("textDocument/codeAction", asked)
    };
    let actions = offered(4, 10);
    let titles: Vec<&Value> = actions.as_array().expect("a list").iter().map(|action| &action["title"]).collect();
    assert_eq!(
        titles,
        [
            "Use the spelling `Carlsen, Magnus` (2 games) here",
            "Use the spelling `Carlsen, Magnus` (2 games) everywhere in the file",
            "Use the spelling `Magnus Carlsen` (1 game) here",
            "Use the spelling `Magnus Carlsen` (1 game) everywhere in the file"
        ]
    );
    let edit = |range| json!({"range": as_range(range), "newText": "Carlsen, Magnus"});
    let edits = [[4, 8, 4, 19], [20, 8, 20, 19]].map(edit);
    assert_eq!(actions[1]["edit"], json!({"changes": {FILE: edits}}));
    assert_eq!(offered(6, 3), json!([]), "no name");
    assert_eq!(offered(8, 10), json!([]), "another player");
    session.diagnostics(FILE, 1);
    session.finish();
}
