//! Diagnostics that the client asks for.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::{TAGS, capabilities, uri, without};

#[test]
fn a_client_that_pulls_is_not_pushed_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, result) = Session::full(folder.path(), Value::Null);
    assert_eq!(result["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    session.open(&game, 1, &format!("{TAGS}1. Ke3 *\n"));
    let report = session.pull(&game, None);
    assert_eq!(report["items"][0]["code"], "illegal-move");
    assert_eq!(report["items"][0]["range"], as_range([8, 3, 8, 6]));

    let again = session.pull(&game, Some(&report["resultId"]));
    assert_eq!(again, json!({"kind": "unchanged", "resultId": report["resultId"]}));
    session.change(&game, 2, [8, 3, 8, 6], "e4");
    let changed = session.pull(&game, Some(&report["resultId"]));
    assert_eq!((&changed["kind"], &changed["items"]), (&json!("full"), &json!([])));
    session.change(&game, 3, [8, 3, 8, 5], "Ke3");
    assert_eq!(session.pulled_codes(&game), ["illegal-move"]);
    session.close(&game);
    assert_eq!(session.pulled(&game), [] as [Value; 0]);
    // Nothing that was not asked for is left at the end.
    session.finish();
}

#[test]
fn progress_is_shown_under_the_token_that_a_request_brings() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "a game.pgn");
    let mut session = Session::start_with(&["VGN_LSP_TEST_IMPATIENT"]);
    session.begin(folder.path(), &capabilities(), &Value::Null);
    session.open(&game, 1, &format!("{TAGS}1. e4 *\n"));
    session.request("textDocument/diagnostic", json!({"textDocument": {"uri": game}, "workDoneToken": 7}));
    for kind in ["begin", "end"] {
        let told = session.receive(|message| message["method"] == "$/progress");
        assert_eq!((&told["params"]["token"], &told["params"]["value"]["kind"]), (&json!(7), &json!(kind)));
    }
    session.finish();
}

#[test]
fn a_client_that_does_not_pull_is_pushed_to() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("closed.pgn"), "1. Ke3 *").expect("it is written");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, result) = Session::in_folder(folder.path(), without("/textDocument/diagnostic"), Value::Null);
    assert_eq!(result["capabilities"].get("diagnosticProvider"), None);
    session.open(&game, 1, &format!("{TAGS}1. Ke3 *\n"));
    assert_eq!(session.diagnostics(&game, 1).len(), 1);
    session.close(&game);
    assert_eq!(session.publication(&game)["params"]["diagnostics"], json!([]));
    session.finish();
}

#[test]
fn files_that_are_not_open_are_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it is written");
    write("bad.pgn", &format!("{TAGS}1. Ke3 *\n"));
    write("good.pgn", &format!("{TAGS}1. e4 *\n"));
    write("latin.PGN", "");
    std::fs::write(folder.path().join("latin.PGN"), [TAGS.as_bytes(), b"1. Ke3 {\xe9t\xe9} *\n"].concat())
        .expect("written");
    write("notes.txt", "1. Ke3 *");
    write(".gitignore", "ignored.pgn\n");
    write("ignored.pgn", "1. Ke3 *");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let open = uri(folder.path(), "bad.pgn");

    let (files, ids) = session.pull_workspace(&json!([]));
    assert_eq!(files, [("bad.pgn".to_owned(), 1), ("latin.PGN".to_owned(), 1)]);
    assert_eq!(session.pull_workspace(&ids).0, [], "nothing is new");

    session.open(&open, 1, "*");
    assert_eq!(session.pull_workspace(&ids).0, [], "an open document is told of elsewhere");
    session.close(&open);

    write("bad.pgn", &format!("{TAGS}1. e4 {{longer}} *\n"));
    write("new.vgn", "[GameFormat \"VGN\"]\n\n1. Ke3 *\n");
    std::fs::remove_file(folder.path().join("latin.PGN")).expect("it is there");
    let event = |name: &str, kind: u32| json!({"uri": uri(folder.path(), name), "type": kind});
    let changes = [event("bad.pgn", 2), event("new.vgn", 1), event("latin.PGN", 3)];
    session.notify("workspace/didChangeWatchedFiles", json!({"changes": changes}));
    let (files, _) = session.pull_workspace(&ids);
    let expected = [("bad.pgn".to_owned(), 0), ("new.vgn".to_owned(), 1), ("latin.PGN".to_owned(), 0)];
    assert_eq!(files, expected);

    let folders = json!({"added": [], "removed": [{"uri": uri(folder.path(), ""), "name": "folder"}]});
    session.notify("workspace/didChangeWorkspaceFolders", json!({"event": folders}));
    assert_eq!(session.pull_workspace(&json!([])).0, []);
    session.finish();
}

