//! `vgn-lsp duplicates --diff` and `--fix`: what goes, what stays and why.

use crate::support::cli::Folder;

const MOVES: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5";

/// A game with tags, and movetext behind it.
fn game(tags: &str, movetext: &str) -> String {
    format!("[White \"Tal, Mikhail\"]\n[Black \"Fischer, Robert\"]\n[Date \"1959.09.11\"]\n{tags}\n{movetext} *\n\n")
}

fn text(folder: &Folder, name: &str) -> String {
    String::from_utf8(folder.read(name)).expect("UTF-8")
}

#[test]
fn only_games_whose_whole_content_is_kept_are_removed() {
    let folder = Folder::new();
    let whole = game("[Site \"Bled\"]\n", &format!("{MOVES} 11. d4 {{the Spanish}} Qc7"));
    let copy = game("[Site \"?\"]\n[PlyCount \"20\"]\n", MOVES);
    let commented = game("", &format!("{MOVES} {{his last}}"));
    let marked = game("", &MOVES.replace("c5", "c5!"));
    let varied = game("", &MOVES.replace("10. Bc2", "10. Bc2 (10. d4)"));
    let placed = game("[Site \"Zagreb\"]\n", MOVES);
    let other = game("", "1. d4 d5").replace("1959", "1961");
    let all = [&copy, &commented, &marked, &copy, &varied, &placed, &other].map(String::as_str).concat();
    folder.write("main.pgn", &whole);
    folder.write("old.pgn", &all);
    let run = folder.run(&["duplicates", "--diff", "main.pgn", "old.pgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(text(&folder, "old.pgn"), all, "nothing is changed");
    let removed = run.stdout.lines().filter(|line| line.starts_with('-')).count();
    assert_eq!(removed, 1 + 2 * copy.lines().count(), "{}", run.stdout);
    assert!(run.stdout.lines().all(|line| !line.starts_with('+') || line.starts_with("+++")), "{}", run.stdout);
    assert!(
        run.stderr.contains("old.pgn:1: game 1: the same game, cut short, as main.pgn:1: game 1"),
        "{}",
        run.stderr
    );
    let run = folder.run(&["duplicates", "--fix", "main.pgn", "old.pgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    for (line, ending) in run.stdout.lines().zip([
        "removed, keep that one",
        "stays, because that one lacks the comment `his last`",
        "stays, because that one lacks the NAG $1",
        "removed, keep that one",
        "stays, because that one lacks a variation",
        "stays, because that one lacks the tag Site `Zagreb`",
    ]) {
        assert!(line.ends_with(ending), "{line}");
    }
    let rest = [&commented, &marked, &varied, &placed, &other].map(String::as_str).concat();
    assert_eq!(text(&folder, "old.pgn"), rest);
    assert_eq!(text(&folder, "main.pgn"), whole);
    assert!(run.stderr.contains("6 games of 2 files may be in them already, 2 removed"), "{}", run.stderr);
}

#[test]
fn when_all_are_removed_the_exit_code_is_0() {
    let folder = Folder::new();
    let (one, other) = (game("", &format!("{MOVES} 11. d4")), game("", MOVES));
    let later = one.replace("1959", "1960").replace("11. d4", "11. d3");
    folder.write("a.pgn", format!("\u{feff}{one}{other}{other}{later}"));
    folder.write("b.pgn", other.replace('\n', "\r\n"));
    let run = folder.run(&["duplicates", "--fix", "--format", "json", "a.pgn", "b.pgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.matches("\"stays\":null").count(), 3, "{}", run.stdout);
    assert_eq!(text(&folder, "a.pgn"), format!("\u{feff}{one}{later}"));
    assert_eq!(text(&folder, "b.pgn").trim(), "");
    assert_eq!(folder.run(&["duplicates", "--fix", "a.pgn"]).code, Some(0));
}

#[test]
fn what_cannot_be_changed_stays() {
    let folder = Folder::new();
    let (whole, copy) = (game("", &format!("{MOVES} 11. d4")), game("", MOVES));
    folder.write("main.pgn", &whole);
    // Without the second game the first would go on in the third.
    let bare = format!("{}\n{copy}1. d4 d5 *\n", copy.replace("1959", "1960").trim_end_matches("*\n\n"));
    folder.write("bare.pgn", &bare);
    let run = folder.run(&["duplicates", "--fix", "main.pgn", "bare.pgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stdout);
    assert!(
        run.stdout.contains("stays, because without it the games beside it could be read as one"),
        "{}",
        run.stdout
    );
    assert_eq!(text(&folder, "bare.pgn"), bare);
    let run = folder.run_with(&["duplicates", "--fix", "main.pgn", "-"], copy.as_bytes());
    assert!(run.stdout.contains("stays, because standard input stays as it is"), "{}", run.stdout);
    let judged = copy.replace("1. e4", "1. <x> e4");
    folder.write("judged.pgn", &judged);
    let run = folder.run(&["duplicates", "--fix", "main.pgn", "judged.pgn"]);
    assert!(run.stdout.contains("stays, because not all that the two say can be compared"), "{}", run.stdout);
    assert_eq!(text(&folder, "judged.pgn"), judged);
}
