//! A chess engine beside the text: asked for, told, stopped, and gone when it should be.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 *\n";
const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1\n";

/// A session whose engine is the fake one of this kind; its folder has to be kept.
pub(super) fn session(kind: &str) -> (Session, tempfile::TempDir) {
    session_with(kind, json!({}))
}

/// The same, with hints within the text.
pub(super) fn session_with(kind: &str, hints: Value) -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join(kind);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/fake");
    std::os::unix::fs::symlink(script, &program).expect("a link");
    let mut session = Session::start();
    let options = json!({"vgn": {"engine": {"path": program}, "hints": hints}});
    let capabilities = json!({"workspace": {"inlayHint": {"refreshSupport": hints.get("engine").is_some()}}});
    let params = json!({
        "processId": std::process::id(), "rootUri": null, "capabilities": capabilities, "initializationOptions": options,
    });
    let result = session.request("initialize", params);
    assert_eq!(result["capabilities"]["experimental"]["engine"], true);
    session.notify("initialized", json!({}));
    session.open("untitled:a.pgn", 1, GAME);
    session.diagnostics("untitled:a.pgn", 1);
    (session, folder)
}

fn at(character: u32) -> Value {
    json!({"textDocument": {"uri": "untitled:a.pgn"}, "position": {"line": 0, "character": character}})
}

/// The next news of a search; the position and the reason of those before it do not matter.
fn info(session: &mut Session, id: &Value, wanted: impl Fn(&Value) -> bool) -> Value {
    let found = session.receive(|message| {
        message["method"] == "vgn/engineInfo" && message["params"]["id"] == *id && wanted(&message["params"])
    });
    found["params"].clone()
}

fn refusal(session: &mut Session, params: Value) -> String {
    let id = session.ask("vgn/engineStart", params);
    let reply = session.reply(id);
    assert_eq!(reply["error"]["code"], -32803, "{reply}");
    reply["error"]["message"].as_str().unwrap_or_default().to_owned()
}

fn stop(session: &mut Session) -> Value {
    session.request("vgn/engineStop", json!({"textDocument": {"uri": "untitled:a.pgn"}}))
}

/// Ends the session; more news may have come.
pub(super) fn finish(mut session: Session) {
    assert_eq!(session.request("shutdown", Value::Null), Value::Null);
    session.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(session.wait_for_end(), 0);
    let left = session.left();
    assert!(left.iter().all(|message| message["method"] == "vgn/engineInfo"), "{left:?}");
}

/// Whether a process still runs; a zombie does not.
pub(super) fn runs(process: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

pub(super) fn wait_until_gone(process: &str) {
    let end = Instant::now() + Duration::from_secs(20);
    while runs(process) {
        assert!(Instant::now() < end, "it still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_engine_thinks_about_the_position_at_the_cursor() {
    let (mut session, _folder) = session("honest");
    let started = session.request("vgn/engineStart", at(0));
    assert!(started["fen"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/")), "{started}");
    let told = info(&mut session, &started["id"], |told| told["ended"] == true);
    let line = json!([{"cp": 10, "depth": 1, "san": ["e4", "e5"], "uci": ["e2e4", "e7e5"]}]);
    assert_eq!((&told["lines"], &told["engine"], &told["nodes"]), (&line, &json!("Fake honest"), &json!(1)));
    // Elsewhere it is another search of the same engine; here its move is not legal.
    let mut elsewhere = at(4);
    elsewhere["of"] = json!("threat");
    let started = session.request("vgn/engineStart", elsewhere);
    let told = info(&mut session, &started["id"], |told| told["ended"] == true);
    assert_eq!((&told["threat"], &told["lines"][0]["san"][0]), (&json!(true), &Value::Null), "{told}");
    let sentence = "The engine Fake honest gave the move `e2e4`, which is not legal.";
    assert_eq!(told["error"], sentence);
    // A search for the same position goes on; one that has failed does not.
    let again = session.request("vgn/engineStart", at(0));
    assert_eq!(info(&mut session, &again["id"], |told| told["ended"] == true)["lines"], line);
    assert_eq!(session.request("vgn/engineStart", at(1)), again, "typing in tags costs the engine nothing");
    // By the number of a game and its half-move; from White's side.
    let game = json!({"textDocument": {"uri": "untitled:a.pgn"}, "game": 1, "move": -1, "lines": 3});
    let started = session.request("vgn/engineStart", game);
    assert_eq!(info(&mut session, &started["id"], |told| told["ended"] == true)["lines"], line);
    assert_eq!((stop(&mut session), stop(&mut session)), (json!(true), json!(false)));
    finish(session);
}

#[test]
fn what_cannot_be_searched_is_said() {
    let (mut session, _folder) = session("honest");
    session.change("untitled:a.pgn", 2, [0, 0, 1, 0], MATE);
    session.diagnostics("untitled:a.pgn", 2);
    assert_eq!(refusal(&mut session, at(19)), "White is checkmated: there is nothing to search");
    session.change("untitled:a.pgn", 3, [0, 0, 1, 0], "[Variant \"Atomic\"]\n\n1. e4 *\n");
    session.diagnostics("untitled:a.pgn", 3);
    let started = session.request("vgn/engineStart", at(0));
    let told = info(&mut session, &started["id"], |_| true);
    assert_eq!(told["error"], "The engine Fake honest does not play the variant atomic.");
    session.change("untitled:a.pgn", 4, [0, 0, 3, 0], "1. e4 e9 2. d4 *\n");
    session.diagnostics("untitled:a.pgn", 4);
    assert!(refusal(&mut session, at(14)).starts_with("no board is known here"));
    let mut many = at(0);
    many["lines"] = json!(6);
    assert_eq!(session.error_code("vgn/engineStart", many), -32602);
    finish(session);
}

#[test]
fn without_the_setting_nothing_starts() {
    let mut session = Session::new();
    session.open("untitled:a.pgn", 1, GAME);
    session.diagnostics("untitled:a.pgn", 1);
    assert!(refusal(&mut session, at(0)).starts_with("no engine is set: name the program"));
    session.finish();
}

#[test]
fn a_project_names_no_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("vgn.toml"), "[engine]\npath = \"/bin/sh\"\n").expect("it is written");
    let uri = crate::lsp_server::sessions::full_client::uri(folder.path(), "a.pgn");
    let mut session = Session::new();
    session.open(&uri, 1, GAME);
    session.diagnostics(&uri, 1);
    let params = json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}});
    assert!(refusal(&mut session, params).starts_with("no engine is set"));
    assert_eq!(session.request("shutdown", Value::Null), Value::Null);
    session.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(session.wait_for_end(), 0);
}

