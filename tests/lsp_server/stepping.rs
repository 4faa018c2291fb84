//! `vgn/step`: games, half-moves, variations, findings and mistakes one after another.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};

const FILE: &str = "file:///games.pgn";
const TEXT: &str = "\
[Event \"Cup\"]
[White \"É. One\"]

1. Nf3 {🨀} Nc6 2. e4?! (2. d4 d5) 2... e5 *

[Event \"Cup\"]
[Date \"????.??.??\"]

1. e4 e5 2. Ke3 *

[Event \"Cup\"]

1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Ke2 {[%eval -1]} *
";

fn step(session: &mut Session, to: &str, line: u32, character: u32) -> Value {
    let position = json!({"line": line, "character": character});
    session.request("vgn/step", json!({"textDocument": {"uri": FILE}, "position": position, "to": to}))
}

#[test]
fn the_cursor_steps_through_games_lines_and_what_is_wrong() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(FILE, 1, TEXT);
    for (to, from, found) in [
        ("nextGame", [1, 4], Some([5, 0, 8, 17])),
        ("nextGame", [8, 4], Some([10, 0, 12, 58])),
        ("nextGame", [12, 4], None),
        ("previousGame", [12, 4], Some([5, 0, 8, 17])),
        ("previousGame", [3, 4], None),
        ("nextMove", [0, 0], Some([3, 3, 3, 6])),
        ("nextMove", [3, 4], Some([3, 12, 3, 15])),
        ("nextMove", [3, 29], Some([3, 31, 3, 33])),
        ("previousMove", [3, 29], Some([3, 12, 3, 15])),
        ("nextVariation", [3, 4], Some([3, 28, 3, 30])),
        ("previousVariation", [3, 42], Some([3, 28, 3, 30])),
        ("leaveVariation", [3, 32], Some([3, 19, 3, 21])),
        ("leaveVariation", [3, 4], None),
        ("nextMistake", [0, 0], Some([3, 19, 3, 21])),
        ("nextMistake", [3, 19], Some([12, 40, 12, 43])),
        ("nextMistake", [12, 40], None),
        ("previousMistake", [12, 40], Some([3, 19, 3, 21])),
        ("nextFinding", [5, 0], Some([8, 12, 8, 15])),
        ("previousFinding", [9, 0], Some([8, 12, 8, 15])),
    ] {
        let expected = found.map_or(Value::Null, as_range);
        assert_eq!(step(&mut session, to, from[0], from[1]), expected, "{to} from {from:?}");
    }
    let wrong = json!({"textDocument": {"uri": FILE}, "position": {"line": 0, "character": 0}, "to": "nowhere"});
    assert_eq!(session.error_code("vgn/step", wrong), -32602);
    session.diagnostics(FILE, 1);
    session.finish();
}

#[test]
fn a_search_ends_when_the_text_changes() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(FILE, 1, &"[White \"a\"]\n\n1. Nf3 d6 {What now?} *\n\n".repeat(60_000));
    let position = json!({"line": 2, "character": 3});
    let asked = json!({"textDocument": {"uri": FILE}, "position": position, "to": "nextMistake"});
    let id = session.ask("vgn/step", asked);
    session.change(FILE, 2, [0, 0, 0, 0], "x");
    assert_eq!(session.reply(id)["error"]["code"], -32801);
    session.end_whatever_is_left();
}