/// Whatever a listed name has become, the request is answered, and what was found in the file is taken back.
#[cfg(unix)]
#[test]
fn what_is_no_file_any_more_is_not_read() {
    type Replace = fn(&std::path::Path);
    let endless: Replace = |path| std::os::unix::fs::symlink("/dev/zero", path).expect("a link");
    let pipe: Replace = |path| {
        let made = std::process::Command::new("mkfifo").arg(path).status().expect("it runs");
        assert!(made.success());
    };
    let huge: Replace = |path| {
        let file = std::fs::File::create(path).expect("a file");
        file.set_len(1 << 40).expect("it has holes");
    };
    let folder: Replace = |path| std::fs::create_dir(path).expect("a folder");
    for replace in [endless, pipe, huge, folder] {
        let root = tempfile::tempdir().expect("a folder");
        let file = root.path().join("a.pgn");
        let (mut session, _) = Session::full(root.path(), Value::Null);
        for name in ["a.pgn", "b.pgn"] {
            std::fs::write(root.path().join(name), format!("{TAGS}1. Ke3 *\n")).expect("it is written");
        }
        let created = json!({"changes": [{"uri": uri(root.path(), "a.pgn"), "type": 1}]});
        session.notify("workspace/didChangeWatchedFiles", created);
        let (files, ids) = session.pull_workspace(&json!([]));
        assert_eq!(files.len(), 2);
        std::fs::remove_file(&file).expect("it is there");
        replace(&file);
        let changed = json!({"changes": [{"uri": uri(root.path(), "a.pgn"), "type": 2}]});
        session.notify("workspace/didChangeWatchedFiles", changed);
        assert_eq!(session.pull_workspace(&ids).0, [("a.pgn".to_owned(), 0)]);
        session.finish();
    }
}

#[cfg(unix)]
#[test]
fn lists_of_ignored_files_and_configuration_are_files() {
    let root = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(root.path().join("endless")).expect("a folder");
    for folder in ["", "endless"] {
        std::fs::write(root.path().join(folder).join("a.pgn"), format!("{TAGS}1. Ke3 *\n")).expect("it is written");
    }
    for name in ["endless/.gitignore", "vgn.toml"] {
        std::os::unix::fs::symlink("/dev/zero", root.path().join(name)).expect("a link");
    }
    let (mut session, _) = Session::full(root.path(), Value::Null);
    // A list that cannot be read hides nothing.
    assert_eq!(session.pull_workspace(&json!([])).0, [("a.pgn".to_owned(), 1), ("a.pgn".to_owned(), 1)]);
    let said = session.receive(|message| message["method"] == "window/showMessage");
    assert_eq!(said["params"]["message"], "vgn.toml cannot be read: it is not a regular file.");
    session.finish();
}

#[test]
fn without_watching_the_folder_is_looked_at_each_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut capabilities = capabilities();
    capabilities["workspace"] = json!({"diagnostics": {"refreshSupport": true}});
    let (mut session, _) = Session::in_folder(folder.path(), capabilities, Value::Null);
    assert_eq!(session.pull_workspace(&json!([])).0, []);
    std::fs::write(folder.path().join("new.pgn"), format!("{TAGS}1. Ke3 *\n")).expect("it is written");
    let (files, ids) = session.pull_workspace(&json!([]));
    assert_eq!(files, [("new.pgn".to_owned(), 1)]);
    std::fs::remove_file(folder.path().join("new.pgn")).expect("it is there");
    assert_eq!(session.pull_workspace(&ids).0, [("new.pgn".to_owned(), 0)]);
    session.finish();
}

#[test]
fn edits_by_chance_come_to_the_same_as_opening_the_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let (typed, opened) = (uri(folder.path(), "typed.pgn"), uri(folder.path(), "opened.pgn"));
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    let pieces =
        ["{", "}", "\n\n", "[Event \"x\"]\n", "2. Ke2 ", "(", ")", "*", "\"", "[", "1. e4 ", "\r", ";", "é♔", " ", ""];
    for seed in 0..12_u32 {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        let mut next = |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % below.max(1)
        };
        let mut text =
            format!("{TAGS}1. e4 e5 *\n\n[SetUp \"1\"]\n\n1. Nf3 {{a}} (1. d4 d5) 1... Nf6 1-0\n\n{TAGS}1. c4 *\n");
        session.open(&typed, 0, &text);
        for version in 1..=40 {
            let start = text.floor_char_boundary(next(text.len() + 1));
            let end = text.ceil_char_boundary((start + next(6)).min(text.len()));
            // Between `\r` and `\n` there is no position.
            let inside = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
            if inside(start) || inside(end) {
                continue;
            }
            let piece = pieces[next(pieces.len())];
            let ([line, character], [end_line, end_character]) = (place(&text, start), place(&text, end));
            session.change(&typed, version, [line, character, end_line, end_character], piece);
            text.replace_range(start..end, piece);
            if next(4) == 0 {
                session.pull(&typed, None);
            }
        }
        let [line, character] = place(&text, text.len());
        session.change(&typed, 41, [line, character, line, character], " ");
        text.push(' ');
        let found = session.pulled(&typed);
        session.open(&opened, 1, &text);
        assert_eq!(without_places(found), without_places(session.pulled(&opened)), "{text:?}");
        session.close(&typed);
        session.close(&opened);
    }
    session.finish();
}

/// Line and byte in it; lines end with `\n`, `\r\n` or `\r`.
fn place(text: &str, offset: usize) -> [u32; 2] {
    let (mut line, mut start) = (0, 0);
    let bytes = text.as_bytes();
    for (at, byte) in bytes[..offset].iter().enumerate() {
        if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
            (line, start) = (line + 1, at + 1);
        }
    }
    [line, u32::try_from(offset - start).expect("a short text")]
}

fn without_places(mut diagnostics: Vec<Value>) -> Vec<Value> {
    for diagnostic in &mut diagnostics {
        // A hint in a game that is being written.
        if diagnostic["code"] == "missing-terminator" {
            diagnostic["severity"] = Value::Null;
        }
        for related in diagnostic["relatedInformation"].as_array_mut().into_iter().flatten() {
            related["location"]["uri"] = Value::Null;
        }
    }
    diagnostics
}
