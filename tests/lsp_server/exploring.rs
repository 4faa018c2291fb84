//! What the games of a workspace play in a position: files that are not open, and what is not saved.

use std::io::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::uri;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A workspace of three files with four games.
pub fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.pgn", GAMES.as_bytes());
    std::fs::create_dir(folder.path().join("below")).expect("a folder");
    write(
        folder.path(),
        "below/b.PGN",
        b"[White \"\xc9mile\"]\r\n[WhiteElo \"2700\"]\r\n\r\n1. e4 {\xe9t\xe9} c5 1/2-1/2\r\n",
    );
    write(folder.path(), "c.vgn", b"[GameFormat \"VGN\"]\n[MoveFormat \"UCI\"]\n\ng1f3 d7d5 d2d4 *\n");
    write(folder.path(), "notes.txt", b"1. a4 *");
    folder
}

/// The games of `a.pgn`.
pub const GAMES: &str = "\
[White \"A\"]
[WhiteElo \"2500\"]
[Date \"2001.??.??\"]

1. d4 d5 2. Nf3 (2. c4) 1-0

[White \"B\"]

1. e4 c5 0-1
";

pub fn write(folder: &Path, name: &str, bytes: &[u8]) {
    std::fs::write(folder.join(name), bytes).expect("it is written");
}

/// The answer once every file is in the index.
pub fn explore(session: &mut Session, params: &Value) -> Value {
    for _ in 0..200 {
        let found = session.request("vgn/explore", params.clone());
        if found["complete"] == true {
            return found;
        }
    }
    panic!("the index is never complete");
}

/// The answer about a position once every file is in the index.
pub fn explored(session: &mut Session, fen: &str) -> Value {
    explore(session, &json!({ "fen": fen }))
}

/// Games, won, drawn, lost.
fn counts(of: &Value) -> [u64; 4] {
    ["games", "white", "draws", "black"].map(|name| of[name].as_u64().expect("a number"))
}

fn moves(of: &Value) -> Vec<(&str, u64)> {
    let list = of["moves"].as_array().expect("a list").iter();
    list.map(|played| (played["san"].as_str().expect("a word"), played["games"].as_u64().expect("a number"))).collect()
}

#[test]
fn the_files_of_a_workspace_are_counted() {
    let folder = workspace();
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let found = explored(&mut session, START);
    assert_eq!((counts(&found), &found["fen"], &found["leftOut"]), ([4, 1, 1, 1], &json!(START), &json!(false)));
    assert_eq!(moves(&found), [("e4", 2), ("d4", 1), ("Nf3", 1)]);
    let d4 = json!({
        "san": "d4", "uci": "d2d4", "games": 1, "white": 1, "draws": 0, "black": 0, "averageRating": 2500,
        "lastYear": 2001,
    });
    assert_eq!(found["moves"][1], d4);
    let best: Vec<_> = found["best"].as_array().expect("a list").iter().map(|game| &game["white"]).collect();
    assert_eq!(best, ["Émile", "A", "B", ""]);

    // By a transposition, in another notation; what only a variation reaches does not count.
    let found = explored(&mut session, "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!((counts(&found), moves(&found)), ([2, 1, 0, 0], vec![]));
    let places: Vec<_> = found["best"].as_array().expect("a list").iter().map(|game| &game["range"]).collect();
    assert_eq!(places, [&as_range([4, 12, 4, 15]), &as_range([3, 10, 3, 14])]);
    let found = explored(&mut session, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    // Columns are bytes of UTF-8 for this client.
    let first = json!({
        "uri": uri(folder.path(), "below/b.PGN"), "range": as_range([3, 14, 3, 16]), "white": "Émile", "black": "",
        "result": "1/2-1/2", "date": "", "whiteRating": 2700, "blackRating": null,
    });
    assert_eq!((&found["best"][0], &found["opening"]["eco"]), (&first, &json!("B20")));
    session.finish();
}

#[test]
fn a_change_on_disk_is_counted() {
    let folder = workspace();
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    assert_eq!(explored(&mut session, START)["games"], 4);
    write(folder.path(), "a.pgn", b"1. c4 *");
    write(folder.path(), "new.pgn", b"1. c4 *\n\n1. c4 *\n");
    std::fs::remove_file(folder.path().join("c.vgn")).expect("it is there");
    let changes = [("a.pgn", 2), ("new.pgn", 1), ("c.vgn", 3)];
    let changes = changes.map(|(name, kind)| json!({"uri": uri(folder.path(), name), "type": kind}));
    session.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    assert_eq!(moves(&explored(&mut session, START)), [("c4", 3), ("e4", 1)]);
    let folders = json!({"added": [], "removed": [{"uri": uri(folder.path(), ""), "name": "folder"}]});
    session.notify("workspace/didChangeWorkspaceFolders", json!({"event": folders}));
    assert_eq!(explored(&mut session, START)["games"], 0);
    session.finish();
}

#[test]
fn a_client_that_watches_no_files_gets_what_is_on_disk() {
    let folder = workspace();
    let (mut session, _) = Session::in_folder(folder.path(), json!({}), Value::Null);
    assert_eq!(explored(&mut session, START)["games"], 4);
    write(folder.path(), "a.pgn", b"1. c4 *");
    assert_eq!(explored(&mut session, START)["games"], 3);
    session.finish();
}

#[test]
fn a_change_is_counted_that_a_watching_client_does_not_tell() {
    let folder = workspace();
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    assert_eq!(explored(&mut session, START)["games"], 4);
    write(folder.path(), "a.pgn", b"1. c4 *");
    std::fs::remove_file(folder.path().join("c.vgn")).expect("it is there");
    let mut waits = (0..300).map(|_| std::thread::sleep(std::time::Duration::from_millis(100)));
    assert!(waits.any(|()| moves(&explored(&mut session, START)) == [("c4", 1), ("e4", 1)]));
    session.finish();
}

#[test]
fn what_is_not_saved_replaces_the_file() {
    let folder = workspace();
    let file = uri(folder.path(), "a.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&file, 1, GAMES);
    let at = |line: u32, character: u32| json!({"textDocument": {"uri": file}, "position": {"line": line, "character": character}});
    let found = explore(&mut session, &at(0, 0));
    assert_eq!((moves(&found), counts(&found)), (vec![("e4", 2), ("d4", 1), ("Nf3", 1)], [4, 1, 1, 1]));
    session.change(&file, 2, [8, 3, 8, 5], "d4");
    let found = explore(&mut session, &at(0, 0));
    assert_eq!(moves(&found), [("d4", 2), ("e4", 1), ("Nf3", 1)]);
    let found = explore(&mut session, &at(8, 4));
    assert_eq!((counts(&found), moves(&found)), ([2, 1, 0, 1], vec![("c5", 1), ("d5", 1)]));
    let own = json!({"uri": file, "range": as_range([8, 6, 8, 8])});
    assert_eq!(json!({"uri": found["best"][1]["uri"], "range": found["best"][1]["range"]}), own);
    session.close(&file);
    assert_eq!(moves(&explored(&mut session, START)), [("e4", 2), ("d4", 1), ("Nf3", 1)]);
    session.end_whatever_is_left();
}

#[test]
fn a_request_before_the_index_is_complete_says_so() {
    let folder = workspace();
    let games = "1. a4 a5 2. h4 h5 3. Na3 Na6 4. Nh3 Nh6 5. Rb1 Rb8 6. Rg1 Rg8 *\n\n".repeat(10_000);
    for number in 0..8 {
        write(folder.path(), &format!("many{number}.pgn"), games.as_bytes());
    }
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let first = session.request("vgn/explore", json!({ "fen": START }));
    let found = explored(&mut session, START);
    assert_eq!(found["games"], 80_004);
    if first["complete"] == false {
        assert!(first["games"].as_u64() < Some(80_004));
    }
    // A request that is called off does no harm.
    let id = session.ask("vgn/explore", json!({ "fen": START }));
    session.notify("$/cancelRequest", json!({ "id": id }));
    let reply = session.reply(id);
    assert!(reply["error"]["code"] == -32800 || reply["result"]["games"] == 80_004, "{reply}");
    assert_eq!(explored(&mut session, START)["games"], 80_004);
    session.finish();
}

#[test]
fn what_is_no_position_of_chess_is_refused_or_null() {
    let folder = workspace();
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    for params in [json!({"fen": "x"}), json!({}), json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"})] {
        assert_eq!(session.error_code("vgn/explore", params), -32602);
    }
    let atomic = "file:///atomic.pgn";
    session.open(atomic, 1, "[Variant \"Atomic\"]\n\n1. e4 *\n");
    let place = json!({"textDocument": {"uri": atomic}, "position": {"line": 2, "character": 4}});
    assert_eq!(session.request("vgn/explore", place), Value::Null);
    session.end_whatever_is_left();
}

#[test]
fn places_and_numbers_come_from_the_index_once_it_is_there() {
    let folder = workspace();
    let file = uri(folder.path(), "a.pgn");
    // Too large to be read while it is not open, without the index.
    let filler = format!("1. a3 {{{}}} *\n\n", "long ".repeat(200_000)).repeat(5);
    write(
        folder.path(),
        "large.pgn",
        format!("{filler}[White \"é\"]\n\n1. e4 {{É}} c5 2. Nf3 (2. c3 d5) 1-0\n").as_bytes(),
    );
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&file, 1, GAMES);
    let at = json!({"textDocument": {"uri": file}, "position": {"line": 8, "character": 7}});
    let mut asked = at.clone();
    asked["context"] = json!({"includeDeclaration": true});
    let place = |name: &str, range| json!({"uri": uri(folder.path(), name), "range": as_range(range)});
    let small = [place("a.pgn", [8, 6, 8, 8]), place("below/b.PGN", [3, 14, 3, 16])];
    assert_eq!(session.request("textDocument/references", asked.clone()), json!(small));
    let hover = session.hover(&file, 8, 7)["contents"]["value"].as_str().expect("a text").to_owned();
    assert!(!hover.contains("workspace"), "{hover}");

    explored(&mut session, START);
    let all = [small[0].clone(), small[1].clone(), place("large.pgn", [12, 11, 12, 13])];
    assert_eq!(session.request("textDocument/references", asked), json!(all));
    let numbers = session.hover(&file, 8, 7)["contents"]["value"].as_str().expect("a text").to_owned();
    assert_eq!(numbers, format!("{hover}\n\nIn this workspace: 3 games, White scores 50 %"));
    // Of a single game there is nothing to tell.
    let alone = session.hover(&file, 4, 12)["contents"]["value"].as_str().expect("a text").to_owned();
    assert!(!alone.contains("workspace") || alone.contains("2 games"), "{alone}");
    session.end_whatever_is_left();
}

#[test]
fn compressed_files_are_counted_and_named() {
    let folder = workspace();
    let gzip = |text: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).expect("written");
        encoder.finish().expect("written")
    };
    let best = b"[White \"Best\"]\n[WhiteElo \"2900\"]\n\n1. e4 1-0\n";
    write(folder.path(), "d.pgn.gz", &gzip(best));
    let mut archive = Vec::new();
    let mut writer = rawzip::ZipArchiveWriter::new(&mut archive);
    for (name, text) in [("x/e.pgn", &b"1. e4 e5"[..]), ("f.pgn.gz", &gzip(b"1. d4 *")), ("notes.txt", b"1. a4 *")] {
        let (mut entry, config) = writer.new_file(name).start().expect("begun");
        let mut member = config.wrap(&mut entry);
        member.write_all(text).expect("written");
        let (_, descriptor) = member.finish().expect("written");
        entry.finish(descriptor).expect("written");
    }
    writer.finish().expect("written");
    write(folder.path(), "g.zip", &archive);
    // Damaged, and only by its name.
    write(folder.path(), "h.pgn.gz", &gzip(best)[..20]);
    write(folder.path(), "i.pgn.zst", b"1. c4 *");
    write(folder.path(), "letters.gz", &gzip(b"1. a4 *"));
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let found = explored(&mut session, START);
    assert_eq!(moves(&found), [("e4", 4), ("d4", 2), ("c4", 1), ("Nf3", 1)]);
    let game = &found["best"][0];
    let place = (&json!(uri(folder.path(), "d.pgn.gz")), &as_range([0, 0, 0, 0]));
    assert_eq!((&game["white"], (&game["uri"], &game["range"])), (&json!("Best"), place));
    // No editor shows a place in them.
    let file = uri(folder.path(), "a.pgn");
    session.open(&file, 1, GAMES);
    let asked = json!({
        "textDocument": {"uri": file}, "position": {"line": 8, "character": 7},
        "context": {"includeDeclaration": true},
    });
    let places = session.request("textDocument/references", asked);
    assert_eq!(places.as_array().map(Vec::len), Some(2), "{places}");
    std::fs::remove_file(folder.path().join("g.zip")).expect("it is there");
    let changes = [json!({"uri": uri(folder.path(), "g.zip"), "type": 3})];
    session.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    assert_eq!(explored(&mut session, START)["moves"][0]["games"], 3);
    session.finish();
}
