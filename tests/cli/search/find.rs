//! `vgn-lsp find`: games found by conditions, listed, counted and written.

use serde_json::Value;

use crate::support::cli::{Folder, good};

/// A game with a smothered mate.
const MATE: &str =
    "[White \"M\u{fc}ller\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6\n4. Qxf7# 1-0\n";

fn folder_of_three() -> Folder {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{}\n{MATE}", good()));
    folder.write("b.pgn", MATE.replace('\n', "\r\n"));
    folder
}

#[test]
fn games_are_listed_with_the_half_move_in_the_order_of_the_files() {
    let folder = folder_of_three();
    let run = folder.run(&["find", "mate"]);
    let expected = "a.pgn:16:4: game 2: M\u{fc}ller - B, 4. Qxf7#\nb.pgn:6:4: game 1: M\u{fc}ller - B, 4. Qxf7#\n";
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), expected), "{}", run.stderr);
    assert!(run.stderr.starts_with("3 games in 2 files: 2 found in "), "{}", run.stderr);
    let run = folder.run(&["find", "--quiet", "player m\u{dc}LLER and not piece Qh4", "b.pgn"]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("b.pgn:1:1: game 1: M\u{fc}ller - B\n", ""));
    let run = folder.run_with(&["find", "piece nf6", "-"], MATE.as_bytes());
    assert_eq!(run.stdout, "<stdin>:5:28: game 1: M\u{fc}ller - B, 3... Nf6\n");
}

#[test]
fn each_game_is_an_object_of_json() {
    let folder = folder_of_three();
    let run = folder.run(&["find", "--format", "json", "mate", "a.pgn"]);
    let found: Value = serde_json::from_str(&run.stdout).expect("one line of JSON");
    let text = String::from_utf8(folder.read("a.pgn")).expect("text");
    assert_eq!(found["start"]["offset"], text.find("Qxf7#").expect("there"));
    assert_eq!((&found["start"]["line"], &found["start"]["column"]), (&16.into(), &4.into()));
    assert_eq!((&found["file"], &found["game"], &found["ply"]), (&"a.pgn".into(), &2.into(), &7.into()));
    assert_eq!(
        (&found["move"], &found["result"], &found["white"]),
        (&"Qxf7#".into(), &"1-0".into(), &"M\u{fc}ller".into())
    );
}

