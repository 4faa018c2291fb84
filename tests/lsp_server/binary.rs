//! Games with binary sections: what an editor has of them is damaged text, and the bytes are on disk.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;
use crate::lsp_server::sessions::full_client::{capabilities, uri};

/// Pe2-e4, Pe7-e5, Ke1-e3 and the end.
const ILLEGAL: &[u8] = b"[GameFormat \"VGN\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"White wins\"]\n[MoveFormat \"BCCF\"]\x86\x30\x9a\x40\x82\x21";
const TEXT: &[u8] = b"\n\n[GameFormat \"VGN\"]\n\n1. e4 e5 *\n";

/// What an editor makes of bytes that it takes for UTF-8.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A client that can do all, and what of 3.18 is used.
pub fn able() -> Value {
    let mut capabilities = capabilities();
    capabilities["workspace"]["textDocumentContent"] = json!({"dynamicRegistration": true});
    capabilities["workspace"]["workspaceEdit"]["resourceOperations"] = json!(["create"]);
    capabilities["textDocument"]["documentSymbol"] = json!({"hierarchicalDocumentSymbolSupport": true});
    capabilities["textDocument"]["codeAction"]["disabledSupport"] = json!(true);
    capabilities
}

/// A server in a folder with a file that is open.
fn opened(folder: &Path, bytes: &[u8]) -> (Session, String) {
    std::fs::write(folder.join("games.vgn"), bytes).expect("it is written");
    let (mut session, _) = Session::in_folder(folder, able(), Value::Null);
    let games = uri(folder, "games.vgn");
    session.open(&games, 1, &shown(bytes));
    (session, games)
}

/// Real games with comments and clocks, converted by the built program.
fn converted(folder: &Path, to: &str) -> Vec<u8> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/lichess_db_10k.pgn");
    let path = folder.join(format!("{to}.vgn"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_vgn-lsp"));
    let status = command.args(["convert", "--allow-loss", "--to", to, source, "-o"]).arg(&path).output();
    assert!(status.is_ok_and(|output| output.status.success()));
    let bytes = std::fs::read(&path).expect("it is there");
    std::fs::remove_file(path).expect("it is removed");
    bytes
}

fn messages(found: &[Value]) -> Vec<(&str, &str)> {
    found.iter().map(|d| (d["code"].as_str().unwrap_or_default(), d["message"].as_str().unwrap_or_default())).collect()
}

fn said(session: &mut Session) -> String {
    let said = session.receive(|message| message["method"] == "window/showMessage");
    said["params"]["message"].as_str().unwrap_or_default().to_owned()
}

/// What is said in a session in which all that is for binary games is used.
pub fn recorded() -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.vgn");
    let bytes = [ILLEGAL, TEXT].concat();
    std::fs::write(&path, &bytes).expect("it is written");
    let mut session = Session::recording();
    session.begin(folder.path(), &able(), &Value::Null);
    let games = uri(folder.path(), "games.vgn");
    session.open(&games, 1, &shown(&bytes));
    session.pull(&games, None);
    session.request("textDocument/documentSymbol", json!({"textDocument": {"uri": games}}));
    session.request("workspace/textDocumentContent", json!({"uri": games.replace("file:", "vgn-decoded:")}));
    let actions = session.actions(&games, [4, 25, 4, 25], json!({"diagnostics": [], "only": ["refactor"]}));
    let new_file = actions
        .iter()
        .find(|action| action["title"] == "Convert all games to Friendly Coordinate Notation (FCN) in a new file");
    session.request("codeAction/resolve", new_file.expect("it is offered").clone());
    session.change(&games, 2, [1, 8, 1, 9], "C");
    said(&mut session);
    let params = json!({"command": "vgn.convertToFile", "arguments": [{"uri": games, "to": "SAN"}]});
    session.error_code("workspace/executeCommand", params.clone());
    session.change(&games, 3, [1, 8, 1, 9], "A");
    let id = session.ask("workspace/executeCommand", params);
    session.serve("window/showMessageRequest", json!({"title": "Convert anyway"}));
    said(&mut session);
    session.serve("window/showDocument", json!({"success": true}));
    session.reply(id);
    session.notify("textDocument/willSave", json!({"textDocument": {"uri": games}, "reason": 1}));
    said(&mut session);
    std::fs::write(&path, shown(&bytes)).expect("it is written");
    session.notify("textDocument/didSave", json!({"textDocument": {"uri": games}}));
    session.serve("workspace/textDocumentContent/refresh", Value::Null);
    session.serve("workspace/diagnostic/refresh", Value::Null);
    session.serve("window/showMessageRequest", json!({"title": "Leave it"}));
    session.close(&games);
    session.finish_recorded()
}

