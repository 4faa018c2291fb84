//! What an editor shows more lightly than `check`: games that are being written, and those of studies.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{TAGS, uri, without};

const GAME: &str = "file:///game.pgn";
const ERROR: i64 = 1;
const INFORMATION: i64 = 3;
const HINT: i64 = 4;

fn levels(found: &[Value]) -> Vec<(&str, i64)> {
    found.iter().map(|d| (d["code"].as_str().unwrap_or_default(), d["severity"].as_i64().unwrap_or_default())).collect()
}

#[test]
fn a_terminator_is_not_missed_before_the_game_has_been_left() {
    let mut session = Session::new();
    session.open(GAME, 1, &format!("{TAGS}1. d4 *\n\n{TAGS}1. e4"));
    assert_eq!(levels(&session.diagnostics(GAME, 1)), [("missing-terminator", ERROR)]);
    session.change(GAME, 2, [18, 5, 18, 5], " ");
    session.change(GAME, 3, [18, 6, 18, 6], "e5");
    assert_eq!(levels(&session.diagnostics(GAME, 3)), [("missing-terminator", HINT)]);
    // Another game is edited, this one stays as it is.
    session.change(GAME, 4, [8, 3, 8, 5], "c4");
    assert_eq!(levels(&session.diagnostics(GAME, 4)), [("missing-terminator", ERROR)]);
    session.change(GAME, 5, [18, 8, 18, 8], "\n");
    assert_eq!(levels(&session.diagnostics(GAME, 5)), [("missing-terminator", HINT)]);
    // A game follows.
    session.change(GAME, 6, [19, 0, 19, 0], &format!("\n{TAGS}"));
    session.change(GAME, 7, [28, 0, 28, 0], "\n");
    let found = session.diagnostics(GAME, 7);
    assert_eq!(levels(&found), [("missing-terminator", ERROR), ("missing-terminator", HINT)]);
    assert_eq!(found[0]["range"], as_range([18, 6, 18, 8]));
    session.finish();
}

#[test]
fn nor_in_a_game_that_others_follow() {
    let mut session = Session::new();
    let game = format!("{TAGS}1. d4 *\n\n");
    session.open(GAME, 1, &game.repeat(5));
    assert_eq!(levels(&session.diagnostics(GAME, 1)), []);
    // In the first, a middle and the last game the terminator is taken away, and a move is typed in its place.
    let mut version = 1;
    let mut left = Vec::new();
    for line in [8, 28, 48] {
        for (range, text) in [([line, 6, line, 7], ""), ([line, 6, line, 6], "d"), ([line, 7, line, 7], "5")] {
            version += 1;
            session.change(GAME, version, range, text);
            let found = session.diagnostics(GAME, version);
            let expected: Vec<_> =
                found.iter().map(|found| found["range"]["start"]["line"].as_u64().unwrap_or_default()).collect();
            let here = |d: &&Value| d["range"]["start"]["line"] == line && d["code"] == "missing-terminator";
            assert_eq!(found.iter().find(here).map(|d| d["severity"].as_i64()), Some(Some(HINT)), "{found:?}");
            assert!(left.iter().all(|line| expected.contains(line)), "{expected:?}");
            for found in found.iter().filter(|d| d["range"]["start"]["line"] != line) {
                assert_eq!(levels(std::slice::from_ref(found)), [("missing-terminator", ERROR)]);
            }
        }
        left.push(u64::from(line));
    }
    session.finish();
}

#[test]
fn several_cursors_write_several_games_and_a_paste_leaves_off_at_its_end() {
    let mut session = Session::new();
    session.open(GAME, 1, &format!("{TAGS}1. d4 *\n\n").repeat(3));
    assert_eq!(levels(&session.diagnostics(GAME, 1)), []);
    let lines = |found: &[Value]| {
        let place = |d: &Value| (d["range"]["start"]["line"].as_u64(), d["severity"].as_i64());
        found.iter().map(place).collect::<Vec<_>>()
    };
    // From the end, as editors send them, and from the beginning.
    for (version, order) in [(2, [28, 8]), (4, [8, 28])] {
        let changes = |range: fn(u32) -> [u32; 4], text: &str| {
            order.map(|line| json!({"range": as_range(range(line)), "text": text}))
        };
        let document = |version| json!({"uri": GAME, "version": version});
        let away = changes(|line| [line, 6, line, 7], "");
        session.notify("textDocument/didChange", json!({"textDocument": document(version), "contentChanges": away}));
        let found = session.diagnostics(GAME, version);
        assert_eq!(lines(&found), [(Some(8), Some(HINT)), (Some(28), Some(HINT))]);
        let back = changes(|line| [line, 6, line, 6], "*");
        session
            .notify("textDocument/didChange", json!({"textDocument": document(version + 1), "contentChanges": back}));
        assert_eq!(levels(&session.diagnostics(GAME, version + 1)), []);
    }
    session.change(GAME, 6, [30, 0, 30, 0], &format!("{TAGS}1. e4\n\n").repeat(2));
    assert_eq!(lines(&session.diagnostics(GAME, 6)), [(Some(38), Some(ERROR)), (Some(48), Some(HINT))]);
    session.finish();
}

