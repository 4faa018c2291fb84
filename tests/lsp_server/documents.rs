//! Documents from their opening to their closing, and their diagnostics.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};

const GAME: &str = "file:///game.pgn";
const TAGS: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";

/// The ranges of a code, as `[line, character, end line, end character]`.
fn ranges(diagnostics: &[Value], code: &str) -> Vec<Value> {
    diagnostics.iter().filter(|found| found["code"] == code).map(|found| found["range"].clone()).collect()
}

#[test]
fn open_change_close() {
    let mut session = Session::new();
    session.open(GAME, 7, &format!("{TAGS}1. e4 e5 *\n"));
    assert_eq!(session.diagnostics(GAME, 7), [] as [Value; 0]);

    session.change(GAME, 8, [8, 6, 8, 8], "Ke5");
    let diagnostics = session.diagnostics(GAME, 8);
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    let found = &diagnostics[0];
    assert_eq!(found["code"], "illegal-move");
    assert_eq!(found["source"], "vgn-lsp");
    assert_eq!(found["severity"], 1);
    assert_eq!(found["range"], as_range([8, 6, 8, 9]));
    assert_eq!(found.get("codeDescription"), None, "the client does not show documents of the server's");

    session.change(GAME, 9, [8, 6, 8, 9], "e5");
    assert_eq!(session.diagnostics(GAME, 9), [] as [Value; 0]);

    session.change(GAME, 10, [8, 6, 8, 8], "Ke5");
    session.diagnostics(GAME, 10);
    session.close(GAME);
    assert_eq!(session.publication(GAME)["params"]["diagnostics"], json!([]));
    assert_eq!(session.hover(GAME, 8, 4), Value::Null);
    session.finish();
}

#[test]
fn a_document_can_be_opened_again() {
    let mut session = Session::new();
    for _ in 0..20 {
        session.open(GAME, 1, "1. Ke2 *");
        session.close(GAME);
        session.open(GAME, 1, &format!("{TAGS}1. e4 *"));
        // The first opening may have been checked or not; after its end nothing of it may come.
        let mut publication = session.publication(GAME);
        if publication["params"]["version"] == 1 {
            publication = session.publication(GAME);
        }
        assert_eq!(publication["params"], json!({"uri": GAME, "diagnostics": []}));
        let publication = session.publication(GAME);
        assert_eq!(publication["params"], json!({"uri": GAME, "version": 1, "diagnostics": []}));
        session.close(GAME);
        assert_eq!(session.publication(GAME)["params"], json!({"uri": GAME, "diagnostics": []}));
    }
    session.finish();
}

#[test]
fn many_edits_in_a_row_come_to_the_same_as_opening_the_text() {
    const TYPED: &str = "file:///typed.pgn";
    const OPENED: &str = "file:///opened.pgn";
    let mut session = Session::new();
    let mut text = format!("{TAGS}1. e4 e5 2. Nf3 *\n\n{TAGS}1. d4 d5 *\n");
    session.open(TYPED, 0, &text);
    // A plain sequence without chance: pieces of games put in and taken out everywhere, braces and tags among them.
    let pieces = ["{", "}", "\n", "[Event \"x\"]\n", "2. Ke2 ", "(", ")", "*", "\"", "1. e4 e5 ", "\r\n", ";", "♔", ""];
    let mut seed = 12345_u32;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % below.max(1)
    };
    for version in 1..=1000 {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let line = next(lines.len());
        let content = lines[line].trim_end_matches(['\n', '\r']);
        let (mut start, mut end) = (next(content.len() + 1), next(content.len() + 1));
        if start > end || next(3) > 0 {
            (start, end) = (start.min(end), start.min(end) + next(4).min(content.len() - start.min(end)));
        }
        while !content.is_char_boundary(start) {
            start -= 1;
        }
        while !content.is_char_boundary(end) {
            end += 1;
        }
        let line_start: usize = lines[..line].iter().map(|line| line.len()).sum();
        let piece = pieces[next(pieces.len())];
        let number = |count: usize| u32::try_from(count).expect("a short text");
        session.change(TYPED, version, [number(line), number(start), number(line), number(end)], piece);
        text.replace_range(line_start + start..line_start + end, piece);
    }
    session.change(TYPED, 1001, [0, 0, 0, 0], "");
    let typed = session.diagnostics(TYPED, 1001);
    session.open(OPENED, 1, &text);
    let opened = session.diagnostics(OPENED, 1);
    assert!(!opened.is_empty());
    assert_eq!(without_uris(typed), without_uris(opened), "{text}");
    session.finish();
}

