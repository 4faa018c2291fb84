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
        }}},
        "workspace": {"diagnostics": {"refreshSupport": true}}
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
    assert_eq!(labels(&list), ["Nf3", "Nc3", "Ne2", "Na3", "Nh3"]);
    let knight = list["items"][0].clone();
    assert_eq!(knight["textEdit"], json!({"range": as_range([0, 21, 0, 22]), "newText": "Nf3"}));
    assert_eq!(knight["sortText"], "0000");
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
    assert_eq!(labels(&complete(&mut session, 4, 17)), ["Nc6", "Nf6", "Na6", "Ne7", "Nh6"]);
    assert_eq!(labels(&complete(&mut session, 0, 7)), [""; 0]);
    assert_eq!(labels(&complete(&mut session, 9, 0)), ["game", "study chapter", "study chapter from a board"]);
    session.finish();
}

#[test]
fn a_file_without_any_game_is_begun() {
    let mut session = session();
    session.open(GAME, 1, "");
    assert!(labels(&complete(&mut session, 0, 0)).contains(&"e4"));
    session.finish();
}

#[test]
fn tags_glyphs_commands_and_snippets() {
    let mut session = session();
    let text =
        "[Event \"?\"]\n[White \"Anderssen\"]\n[\n\n1. e4 $ {[%} e5 *\n\n[Event \"?\"]\n[White \"\"]\n\n1. d4 *\n\n";
    session.open(GAME, 1, text);
    let names = complete(&mut session, 2, 1);
    assert_eq!(labels(&names)[..3], ["Site", "Date", "Round"]);
    let edit = json!({"range": as_range([2, 1, 2, 1]), "newText": "Site \"$1\"]"});
    assert_eq!((&names["items"][0]["textEdit"], &names["items"][0]["insertTextFormat"]), (&edit, &json!(2)));
    let site = session.request("completionItem/resolve", names["items"][0].clone());
    assert!(site["documentation"]["value"].as_str().is_some_and(|said| said.starts_with("Where")), "{site}");
    assert_eq!(labels(&complete(&mut session, 7, 8)), ["Anderssen"]);
    let glyphs = complete(&mut session, 4, 7);
    assert_eq!(glyphs["items"][0]["labelDetails"]["description"], "! good move");
    assert_eq!(labels(&complete(&mut session, 4, 11))[0], "[%clk]");
    assert!(labels(&complete(&mut session, 11, 0)).contains(&"game"));
    session.finish();
}

#[test]
fn a_client_that_shows_little_gets_plain_items() {
    let (mut session, _) = Session::pulling();
    session.open(GAME, 1, "[\n\n1. e4 N");
    let names = complete(&mut session, 0, 1);
    assert_eq!(names["items"][0]["textEdit"]["newText"], "Event");
    let moves = complete(&mut session, 2, 7);
    assert_eq!(
        (&moves["items"][0]["commitCharacters"], &moves["items"][0]["labelDetails"]),
        (&Value::Null, &Value::Null)
    );
    let said = session.request("completionItem/resolve", moves["items"][0].clone());
    assert_eq!(said["documentation"]["kind"], "plaintext");
    session.finish();
}

#[test]
fn a_place_in_a_large_file_is_answered_at_once() {
    let mut session = session();
    let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n";
    let text = game.repeat(50_000_000 / game.len());
    session.open(GAME, 1, &text);
    let line = u32::try_from(text.matches('\n').count() / 10 * 5 + 3).expect("it has fewer lines");
    let list = complete(&mut session, line, 13);
    assert_eq!(labels(&list)[..3], ["Nf3", "Nc3", "Ne2"]);
    session.finish();
}

#[test]
fn names_of_the_file_and_of_other_documents_are_values() {
    let mut session = session();
    let far = format!("[White \"Lasker\"]\n[Site \"https://a.example/1\"]\n\n1. e4 {{{}}} *\n", "far ".repeat(10_000));
    session.open("file:///other.pgn", 1, "[Black \"Steinitz\"]\n[Site \"Wien\"]\n\n1. e4 *\n");
    session.open(GAME, 1, &format!("[White \"\"]\n[Site \"\"]\n\n1. d4 *\n\n{far}\n{far}"));
    let players = complete(&mut session, 0, 8);
    assert_eq!(labels(&players), ["Lasker", "Steinitz"]);
    assert_eq!(players["isIncomplete"], false);
    assert_eq!(labels(&complete(&mut session, 1, 7)), ["Wien"], "an address is one game's own");
    session.finish();
}

#[test]
fn what_games_play_that_stand_far_away_in_the_file_comes_before_the_rest() {
    let far = "[White \"A\"]\n\n1. e4 e5 2. f4 (2. d4 exd4) 2... exf4 *\n\n".repeat(3);
    let other = "[White \"B\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 *\n\n".repeat(1_000);
    let text = format!("{far}{other}[White \"C\"]\n\n1. e4 e5 2. \n");
    assert!(other.len() > 1 << 16);
    let mut session = session();
    session.open(GAME, 1, &text);
    let line = text.matches('\n').count() as u32 - 1;
    let list = complete(&mut session, line, 12);
    assert_eq!(labels(&list)[..3], ["f4", "d4", "Nf3"]);
    session.end_whatever_is_left();
}