#[test]
fn the_games_are_written_byte_for_byte() {
    let folder = folder_of_three();
    let run = folder.run(&["find", "mate", "-o", "hits.pgn", "a.pgn", "b.pgn"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    let expected = format!("{MATE}\n{}", MATE.replace('\n', "\r\n"));
    assert_eq!(String::from_utf8(folder.read("hits.pgn")).expect("text"), expected);
    assert_eq!(folder.run(&["find", "mate", "--count", "hits.pgn"]).stdout, "2\n");
    let run = folder.run(&["find", "mate", "-o", "-", "hits.pgn"]);
    assert_eq!(run.stdout, expected);
}

#[test]
fn a_game_without_a_terminator_is_not_joined_with_the_next_one() {
    let folder = Folder::new();
    folder.write("a.pgn", "1. e4 e5\n");
    folder.write("b.pgn", "2. Nf3 Nc6 *\n");
    folder.write("hits.pgn", "kept");
    let run = folder.run(&["find", "plies 2", "-o", "hits.pgn", "--force", "a.pgn", "b.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("hits.pgn: the games cannot be written: game 1 of b.pgn: the game before it has no"));
    assert_eq!(folder.read("hits.pgn"), b"kept");
}

#[test]
fn a_file_is_written_whole_and_over_no_input() {
    let folder = folder_of_three();
    for (args, said) in [
        (["hits.pgn", "a.pgn"], ""),
        (["hits.pgn", "a.pgn"], "hits.pgn: it is there already: name another file, or use `--force`"),
        (["a.pgn", "a.pgn"], "a.pgn: this is one of the files that are read"),
        (["new.pgn.zst", "a.pgn"], "new.pgn.zst: what is written is not compressed"),
        (["new.pgn", "none.pgn"], "nothing was written"),
    ] {
        let run = folder.run(&["find", "mate", "-q", "-o", args[0], args[1]]);
        assert_eq!(
            (run.code, run.stderr.contains(said)),
            (Some(if said.is_empty() { 0 } else { 2 }), true),
            "{}",
            run.stderr
        );
    }
    let run = folder.run(&["find", "stalemate", "-q", "-o", "new.pgn"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), "nothing was written\n"));
    assert!(!folder.path("new.pgn").exists());
    // Its own file is none of a folder's.
    let run = folder.run(&["find", "mate", "-o", "hits.pgn", "--force", "."]);
    assert!(run.stderr.starts_with("3 games in 2 files: 2 found"), "{}", run.stderr);
}

/// Programs read a comment behind a result as one of the game before it.
#[test]
fn comments_behind_a_result_go_with_their_game() {
    let folder = Folder::new();
    let game = |white: &str, end: &str| format!("[White \"{white}\"]\n\n1. e4 e5 {end}");
    let [one, two, three] = [
        game("A", "1-0 {Black loses on time}"),
        game("B", "0-1\n; flag fell"),
        "{above}\n".to_owned() + &game("C", "*"),
    ];
    folder.write("in.pgn", format!("{one}\n\n{two}\n\n{three}\n\n{{end}}\n"));
    for (condition, expected) in [
        ("comment time", "in.pgn:3:14: game 1: A - ?\n"),
        ("comment flag", "in.pgn:8:1: game 2: B - ?\n"),
        ("comment above", "in.pgn:10:1: game 3: C - ?\n"),
        ("black '' or white B", "in.pgn:5:1: game 2: B - ?\n"),
    ] {
        assert_eq!(folder.run(&["find", condition, "in.pgn"]).stdout, expected, "{condition}");
    }
    for (condition, expected) in [
        ("white A", format!("{one}\n")),
        ("white B", format!("{two}\n")),
        ("not white B", format!("{one}\n\n{three}\n")),
        ("plies 2", format!("{one}\n\n{two}\n\n{three}\n")),
    ] {
        let run = folder.run(&["find", condition, "in.pgn", "-o", "-"]);
        assert_eq!(run.stdout, expected, "{condition}: {}", run.stderr);
    }
    // The comments are at a border of blocks.
    let many: String = (0..40_000).map(|n| game(&format!("{}", n % 2), &format!("1-0 {{c{n}}}\n\n"))).collect();
    folder.write("many.pgn", &many);
    let all = folder.run(&["find", "comment c", "many.pgn", "-o", "-"]).stdout;
    assert!(all == format!("{}\n", many.trim_end()), "{} of {}", all.len(), many.len());
    let odd = folder.run(&["find", "white 1", "many.pgn", "-o", "-"]).stdout;
    let of_odd = |n: &&str| n.parse().is_ok_and(|n: u32| n % 2 == 1);
    assert_eq!(odd.split("{c").filter_map(|part| part.split('}').next()).filter(of_odd).count(), 20_000);
    assert_eq!(odd.matches("{c").count(), 20_000);
}

#[test]
fn half_moves_of_a_variant_that_nobody_knows_are_counted_as_written() {
    let folder = Folder::new();
    folder.write("a.pgn", "[Variant \"sittuyin\"]\n\n1. e4 e5 2. Nf3 (2. d4 d5) {x} *\n");
    for (condition, expected) in [("plies 3", "1\n"), ("plies 0", "0\n"), ("NOT plies 3", "0\n"), ("nag 14", "0\n")] {
        assert_eq!(folder.run(&["find", "--count", condition, "a.pgn"]).stdout, expected, "{condition}");
    }
}

#[test]
fn exit_codes_are_those_of_grep() {
    let folder = folder_of_three();
    let run = folder.run(&["find", "stalemate"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{}", run.stderr);
    assert_eq!(folder.run(&["find", "stalemate", "--count"]).stdout, "0\n");
    assert_eq!(folder.run(&["find", "mate", "a.pgn", "no such.pgn"]).code, Some(2));
    let run = folder.run(&["find", "result draw and plyer x"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("column 17: `plyer`: no term has this name: did you mean `player`?"), "{}", run.stderr);
}

/// The counts are those that python-chess 1.11.2 gives.
#[test]
fn real_games_are_found_as_another_program_finds_them() {
    let folder = Folder::new();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    for &(file, condition, expected) in COUNTS {
        let run = folder.run(&["find", "--count", condition, &format!("{data}{file}")]);
        assert_eq!(run.stdout.trim(), expected.to_string(), "{file}: {condition}: {}", run.stderr);
    }
}

const COUNTS: &[(&str, &str, u32)] = &[
    ("annotated/dortmund.pgn", "plies 0..", 40),
    ("annotated/dortmund.pgn", "result 1-0", 19),
    ("annotated/dortmund.pgn", "result draw", 12),
    ("annotated/dortmund.pgn", "eco B20..B49", 2),
    ("annotated/dortmund.pgn", "elo 2000..", 3),
    ("annotated/dortmund.pgn", "plies 20..40", 1),
    ("annotated/dortmund.pgn", "check", 33),
    ("annotated/dortmund.pgn", "check for 2", 1),
    ("annotated/dortmund.pgn", "not check", 7),
    ("annotated/dortmund.pgn", "promotion", 1),
    ("annotated/dortmund.pgn", "piece Nd5", 6),
    ("annotated/dortmund.pgn", "piece Nd5 for 10", 1),
    ("annotated/dortmund.pgn", "material either KRPvKR", 1),
    ("annotated/dortmund.pgn", "position 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'", 1),
    ("annotated/dortmund.pgn", "(check and piece Qh7) ever", 1),
    ("annotated/dortmund.pgn", "nag $2", 28),
    ("annotated/dortmund.pgn", "comment better", 7),
    ("annotated/wcc_2023.pgn", "white-elo 2000.. and black-elo 2000..", 3),
    ("annotated/wcc_2023.pgn", "date 2017.04..2023", 3),
    ("annotated/wcc_2023.pgn", "comment better", 3),
    ("games/lichess_db_10k.pgn", "event blitz", 5),
    ("games/lichess_db_10k.pgn", "mate", 1),
    ("games/lichess_db_10k.pgn", "check", 4),
];

#[test]
fn games_of_other_variants_are_said_where_boards_are_sought() {
    let folder = Folder::new();
    let of = |variant: &str| format!("[Variant \"{variant}\"]\n\n1. e4 e5 2. Nf3 *\n\n");
    folder.write("a.pgn", ["Standard", "Chess960", "Rated", "wild/0", "Crazyhouse"].map(of).concat());
    let position = "position \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"";
    let said = |arguments: &[&str]| {
        let run = folder.run(arguments);
        run.stderr.lines().find_map(|line| line.split_once(" of other variants")).map(|(number, _)| number.to_owned())
    };
    let explored = ["explore", "--no-index", "--moves", "1. e4", "a.pgn"];
    assert_eq!(said(&["find", position, "a.pgn"]).as_deref(), Some("3 games"));
    assert_eq!(said(&["find", "piece Nf3", "a.pgn"]).as_deref(), Some("2 games"));
    assert_eq!(said(&["find", "plies 3", "a.pgn"]), None);
    assert_eq!(said(&["find", "--quiet", position, "a.pgn"]), None);
    assert_eq!(said(&explored).as_deref(), Some("3 games"));
    assert_eq!(folder.run(&["index", "--store", "s", "a.pgn"]).code, Some(0));
    let indexed = ["explore", "--store", "s", "--moves", "1. e4", "a.pgn"];
    assert_eq!(said(&indexed).as_deref(), Some("3 games"));
}