#[test]
fn a_binary_game_is_judged_shown_and_listed_by_its_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, games) = opened(folder.path(), &[ILLEGAL, TEXT].concat());
    let found = session.pulled(&games);
    assert_eq!(
        messages(&found),
        [(
            "illegal-move",
            "ply 3, Ke1-e3: `e1e3` is not legal here: the king on e1 cannot move to e3 (offset 4 of the section)"
        )]
    );
    // The characters that were made of the two bytes.
    assert_eq!(found[0]["range"]["start"], json!({"line": 4, "character": 27}));
    let hover = session.hover(&games, 4, 27);
    let content = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(content.contains("6 bytes, 3 half-moves, result `1-0`"), "{content}");
    assert!(content.contains("Here, bytes 4-5: `Ke1-e3`, ply 3."), "{content}");
    let symbols = session.request("textDocument/documentSymbol", json!({"textDocument": {"uri": games}}));
    let listed = |index: usize| (symbols[index]["name"].clone(), symbols[index]["detail"].clone());
    assert_eq!(listed(0), (json!("A - B"), json!("White wins, 3 half-moves in BCCF")));
    assert_eq!(listed(1), (json!("Game 2"), json!("C20 King's Pawn Game")));
    assert_eq!(symbols.as_array().map(Vec::len), Some(2));
    session.finish();
}

#[test]
fn real_games_in_every_binary_notation_have_nothing_amiss_that_their_text_has_not() {
    let folder = tempfile::tempdir().expect("a folder");
    for to in ["BCCF", "BCFEN", "PGC", "BRENNER", "BRENNER2"] {
        let (mut session, games) = opened(folder.path(), &converted(folder.path(), to));
        assert_eq!(session.pulled_codes(&games), [] as [&str; 0], "{to}");
        let symbols = session.request("textDocument/documentSymbol", json!({"textDocument": {"uri": games}}));
        let details: Vec<&str> =
            symbols.as_array().into_iter().flatten().filter_map(|symbol| symbol["detail"].as_str()).collect();
        assert_eq!(details.len(), 5, "{to}");
        assert!(details.iter().all(|detail| detail.ends_with(&format!(" half-moves in {to}"))), "{details:?}");
        let decoded = session.request("vgn/decodedText", json!({"textDocument": {"uri": games}}));
        assert_eq!(decoded["languageId"], "vgn");
        let text = decoded["text"].as_str().expect("a text");
        assert!(text.starts_with("{games.vgn holds 5 games with binary move sections."), "{text}");
        assert_eq!(text.matches("[MoveFormat \"SAN").count(), 5, "{to}");
        // The view is a document like any other, and nothing is amiss in it.
        let view = games.replace("file:", "vgn-decoded:");
        session.open(&view, 1, text);
        assert_eq!(session.pulled_codes(&view), [] as [&str; 0], "{to}");
        let place = json!({"textDocument": {"uri": view}, "position": {"line": 3, "character": 0}, "to": "LAN"});
        let game = session.request("workspace/executeCommand", json!({"command": "vgn.gameAs", "arguments": [place]}));
        let text = game["text"].as_str().unwrap_or_default();
        assert!(text.contains("1. ") && !text.contains("binary"), "the heading is no comment of the game: {text}");
        session.finish();
    }
}

