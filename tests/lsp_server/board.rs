//! What a live board beside the text asks for.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};
use crate::lsp_server::sessions::full_client::edited;

const FILE: &str = "file:///board.pgn";
const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4! {[%csl Gd4][%clk 0:01:30] good} (1. d4 {x} d5) 1... Ke4 *\n\n\
                     [Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 {[%eval -0.5]} 1/2-1/2\n";

fn document() -> Value {
    json!({"uri": FILE})
}

#[test]
fn a_whole_game_is_told_to_a_board() {
    let mut session = Session::new();
    session.open(FILE, 3, GAMES);
    let ask = json!({"textDocument": document(), "position": {"line": 3, "character": 5}});
    let game = session.request("vgn/game", ask);
    let fen = |board: &str| format!("{board} 0 1");
    let moves = json!([
        {
            "id": 0, "parent": -1, "range": as_range([3, 3, 3, 5]), "number": 1, "color": "white", "text": "e4",
            "fen": fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"), "squares": ["e2", "e4"],
            "nags": [{"code": 1, "glyph": "!"}], "comments": ["good"], "shapes": [{"color": "green", "from": "d4"}],
            "clock": 90.0
        },
        {
            "id": 1, "parent": -1, "depth": 1, "range": as_range([3, 43, 3, 45]), "number": 1, "color": "white",
            "text": "d4", "fen": fen("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3"),
            "squares": ["d2", "d4"], "comments": ["x"]
        },
        {
            "id": 2, "parent": 1, "depth": 1, "range": as_range([3, 50, 3, 52]), "number": 1, "color": "black",
            "text": "d5", "fen": "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2",
            "squares": ["d7", "d5"]
        }
    ]);
    let all = game["moves"].as_array().expect("a list");
    assert_eq!(json!(all[..3]), moves, "{game}");
    let broken = &all[3];
    assert_eq!((&broken["parent"], &broken["text"], broken.get("fen")), (&json!(0), &json!("Ke4"), None));
    assert_eq!(broken["findings"][0]["code"], "illegal-move");
    assert_eq!(broken["findings"][0]["range"], broken["range"]);
    assert_eq!((&game["version"], &game["game"], &game["games"]), (&json!(3), &json!(1), &json!(2)));
    assert_eq!((&game["total"], &game["result"], &game["orientation"]), (&json!(4), &json!("*"), &json!("white")));
    assert_eq!(game["tags"], json!([{"name": "White", "value": "Ann"}, {"name": "Black", "value": "Bob"}]));
    assert_eq!(game["opening"], json!({"eco": "B00", "name": "King's Pawn Game", "move": 0}));
    assert!(game["findings"].as_array().is_some_and(|found| !found.is_empty()), "tags are missing");

    let second = session.request("vgn/game", json!({"textDocument": document(), "game": 2, "from": 3}));
    assert_eq!((&second["variant"], &second["total"], &second["from"]), (&json!("crazyhouse"), &json!(4), &json!(3)));
    assert_eq!((&second["moves"][0]["eval"], &second["result"]), (&json!({"cp": -50}), &json!("1/2-1/2")));
    let no_game = json!({"textDocument": document(), "game": 3});
    assert_eq!(session.request("vgn/game", no_game), Value::Null);
    let nowhere = json!({"textDocument": {"uri": "file:///other.pgn"}, "game": 1});
    assert_eq!(session.request("vgn/game", nowhere), Value::Null);

    let cursor = json!({"textDocument": document(), "position": {"line": 3, "character": 51}});
    assert_eq!(session.request("vgn/cursor", cursor)["move"], 2);
    let legal = |session: &mut Session, game: u32, after: i32| {
        session.request("vgn/legal", json!({"textDocument": document(), "game": game, "after": after}))
    };
    let first = legal(&mut session, 1, -1);
    assert_eq!((&first["color"], &first["dests"]["e2"]), (&json!("white"), &json!(["e3", "e4"])));
    let house = legal(&mut session, 2, 3);
    assert_eq!(house["pocket"], json!({"white": {"pawn": 1}, "black": {"pawn": 1}}));
    assert!(house["drops"]["pawn"].as_array().is_some_and(|squares| squares.contains(&json!("e4"))), "{house}");
    assert_eq!(legal(&mut session, 1, 3), Value::Null, "the board is not known");
    session.diagnostics(FILE, 3);
    session.finish();
}

#[test]
fn the_line_of_a_half_move_gets_another_place_or_goes() {
    let mut session = Session::new();
    let game = "1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 *\n";
    session.open(FILE, 3, game);
    let ask = |how: &str, at: usize| {
        let document = json!({"uri": FILE, "version": 3});
        json!({"textDocument": document, "game": 1, "move": at, "how": how})
    };
    for (how, at, expected) in [
        ("promote", 1, "1. d4 (1. e4 e5) 1... d5 (1... Nf6 2. c4) *\n"),
        ("promote", 4, "1. e4 (1. d4 Nf6 (1... d5) 2. c4) 1... e5 *\n"),
        ("mainLine", 3, "1. d4 (1. e4 e5) 1... Nf6 (1... d5) 2. c4 *\n"),
        ("deleteVariation", 4, "1. e4 (1. d4 d5) 1... e5 *\n"),
        ("deleteFromHere", 2, "1. e4 (1. d4 Nf6 2. c4) 1... e5 *\n"),
        ("deleteFromHere", 5, "1. e4 (1. d4 d5 (1... Nf6 2. c4)) *\n"),
    ] {
        let result = session.request("vgn/rearrange", ask(how, at));
        assert_eq!(edited(game, &result["edit"]["changes"][FILE]), expected, "{how} {at}");
    }
    for (how, at) in [("promote", 0), ("mainLine", 1), ("deleteVariation", 5), ("promote", 9), ("burn", 1)] {
        assert_eq!(session.error_code("vgn/rearrange", ask(how, at)), -32602, "{how} {at}");
    }
    session.diagnostics(FILE, 3);
    session.finish();
}

#[test]
fn empty_lines_at_the_end_belong_to_the_last_game() {
    let mut session = Session::new();
    for (version, end) in (1..).zip(["", "\n", "\n\n", "\r\n\r\n\r\n", "\n \n\t\n"]) {
        let (uri, text) = (format!("file:///end{version}.pgn"), format!("1. e4 *\n\n1. d4 d5 *{end}"));
        session.open(&uri, version, &text);
        for line in 2..=end.matches('\n').count() + 2 {
            let place = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": 9}});
            let cursor = session.request("vgn/cursor", place.clone());
            assert_eq!((&cursor["game"], &cursor["games"]), (&json!(2), &json!(2)), "{end:?} in line {line}");
            assert_eq!((&cursor["line"], &cursor["move"]), (&json!("1. d4 d5"), &json!(1)), "{end:?} in line {line}");
            let game = session.request("vgn/game", place);
            assert_eq!((&game["game"], &game["games"]), (&json!(2), &json!(2)), "{end:?} in line {line}");
        }
        // It begins with its first tag, and not with the empty lines before it.
        let second = session.request("vgn/game", json!({"textDocument": {"uri": uri}, "game": 2}));
        assert_eq!(second["range"]["start"], json!({"line": 2, "character": 0}), "{end:?}");
        let third = json!({"textDocument": {"uri": uri}, "game": 3});
        assert_eq!(session.request("vgn/game", third), Value::Null);
        session.diagnostics(&uri, version);
    }
    session.finish();
}

#[test]
fn what_is_done_on_a_board_becomes_edits() {
    let mut session = Session::new();
    session.open(FILE, 3, GAMES);
    let play = |after: i32, wanted: &str, version: i32| {
        let document = json!({"uri": FILE, "version": version});
        json!({"textDocument": document, "game": 1, "after": after, "move": wanted, "mode": "auto"})
    };
    let edits = |result: &Value| result["edit"]["changes"][FILE].clone();
    let played = session.request("vgn/play", play(2, "c2c4", 3));
    assert_eq!(edits(&played), json!([{"range": as_range([3, 52, 3, 52]), "newText": " 2. c4"}]));
    assert_eq!((&played["select"], &played["move"]), (&as_range([3, 56, 3, 58]), &json!(3)));
    let there = session.request("vgn/play", play(-1, "d4", 3));
    assert_eq!(there, json!({"edit": null, "select": as_range([3, 43, 3, 45]), "move": 1}));
    assert_eq!(session.error_code("vgn/play", play(-1, "e2e5", 3)), -32602);
    assert_eq!(session.error_code("vgn/play", play(-1, "c4", 2)), -32801, "another version");
    let annotate = json!({
        "textDocument": document(), "game": 1, "move": 2, "shapes": [{"color": "blue", "from": "d5", "to": "d4"}],
        "nags": [2], "comment": "risky"
    });
    let annotated = session.request("vgn/annotate", annotate);
    let text = "? {[%cal Bd5d4] risky}";
    assert_eq!(edits(&annotated), json!([{"range": as_range([3, 52, 3, 52]), "newText": text}]));
    let wrong = json!({"textDocument": document(), "game": 1, "move": 0, "shapes": [{"color": "pink", "from": "d5"}]});
    assert_eq!(session.error_code("vgn/annotate", wrong), -32602);
    session.diagnostics(FILE, 3);
    session.finish();
}
