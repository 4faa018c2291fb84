//! Folding ranges over the protocol; what can be folded in a game is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const GAME: &str = "file:///game.pgn";
const TEXT: &str = "[White \"A\"]\n[Black \"É\"]\n\n1. e4 {é\nb} e5 (1... c5\n2. Nf3) 1-0\n\n\n1. d4\nd5 *\n";

fn start(folding: Value) -> Session {
    let (session, said) = Session::with_capabilities(json!({"textDocument": {"foldingRange": folding}}));
    assert_eq!(said["capabilities"]["foldingRangeProvider"], true);
    session
}

fn folds(session: &mut Session) -> Value {
    session.request("textDocument/foldingRange", json!({"textDocument": {"uri": GAME}}))
}

fn lines(folds: &Value) -> Vec<(u64, u64)> {
    let line = |fold: &Value, name: &str| fold[name].as_u64().unwrap_or_else(|| panic!("{folds}"));
    let folds = folds.as_array().expect("a list");
    folds.iter().map(|fold| (line(fold, "startLine"), line(fold, "endLine"))).collect()
}

#[test]
fn a_client_that_folds_anything_gets_places() {
    let mut session = start(json!({}));
    session.open(GAME, 1, TEXT);
    let game = |line: u32, end: [u32; 2]| {
        let [end_line, end] = end;
        json!({
            "startLine": line,
            "startCharacter": 0,
            "endLine": end_line,
            "endCharacter": end,
            "kind": "region"
        })
    };
    assert_eq!(
        folds(&mut session),
        json!([
            game(0, [5, 11]),
            {"startLine": 0, "startCharacter": 0, "endLine": 1, "endCharacter": 11},
            {"startLine": 3, "startCharacter": 6, "endLine": 4, "endCharacter": 2, "kind": "comment"},
            {"startLine": 4, "startCharacter": 6, "endLine": 5, "endCharacter": 7},
            game(8, [9, 4]),
        ])
    );
    session.diagnostics(GAME, 1);
    session.finish();
}

#[test]
fn a_client_that_folds_lines_is_told_what_is_folded() {
    let mut session = start(json!({"lineFoldingOnly": true, "foldingRange": {"collapsedText": true}}));
    session.open(GAME, 1, TEXT);
    let game = json!({"startLine": 0, "endLine": 5, "kind": "region", "collapsedText": "A - É, 1-0"});
    assert_eq!(folds(&mut session), json!([game, {"startLine": 8, "endLine": 9, "kind": "region"}]));
    // Lines before a game move it, and what is typed in it changes it.
    session.change(GAME, 2, [0, 0, 0, 0], "1. c4\n*\n\n");
    session.change(GAME, 3, [11, 0, 11, 1], "{\n}\n1");
    assert_eq!(lines(&folds(&mut session)), [(0, 1), (3, 8), (11, 14)]);
    session.diagnostics(GAME, 3);
    session.finish();
}

#[test]
fn a_client_with_a_limit_gets_the_outermost() {
    let all = [(0, 6), (1, 2), (3, 5), (7, 9)];
    let text = "[White \"A\"]\n[Black \"B\"]\n[Event \"C\"]\n1. e4 (1. d4\n2. c4\n)\n1-0\n1. d4\nd5\n*\n";
    let wanted: [&[usize]; 5] = [&[], &[0], &[0, 3], &[0, 1, 3], &[0, 1, 2, 3]];
    for (limit, wanted) in wanted.into_iter().enumerate() {
        let mut session = start(json!({"lineFoldingOnly": true, "rangeLimit": limit}));
        session.open(GAME, 1, text);
        let wanted: Vec<_> = wanted.iter().map(|index| all[*index]).collect();
        assert_eq!(lines(&folds(&mut session)), wanted, "{limit}");
        session.diagnostics(GAME, 1);
        session.finish();
    }
}

#[test]
fn a_document_without_games_has_none() {
    let mut session = start(json!({}));
    session.open(GAME, 1, "\n\n");
    assert_eq!(folds(&mut session), json!([]));
    session.close(GAME);
    assert_eq!(folds(&mut session), Value::Null);
    session.end_whatever_is_left();
}

#[test]
fn a_change_stops_what_is_asked_of_the_text_before() {
    let mut session = start(json!({}));
    session.open(GAME, 1, &format!("1. e4\n{}*\n", "(1. d4 d5\n2. c4) ".repeat(100_000)));
    let asked = session.ask("textDocument/foldingRange", json!({"textDocument": {"uri": GAME}}));
    session.change(GAME, 2, [0, 0, 0, 0], "x");
    assert_eq!(session.reply(asked)["error"]["code"], -32801);
    session.end_whatever_is_left();
}
