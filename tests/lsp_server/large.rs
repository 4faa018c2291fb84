//! Large documents: nothing waits for their check, and it can be called off.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{TAGS, uri, without};

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

#[test]
fn a_huge_game_holds_nobody_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (huge, small) = (uri(folder.path(), "huge.pgn"), uri(folder.path(), "small.pgn"));
    let mut session = Session::start();
    session.begin(folder.path(), &without("/textDocument/diagnostic"), &Value::Null);
    // One game that is judged for long, and one with a comment that an edit has to be looked for in.
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(100_000);
    let text = format!("{TAGS}{moves}*\n\n{TAGS}1. e4 {{{}}} *\n", "long ".repeat(2_000_000));
    session.open(&huge, 0, &text);
    session.open(&small, 0, &format!("{TAGS}1. Ke3 *\n"));
    assert_eq!(session.diagnostics(&small, 0).len(), 1);
    // Each edit calls off the check of the version before; nobody waits for any.
    for (version, line) in (1..=40).zip([8, 17].into_iter().cycle()) {
        session.change(&huge, version, [line, 3, line, 3], "x");
        session.change(&small, version, [8, 3, 8, 3], "K");
        assert_ne!(session.hover(&small, 0, 2), Value::Null);
    }
    let small = session.diagnostics(&small, 40);
    assert!(small.iter().any(|found| found["range"]["start"]["line"] == 8), "{small:?}");
    let told = session.receive(|message| message["params"]["uri"] == huge && message["params"]["version"] == 40);
    let list = told["params"]["diagnostics"].as_array().expect("a list");
    let lines: Vec<_> = list.iter().map(|found| &found["range"]["start"]["line"]).collect();
    assert!(lines.contains(&&json!(17)), "{lines:?}");
    session.end_whatever_is_left();
}

#[test]
fn a_large_document_is_told_of_as_it_was_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let mut session = Session::start();
    session.begin(folder.path(), &without("/textDocument/diagnostic"), &Value::Null);
    let fill = format!("{TAGS}1. e4 {{é♔🨀 \"\\\t}} *\n\n").repeat(2_000);
    session.open(&game, 1, &format!("{fill}{TAGS}1. Ke3 *\n"));
    let line = u32::try_from(fill.lines().count() + TAGS.lines().count()).expect("few");
    let place = |line| as_range([line, 3, line, 6]);
    // A slow machine may tell of the first games before it has come to the last.
    let told = |session: &mut Session, version: i32| {
        let range = |message: &Value| message["params"]["diagnostics"][0]["range"].clone();
        range(&session.receive(|message| message["params"]["version"] == version && range(message) != Value::Null))
    };
    assert_eq!(told(&mut session, 1), place(line));
    // What is found stays where it is in its game, wherever that moves.
    session.change(&game, 2, [0, 0, 0, 0], "\r\n\r");
    assert_eq!(told(&mut session, 2), place(line + 2));
    session.change(&game, 3, [1, 0, 1, 0], "\n");
    assert_eq!(told(&mut session, 3), place(line + 3));
    session.change(&game, 4, [0, 0, 3, 0], "");
    assert_eq!(told(&mut session, 4), place(line));
    session.end_whatever_is_left();
}

#[test]
fn a_client_may_send_all_of_a_large_text_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let fill = format!("{TAGS}1. e4 {{é♔🨀 \"\\\t}} *\n\n").repeat(2_000);
    let text = |last: &str| format!("{fill}{TAGS}1. {last} *\n\n{fill}");
    session.open(&game, 1, &text("Ke3"));
    assert_eq!(codes(&session.pulled(&game)), ["illegal-move"]);
    let anew = |session: &mut Session, version: i32, changes: Value| {
        let params = json!({"textDocument": {"uri": game, "version": version}, "contentChanges": changes});
        session.notify("textDocument/didChange", params);
    };
    anew(&mut session, 2, json!([{"text": text("e4")}]));
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
    // Several at once: the second one's place is in the text that the first has left.
    let line = u32::try_from(fill.lines().count() + TAGS.lines().count()).expect("few");
    let later = json!({"range": as_range([line, 3, line, 5]), "text": "Ke3"});
    anew(&mut session, 3, json!([{"text": text("d4")}, later]));
    let found = session.pulled(&game);
    assert_eq!((codes(&found), &found[0]["range"]), (vec!["illegal-move"], &as_range([line, 3, line, 6])));
    // A part may be large too.
    anew(
        &mut session,
        4,
        json!([{"range": as_range([line, 3, line, 6]), "text": format!("e4 *\n\n{fill}{TAGS}1. Ke3")}]),
    );
    let found = session.pulled(&game);
    let moved = line + line + 2;
    assert_eq!((codes(&found), &found[0]["range"]), (vec!["illegal-move"], &as_range([moved, 3, moved, 6])));
    session.finish();
}

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|found| found["code"].as_str()).collect()
}

impl Session {
    /// Ends the session as a client should, whatever the server has said meanwhile.
    pub fn end_whatever_is_left(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Value::Null);
        self.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
        assert_eq!(self.wait_for_end(), 0);
    }
}
