//! `vgn/findings`: in which games something is wrong, beyond what a client is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Value, json};

use crate::lsp_server::harness::Session;

const FILE: &str = "file:///games.pgn";

fn findings(session: &mut Session) -> Value {
    session.request("vgn/findings", json!({"textDocument": {"uri": FILE}}))
}

/// Of each game its number, errors, warnings and codes.
fn by_game(answer: &Value) -> BTreeMap<u64, (u64, u64, BTreeSet<String>)> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let of_game = |found: &Value| {
        let found = found.as_array().expect("a list");
        let code = |place: &Value| {
            let place = usize::try_from(number(place)).expect("a place");
            answer["codes"][place].as_str().expect("a code").to_owned()
        };
        (number(&found[0]), (number(&found[1]), number(&found[2]), found[3..].iter().map(code).collect()))
    };
    answer["found"].as_array().expect("a list").iter().map(of_game).collect()
}

#[test]
fn games_are_known_beyond_the_diagnostics_that_are_sent() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    assert_eq!(findings(&mut session), Value::Null);
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2001.01.01\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
    let good = format!("{roster}1. e4 *\n\n");
    let bad = format!("{roster}1. e4 e5 2. Ke3 *\n\n");
    session.open(FILE, 1, &format!("{good}{bad}{bad}").repeat(2_000));
    let mut answer = findings(&mut session);
    while answer["judged"] != 6_000 {
        assert_eq!((&answer["version"], &answer["games"]), (&json!(1), &json!(6_000)));
        std::thread::sleep(Duration::from_millis(50));
        answer = findings(&mut session);
    }
    let found = by_game(&answer);
    let is_wrong: Vec<bool> = (1..=6_000).map(|game| found.get(&game).is_some_and(|found| found.0 > 0)).collect();
    assert_eq!(is_wrong, [false, true, true].repeat(2_000));
    assert!(found.values().filter(|found| found.0 > 0).all(|found| found.2.contains("illegal-move")));
    session.end_whatever_is_left();
}

#[test]
fn what_is_known_of_games_is_what_diagnostics_say_of_them() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    let moves =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";
    let games = [
        format!("[White \"A\"]\n[Black \"B\"]\n[Round \"1\"]\n\n{moves} *\n\n"),
        "[Annotator \"https://lichess.org/@/a\"]\n\n1. e4 e5 *\n\n".to_owned(),
        "[Event \"a\"]\n\n1. e4 e5 2. Ke3 (2. Kd3) stray $999 2... d6 *\n\n".to_owned(),
        format!("[White \"A\"]\n[Black \"B\"]\n[Round \"1\"]\n\n{moves} *\n\n"),
        "[Event \"b\"]\n\n1. f3 e5 2. g4 Qh4# *\n\n".to_owned(),
    ];
    let first_lines: Vec<u64> = games
        .iter()
        .scan(0, |line, game| Some(std::mem::replace(line, *line + game.matches('\n').count() as u64)))
        .collect();
    session.open(FILE, 1, &games.concat());
    let mut expected = BTreeMap::<u64, (u64, u64, BTreeSet<String>)>::new();
    for found in session.diagnostics(FILE, 1) {
        let line = found["range"]["start"]["line"].as_u64().expect("a line");
        let game = expected.entry(first_lines.partition_point(|first| *first <= line) as u64).or_default();
        game.0 += u64::from(found["severity"] == 1);
        game.1 += u64::from(found["severity"] == 2);
        game.2.insert(found["code"].as_str().expect("a code").to_owned());
    }
    assert!(expected[&4].2.contains("duplicate-game") && expected.len() == 5, "{expected:?}");
    assert_eq!(by_game(&findings(&mut session)), expected);
    session.finish();
}
