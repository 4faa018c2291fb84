//! Findings about answers that contradict each other in the studies of a workspace.

use serde_json::{Value, json};

use crate::lsp_server::exploring::write;
use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{capabilities, uri};

const ON: &str = "repertoire-conflict";
/// Chapters as lichess exports them.
const ITALIAN: &str = "[Event \"White: Italian\"]\n[Site \"https://lichess.org/study/a/b\"]\n[Orientation \"white\"]\n\n\
                       { Main. } 1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bc4 { [%cal Gc4f7] } 3... Bc5 *\n\n";
const SPANISH: &str = "[Event \"White: Spanish\"]\n[Orientation \"white\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n";

fn own(items: &Value) -> Vec<(Value, String, Value)> {
    let items = items.as_array().expect("a list").iter().filter(|item| item["code"] == ON);
    let text = |item: &Value| item["message"].as_str().unwrap_or_default().to_owned();
    items.map(|item| (item["range"].clone(), text(item), item["relatedInformation"][0]["location"].clone())).collect()
}

/// The findings of a document, taken as they are pushed until the expected number is there.
fn pushed(session: &mut Session, file: &str, count: usize) -> Vec<(Value, String, Value)> {
    loop {
        let list = session.receive(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == *file
        });
        let found = own(&list["params"]["diagnostics"]);
        if found.len() == count {
            return found;
        }
    }
}

/// The findings of a file that is not open, pulled until the expected number is there.
fn of_closed(session: &mut Session, file: &str, count: usize) -> Vec<(Value, String, Value)> {
    for _ in 0..100 {
        let report = session.request("workspace/diagnostic", json!({"previousResultIds": []}));
        let reports = report["items"].as_array().expect("a list");
        let found: Vec<_> =
            reports.iter().filter(|report| report["uri"] == *file).flat_map(|report| own(&report["items"])).collect();
        if found.len() == count {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("not {count}");
}

fn settings() -> Value {
    json!({"diagnostics": {"all": "off", ON: "warning"}, "strictness": "off"})
}

#[test]
fn another_answer_of_another_file_is_found_and_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.pgn", ITALIAN.as_bytes());
    let [a, b] = ["a.pgn", "b.pgn"].map(|name| uri(folder.path(), name));
    let mut client = capabilities();
    client["textDocument"].as_object_mut().expect("an object").remove("diagnostic");
    let mut session = Session::start();
    session.begin(folder.path(), &client, &settings());
    session.open(&b, 1, SPANISH);
    let place = |line: u32, from: u32| json!({"uri": a, "range": as_range([line, from, line, from + 3])});
    let told = "`a.pgn` (line 5) plays `3. Bc4` in this position".to_owned();
    assert_eq!(pushed(&mut session, &b, 1), [(as_range([3, 23, 3, 26]), told, place(4, 53))]);

    // A mark, another move, and the side.
    session.change(&b, 2, [3, 26, 3, 26], "?");
    pushed(&mut session, &b, 0);
    session.change(&b, 3, [3, 26, 3, 27], "");
    pushed(&mut session, &b, 1);
    session.change(&b, 4, [1, 14, 1, 19], "black");
    pushed(&mut session, &b, 0);
    session.change(&b, 5, [1, 14, 1, 19], "white");
    pushed(&mut session, &b, 1);

    // The first answer is in a document that is not saved, moves, and is another one.
    session.open(&a, 1, ITALIAN);
    session.change(&a, 2, [0, 0, 0, 0], "\n");
    let told = "`a.pgn` (line 6) plays `3. Bc4` in this position";
    while pushed(&mut session, &b, 1)[0].1 != told {}
    session.change(&a, 3, [5, 53, 5, 56], "Bb5");
    pushed(&mut session, &b, 0);
    session.close(&a);
    pushed(&mut session, &b, 1);
    std::fs::remove_file(folder.path().join("a.pgn")).expect("it is there");
    session.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": a, "type": 3}]}));
    pushed(&mut session, &b, 0);
    // In one file.
    session.change(&b, 6, [4, 0, 4, 0], "\n[Orientation \"white\"]\n\n1. d4 *\n");
    assert_eq!(pushed(&mut session, &b, 1)[0].1, "line 4 plays `1. e4` in this position");
    session.end_whatever_is_left();
}

#[test]
fn files_that_are_not_open_have_it_too_and_others_are_no_studies() {
    let folder = tempfile::tempdir().expect("a folder");
    let studies = folder.path().join("studies");
    std::fs::create_dir(&studies).expect("a folder");
    write(&studies, "vgn.toml", format!("[diagnostics]\n{ON} = \"warning\"\n").as_bytes());
    write(&studies, "a-white.pgn", ITALIAN.as_bytes());
    write(&studies, "b-white.pgn", SPANISH.as_bytes());
    write(folder.path(), "a.pgn", b"[Orientation \"white\"]\n\n1. d4 *\n");
    let mut session = Session::start();
    session.begin(folder.path(), &capabilities(), &Value::Null);
    let (a, b) = (uri(&studies, "a-white.pgn"), uri(&studies, "b-white.pgn"));
    let found = of_closed(&mut session, &b, 1);
    assert_eq!(found[0].0, as_range([3, 23, 3, 26]));
    assert_eq!(
        (found[0].1.as_str(), &found[0].2["uri"]),
        ("`a-white.pgn` (line 5) plays `3. Bc4` in this position", &json!(a))
    );
    assert_eq!(of_closed(&mut session, &uri(folder.path(), "a.pgn"), 0), []);
    session.open(&a, 1, &ITALIAN.replace("Bc4", "Bb5"));
    of_closed(&mut session, &b, 0);
    session.close(&a);
    of_closed(&mut session, &b, 1);
    session.end_whatever_is_left();
}
