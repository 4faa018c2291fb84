//! Formatting over the protocol; what becomes of a game is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const GAME: &str = "file:///game.pgn";
const LOOSE: &str = "[White \"É\"]\n[Event  \"B\"]\n1.e4 {é} e5\n2.Nf3 *\n\n\n1.d4\nd5 *\n";
const TIDY: &str = "[Event \"B\"]\n[White \"É\"]\n\n1. e4 {é} 1... e5 2. Nf3 *\n\n1. d4 d5 *\n";

fn start() -> Session {
    let (session, said) = Session::with_capabilities(json!({}));
    let provided = |name: &str| said["capabilities"][format!("document{name}Provider")].clone();
    assert_eq!([provided("Formatting"), provided("RangeFormatting")], [json!(true), json!(true)]);
    let typed = json!({"firstTriggerCharacter": "\n", "moreTriggerCharacter": ["{", "(", "["]});
    assert_eq!(provided("OnTypeFormatting"), typed);
    session
}

fn options() -> Value {
    json!({"tabSize": 4, "insertSpaces": true})
}

fn format(session: &mut Session, range: Option<[u32; 4]>) -> Value {
    let mut params = json!({"textDocument": {"uri": GAME}, "options": options()});
    let method = match range {
        None => "textDocument/formatting",
        Some([line, character, end_line, end]) => {
            params["range"] =
                json!({"start": {"line": line, "character": character}, "end": {"line": end_line, "character": end}});
            "textDocument/rangeFormatting"
        }
    };
    session.request(method, params)
}

fn typed(session: &mut Session, line: u32, character: u32, sign: &str) -> Value {
    let position = json!({"line": line, "character": character});
    let params = json!({"textDocument": {"uri": GAME}, "position": position, "ch": sign, "options": options()});
    session.request("textDocument/onTypeFormatting", params)
}

/// The text with the edits made: positions count UTF-16 code units, lines end with `\n`.
fn applied(text: &str, edits: &Value) -> String {
    let offset = |place: &Value| {
        let number = |name: &str| usize::try_from(place[name].as_u64().expect("a number")).expect("it is small");
        let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
        let mut units = 0;
        let before = text[start..].chars().take_while(|c| {
            units += c.len_utf16();
            units <= number("character")
        });
        start + before.map(char::len_utf8).sum::<usize>()
    };
    let mut after = text.to_owned();
    let edits = edits.as_array().unwrap_or_else(|| panic!("{edits}"));
    for edit in edits.iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        after.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    after
}

#[test]
fn a_document_is_laid_out_by_small_edits() {
    let mut session = start();
    session.open(GAME, 1, LOOSE);
    let edits = format(&mut session, None);
    assert_eq!(applied(LOOSE, &edits), TIDY);
    let texts: Vec<&str> =
        edits.as_array().expect("edits").iter().filter_map(|edit| edit["newText"].as_str()).collect();
    assert!(texts.iter().all(|text| text.len() < 16), "{texts:?}");
    session.change(GAME, 2, [0, 0, 99, 0], TIDY);
    assert_eq!(format(&mut session, None), json!([]));
    session.diagnostics(GAME, 2);
    session.finish();
}

#[test]
fn a_range_is_laid_out_by_its_lines() {
    let mut session = start();
    session.open(GAME, 1, LOOSE);
    let edits = format(&mut session, Some([6, 0, 8, 0]));
    assert_eq!(applied(LOOSE, &edits), LOOSE.replace("1.d4\nd5", "1. d4 d5"));
    let edits = format(&mut session, Some([1, 3, 1, 4]));
    assert_eq!(applied(LOOSE, &edits), LOOSE.replace("Event  ", "Event "));
    let edits = format(&mut session, Some([3, 0, 7, 2]));
    assert_eq!(applied(LOOSE, &edits), LOOSE.replace("2.Nf3 *\n\n\n1.d4\nd5", "2. Nf3 *\n\n1. d4 d5"));
    session.diagnostics(GAME, 1);
    session.finish();
}

#[test]
fn what_stands_behind_what_is_typed_is_written() {
    let mut session = start();
    session.open(GAME, 1, "1. e4 e5\n\n");
    let insert = |line: u32, character: u32, text: &str| {
        let place = json!({"line": line, "character": character});
        json!([{"range": {"start": place, "end": place}, "newText": text}])
    };
    assert_eq!(typed(&mut session, 1, 0, "\n"), insert(1, 0, "2. "));
    assert_eq!(typed(&mut session, 2, 0, "\n"), json!([]));
    session.change(GAME, 2, [1, 0, 1, 0], "(");
    assert_eq!(applied("1. e4 e5\n(\n", &typed(&mut session, 1, 1, "(")), "1. e4 e5\n()\n");
    session.change(GAME, 3, [1, 1, 1, 1], ")");
    assert_eq!(typed(&mut session, 1, 1, "("), json!([]));
    session.change(GAME, 4, [1, 0, 1, 2], "*\n\n[");
    assert_eq!(applied("1. e4 e5\n*\n\n[\n", &typed(&mut session, 3, 1, "[")), "1. e4 e5\n*\n\n[]\n");
    session.change(GAME, 5, [3, 0, 3, 1], "");
    assert_eq!(typed(&mut session, 3, 0, "\n"), json!([]), "behind the end of the game");
    session.diagnostics(GAME, 5);
    session.finish();
}

#[test]
fn the_layout_is_that_of_the_editors_settings() {
    let mut session = start();
    let settings = json!({"vgn": {"format": {"tags": "keep", "numbers": "variations", "moves": "pairs"}}});
    session.notify("workspace/didChangeConfiguration", json!({"settings": settings}));
    session.open(GAME, 1, LOOSE);
    let expected = "[White \"É\"]\n[Event \"B\"]\n\n1. e4 {é} e5\n2. Nf3 *\n\n1. d4 d5 *\n";
    let edits = format(&mut session, None);
    assert_eq!(applied(LOOSE, &edits), expected);
    session.diagnostics(GAME, 1);
    session.finish();
}

#[test]
fn many_games_are_laid_out_at_once() {
    let mut session = start();
    let text = "[Event \"?\"]\n\n1.e4   e5 *\n\n".repeat(600);
    session.open(GAME, 1, &text);
    let edits = format(&mut session, None);
    assert_eq!(
        applied_in_order(&text, &edits).trim_end(),
        vec!["[Event \"?\"]\n\n1. e4 e5 *\n"; 600].join("\n").trim_end()
    );
    // A slow machine tells of the first games before the others.
    let mut told = 0;
    while told < 600 {
        told = session.publication(GAME)["params"]["diagnostics"].as_array().map_or(0, Vec::len);
    }
    session.finish();
}

/// As [`applied`], of ASCII alone, for many edits.
fn applied_in_order(text: &str, edits: &Value) -> String {
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |place: &Value| {
        let number = |name: &str| usize::try_from(place[name].as_u64().expect("a number")).expect("it is small");
        starts[number("line")] + number("character")
    };
    let (mut after, mut at) = (String::new(), 0);
    for edit in edits.as_array().expect("edits") {
        after += &text[at..offset(&edit["range"]["start"])];
        after += edit["newText"].as_str().expect("a text");
        at = offset(&edit["range"]["end"]);
    }
    after + &text[at..]
}