#[test]
fn bytes_are_known_as_long_as_the_text_is_the_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, games) = opened(folder.path(), ILLEGAL);
    assert_eq!(session.pulled_codes(&games), ["illegal-move"]);
    session.change(&games, 2, [1, 8, 1, 9], "Another");
    let warning = said(&mut session);
    assert!(warning.starts_with("Saving games.vgn would destroy a binary move section: "), "{warning}");
    assert_eq!(session.pulled_codes(&games), ["section-needs-file"]);
    let hover = session.hover(&games, 4, 25);
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("undo the change")), "{hover}");
    // No second warning of the change.
    session.change(&games, 3, [1, 8, 1, 15], "A");
    assert_eq!(session.pulled_codes(&games), ["illegal-move"]);
    session.open("untitled:new.vgn", 1, &shown(ILLEGAL));
    let nowhere = session.pulled("untitled:new.vgn");
    assert_eq!(nowhere[0]["code"], "section-needs-file");
    assert!(nowhere[0]["message"].as_str().is_some_and(|text| text.contains("expected a file on disk")), "{nowhere:?}");
    session.finish();
}

#[test]
fn a_client_that_does_not_pull_is_told_and_told_anew_when_the_file_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.vgn");
    std::fs::write(&path, ILLEGAL).expect("it is written");
    let mut session = Session::new();
    let games = uri(folder.path(), "games.vgn");
    session.open(&games, 1, &shown(ILLEGAL));
    assert_eq!(messages(&session.diagnostics(&games, 1))[0].0, "illegal-move");
    std::fs::write(&path, &ILLEGAL[..ILLEGAL.len() - 2]).expect("it is written");
    let changes = json!({"changes": [{"uri": games, "type": 2}]});
    session.notify("workspace/didChangeWatchedFiles", changes);
    let told = session.publication(&games)["params"]["diagnostics"][0]["code"].clone();
    assert_eq!(told, "section-needs-file", "the text is that of the old file");
    session.close(&games);
    session.publication(&games);
    session.finish();
}

#[test]
fn the_decoded_view_is_a_document_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, games) = opened(folder.path(), &[ILLEGAL, TEXT].concat());
    session.pulled(&games);
    let view = games.replace("file:", "vgn-decoded:");
    let text = session.request("workspace/textDocumentContent", json!({"uri": view}))["text"].clone();
    let expected = "{games.vgn holds a game with a binary move section. Here its moves are text, which is made of the \
                    file's bytes and cannot be edited: to change games, convert the file.}\n\n[GameFormat \"VGN\"]\n\
                    [White \"A\"]\n[Black \"B\"]\n[Result \"White wins\"]\n\
                    [MoveFormat \"FCN:Friendly Coordinate Notation\"]\n\n1. Pe2-e4 Pe7-e5 2. Ke1-e3#+ 1-0\n\n\
                    [GameFormat \"VGN\"]\n\n1. e4 e5 *\n";
    assert_eq!(text.as_str(), Some(expected));
    // The client is asked to fetch it again when the file is another.
    std::fs::write(folder.path().join("games.vgn"), TEXT).expect("it is written");
    session.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": games, "type": 2}]}));
    let refreshed = session.serve("workspace/textDocumentContent/refresh", Value::Null);
    assert_eq!(refreshed, json!({"uri": view}));
    session.serve("workspace/diagnostic/refresh", Value::Null);
    let text = session.request("workspace/textDocumentContent", json!({"uri": view}))["text"].clone();
    assert!(
        text.as_str().is_some_and(|text| text.ends_with("}\n\n\n\n[GameFormat \"VGN\"]\n\n1. e4 e5 *\n")),
        "{text}"
    );
    session.close(&games);
    // A file that is not open is read for it, and one that is not there is not.
    session.request("vgn/decodedText", json!({"textDocument": {"uri": games}}));
    let nothing = json!({"textDocument": {"uri": uri(folder.path(), "nothing.vgn")}});
    assert_eq!(session.error_code("vgn/decodedText", nothing), -32803);
    assert_eq!(session.error_code("vgn/decodedText", json!({"textDocument": {"uri": "untitled:a"}})), -32803);
    session.finish();
}

