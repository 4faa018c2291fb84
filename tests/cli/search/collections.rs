//! Many files as one, and one as many.

use std::fs;

use crate::support::cli::{Folder, Run};

fn game(event: &str, white: &str, black: &str, date: &str, moves: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"{white}\"]\n[Black \
         \"{black}\"]\n[Result \"*\"]\n[ECO \"C20\"]\n\n{moves} *\n\n"
    )
}

fn text(folder: &Folder, name: &str) -> String {
    String::from_utf8(folder.read(name)).expect("UTF-8")
}

fn assert_done(run: &Run) {
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[test]
fn a_merge_keeps_each_game_as_it_is_and_once() {
    let folder = Folder::new();
    let [one, two, three] = ["A", "B", "C"].map(|event| game(event, "W", "S", "2001.01.01", "1. e4 {a (b)} e5 $1"));
    folder.write("in/1.pgn", format!("\u{feff}{two}{one}"));
    folder.write("in/2.pgn", format!("{}{three}\n\n", one.replace(" e5", "\ne5")));
    folder.write("in/3.pgn", three.trim_end().replace('\n', "\r\n"));
    let run = folder.run(&["merge", "in", "-o", "all.pgn"]);
    assert_done(&run);
    assert!(
        run.stderr.starts_with("3 games of 3 files, 2 games left out whose text was there before, in "),
        "{}",
        run.stderr
    );
    assert_eq!(text(&folder, "all.pgn"), [two.as_str(), &one, &three].concat());
    let there = folder.run(&["merge", "in", "-o", "all.pgn"]);
    assert!(there.code == Some(2) && there.stderr.contains("all.pgn: it is there already"), "{}", there.stderr);
    assert_done(&folder.run(&["merge", "in", "-o", "all.pgn", "--keep-duplicates", "--force"]));
    let all = text(&folder, "all.pgn");
    assert_eq!(all.matches("[Event ").count(), 5);
    assert!(all.ends_with("$1 *\r\n\r\n") && all.contains("\ne5 $1 *\n\n"), "{all}");
    let own = folder.run(&["merge", "all.pgn", "in", "-o", "all.pgn", "--force"]);
    assert!(
        own.code == Some(2) && own.stderr.contains("all.pgn: this is one of the files that are read"),
        "{}",
        own.stderr
    );
    assert_eq!(text(&folder, "all.pgn"), all);
    // In a folder it is left out.
    assert_done(&folder.run(&["merge", ".", "-o", "all.pgn", "--force"]));
    assert_eq!(text(&folder, "all.pgn"), [two.as_str(), &one, &three].concat());
    assert_eq!(folder.run(&["merge", "in", "-o", "-"]).stdout, [two, one, three].concat());
    let packed = folder.run(&["merge", "in", "-o", "all.pgn.gz"]);
    assert!(packed.code == Some(2) && packed.stderr.contains("what is written is not compressed"), "{}", packed.stderr);
}

#[test]
fn merged_games_are_sorted() {
    let folder = Folder::new();
    let games = [
        game("Linares", "Z", "Y", "1999.??.??", "1. e4"),
        game("Aachen", "B", "X", "????.??.??", "1. e4"),
        game("linares", "b", "A", "1998.02.03", "1. e4"),
        game("?", "A", "A", "2000.01.01", "1. e4"),
    ];
    folder.write("in.pgn", games.concat());
    for (order, expected) in [
        ("none", [0, 1, 2, 3]),
        ("date", [2, 0, 3, 1]),
        ("event", [1, 2, 0, 3]),
        ("white", [3, 2, 1, 0]),
        ("eco", [3, 2, 1, 0]),
    ] {
        assert_done(&folder.run(&["merge", "in.pgn", "--sort", order, "-o", "out.pgn", "--force"]));
        assert_eq!(text(&folder, "out.pgn"), expected.map(|n| games[n].as_str()).concat(), "{order}");
    }
}

#[test]
fn games_in_other_encodings_are_recoded_and_doubts_are_refused() {
    let folder = Folder::new();
    let latin = |text: &str| text.chars().map(|letter| letter as u8).collect::<Vec<u8>>();
    let [one, two] = ["Müller", "Österreich"].map(|name| game(name, name, "S", "2001.01.01", "1. e4"));
    folder.write("1.pgn", latin(&one));
    folder.write("2.pgn", format!("{one}{two}"));
    let run = folder.run(&["merge", "1.pgn", "2.pgn", "-o", "all.pgn"]);
    assert_done(&run);
    assert_eq!(text(&folder, "all.pgn"), [one.as_str(), &two].concat());
    assert!(run.stderr.contains("1 game in UTF-8 now"), "{}", run.stderr);
    // Both encodings in one game.
    let words = [latin("Müüü ñandú").as_slice(), "é€ł漢".as_bytes()].concat();
    let both = [b"[Event \"".as_slice(), &words, b"\"]\n\n1. e4 *\n"].concat();
    folder.write("3.pgn", both);
    let run = folder.run(&["merge", "3.pgn", "-o", "new.pgn"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("3.pgn: game 1 is not UTF-8"), "{}", run.stderr);
    assert!(!folder.path("new.pgn").exists());
}

#[test]
fn a_game_without_an_end_is_not_joined_to_the_next() {
    let folder = Folder::new();
    folder.write("1.pgn", "1. e4 e5\n");
    folder.write("2.pgn", "2. Nf3 Nc6 *\n");
    folder.write("3.pgn", game("A", "W", "S", "2001.01.01", "1. e4"));
    let run = folder.run(&["merge", "1.pgn", "2.pgn", "-o", "all.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr
            .contains("1.pgn: game 1, on line 1, has no terminator, and game 1 of 2.pgn would be read as a part of it"),
        "{}",
        run.stderr
    );
    assert!(!folder.path("all.pgn").exists());
    // Tags begin a game.
    assert_done(&folder.run(&["merge", "1.pgn", "3.pgn", "-o", "all.pgn"]));
    // What cannot be read whole is not written in part.
    folder.write("4.pgn.gz", b"\x1f\x8b\x08\0\0");
    let run = folder.run(&["merge", "3.pgn", "4.pgn.gz", "-o", "new.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("4.pgn.gz: the file cannot be read to its end"), "{}", run.stderr);
    assert_eq!(folder.names(), ["1.pgn", "2.pgn", "3.pgn", "4.pgn.gz", "all.pgn"]);
}

/// Programs read a comment behind a result as one of the game before it.
#[test]
fn comments_behind_a_result_go_with_their_game() {
    let folder = Folder::new();
    let tagged = |white: &str, end: &str| format!("[White \"{white}\"]\n[Date \"?\"]\n\n1. e4 e5 {end}");
    let games = [
        tagged("C", "1-0 {Black loses on time}"),
        tagged("B", "0-1\n; flag\n% escape"),
        format!("{{above}}\n{}", tagged("A", "* {last\n\nwords} ; more")),
    ];
    folder.write("in.pgn", games.join("\n\n") + "\n");
    assert_done(&folder.run(&["merge", "in.pgn", "-o", "same.pgn"]));
    assert_eq!(text(&folder, "same.pgn"), games.join("\n\n") + "\n\n");
    assert_done(&folder.run(&["merge", "in.pgn", "--sort", "white", "-o", "sorted.pgn"]));
    let sorted = [games[2].as_str(), &games[1], &games[0]].join("\n\n") + "\n\n";
    assert_eq!(text(&folder, "sorted.pgn"), sorted);
    assert_done(&folder.run(&["split", "in.pgn", "--by", "1", "-d", "out"]));
    for (n, game) in (1..).zip(&games) {
        assert_eq!(text(&folder, &format!("out/in-00{n}.pgn")), format!("{game}\n\n"));
    }
}

#[test]
fn comments_between_files_keep_no_game_from_the_next() {
    let folder = Folder::new();
    folder.write("1.pgn", "; a header line\n");
    folder.write("2.pgn", "1. e4 e5 1-0\n\n{end of file}\n");
    folder.write("3.pgn", "1. d4 *\n");
    assert_done(&folder.run(&["merge", "1.pgn", "2.pgn", "3.pgn", "-o", "all.pgn"]));
    assert_eq!(text(&folder, "all.pgn"), "; a header line\n\n1. e4 e5 1-0\n\n{end of file}\n\n1. d4 *\n\n");
    folder.write("2.pgn", "1. c4 *\n\n1. e4 e5\n{x} {open\n");
    let run = folder.run(&["merge", "2.pgn", "3.pgn", "-o", "new.pgn"]);
    let said =
        "2.pgn: game 2: the comment on line 4 has no closing `}`, and game 1 of 3.pgn would be read as a part of it";
    assert!(run.code == Some(2) && run.stderr.contains(said), "{}", run.stderr);
}

#[test]
fn binary_games_are_merged_and_split() {
    let folder = Folder::new();
    folder.write(
        "1.pgn",
        [game("A", "W", "S", "2001.01.01", "1. e4 e5"), game("B", "W", "S", "2002.01.01", "1. d4")].concat(),
    );
    assert_eq!(folder.run(&["convert", "--to", "BCCF", "1.pgn", "-o", "1.vgn"]).code, Some(0));
    assert_done(&folder.run(&["merge", "1.vgn", "1.pgn", "-o", "all.vgn", "--sort", "date"]));
    assert_done(&folder.run(&["split", "all.vgn", "--by", "event", "-d", "out"]));
    for name in ["out/A.vgn", "out/B.vgn"] {
        let checked = folder.run(&["check", name]);
        assert_eq!(checked.code, Some(0), "{name}: {} {}", checked.stdout, checked.stderr);
        assert!(checked.stderr.starts_with("1 file, 2 games"), "{name}: {}", checked.stderr);
    }
}

#[test]
fn a_file_is_split_by_what_its_games_say() {
    let folder = Folder::new();
    let games = [
        game("Open", "Tal, M", "Fischer, R", "1959.09.11", "1. e4"),
        game("open", "Fischer, R", "?", "1960.??.??", "1. d4"),
        game("A/B: C", "con", "Tal, M", "????.??.??", "1. c4"),
    ];
    folder.write("in.pgn.gz", {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, games.concat().as_bytes()).expect("written");
        encoder.finish().expect("written")
    });
    for (by, expected) in [
        ("player", vec![("Fischer, R", vec![0, 1]), ("Tal, M", vec![0, 2]), ("_con", vec![2]), ("unknown", vec![1])]),
        ("event", vec![("A_B_ C", vec![2]), ("Open", vec![0]), ("open-2", vec![1])]),
        ("year", vec![("1959", vec![0]), ("1960", vec![1]), ("unknown", vec![2])]),
        ("eco", vec![("C20", vec![0, 1, 2])]),
        ("2", vec![("in-001", vec![0, 1]), ("in-002", vec![2])]),
    ] {
        let run = folder.run(&["split", "in.pgn.gz", "--by", by, "-d", by]);
        assert_done(&run);
        let mut names: Vec<String> = fs::read_dir(folder.path(by))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, expected.iter().map(|(name, _)| format!("{name}.pgn")).collect::<Vec<_>>(), "{by}");
        for (name, held) in expected {
            let wanted: String = held.iter().map(|n| games[*n].as_str()).collect();
            assert_eq!(text(&folder, &format!("{by}/{name}.pgn")), wanted, "{by} {name}");
        }
    }
    let again = folder.run(&["split", "in.pgn.gz", "--by", "year", "-d", "year"]);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("unknown.pgn: it is there already, and nothing was written"), "{}", again.stderr);
    assert_done(&folder.run(&["split", "in.pgn.gz", "--by", "year", "-d", "year", "--force"]));
    let wrong = folder.run(&["split", "in.pgn.gz", "--by", "0", "-d", "new"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("expected player, event, year, eco, or a number of games"), "{}", wrong.stderr);
}

/// A line of 44 half-moves, of which these first full moves are taken.
fn line(full_moves: usize) -> String {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 \
                 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 17. Rc1 Qb7 18. Nf1 Rfe8 \
                 19. Ng3 Bf8 20. b3 axb3 21. axb3 g6 22. Qd2 Bg7";
    let end = moves.find(&format!(" {}. ", full_moves + 1)).unwrap_or(moves.len());
    moves[..end].to_owned()
}

#[test]
fn games_that_may_be_the_same_are_named_with_the_one_to_keep() {
    let folder = Folder::new();
    let whole = game("A", "Tal, Mikhail", "Fischer, Robert", "1959.09.11", &line(22));
    let cut_short = game("B", "Tal, M", "Fischer, R", "1959.??.??", &line(15));
    let other_result = whole.replace("[Result \"*\"]", "[Result \"1-0\"]").replace(" *\n", " 1-0\n");
    let spelt = whole.replace("1. e4 e5", "1.e2e4 {best by test} e5").replace("Mikhail", "M.");
    let other_names = whole.replace("Tal, Mikhail", "Unzicker, W").replace("1959", "1960");
    let other_moves = whole.replace("22. Qd2 Bg7", "22. Qe2 Bg7");
    let of_others = game("A", "Tal, Mikhail", "Keres, Paul", "1959.09.11", &line(12));
    let another_day = whole.replace("1959.09.11", "1962.09.11");
    folder.write("a.pgn", format!("{of_others}{whole}{another_day}"));
    folder.write("b/b.pgn", format!("{cut_short}{other_result}{other_names}{other_moves}"));
    folder.write("c.pgn", &spelt);
    let run = folder.run(&["duplicates", "a.pgn", "b", "c.pgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    let expected = [
        "a.pgn:12: game 2: the same game as c.pgn:1: game 1: keep that one",
        "b/b.pgn:1: game 1: the same game, cut short, as c.pgn:1: game 1 (30 of 44 half-moves): keep that one",
        "b/b.pgn:12: game 2: the same game, with another result, as c.pgn:1: game 1 (1-0 here, * there): keep that one",
    ];
    let dated = "a.pgn:23: game 3: the same game, with another date, round or time, as c.pgn:1: game 1: compare them";
    assert!(lines.contains(&dated), "{}", run.stdout);
    let lines: Vec<&str> = lines.into_iter().filter(|line| *line != dated).collect();
    assert_eq!(lines[..3], expected, "{}", run.stdout);
    assert!(lines[3].starts_with("b/b.pgn:23: game 3: the same moves, under other names, as "), "{}", run.stdout);
    assert!(lines[3].ends_with(": compare them"), "{}", run.stdout);
    assert!(lines[4].starts_with("b/b.pgn:34: game 4: the same players, date and round, with other moves, as "));
    assert_eq!(lines.len(), 5, "{}", run.stdout);
    assert!(run.stderr.starts_with("6 games of 3 files may be in them already, in "), "{}", run.stderr);
    let json = folder.run(&["duplicates", "--format", "json", "a.pgn", "c.pgn"]);
    let first: serde_json::Value = serde_json::from_str(json.stdout.lines().next().unwrap_or_default()).expect("JSON");
    assert_eq!((first["kind"].as_str(), first["keep"].as_str()), (Some("same"), Some("other")));
    assert_eq!((first["this"]["line"].as_u64(), first["other"]["file"].as_str()), (Some(12), Some("c.pgn")));
    let none = folder.run(&["duplicates", "c.pgn"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(0), ""), "{}", none.stderr);
}
