//! What the server keeps in memory.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;
use crate::lsp_server::sessions::full_client::{TAGS, uri, without};

/// Half of what documents took is back by then, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn the_memory_of_closed_documents_is_given_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::start();
    session.begin(folder.path(), &without("/textDocument/diagnostic"), &Value::Null);
    let documents: Vec<String> = (0..12).map(|n| uri(folder.path(), &format!("{n}.pgn"))).collect();
    let game = format!("{TAGS}1. e4 e5 {{a comment}} *\n\n");
    let text = game.repeat(1_000_000 / game.len());
    // Opened again they need no more, and it is given back again.
    for _ in 0..2 {
        let before = session.resident();
        for document in &documents {
            session.open(document, 1, &text);
        }
        for document in &documents {
            session.hover(document, 1_000, 4);
        }
        let open = session.resident();
        assert!(open > before + 10_000_000, "{before} {open}");
        documents.iter().for_each(|document| session.close(document));
        let end = Instant::now() + PATIENCE;
        while session.resident() > before + (open - before) / 2 {
            assert!(Instant::now() < end, "{before} empty, {open} open, {} closed", session.resident());
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    session.end_whatever_is_left();
}

#[test]
fn what_many_choose_at_once_is_made_once_and_given_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let moves = (0..9_500).map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8\n", 2 * n + 1, 2 * n + 2));
    session.open(&game, 1, &format!("{TAGS}{}*\n", moves.collect::<String>()));
    let only = json!({"diagnostics": [], "only": ["refactor"]});
    let offered = session.actions(&game, [9, 0, 9, 0], only);
    let title = "Convert this game to Friendly Coordinate Notation (FCN)";
    let chosen = offered.iter().find(|action| action["title"] == title);
    let chosen = chosen.unwrap_or_else(|| panic!("{offered:#?}"));
    let before = session.resident();
    let asked: Vec<i64> = (0..12).map(|_| session.ask("codeAction/resolve", chosen.clone())).collect();
    let edits: Vec<Value> = asked.into_iter().map(|id| session.reply(id)["result"]["edit"].clone()).collect();
    let made = session.resident();
    let edited = edits[0]["documentChanges"][0]["edits"].as_array().map_or(0, Vec::len);
    assert!(edited > 38_000 && edits.iter().all(|edit| *edit == edits[0]), "{edited}");
    let end = Instant::now() + PATIENCE;
    while session.resident() > before + 32_000_000 {
        assert!(Instant::now() < end, "{before} before, {made} then, {} now", session.resident());
        std::thread::sleep(Duration::from_millis(100));
    }
    session.finish();
}
