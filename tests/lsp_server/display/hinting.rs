//! Inlay hints over the protocol; what is shown of each kind is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const GAME: &str = "file:///game.pgn";

fn ask(lines: [u32; 2]) -> Value {
    let [start, end] = lines.map(|line| json!({"line": line, "character": 0}));
    json!({"textDocument": {"uri": GAME}, "range": {"start": start, "end": end}})
}

/// A server whose client has settings.
fn with_settings(settings: Value) -> Session {
    let mut session = Session::start();
    let options = json!({"processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": settings});
    session.request("initialize", options);
    session.notify("initialized", json!({}));
    session
}

fn labels(hints: &Value) -> Vec<&str> {
    hints.as_array().expect("a list").iter().filter_map(|hint| hint["label"].as_str()).collect()
}

#[test]
fn a_nag_has_its_glyph_and_its_meaning() {
    let (mut session, said) =
        Session::with_capabilities(json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}}));
    assert_eq!(said["capabilities"]["inlayHintProvider"]["resolveProvider"], true);
    session.open(GAME, 1, "1. e4 {🨀} $14\n(1. d4 $16) e5 *\n\n1. c4 $3 *\n");
    let hints = session.request("textDocument/inlayHint", ask([0, 2]));
    assert_eq!(labels(&hints), ["⩲", "±"]);
    assert_eq!(hints[0]["position"], json!({"line": 0, "character": 14}));
    let resolved = session.request("inlayHint/resolve", hints[0].clone());
    let said = resolved["tooltip"]["value"].as_str().expect("it is said");
    assert!(said.contains("White has a slight advantage"), "{said}");
    session.change(GAME, 2, [0, 0, 0, 0], "{x} ");
    assert_eq!(session.request("inlayHint/resolve", hints[0].clone())["tooltip"], Value::Null, "of another version");
    session.diagnostics(GAME, 2);
    session.finish();
}

#[test]
fn what_is_shown_is_a_setting_and_a_change_of_it_is_told() {
    let capabilities = json!({"workspace": {"inlayHint": {"refreshSupport": true}}});
    let (mut session, _) = Session::with_capabilities(capabilities);
    session.open(GAME, 1, "1. e4 $1 e5 2. Ke2 Nf6 *\n");
    session.diagnostics(GAME, 1);
    assert_eq!(labels(&session.request("textDocument/inlayHint", ask([0, 1]))), ["!"]);
    let hints = json!({"nags": false, "notation": "UCI", "numbers": true, "opening": true});
    session.notify("workspace/didChangeConfiguration", json!({"settings": {"vgn": {"hints": hints}}}));
    session.serve("workspace/inlayHint/refresh", Value::Null);
    let shown = session.request("textDocument/inlayHint", ask([0, 1]));
    let bongcloud = "C20 Bongcloud Attack";
    assert_eq!(labels(&shown), ["e2e4", "e7e5", "e1e2", bongcloud, "g8f6"]);
    session.end_whatever_is_left();
}

#[test]
fn where_a_line_meets_another_games_is_told_as_the_text_is_now() {
    let mut session = with_settings(json!({"hints": {"nags": false, "transpositions": true}}));
    let first = "[White \"A\"]\n[Black \"B\"]\n\n1. d4 Nf6 2. c4 e6 3. Nf3 d5 *\n\n";
    let second = "[White \"C\"]\n\n1. Nf3 e6 (1... Nf6 2. d4 e6 3. c4) 2. g3 *\n\n";
    let third = "[White \"D\"]\n[MoveFormat \"FCN\"]\n\n1. Pd2-d4 1.5 Pe7-e6 2. Pc2-c4 2.5 Ng8-f6 *\n";
    session.open(GAME, 1, &format!("{first}{second}{third}"));
    let shown = |session: &mut Session, lines: [u32; 2]| {
        let found = session.request("textDocument/inlayHint", ask(lines));
        labels(&found).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let nothing: [&str; 0] = [];
    assert_eq!(shown(&mut session, [0, 5]), ["= game 3, 2... Ng8-f6", "= game 2, 3. c4"]);
    assert_eq!(shown(&mut session, [5, 8]), ["= game 1, 3. Nf3"]);
    assert_eq!(shown(&mut session, [8, 13]), ["= game 1, 2... e6"]);
    let all = ["= game 3, 2... Ng8-f6", "= game 2, 3. c4", "= game 1, 3. Nf3", "= game 1, 2... e6"];
    assert_eq!(shown(&mut session, [0, 13]), all);
    // What stands before moves the games, and an edit of one is seen in the others.
    session.change(GAME, 2, [0, 0, 0, 0], "1. e4 *\n\n");
    assert_eq!(shown(&mut session, [7, 10]), ["= game 2, 3. Nf3"]);
    session.change(GAME, 3, [5, 22, 5, 28], "3. a3");
    assert_eq!(shown(&mut session, [7, 10]), nothing, "the other game goes another way now");
    session.change(GAME, 4, [5, 22, 5, 27], "3. Nf3");
    assert_eq!(shown(&mut session, [7, 10]), ["= game 2, 3. Nf3"]);
    session.end_whatever_is_left();
}

#[test]
fn a_number_that_is_left_out_can_be_written() {
    let mut session = with_settings(json!({"hints": {"numbers": true}}));
    session.open(GAME, 1, "1. e4 {x} e5 Nf3 *\n");
    let hints = session.request("textDocument/inlayHint", ask([0, 1]));
    assert_eq!(labels(&hints), ["1...", "2."]);
    assert_eq!(hints[1]["textEdits"][0]["newText"], "2. ");
    session.end_whatever_is_left();
}

#[test]
fn a_change_stops_what_is_asked_of_the_text_before() {
    let mut session = with_settings(json!({"hints": {"notation": "FCN"}}));
    session.open(GAME, 1, &format!("1. e4\n{}*\n", "(1. d4 d5 2. c4) ".repeat(50_000)));
    let asked = session.ask("textDocument/inlayHint", ask([0, 2]));
    session.change(GAME, 2, [0, 0, 0, 0], "x");
    assert_eq!(session.reply(asked)["error"]["code"], -32801);
    session.end_whatever_is_left();
}
