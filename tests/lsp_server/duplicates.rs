//! Games that stand in a document already.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{uri, without};

const MOVES: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";

/// Ten lines.
fn game(white: &str, moves: &str) -> String {
    format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"{white}\"]\n[Black \"Kasparov, G\"]\n\
         [Result \"*\"]\n\n{moves} *\n\n"
    )
}

/// Lines of the games that are there already, each with that of the first.
fn told(diagnostics: &[Value]) -> Vec<(u64, u64)> {
    let line = |range: &Value| range["start"]["line"].as_u64().expect("a line");
    let again = diagnostics.iter().filter(|found| found["code"] == "duplicate-game");
    again.map(|found| (line(&found["range"]), line(&found["relatedInformation"][0]["location"]["range"]))).collect()
}

#[test]
fn both_games_are_told_right_as_either_is_edited() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = uri(folder.path(), "a.pgn");
    let mut session = Session::start();
    session.begin(folder.path(), &without("/textDocument/diagnostic"), &Value::Null);
    let karpov = game("Karpov, Anatoly", MOVES);
    session.open(&file, 1, &[karpov.clone(), game("Tal", "1. e4"), game("KARPOV,A", MOVES), karpov].concat());
    let found = session.diagnostics(&file, 1);
    assert_eq!(told(&found), [(20, 0), (30, 0)]);
    let second = &found[0];
    assert_eq!(
        (&second["severity"], &second["message"], &second["range"]),
        (
            &json!(4),
            &json!("this game has the same players, final position and number of half-moves as game 1 (line 1)"),
            &as_range([20, 0, 20, 11])
        )
    );
    assert_eq!(
        second["relatedInformation"],
        json!([{"location": {"uri": file, "range": as_range([0, 0, 0, 11])}, "message": "game 1 is the first"}])
    );
    // Another player in the first game: the second one is the first now.
    session.change(&file, 2, [4, 8, 4, 14], "Anand");
    assert_eq!(told(&session.diagnostics(&file, 2)), [(30, 20)]);
    session.change(&file, 3, [4, 8, 4, 13], "Karpov");
    assert_eq!(told(&session.diagnostics(&file, 3)), [(20, 0), (30, 0)]);
    // Lines before them, and what says nothing of them.
    session.change(&file, 4, [8, 0, 8, 0], "{again\n\n}\n");
    assert_eq!(told(&session.diagnostics(&file, 4)), [(23, 0), (33, 0)]);
    // Another move in the second one, and back.
    session.change(&file, 5, [31, 3, 31, 5], "e3");
    assert_eq!(told(&session.diagnostics(&file, 5)), [(33, 0)]);
    session.change(&file, 6, [31, 3, 31, 5], "e4");
    assert_eq!(told(&session.diagnostics(&file, 6)), [(23, 0), (33, 0)]);
    // The first one goes, and all that is left of the file is the last two.
    session.change(&file, 7, [0, 0, 23, 0], "");
    assert_eq!(told(&session.diagnostics(&file, 7)), [(10, 0)]);
    session.change(&file, 8, [0, 0, 10, 0], "");
    assert_eq!(told(&session.diagnostics(&file, 8)), []);
    session.close(&file);
    session.publication(&file);
    session.finish();
}

#[test]
fn in_a_large_document_they_are_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = uri(folder.path(), "a.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let filler = game("?", "1. e4").repeat(3_000);
    let karpov = game("Karpov, Anatoly", MOVES);
    session.open(&file, 1, &format!("{filler}{karpov}{filler}{karpov}{filler}"));
    assert_eq!(told(&session.pulled(&file)), [(60_010, 30_000)]);
    session.change(&file, 2, [0, 0, 0, 0], &karpov);
    assert_eq!(told(&session.pulled(&file)), [(30_010, 0), (60_020, 0)]);
    session.change(&file, 3, [60_024, 8, 60_024, 8], "x");
    assert_eq!(told(&session.pulled(&file)), [(30_010, 0)]);
    session.change(&file, 4, [90_020, 0, 90_020, 0], &karpov.repeat(2));
    assert_eq!(told(&session.pulled(&file)), [(30_010, 0), (90_020, 0), (90_030, 0)]);
    // More than is followed, and then two games that another player is in as well.
    session.change(&file, 5, [20, 0, 20, 0], &filler);
    assert_eq!(told(&session.pulled(&file)), [(60_010, 0), (120_020, 0), (120_030, 0)]);
    session.change(&file, 6, [60_014, 8, 60_014, 8], "x");
    session.change(&file, 7, [4, 8, 4, 8], "x");
    assert_eq!(told(&session.pulled(&file)), [(60_010, 0), (90_020, 0), (120_030, 120_020)]);
    session.finish();
}

#[test]
fn who_does_not_want_to_know_is_not_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = uri(folder.path(), "a.pgn");
    let (mut session, _) = Session::full(folder.path(), json!({"diagnostics": {"duplicate-game": "off"}}));
    session.open(&file, 1, &game("Karpov", MOVES).repeat(2));
    assert_eq!(told(&session.pulled(&file)), []);
    session.finish();
}

#[test]
fn a_file_that_is_not_open_is_looked_at_too_and_the_finding_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = game("Karpov", MOVES).repeat(2);
    std::fs::write(folder.path().join("a.pgn"), &text).expect("written");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let report = session.request("workspace/diagnostic", json!({"previousResultIds": []}));
    assert_eq!(told(report["items"][0]["items"].as_array().expect("findings")), [(10, 0)], "{report}");
    let file = uri(folder.path(), "a.pgn");
    session.open(&file, 1, &text);
    let diagnostics = session.pulled(&file);
    let params = json!({
        "textDocument": {"uri": file}, "range": diagnostics[0]["range"], "context": {"diagnostics": diagnostics}
    });
    let actions = session.request("textDocument/codeAction", params);
    let titles: Vec<&str> =
        actions.as_array().into_iter().flatten().filter_map(|action| action["title"].as_str()).collect();
    assert!(titles.iter().any(|title| title.contains("duplicate-game")), "{actions}");
    session.finish();
}
