//! Large documents: nothing waits for their check, and it can be called off.

use serde_json::{Value, json};

use crate::full_client::{TAGS, uri, without};
use crate::harness::Session;

/// Games of some 500 bytes, as many as fill so many megabytes.
fn megabytes(count: usize) -> String {
    let moves =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7\n";
    let game =
        format!("{TAGS}{moves}11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 *\n\n");
    game.repeat((count << 20) / game.len())
}

#[test]
fn a_check_of_50_megabytes_is_called_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let (large, small) = (uri(folder.path(), "large.pgn"), uri(folder.path(), "small.pgn"));
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&large, 1, &megabytes(50));
    let check = session.ask("textDocument/diagnostic", json!({"textDocument": {"uri": large}}));
    // Another document does not wait.
    session.open(&small, 1, "1. Nf3 *");
    assert_ne!(session.hover(&small, 0, 4), Value::Null);
    session.notify("$/cancelRequest", json!({"id": check}));
    assert_eq!(session.reply(check)["error"]["code"], -32800);

    // A change calls a check off too, and the client is told to ask again.
    let check = session.ask("textDocument/diagnostic", json!({"textDocument": {"uri": large}}));
    session.change(&large, 2, [8, 3, 8, 5], "d4");
    assert_eq!(session.reply(check)["error"]["code"], -32802);

    // So does the end.
    session.ask("textDocument/diagnostic", json!({"textDocument": {"uri": large}}));
    session.end_whatever_is_left();
}

#[test]
fn the_user_sees_a_long_check_and_calls_it_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = uri(folder.path(), "large.pgn");
    let mut session = Session::start_with(&["VGN_LSP_TEST_IMPATIENT"]);
    let mut capabilities = without("/textDocument/diagnostic");
    capabilities["window"]["workDoneProgress"] = true.into();
    session.begin(folder.path(), &capabilities, &Value::Null);
    session.open(&large, 1, &format!("{TAGS}1. Ke3 *\n\n{}", megabytes(50)));
    let token = session.serve("window/workDoneProgress/create", Value::Null)["token"].clone();
    let progress = |kind: &'static str, token: Value| {
        move |message: &Value| {
            message["method"] == "$/progress"
                && message["params"]["token"] == token
                && message["params"]["value"]["kind"] == kind
        }
    };
    let begin = session.receive(progress("begin", token.clone()));
    assert_eq!(begin["params"]["value"]["title"], "Checking large.pgn");
    assert_eq!(begin["params"]["value"]["cancellable"], true);
    session.receive(progress("report", token.clone()));
    session.notify("window/workDoneProgress/cancel", json!({"token": token}));
    session.receive(progress("end", token));
    // What was found by then has been told.
    let told = session.receive(|message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(told["params"]["diagnostics"][0]["code"], "illegal-move");
    session.end_whatever_is_left();
}

#[test]
fn a_brace_in_the_first_of_10_000_games_and_its_taking_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), json!({"diagnostics": {"missing-roster-tag": "off"}}));
    // With tags a forgotten brace ends before the next game; without, it takes all that follows.
    for (tags, judged) in [(TAGS, true), ("", false)] {
        let mut text = format!("{tags}1. e4 e5 *\n\n").repeat(9_999);
        text.push_str(&format!("{tags}1. Ke3 *\n"));
        session.open(&game, 1, &text);
        let before = session.pulled(&game);
        assert_eq!(codes(&before), ["illegal-move"]);
        let line = u32::try_from(tags.lines().count()).expect("few");
        session.change(&game, 2, [line, 5, line, 5], "{");
        let broken = session.pulled(&game);
        assert!(codes(&broken).contains(&"unclosed-comment"), "{broken:?}");
        assert_eq!(codes(&broken).contains(&"illegal-move"), judged, "{broken:?}");
        session.change(&game, 3, [line, 5, line, 6], "");
        assert_eq!(session.pulled(&game), before);
        session.close(&game);
    }
    session.finish();
}

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|found| found["code"].as_str()).collect()
}

impl Session {
    /// Ends the session as a client should, whatever the server has said meanwhile.
    fn end_whatever_is_left(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
        assert_eq!(self.wait_for_end(), 0);
    }
}