#[test]
fn a_section_that_is_too_long_is_named_and_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tags, _) = ILLEGAL.split_at(ILLEGAL.len() - 6);
    let bytes = [tags, &[0xC2; 1 << 20], b"\xa0\xc2\xa1", TEXT].concat();
    let (mut session, games) = opened(folder.path(), &bytes);
    let found = session.pulled(&games);
    let refused = "the binary section has 1048579 bytes: sections of at most 1048576 bytes are read";
    assert_eq!(messages(&found), [("section-too-long", refused)]);
    let hover = session.hover(&games, 4, 27);
    let content = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(content.contains(&refused[1..]) && !content.contains("half-move"), "{content}");
    let symbols = session.request("textDocument/documentSymbol", json!({"textDocument": {"uri": games}}));
    assert_eq!(symbols[0]["detail"], "White wins");
    let view = games.replace("file:", "vgn-decoded:");
    let text = session.request("workspace/textDocumentContent", json!({"uri": view}))["text"].clone();
    let text = text.as_str().unwrap_or_default();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("{{not shown: {refused}}}")) && text.ends_with("1. e4 e5 *"), "{text}");
    session.finish();
}

#[test]
fn no_action_edits_a_section_and_conversions_make_a_new_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = [b"[White \"A\"]\n[White \"C\"]\n", ILLEGAL, TEXT].concat();
    let (mut session, games) = opened(folder.path(), &bytes);
    let diagnostics = session.pulled(&games);
    assert!(messages(&diagnostics).iter().any(|(code, _)| *code == "duplicate-tag"), "{diagnostics:?}");
    let section = (6, 22);
    let mut offered = 0;
    for place in
        [[0, 0, 0, 0], [1, 3, 1, 3], [6, 3, 6, 3], [6, 21, 6, 21], [6, 22, 6, 22], [6, 29, 6, 29], [0, 0, 99, 0]]
    {
        let conversions = session.actions(&games, place, json!({"diagnostics": [], "only": ["refactor"]}));
        for action in session.actions(&games, place, json!({"diagnostics": diagnostics})).into_iter().chain(conversions)
        {
            let pending = action.get("edit").is_none() && action.get("data").is_some();
            let action = if pending {
                let asked = session.ask("codeAction/resolve", action);
                let reply = session.reply(asked);
                // What several games are offered may find nothing in any of them.
                let nothing = reply["error"]["message"].as_str().is_none_or(|why| why.starts_with("there is nothing"));
                assert!(nothing, "{reply:#}");
                reply["result"].clone()
            } else {
                action
            };
            for change in action["edit"]["documentChanges"].as_array().into_iter().flatten() {
                if change["textDocument"]["uri"] != json!(games) {
                    continue;
                }
                for edit in change["edits"].as_array().into_iter().flatten() {
                    let end = &edit["range"]["end"];
                    let end = (end["line"].as_u64().unwrap_or(0), end["character"].as_u64().unwrap_or(0));
                    assert!(end < section || end.0 > 6, "{action:#}");
                    offered += 1;
                }
            }
        }
    }
    assert!(offered > 0, "tags can be mended");

    let actions = session.actions(&games, [6, 25, 6, 25], json!({"diagnostics": [], "only": ["refactor.rewrite"]}));
    let titled = |title: &str| {
        let found = actions.iter().find(|action| action["title"] == title);
        found.unwrap_or_else(|| panic!("{title} is not in {actions:#?}")).clone()
    };
    std::fs::write(folder.path().join("games.san.vgn"), "another").expect("it is written");
    let this = session
        .request("codeAction/resolve", titled("Convert this game to Standard Algebraic Notation (SAN) in a new file"));
    let changes = &this["edit"]["documentChanges"];
    let new = uri(folder.path(), "games.san.2.vgn");
    assert_eq!((&changes[0]["kind"], &changes[0]["uri"]), (&json!("create"), &json!(new)));
    assert_eq!(changes[1]["textDocument"], json!({"uri": new, "version": null}));
    let text = changes[1]["edits"][0]["newText"].as_str().unwrap_or_default();
    assert!(text.starts_with("{Not all games could be converted to SAN; "), "{text}");
    assert!(text.contains("game 1: `e1e3` cannot be written: "), "{text}");
    assert!(text.ends_with("\n\n1. Pe2-e4 Pe7-e5 2. Ke1-e3#+ 1-0\n"), "{text}");
    let all = session
        .request("codeAction/resolve", titled("Convert all games to Long Algebraic Notation (LAN) in a new file"));
    let text = all["edit"]["documentChanges"][1]["edits"][0]["newText"].as_str().unwrap_or_default();
    assert!(text.contains("2. Ke1-e3 1-0\n\n[GameFormat") && text.ends_with("1. e2-e4 e7-e5 *\n"), "{text}");
    session.finish();
}