#[test]
fn an_engine_that_fails_disturbs_nothing_else() {
    for (kind, sentence) in [
        ("dies", "The engine Fake dies ended by itself (exit status: 3)."),
        ("killed", "The engine Fake killed ended by itself (signal: 9 (SIGKILL))."),
        ("lies", "The engine Fake lies gave the move `e2e5`, which is not legal."),
        ("none", "The engine Fake none gave no move in a position that has one."),
        ("garbage", "writes what is not UCI: is it a chess engine?"),
        ("gone", "ended by itself (exit status: 7)."),
    ] {
        let (mut session, _folder) = session(kind);
        let started = session.request("vgn/engineStart", at(0));
        let told = info(&mut session, &started["id"], |told| told["ended"] == true);
        assert!(told["error"].as_str().is_some_and(|said| said.ends_with(sentence)), "{kind}: {told}");
        assert!(!session.hover("untitled:a.pgn", 0, 4).is_null());
        assert_eq!(stop(&mut session), false, "{kind}");
        finish(session);
    }
}

#[test]
fn a_program_that_is_not_there_is_told() {
    let (mut session, folder) = session("honest");
    std::fs::remove_file(folder.path().join("honest")).expect("it is removed");
    let started = session.request("vgn/engineStart", at(0));
    let told = info(&mut session, &started["id"], |told| told["ended"] == true);
    let said = told["error"].as_str().unwrap_or_default();
    assert!(said.ends_with("honest cannot be started: No such file or directory."), "{said}");
    finish(session);
}

/// A hanging engine neither answers nor stops: what waits is only its own thread.
#[test]
fn an_engine_that_hangs_is_left_at_once() {
    for kind in ["hangs", "mute", "deaf", "thinks"] {
        let (mut session, _folder) = session(kind);
        let began = Instant::now();
        session.request("vgn/engineStart", at(0));
        session.change("untitled:a.pgn", 2, [0, 0, 0, 0], " ");
        session.diagnostics("untitled:a.pgn", 2);
        assert!(!session.hover("untitled:a.pgn", 0, 5).is_null());
        session.request("vgn/engineStart", at(5));
        assert_eq!(stop(&mut session), true);
        finish(session);
        assert!(began.elapsed() < Duration::from_secs(9), "{kind}: {:?}", began.elapsed());
    }
}

/// The process of the fake engine that tells its child.
#[cfg(target_os = "linux")]
fn brood(session: &mut Session) -> String {
    let started = session.request("vgn/engineStart", at(0));
    let told = info(session, &started["id"], |told| told["engine"].is_string());
    let name = told["engine"].as_str().unwrap_or_default();
    let process = name.strip_prefix("Fake ").unwrap_or_else(|| panic!("{told}")).to_owned();
    assert!(runs(&process));
    process
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_and_what_it_started_end_with_the_document_and_the_session() {
    let (mut stopped, _folder) = session("brood");
    let process = brood(&mut stopped);
    assert_eq!(stop(&mut stopped), true);
    wait_until_gone(&process);
    let process = brood(&mut stopped);
    stopped.close("untitled:a.pgn");
    wait_until_gone(&process);
    finish_closed(stopped);

    let (mut ended, _folder) = session("brood");
    let process = brood(&mut ended);
    finish(ended);
    wait_until_gone(&process);

    // The client is gone without a word.
    let (mut cut, _folder) = session("brood");
    let process = brood(&mut cut);
    cut.close_input();
    cut.wait_for_end();
    wait_until_gone(&process);
}

/// As `finish`, after a document was closed: its list is emptied.
#[cfg(target_os = "linux")]
fn finish_closed(mut session: Session) {
    session.publication("untitled:a.pgn");
    finish(session);
}
