//! The form of what is written, and the field of it that comes next.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;
use crate::lsp_server::sessions::full_client::{capabilities, without};

const URI: &str = "file:///game.pgn";
const GAME: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w \"]\n\n1. e4 (1. e3 {[%cal Ge2} 1... Kd7) Ke7 {[%clk 0:01} \
                    2. e5 { \u{e9} [%eval } *";

fn start(capabilities: Value) -> Session {
    let mut session = Session::start();
    let folder = tempfile::tempdir().expect("a folder");
    session.begin(folder.path(), &capabilities, &Value::Null);
    session.open(URI, 1, GAME);
    session
}

fn help(session: &mut Session, context: &str) -> Value {
    let at = GAME.find(context).expect("it is there") + context.len();
    let before = &GAME[..at];
    let line = before.matches('\n').count();
    let character = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    let position = json!({"line": line, "character": character});
    session.request("textDocument/signatureHelp", json!({"textDocument": {"uri": URI}, "position": position}))
}

#[test]
fn the_next_field_is_told_in_tags_and_in_comments_of_every_line() {
    let mut all = capabilities();
    all["textDocument"]["signatureHelp"] = json!({"signatureInformation": {
        "documentationFormat": ["markdown"], "parameterInformation": {"labelOffsetSupport": true}
    }});
    let mut session = start(all);
    let field = |help: &Value| {
        let form = &help["signatures"][help["activeSignature"].as_u64().expect("one is active") as usize];
        let place = &form["parameters"][help["activeParameter"].as_u64().expect("one comes next") as usize]["label"];
        let [start, end] = [0, 1].map(|n| place[n].as_u64().expect("a place") as usize);
        let label = form["label"].as_str().expect("a text");
        format!("{}<{}>{}", &label[..start], &label[start..end], &label[end..])
    };
    for (context, expected) in [
        ("4K3 w ", "board side <castling> e.p. half-moves number"),
        ("[%cal Ge2", "Gd2<d4>,..."),
        ("[%clk 0:", "h:<mm>:ss"),
        ("[%eval ", "<pawns>,depth"),
    ] {
        let help = help(&mut session, context);
        assert_eq!(field(&help), expected, "{help}");
        assert_eq!(help["signatures"][0]["documentation"]["kind"], "markdown", "{help}");
    }
    assert_eq!(help(&mut session, "1. e4 "), Value::Null);
    session.close(URI);
    session.finish();
}

#[test]
fn a_client_that_knows_little_is_told_in_plain_words() {
    let mut session = start(without("/textDocument/diagnostic"));
    let help = help(&mut session, "[%clk 0:");
    assert_eq!(help["signatures"][0]["parameters"][1]["label"], "mm", "{help}");
    let said = help["signatures"][0]["documentation"].as_str();
    assert_eq!(said, Some("[%clk]: the time that the player has left after the move."));
    session.diagnostics(URI, 1);
    session.close(URI);
    session.publication(URI);
    session.finish();
}