fn without_uris(mut diagnostics: Vec<Value>) -> Vec<Value> {
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

/// `🨀` is 4 bytes of UTF-8 and 2 units of UTF-16; `é` is 2 and 1.
#[test]
fn characters_count_as_agreed() {
    let text = format!("{TAGS}1. e4 {{é🨀}} e5 2. Ke3 *");
    for (offered, agreed, place) in [
        (json!(["utf-8", "utf-16"]), "utf-8", 21),
        (json!(["utf-16", "utf-8"]), "utf-16", 18),
        (json!(["utf-16"]), "utf-16", 18),
        (json!(["utf-32", "utf-16"]), "utf-32", 17),
        (Value::Null, "utf-16", 18),
    ] {
        let (mut session, result) = Session::with_capabilities(json!({"general": {"positionEncodings": offered}}));
        assert_eq!(result["capabilities"]["positionEncoding"], agreed);
        session.open(GAME, 1, &text);
        let found = ranges(&session.diagnostics(GAME, 1), "illegal-move");
        assert_eq!(found, [as_range([8, place, 8, place + 3])], "{agreed}");
        // The move before it, hovered on and then replaced.
        let hover = session.hover(GAME, 8, place - 6);
        assert_eq!(hover["range"], as_range([8, place - 6, 8, place - 4]));
        session.change(GAME, 2, [8, place, 8, place + 3], "Ke2");
        assert_eq!(ranges(&session.diagnostics(GAME, 2), "illegal-move"), [] as [Value; 0]);
        session.finish();
    }
}

#[test]
fn every_line_end_is_one() {
    for end in ["\n", "\r\n", "\r"] {
        let mut session = Session::new();
        session.open(GAME, 1, &format!("{TAGS}1. e4 e5\n2. Ke3 *\n").replace('\n', end));
        assert_eq!(ranges(&session.diagnostics(GAME, 1), "illegal-move"), [as_range([9, 3, 9, 6])], "{end:?}");
        session.change(GAME, 2, [8, 8, 9, 0], " ");
        assert_eq!(ranges(&session.diagnostics(GAME, 2), "illegal-move"), [as_range([8, 12, 8, 15])], "{end:?}");
        session.finish();
    }
}

#[test]
fn positions_outside_of_the_text_are_its_ends() {
    let mut session = Session::new();
    session.open(GAME, 1, "1. Nf3");
    session.change(GAME, 2, [0, 99, 7, 3], " *");
    session.change(GAME, 3, [99, 0, 99, 99], "\n");
    session.change(GAME, 4, [0, 6, 0, 99], " Nf6 *");
    assert_eq!(session.hover(GAME, 0, 7)["range"], as_range([0, 7, 0, 10]));
    assert_eq!(session.hover(GAME, 99, 99), Value::Null);
    assert_eq!(session.hover(GAME, 1, 0), Value::Null);
    session.diagnostics(GAME, 4);
    session.finish();
}

#[test]
fn a_change_may_hold_several_and_may_replace_all() {
    let mut session = Session::new();
    session.open(GAME, 1, "1. Ke2 *");
    let changes = json!([
        {"range": as_range([0, 3, 0, 6]), "text": "e4"},
        {"range": as_range([0, 5, 0, 5]), "text": " e5"},
        {"range": as_range([0, 0, 0, 0]), "text": TAGS},
    ]);
    let change = json!({"textDocument": {"uri": GAME, "version": 2}, "contentChanges": changes});
    session.notify("textDocument/didChange", change);
    assert_eq!(session.diagnostics(GAME, 2), [] as [Value; 0]);
    let all = json!([{"text": format!("{TAGS}1. Ke3 *")}]);
    let change = json!({"textDocument": {"uri": GAME, "version": 3}, "contentChanges": all});
    session.notify("textDocument/didChange", change);
    assert_eq!(ranges(&session.diagnostics(GAME, 3), "illegal-move"), [as_range([8, 3, 8, 6])]);
    session.finish();
}

#[test]
fn a_very_broken_file_gets_the_gravest_and_what_was_edited() {
    let mut session = Session::new();
    let mut text = format!("{TAGS}1. Ke3 *\n\n").repeat(2500);
    text.push_str(&format!("{TAGS}1. e4 *\n"));
    session.open(GAME, 1, &text);
    let all_of = |publication: Value| publication["params"]["diagnostics"].as_array().expect("a list").clone();
    let told =
        |list: &[Value]| list.iter().any(|found| found["message"].as_str().is_some_and(|m| m.contains("of the 25")));
    // A slow machine may tell what it knows by then, several times.
    let mut list = all_of(session.publication(GAME));
    while !told(&list) {
        list = all_of(session.publication(GAME));
    }
    assert_eq!(list.len(), 2001);

    let last_line = u32::try_from(text.lines().count()).expect("a short text") - 1;
    session.change(GAME, 2, [last_line, 3, last_line, 5], "Ke3");
    let list = all_of(session.receive(|message| message["params"]["version"] == 2));
    assert!(told(&list));
    assert_eq!(list.len(), 2001);
    assert!(ranges(&list, "illegal-move").contains(&as_range([last_line, 3, last_line, 6])));
    session.finish();
}
