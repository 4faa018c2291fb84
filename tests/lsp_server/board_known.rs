//! A board that has a game is told only what has changed of it, and finds it again wherever it stands.

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const FILE: &str = "file:///known.pgn";

/// The documents of a client that has a game of it.
struct Board {
    session: Session,
    version: i32,
    text: String,
    has: Value,
}

impl Board {
    fn new(text: &str, game: usize) -> Board {
        // A client that asks for diagnostics is told none.
        let (mut session, _) = Session::pulling();
        session.open(FILE, 0, text);
        let has = session.request("vgn/game", json!({"textDocument": {"uri": FILE}, "game": game}));
        Board { session, version: 0, text: text.to_owned(), has }
    }

    /// Replaces bytes of the text, as an editor does that tells of edits, or all of it.
    fn edit(&mut self, range: std::ops::Range<usize>, new: &str, is_whole: bool) {
        self.version += 1;
        let place = |at: usize| {
            let before = &self.text[..at];
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            json!({"line": before.matches('\n').count(), "character": before[line..].encode_utf16().count()})
        };
        let span = json!({"start": place(range.start), "end": place(range.end)});
        self.text.replace_range(range, new);
        let change = if is_whole { json!({"text": self.text}) } else { json!({"range": span, "text": new}) };
        let document = json!({"uri": FILE, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.session.notify("textDocument/didChange", params);
    }

    /// The game that the board stays on, as it is now by what is told, how much that is, and whether it is a part.
    fn follow(&mut self) -> (usize, bool) {
        let known = json!({"state": self.has["state"], "game": self.has["game"]});
        let ask = json!({"textDocument": {"uri": FILE}, "game": self.has["game"], "known": known});
        let answer = self.session.request("vgn/game", ask);
        if answer.is_null() {
            return (0, false);
        }
        let (size, kept) = (answer.to_string().len(), answer.get("kept").cloned());
        let old = std::mem::replace(&mut self.has, answer);
        if let Some(kept) = &kept {
            let game = self.has.as_object_mut().expect("a game");
            game.remove("kept");
            let moves = changed(&old["moves"], kept, &game["moves"], &game["total"]);
            assert_eq!(game["from"], kept["first"]);
            game["from"] = json!(0);
            game["moves"] = moves;
        }
        (size, kept.is_some())
    }

    /// The same game as it is told to somebody who has none.
    fn whole(&mut self) -> Value {
        self.session.request("vgn/game", json!({"textDocument": {"uri": FILE}, "game": self.has["game"]}))
    }

    fn players(&self) -> String {
        self.has["tags"].as_array().into_iter().flatten().map(|tag| tag["value"].as_str().unwrap_or_default()).collect()
    }
}

/// What a client makes of what it has and what it is told.
fn changed(old: &Value, kept: &Value, new: &Value, total: &Value) -> Value {
    let number = |name: &str| kept[name].as_i64().expect("a number");
    let old = old.as_array().expect("half-moves");
    let (first, last) = (number("first") as usize, number("last") as usize);
    let more = total.as_i64().expect("a number") - old.len() as i64;
    let moved = |half_move: &Value, to: &dyn Fn(&mut Value)| {
        let mut half_move = half_move.clone();
        let ranges = |half_move: &mut Value| {
            ["start", "end"].into_iter().for_each(|end| to(&mut half_move["range"][end]));
        };
        ranges(&mut half_move);
        half_move.get_mut("findings").and_then(Value::as_array_mut).into_iter().flatten().for_each(ranges);
        half_move
    };
    let down = |place: &mut Value, lines: i64| place["line"] = json!(place["line"].as_i64().expect("a line") + lines);
    let mut moves: Vec<Value> =
        old[..first].iter().map(|one| moved(one, &|at| down(at, number("firstLines")))).collect();
    moves.extend(new.as_array().expect("half-moves").iter().cloned());
    moves.extend(old[old.len() - last..].iter().map(|one| {
        let mut one = moved(one, &|at| {
            if at["line"] == kept["line"] {
                at["character"] = json!(at["character"].as_i64().expect("a column") + number("characters"));
            }
            down(at, number("lastLines"));
        });
        one["id"] = json!(one["id"].as_i64().expect("a number") + more);
        let parent = one["parent"].as_i64().expect("a number");
        one["parent"] = json!(if parent < first as i64 { parent } else { parent + more });
        one
    }));
    Value::from(moves)
}

const GAMES: &str = "[White \"Ann\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. e4 {[%clk 1:00:00] é} e5 2. Nf3 (2. f4 exf4\n3. Nf3 \
                     (3. Bc4 Qh4) g5) 2... Nc6 $1\n3. Bb5 Ke6 4. Ba4 *\n\n[White \"Cid\"]\n\n1. d4 *\n";

/// Whatever is written wherever: what was had and what is told make what is told to others.
#[test]
fn what_has_changed_is_all_that_is_told_and_enough() {
    let mut parts = 0;
    for new in ["{x}", "\n", " (1. a3 a6) ", "h3 ", "[White \"Eve\"]\n\n1. a3 *\n\n"] {
        let mut board = Board::new(GAMES, 2);
        for at in (0..GAMES.len()).filter(|at| GAMES.is_char_boundary(*at)).step_by(3) {
            for (range, new) in [(at..at, new), (at..at + new.len(), "")] {
                board.edit(range, new, false);
                parts += usize::from(board.follow().1);
                let (has, whole) = (board.has.clone(), board.whole());
                assert_eq!(has, whole, "{new:?} at {at}: {}", board.text);
            }
        }
        board.session.finish();
    }
    assert!(parts > 300, "{parts}");
}

#[test]
fn of_a_long_game_little_is_told_after_an_edit() {
    let moves: Vec<String> =
        (1..3_000).map(|n| format!("{n}. N{0} N{1}\n", ["f3", "g1"][(n + 1) % 2], ["f6", "g8"][(n + 1) % 2])).collect();
    let mut board = Board::new(&format!("[White \"Ann\"]\n\n{}*\n", moves.concat()), 1);
    let whole = board.has.to_string().len();
    for (before, new) in [("\n1500.", " {good}"), (" N", " $1"), ("[", "; by hand\n"), ("\n1600.", " (1599... a6)")] {
        let at = board.text.find(before).expect("it stands there");
        board.edit(at..at, new, false);
        let (told, is_part) = board.follow();
        assert!(is_part && told < 5_000 && whole > 1_000_000, "{new:?}: {told} of {whole} bytes");
        let has = board.has.clone();
        assert_eq!(has, board.whole());
    }
    board.edit(0..board.text.len(), "1. e4 *\n", false);
    board.follow();
    assert_eq!(board.has["total"], 1);
    board.session.finish();
}

#[test]
fn a_game_is_found_again_where_others_come_and_go_above_it() {
    let game = |name: &str, more: &str| format!("[White \"{name}\"]\n[Black \"Bob\"]\n\n1. e4 e5 {more}*\n\n");
    for is_whole in [false, true] {
        let mut board = Board::new(&[game("Ann", ""), game("Cid", "2. d4 "), game("Dee", "")].concat(), 2);
        let is_at = |board: &mut Board, number: usize| {
            board.follow();
            assert_eq!((board.has["game"].as_u64(), board.players()), (Some(number as u64), "CidBob".to_owned()));
        };
        board.edit(0..0, &game("Fay", "2. f4 "), is_whole);
        is_at(&mut board, 3);
        let start = board.text.find("[White \"Cid").expect("the game");
        board.edit(start..start, &game("Ci", "2. d4 d5 "), is_whole);
        is_at(&mut board, 4);
        board.edit(0..start, "", is_whole);
        is_at(&mut board, 2);
        // Its own end is written anew.
        let end = board.text.find("2. d4 *").expect("the end");
        board.edit(end..end + 7, "2. d3 1-0", is_whole);
        is_at(&mut board, 2);
        // Moved behind the others, in two edits.
        let start = board.text.find("[White \"Cid").expect("the game");
        let end = board.text.find("[White \"Dee").expect("the next game");
        let moved = board.text[start..end].to_owned();
        board.edit(start..end, "", is_whole);
        assert_eq!(board.follow().0, 0, "it is gone");
        let end = board.text.len();
        board.edit(end..end, &moved, is_whole);
        is_at(&mut board, 3);
        board.session.finish();
    }
}

#[test]
fn a_game_that_is_not_known_is_the_one_of_its_number() {
    let mut board = Board::new(GAMES, 2);
    let ask = json!({"textDocument": {"uri": FILE}, "game": 3, "known": {"state": "77", "game": 3}});
    let answer = board.session.request("vgn/game", ask);
    assert_eq!((&answer["tags"][0]["value"], answer.get("kept")), (&json!("Cid"), None));
    board.session.finish();
}

/// As many games as a screen has room for, and an afternoon's typing, while nobody asks.
#[test]
fn a_game_is_found_again_behind_many_other_boards_and_many_edits() {
    let others: String = (0..40).map(|number| format!("[White \"{number}\"]\n\n1. d4 d5 *\n\n")).collect();
    let mut board = Board::new(&format!("{GAMES}\n{others}"), 2);
    for game in 4..44 {
        board.session.request("vgn/game", json!({"textDocument": {"uri": FILE}, "game": game}));
    }
    for key in 0..5_000 {
        let new = if key % 100 == 0 { "[White \"Eve\"]\n\n1. a3 *\n\n" } else { "\n" };
        board.edit(0..0, new, false);
    }
    assert!(board.follow().1, "it is told in part");
    assert_eq!((board.players().as_str(), &board.has["game"]), ("Bob", &json!(52)));
    board.session.end_whatever_is_left();
}