#[test]
fn a_client_that_cannot_create_files_is_told_why() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.vgn"), ILLEGAL).expect("it is written");
    let mut capabilities = able();
    capabilities["workspace"]["workspaceEdit"] = json!({"documentChanges": true});
    let (mut session, _) = Session::in_folder(folder.path(), capabilities, Value::Null);
    let games = uri(folder.path(), "games.vgn");
    session.open(&games, 1, &shown(ILLEGAL));
    let actions = session.actions(&games, [4, 25, 4, 25], json!({"diagnostics": [], "only": ["refactor"]}));
    let fcn = actions
        .iter()
        .find(|action| action["title"] == "Convert the game to Friendly Coordinate Notation (FCN) in a new file");
    let reason = fcn.and_then(|action| action["disabled"]["reason"].as_str()).unwrap_or_default();
    assert!(reason.contains("`vgn-lsp convert --to FCN"), "{actions:#?}");
    session.finish();
}

#[test]
fn the_server_writes_bytes_to_a_new_file_after_saying_what_is_lost() {
    const GAMES: &str = "1. e4 {good} e5 *\n\n1. d4 *\n";
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, games) = opened(folder.path(), GAMES.as_bytes());
    let only = json!({"diagnostics": [], "only": ["refactor"]});
    let actions = session.actions(&games, [0, 4, 0, 4], only);
    let action = actions.iter().find(|action| {
        action["title"] == "Convert all games to Binary Compressed Coordinate Format (BCCF) in a new file"
    });
    let command = action.unwrap_or_else(|| panic!("{actions:#?}"))["command"].clone();
    let params = json!({"command": command["command"], "arguments": command["arguments"]});
    assert_eq!(params["command"], "vgn.convertToFile");

    let run = |session: &mut Session, answer: Value| {
        let id = session.ask("workspace/executeCommand", params.clone());
        let asked = session.serve("window/showMessageRequest", answer);
        assert!(
            asked["message"].as_str().is_some_and(|text| text.contains("game 1: BCCF cannot record comments")),
            "{asked}"
        );
        id
    };
    let id = run(&mut session, Value::Null);
    assert_eq!(session.reply(id)["result"], Value::Null);
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 1, "nothing is written");

    let id = run(&mut session, json!({"title": "Skip those"}));
    assert!(said(&mut session).contains("games.bccf.vgn contains 1 game in BCCF."));
    assert_eq!(session.reply(id)["result"]["uri"], uri(folder.path(), "games.bccf.vgn"));
    let written = std::fs::read(folder.path().join("games.bccf.vgn")).expect("it is there");
    assert!(written.starts_with(b"1. e4 {good} e5 *\n\n[GameFormat"), "{}", shown(&written));

    let id = run(&mut session, json!({"title": "Convert anyway"}));
    assert!(said(&mut session).contains("games.bccf.2.vgn contains 2 games in BCCF."));
    session.reply(id);
    let second = std::fs::read(folder.path().join("games.bccf.2.vgn")).expect("it is there");
    assert_eq!(second.windows(2).filter(|pair| *pair == b"]\x86").count(), 1, "{}", shown(&second));
    assert_eq!(std::fs::read(folder.path().join("games.bccf.vgn")).expect("it is there"), written, "it is left alone");
    for wrong in [json!([]), json!([{"uri": games, "to": "BCFF"}]), json!([{"uri": "file:///a.vgn", "to": "BCCF"}])] {
        let params = json!({"command": "vgn.convertToFile", "arguments": wrong});
        assert_eq!(session.error_code("workspace/executeCommand", params), -32602);
    }
    session.finish();
}

