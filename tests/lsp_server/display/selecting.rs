//! Selection ranges over the protocol; what a selection grows to is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};

const GAME: &str = "file:///game.pgn";

/// What is selected at each place, step by step.
fn selected(session: &mut Session, places: &[(u32, u32)]) -> Vec<Vec<Value>> {
    let positions: Vec<_> = places.iter().map(|(line, at)| json!({"line": line, "character": at})).collect();
    let params = json!({"textDocument": {"uri": GAME}, "positions": positions});
    let answer = session.request("textDocument/selectionRange", params);
    let chain = |first: &Value| {
        let steps = std::iter::successors(Some(first), |step| step.get("parent"));
        steps.map(|step| step["range"].clone()).collect()
    };
    answer.as_array().expect("a list").iter().map(chain).collect()
}

#[test]
fn each_cursor_grows_by_itself() {
    let (mut session, said) = Session::with_capabilities(json!({}));
    assert_eq!(said["capabilities"]["selectionRangeProvider"], true);
    session.open(GAME, 1, "[Site \"♔🨀\"]\n\n1. e4 {🨀} e5 2. Nf3 *\n\n1. d4 *\n");
    let whole = as_range([0, 0, 5, 0]);
    let game = as_range([0, 0, 2, 22]);
    let line = [as_range([2, 0, 2, 20]), as_range([2, 0, 2, 22]), game.clone(), whole.clone()];
    let steps = |own: &[[u32; 4]], rest: &[Value]| {
        let own: Vec<Value> = own.iter().map(|range| as_range(*range)).collect();
        [&own, rest].concat()
    };
    assert_eq!(
        selected(&mut session, &[(2, 12), (4, 4), (0, 8), (9, 0)]),
        [
            steps(&[[2, 11, 2, 13], [2, 0, 2, 13]], &line),
            steps(&[[4, 3, 4, 5], [4, 0, 4, 5], [4, 0, 4, 7]], std::slice::from_ref(&whole)),
            steps(&[[0, 7, 0, 10], [0, 6, 0, 11], [0, 0, 0, 12]], &[game, whole.clone()]),
            steps(&[], &[whole]),
        ]
    );
    session.diagnostics(GAME, 1);
    session.finish();
}

#[test]
fn a_document_that_is_empty_or_closed_has_little_to_select() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(GAME, 1, "");
    assert_eq!(selected(&mut session, &[(0, 0)]), [[as_range([0, 0, 0, 0])]]);
    session.close(GAME);
    let params = json!({"textDocument": {"uri": GAME}, "positions": []});
    assert_eq!(session.request("textDocument/selectionRange", params), Value::Null);
    session.end_whatever_is_left();
}

#[test]
fn a_change_stops_what_is_asked_of_the_text_before() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(GAME, 1, &format!("1. e4 {}*\n", "(1. d4 d5 2. c4) ".repeat(100_000)));
    let positions = json!({"textDocument": {"uri": GAME}, "positions": [{"line": 0, "character": 4}]});
    let asked = session.ask("textDocument/selectionRange", positions);
    session.change(GAME, 2, [0, 0, 0, 0], "x");
    assert_eq!(session.reply(asked)["error"]["code"], -32801);
    session.end_whatever_is_left();
}