/// Editors also save by themselves, between two half-moves.
#[test]
fn a_save_does_not_leave_the_game() {
    let mut session = Session::new();
    let text = format!("{TAGS}1. d4 *\n\n{TAGS}1. e4 *\n");
    session.open(GAME, 1, &text);
    session.diagnostics(GAME, 1);
    session.change(GAME, 2, [8, 6, 8, 7], "d5");
    assert_eq!(levels(&session.diagnostics(GAME, 2)), [("missing-terminator", HINT)]);
    // The next list is that of the next version: a save publishes nothing.
    session.notify("textDocument/didSave", json!({"textDocument": {"uri": GAME}}));
    session.change(GAME, 3, [8, 8, 8, 8], " c4");
    assert_eq!(levels(&publication(&mut session, 3)), [("missing-terminator", HINT)]);
    session.notify("textDocument/didSave", json!({"textDocument": {"uri": GAME}}));
    session.change(GAME, 4, [18, 6, 18, 7], "e5 *");
    assert_eq!(levels(&publication(&mut session, 4)), [("missing-terminator", ERROR)]);
    session.change(GAME, 5, [8, 11, 8, 11], " e6");
    assert_eq!(levels(&publication(&mut session, 5)), [("missing-terminator", HINT)]);
    session.close(GAME);
    assert_eq!(session.publication(GAME)["params"]["diagnostics"], json!([]));
    session.open(GAME, 1, &text.replacen("d4 *", "d4", 1));
    assert_eq!(levels(&publication(&mut session, 1)), [("missing-terminator", ERROR)]);
    session.finish();
}

/// The next list, which is that of a version.
fn publication(session: &mut Session, version: i32) -> Vec<Value> {
    let message = session.publication(GAME);
    assert_eq!(message["params"]["version"], version);
    message["params"]["diagnostics"].as_array().expect("a list").clone()
}

#[test]
fn a_client_that_pulls_reads_a_hint_before_and_after_a_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, &format!("{TAGS}1. d4 *\n\n{TAGS}1. e4 *\n"));
    session.change(&game, 2, [8, 6, 8, 7], "d5");
    let report = session.pull(&game, None);
    assert_eq!(levels(report["items"].as_array().expect("a list")), [("missing-terminator", HINT)]);
    session.notify("textDocument/didSave", json!({"textDocument": {"uri": game}}));
    assert_eq!(session.pull(&game, Some(&report["resultId"]))["kind"], "unchanged");
    session.change(&game, 3, [18, 6, 18, 7], "c5 *");
    let after = session.pull(&game, Some(&report["resultId"]));
    assert_eq!(levels(after["items"].as_array().expect("a list")), [("missing-terminator", ERROR)]);
    session.finish();
}

const STUDY: &str =
    "[Event \"A study\"]\n[Result \"*\"]\n[Annotator \"https://lichess.org/@/someone\"]\n\n1. f3 e5 2. g4 Qh4# *\n";

#[test]
fn chapters_of_studies_lack_what_games_that_were_played_have() {
    let tags = json!({"textDocument": {"publishDiagnostics": {"tagSupport": {"valueSet": [1, 2]}}}});
    let (mut session, _) = Session::with_capabilities(tags);
    session.open(GAME, 1, &format!("{STUDY}\n{}", STUDY.replace("https://lichess.org", "x")));
    let found = session.diagnostics(GAME, 1);
    let expected = [
        ("missing-roster-tag", HINT),
        ("terminator-contradicts-board", HINT),
        ("missing-roster-tag", INFORMATION),
        ("terminator-contradicts-board", 2),
    ];
    assert_eq!(levels(&found), expected);
    assert_eq!((&found[0]["range"], &found[0]["tags"]), (&as_range([0, 0, 0, 1]), &json!([1])));
    assert_eq!((&found[2]["range"], &found[2]["tags"]), (&as_range([6, 0, 6, 17]), &Value::Null));
    session.finish();
}

#[test]
fn the_fixes_of_a_study_are_offered_with_their_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, STUDY);
    let found = session.pulled(&game);
    let actions = session.actions(&game, [0, 0, 0, 1], json!({"diagnostics": [found[0]]}));
    let about = |action: &&Value| action["diagnostics"][0]["code"] == "missing-roster-tag";
    assert!(actions.iter().any(|action| about(&action)), "{actions:#?}");
    session.finish();
}

#[test]
fn a_level_that_is_said_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = "missing-roster-tag = \"information\"\nmissing-terminator = \"error\"\nterminator-contradicts-board = \"warning\"";
    std::fs::write(folder.path().join("vgn.toml"), format!("[diagnostics]\n{said}\n")).expect("it is written");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::in_folder(folder.path(), without("/textDocument/diagnostic"), Value::Null);
    session.open(&game, 1, &format!("{STUDY}\n{TAGS}1. e4"));
    session.diagnostics(&game, 1);
    session.change(&game, 2, [14, 5, 14, 5], " e5");
    let expected =
        [("missing-roster-tag", INFORMATION), ("terminator-contradicts-board", 2), ("missing-terminator", ERROR)];
    assert_eq!(levels(&session.diagnostics(&game, 2)), expected);
    session.finish();
}
