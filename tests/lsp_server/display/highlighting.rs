//! Highlights and linked editing over the protocol; what belongs to a place is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};

const GAME: &str = "file:///game.pgn";

fn at(line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": GAME}, "position": {"line": line, "character": character}})
}

#[test]
fn a_piece_and_the_result_are_found_again() {
    let (mut session, said) = Session::with_capabilities(json!({}));
    assert_eq!(said["capabilities"]["documentHighlightProvider"], true);
    assert_eq!(said["capabilities"]["linkedEditingRangeProvider"], true);
    session.open(GAME, 1, "[Result \"1-0\"]\n\n1. Nf3 {🨀} e5 2. Nxe5 d6\n3. Nf3 Bg4 4. a4 Bxf3 1-0\n");
    let highlight = |range: [u32; 4], kind: u32| json!({"range": as_range(range), "kind": kind});
    assert_eq!(
        session.request("textDocument/documentHighlight", at(3, 4)),
        json!([
            highlight([2, 3, 2, 6], 3),
            highlight([2, 18, 2, 22], 3),
            highlight([3, 3, 3, 6], 3),
            highlight([3, 17, 3, 21], 2),
        ])
    );
    let results = [as_range([0, 9, 0, 12]), as_range([3, 22, 3, 25])];
    let highlights = json!([{"range": results[0], "kind": 1}, {"range": results[1], "kind": 1}]);
    assert_eq!(session.request("textDocument/documentHighlight", at(3, 22)), highlights);
    assert_eq!(session.request("textDocument/linkedEditingRange", at(0, 10))["ranges"], json!(results));
    assert_eq!(session.request("textDocument/documentHighlight", at(1, 0)), Value::Null);
    assert_eq!(session.request("textDocument/linkedEditingRange", at(2, 4)), Value::Null);
    session.diagnostics(GAME, 1);
    session.finish();
}

#[test]
fn a_change_stops_what_is_asked_of_the_text_before() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(GAME, 1, &format!("1. Nf3 {}*\n", "(1. d4 d5 2. c4) ".repeat(100_000)));
    let asked = [
        session.ask("textDocument/documentHighlight", at(0, 4)),
        session.ask("textDocument/linkedEditingRange", at(0, 4)),
    ];
    session.change(GAME, 2, [0, 0, 0, 0], "x");
    for id in asked {
        assert_eq!(session.reply(id)["error"]["code"], -32801);
    }
    session.end_whatever_is_left();
}