#[test]
fn what_a_save_destroys_can_be_written_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = [ILLEGAL, TEXT].concat();
    let (mut session, games) = opened(folder.path(), &bytes);
    assert_eq!(session.pulled_codes(&games), ["illegal-move"]);
    let document = json!({"uri": games});
    session.notify("textDocument/willSave", json!({"textDocument": document, "reason": 1}));
    assert!(said(&mut session).starts_with("Saving games.vgn destroys a binary move section: "));
    // The editor writes what it shows; the client's news of the file may come first.
    std::fs::write(folder.path().join("games.vgn"), shown(&bytes)).expect("it is written");
    session.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": games, "type": 2}]}));
    session.serve("workspace/textDocumentContent/refresh", Value::Null);
    session.serve("workspace/diagnostic/refresh", Value::Null);
    session.notify("textDocument/didSave", json!({"textDocument": document}));
    let asked = session.serve("window/showMessageRequest", json!({"title": "Write the old file beside it"}));
    assert!(asked["message"].as_str().is_some_and(|text| text.contains("has lost a binary move section")), "{asked}");
    assert!(said(&mut session).contains("games.restored.vgn"));
    assert_eq!(std::fs::read(folder.path().join("games.restored.vgn")).expect("it is there"), bytes);
    // Saved again, nothing more is lost, and nothing is asked.
    session.notify("textDocument/didSave", json!({"textDocument": document}));
    let codes = session.pulled_codes(&games);
    assert!(!codes.contains(&"section-needs-file".to_owned()), "{codes:?}");
    session.finish();
}

#[test]
fn a_save_that_keeps_every_byte_is_no_loss() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, games) = opened(folder.path(), &[ILLEGAL, TEXT].concat());
    session.pulled(&games);
    std::fs::write(folder.path().join("games.vgn"), [ILLEGAL, b"\n", TEXT].concat()).expect("it is written");
    session.notify("textDocument/didSave", json!({"textDocument": {"uri": games}}));
    session.serve("workspace/textDocumentContent/refresh", Value::Null);
    session.serve("workspace/diagnostic/refresh", Value::Null);
    assert_eq!(session.pulled_codes(&games), ["illegal-move"]);
    session.finish();
}

#[test]
fn files_of_the_workspace_are_judged_by_their_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("closed.vgn"), ILLEGAL).expect("it is written");
    let (mut session, _) = Session::in_folder(folder.path(), able(), Value::Null);
    let report = session.request("workspace/diagnostic", json!({"previousResultIds": []}));
    assert_eq!(messages(report["items"][0]["items"].as_array().expect("a list"))[0].0, "illegal-move");
    session.finish();
}
