//! `vgn-lsp explore`: what was played in a position.

use serde_json::{Value, json};

use crate::support::cli::Folder;

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2401\"]\n\
                     [Date \"2001.02.03\"]\n\n1. e4 c5 2. Nf3 d6 1-0\n\n\
                     [White \"C\"]\n[Black \"D\"]\n\n1. Nf3 c5 2. e4 (2. c4 e5) Nc6 0-1\n\n\
                     [White \"E\"]\n[Black \"F\"]\n\n1. e4 c5 2. Nc3 1/2-1/2\n";

fn json_of(stdout: &str) -> Value {
    serde_json::from_str(stdout).expect("one JSON object")
}

#[test]
fn moves_are_counted_with_results_ratings_and_years() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    let run = folder.run(&["explore", "--moves", "1. e4 c5", "--format", "json", "games.pgn"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let of_move = |san: &str, uci: &str, results: [u64; 3], rating: Value, year: Value| {
        json!({
            "san": san, "uci": uci, "games": 1, "white": results[0], "draws": results[1], "black": results[2],
            "average_rating": rating, "last_year": year,
        })
    };
    let expected = json!({
        "fen": "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "games": 2, "white": 1, "draws": 1, "black": 0,
        "moves": [
            of_move("Nc3", "b1c3", [0, 1, 0], Value::Null, Value::Null),
            of_move("Nf3", "g1f3", [1, 0, 0], json!(2451), json!(2001)),
        ],
    });
    assert_eq!(json_of(&run.stdout), expected);
}

#[test]
fn a_transposition_reaches_the_position_and_a_fen_names_it() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let run = folder.run(&["explore", fen, "games.pgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("2 games of 3 games: White won 1, 0 drawn, Black won 1"), "{}", run.stdout);
    assert!(run.stdout.contains("games.pgn:8: A - B, 1-0, 2001: d6"), "{}", run.stdout);
    assert!(run.stdout.contains("games.pgn:13: C - D, 0-1: Nc6"), "{}", run.stdout);
}

#[test]
fn the_initial_position_is_the_default_and_faults_are_named() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    let run = folder.run(&["explore", "--format", "json"]);
    assert_eq!(json_of(&run.stdout)["games"], 3);
    for (arguments, expected) in [
        (&["explore", "--moves", "1. e4 Ke7", "games.pgn"][..], "`Ke7` cannot be played"),
        (&["explore", "8/8/8/8/8/8/8/8 w - - 0 1", "games.pgn"][..], "is not a legal position"),
        (&["explore", "absent.pgn"][..], "absent.pgn: the file cannot be read"),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{}", run.stdout);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn binary_games_are_counted_too() {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    let run = folder.run(&["convert", "--allow-loss", "--to", "BCCF", "games.pgn", "-o", "small.vgn"]);
    assert!(run.code == Some(0), "{}", run.stderr);
    let of = |file: &str| json_of(&folder.run(&["explore", "--format", "json", "--moves", "1. e4", file]).stdout);
    assert_eq!(of("small.vgn"), of("games.pgn"));
    assert_eq!(of("small.vgn")["games"], 2);
}
