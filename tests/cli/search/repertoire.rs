//! `vgn-lsp repertoire`: contradictions, transpositions and gaps in a player's own lines.

use serde_json::{Value, json};

use crate::support::cli::{Folder, ROSTER};

const SPANISH: &str = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *\n";

#[test]
fn findings_have_their_places_in_both_files() {
    let folder = Folder::new();
    folder.write("a-white.pgn", format!("{ROSTER}{SPANISH}\n{ROSTER}1. e4 e5 2. Nf3 d6 *\n"));
    folder.write("b-white.pgn", format!("{ROSTER}1. e4 c5\n2. c3 d5 *\n\n{ROSTER}1. Nf3 e5 2. e4 Nc6 3. Bc4 *\n"));
    let run = folder.run(&["repertoire", "a-white.pgn", "b-white.pgn"]);
    let expected = [
        "a-white.pgn:19:17: unanswered: the line ends with 2... d6, without an answer",
        "b-white.pgn:10:4: conflict: 2. c3 here, but 2. Nf3 at a-white.pgn:9:22",
        "b-white.pgn:10:7: unanswered: the line ends with 2... d5, without an answer",
        "b-white.pgn:20:4: conflict: 1. Nf3 here, but 1. e4 at a-white.pgn:9:4",
        "b-white.pgn:20:14: transposition: 2. e4 leads to the position after 2. Nf3 at a-white.pgn:9:30",
        "b-white.pgn:20:24: conflict: 3. Bc4 here, but 3. Bb5 at a-white.pgn:9:41",
    ];
    assert_eq!(run.stdout.lines().collect::<Vec<_>>(), expected, "{}", run.stdout);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("a-white.pgn: 2 chapters for White, by the file's name"), "{}", run.stderr);
    assert!(
        run.stderr.contains("4 chapters in 2 files: 3 conflicts, 1 transposition, 2 moves without"),
        "{}",
        run.stderr
    );
    let run = folder.run(&["repertoire", "--format", "json", "--quiet", "a-white.pgn", "b-white.pgn"]);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(run.stderr, "");
    let offset = lines[1]["offset"].as_u64().and_then(|at| usize::try_from(at).ok()).expect("an offset");
    assert!(folder.read("b-white.pgn")[offset..].starts_with(b"c3 d5"));
    assert_eq!(lines[1]["kind"], "conflict");
    assert_eq!(lines[1]["other"]["move"], "2. Nf3");
    assert_eq!(lines[0].get("other"), None);
}

#[test]
fn whose_lines_they_are_is_told_or_asked_for() {
    let folder = Folder::new();
    folder.write("tagged.pgn", format!("[Orientation \"black\"]\n{ROSTER}1. e4 c5 *\n"));
    folder.write("study.pgn", format!("{ROSTER}{SPANISH}"));
    folder.write("line.pgn", format!("{ROSTER}1. e4 e5 *\n"));
    for (file, side, how) in
        [("tagged.pgn", "Black", "the tag `Orientation`"), ("study.pgn", "White", "its moves, which hardly branch")]
    {
        let run = folder.run(&["repertoire", file]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
        assert!(run.stderr.contains(&format!("{file}: 1 chapter for {side}, by {how}")), "{}", run.stderr);
    }
    let run = folder.run(&["repertoire", "line.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("use `--for white` or `--for black`"), "{}", run.stderr);
    assert_eq!(folder.run(&["repertoire", "--for", "black", "line.pgn"]).code, Some(0));
    assert_eq!(folder.run(&["repertoire", "--for", "white", "line.pgn"]).code, Some(1), "1... e5 has no answer");
    assert_eq!(folder.run(&["repertoire", "--for", "green", "line.pgn"]).code, Some(2));
    assert_eq!(folder.run(&["repertoire", "absent.pgn"]).code, Some(2));
}

#[test]
fn common_moves_of_a_database_need_an_answer() {
    let folder = Folder::new();
    folder.write("white.pgn", format!("{ROSTER}{SPANISH}"));
    let game = |moves: &str, times: usize| format!("{ROSTER}{moves} *\n\n").repeat(times);
    let games = game("1. e4 e5 2. Nf3 Nf6", 30) + &game("1. e4 c6", 20) + &game("1. e4 a6", 2);
    folder.write("games/all.pgn", games);
    let of = |more: &[&str]| {
        let arguments = [&["repertoire", "white.pgn", "--database", "games"][..], more].concat();
        folder.run(&arguments)
    };
    let run = of(&[]);
    let expected = [
        "white.pgn:9:4: uncovered: nothing against c6 after 1. e4, which 38 % of 52 games play",
        "white.pgn:9:30: uncovered: nothing against Nf6 after 2. Nf3, which 100 % of 30 games play",
    ];
    assert_eq!(run.stdout.lines().collect::<Vec<_>>(), expected);
    assert_eq!(run.code, Some(1));
    assert_eq!(of(&["--min-share", "40%"]).stdout.lines().count(), 1);
    assert_eq!(of(&["--min-share", "1", "--min-games", "1"]).stdout.lines().count(), 3);
    let json = of(&["--format", "json", "--quiet"]).stdout;
    let first: Value = serde_json::from_str(json.lines().next().unwrap_or_default()).expect("JSON");
    assert_eq!((&first["reply"], &first["games"], &first["of"]), (&json!("c6"), &json!(20), &json!(52)));
}
