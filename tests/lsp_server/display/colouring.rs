//! Semantic tokens over the protocol; what each part of a game is painted as is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const GAME: &str = "file:///game.pgn";
const TEXT: &str = "[White \"É\"]\n\n1. e4 {é 1. d4} (1. Nf3 $1) Ke7 1-0\n";

fn start() -> (Session, Value) {
    let (session, said) = Session::with_capabilities(json!({}));
    let provider = said["capabilities"]["semanticTokensProvider"].clone();
    assert_eq!((&provider["range"], &provider["full"]), (&json!(true), &json!({"delta": true})));
    (session, provider["legend"].clone())
}

fn document() -> Value {
    json!({"uri": GAME})
}

/// The parts with their texts, by the names of the legend.
fn shown(text: &str, legend: &Value, data: &Value) -> Vec<String> {
    let lines: Vec<Vec<u16>> = text.lines().map(|line| line.encode_utf16().collect()).collect();
    let numbers: Vec<usize> = serde_json::from_value(data.clone()).unwrap_or_else(|_| panic!("{data}"));
    let (mut line, mut character) = (0, 0);
    let parts = numbers.chunks(5).map(|token| {
        (line, character) = (line + token[0], if token[0] > 0 { 0 } else { character } + token[1]);
        let text = String::from_utf16_lossy(&lines[line][character..character + token[2]]);
        let kind = legend["tokenTypes"][token[3]].as_str().expect("a name");
        let modifiers = legend["tokenModifiers"].as_array().expect("names").iter().enumerate();
        let modifiers = modifiers.filter(|(bit, _)| token[4] >> bit & 1 != 0).filter_map(|(_, name)| name.as_str());
        format!("{text} {kind} {}", modifiers.collect::<Vec<_>>().join(" ")).trim_end().to_owned()
    });
    parts.collect()
}

#[test]
fn a_document_is_painted_and_what_an_edit_changes() {
    let (mut session, legend) = start();
    session.open(GAME, 1, TEXT);
    let all = session.request("textDocument/semanticTokens/full", json!({"textDocument": document()}));
    assert_eq!(
        shown(TEXT, &legend, &all["data"]),
        [
            "White tagName",
            "\"É\" tagValue",
            "1. moveNumber mainLine",
            "e4 move mainLine",
            "{é 1.  comment mainLine",
            "d4 quotedMove mainLine",
            "} comment mainLine",
            "1. moveNumber variation",
            "N piece variation",
            "f3 move variation",
            "$1 nag variation",
            "K piece mainLine illegal",
            "e7 move mainLine illegal",
            "1-0 terminator mainLine",
        ]
    );
    session.change(GAME, 2, [2, 28, 2, 31], "e5");
    let previous = json!({"textDocument": document(), "previousResultId": all["resultId"]});
    let delta = session.request("textDocument/semanticTokens/full/delta", previous.clone());
    assert_eq!(delta["edits"], json!([{"start": 55, "deleteCount": 10, "data": [0, 4, 2, 1, 1]}]));
    let again = session.request("textDocument/semanticTokens/full/delta", previous);
    assert_eq!(again["data"].as_array().map(Vec::len), Some(13 * 5), "the answer of that name is an old one");
    session.diagnostics(GAME, 2);
    session.finish();
}

#[test]
fn a_screen_is_painted_alone() {
    let (mut session, legend) = start();
    let text = TEXT.repeat(1_000);
    session.open(GAME, 1, &text);
    let range = json!({"start": {"line": 1_501, "character": 7}, "end": {"line": 1_503, "character": 3}});
    let params = json!({"textDocument": document(), "range": range});
    let part = session.request("textDocument/semanticTokens/range", params.clone());
    let shown = shown(&text, &legend, &part["data"]);
    assert_eq!((shown.last().map(String::as_str), shown.len()), (Some("White tagName"), 13), "{shown:?}");
    session.close(GAME);
    assert_eq!(session.request("textDocument/semanticTokens/range", params), Value::Null);
    session.end_whatever_is_left();
}

#[test]
fn a_change_stops_what_is_asked_of_the_text_before() {
    let (mut session, _) = start();
    session.open(GAME, 1, &format!("1. e4\n{}*\n", "(1. d4 d5\n2. c4) ".repeat(100_000)));
    let asked = session.ask("textDocument/semanticTokens/full", json!({"textDocument": document()}));
    session.change(GAME, 2, [0, 0, 0, 0], "x");
    assert_eq!(session.reply(asked)["error"]["code"], -32801);
    session.end_whatever_is_left();
}
