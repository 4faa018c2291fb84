//! `vgn-lsp find`: games cut at the half-move found, and hits in another order.

use crate::support::cli::Folder;

const CUT: &str = "[White \"A\"]\n[Result \"1-0\"]\n[PlyCount \"5\"]\n\n{before} 1. e4 (1. d4 {x}) e5!? $14 {found (so)}\n\
                   ; line\n(1... c5 2. Nf3) 2. Nf3 {after} Nc6 3. Bb5 1-0 {lost on time}\n";

#[test]
fn games_are_cut_behind_the_half_move_with_what_is_said_of_it() {
    let folder = Folder::new();
    folder.write("in.pgn", format!("{CUT}\n{}", CUT.replace('\n', "\r\n")));
    let run = folder.run(&["find", "piece pe5", "--cut", "-o", "out.pgn", "in.pgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let expected = format!("{}*\n", CUT.split_once("(1... c5").expect("there").0);
    let both = format!("{expected}\n{}", expected.replace('\n', "\r\n"));
    assert_eq!(String::from_utf8(folder.read("out.pgn")).expect("text"), both);
    let said = "2 games cut behind the half-move found: tags such as `Result` are as they were";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    // Nothing follows the last half-move, and a player is no half-move.
    let run = folder.run(&["find", "piece Bb5 or player a", "--cut", "-o", "-", "in.pgn"]);
    assert_eq!(run.stdout, String::from_utf8(folder.read("in.pgn")).expect("text"));
    let run = folder.run(&["find", "player a", "--cut", "-o", "whole.pgn", "in.pgn"]);
    assert!(run.stderr.contains("2 games written whole: what was found in them is no half-move"), "{}", run.stderr);
    assert_eq!(folder.run(&["find", "mate", "--cut"]).code, Some(2));
}

#[test]
fn hits_are_listed_and_written_in_the_order_that_is_asked_for() {
    let folder = Folder::new();
    let game = |white: &str, date: &str, elo: u32, moves: &str| {
        format!("[White \"{white}\"]\n[Date \"{date}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n\n{moves} *\n")
    };
    let games = [
        game("c", "????.??.??", 2500, "1. e4"),
        game("B", "1999.01.02", 0, "1. e4 e5 2. d4"),
        game("a", "1999.01.??", 2700, "1. e4 e5"),
    ];
    folder.write("in.pgn", games.join("\n"));
    for (order, expected) in [
        ("date", [1, 2, 0]),
        ("white", [2, 1, 0]),
        ("rating", [2, 0, 1]),
        ("length", [0, 2, 1]),
        ("eco", [2, 1, 0]),
        ("event", [1, 2, 0]),
        ("black", [2, 1, 0]),
    ] {
        let run = folder.run(&["find", "piece Pe4", "--sort", order, "-o", "-", "in.pgn"]);
        assert_eq!(run.stdout, expected.map(|at| games[at].clone()).join("\n"), "{order}");
        let run = folder.run(&["find", "piece Pe4", "--sort", order, "in.pgn"]);
        let names: String =
            run.stdout.lines().filter_map(|line| line.split(": game ").nth(1)?.chars().next()).collect();
        assert_eq!(names, expected.map(|at| (at + 1).to_string()).concat(), "{order}");
    }
    let run = folder.run(&["find", "piece Pe4", "--sort", "length", "-q", "-o", "out.pgn", "in.pgn"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(folder.path("out.pgn").exists());
}
