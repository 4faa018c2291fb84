//! `vgn-lsp annotate`: games with the evaluations of real engines, and with engines that fail.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::cli::{Folder, Run};

const GAMES: &str = "[Event \"?\"]
[White \"A\"]
[Black \"B\"]
[Result \"1-0\"]

{A game} 1. e4 e5 2. Bc4 {[%clk 0:03:00]} Nc6 3. Qh5 $1 {a threat} (3. Nf3 Nf6 {two
knights}) 3... Nf6?? 4. Qxf7# 1-0

[Event \"second\"]
[Result \"0-1\"]

1. f3 e5 ; to the end of the line
2. g4 Qh4# 0-1

[Event \"third\"]
[Result \"*\"]

*
";

fn root(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path).to_string_lossy().into_owned()
}

/// The program of an engine, which is installed if it is not there.
fn engine(name: &str) -> String {
    let output = Command::new(root("tests/engines/install.sh")).arg(name).output().expect("the script starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Annotates a file with Stockfish.
fn annotated(folder: &Folder, args: &[&str]) -> Run {
    let stockfish = engine("stockfish");
    folder.run(&[&["annotate", "--nodes", "2000", "--engine", &stockfish][..], args].concat())
}

/// Annotates a file with an engine that does, by its name, what engines should not.
fn faulty(folder: &Folder, kind: &str, args: &[&str]) -> Run {
    let program = folder.path(kind);
    std::os::unix::fs::symlink(root("tests/engines/fake"), &program).expect("a link");
    let program = program.to_string_lossy().into_owned();
    folder.run(&[&["annotate", "--engine", &program, "--jobs", "1"][..], args].concat())
}

#[test]
fn python_chess_reads_the_same_game_and_gets_the_same_evaluations() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES);
    let run = annotated(&folder, &["--variations", "a.pgn", "-o", "b.pgn"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    let compared = Command::new(root("tests/python_chess/python.sh"))
        .arg(root("tests/engines/compare.py"))
        .args([folder.path("a.pgn"), folder.path("b.pgn")])
        .args(["2000", &engine("stockfish")])
        .output()
        .expect("python starts");
    let said = String::from_utf8_lossy(&compared.stdout);
    let expected = "3 games, 11 half-moves, 2 comments, 9 evaluations\n";
    assert_eq!(said, expected, "{}", String::from_utf8_lossy(&compared.stderr));
}

#[test]
fn a_second_run_keeps_what_is_there() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES);
    assert_eq!(annotated(&folder, &["--variations", "--summary", "--in-place", "a.pgn"]).code, Some(0));
    let first = String::from_utf8(folder.read("a.pgn")).expect("text");
    assert!(first.contains("\n{Accuracy: White ") && first.contains("{A game}"), "{first}");
    assert!(first.contains(" Nf6?? {[%eval #1,") && !first.contains("Nf6?? $"), "{first}");
    assert!(first.contains("2. g4 $4 {[%eval #-1,"), "{first}");
    let run = annotated(&folder, &["--variations", "--summary", "--in-place", "a.pgn"]);
    assert!(run.stderr.starts_with("3 games in 1 file: 0 half-moves evaluated by "), "{}", run.stderr);
    assert!(run.stderr.contains(", 9 evaluations kept, in "), "{}", run.stderr);
    assert_eq!(String::from_utf8(folder.read("a.pgn")).expect("text"), first);
    // Less deep evaluations are replaced by deeper ones.
    let text = "1. e4 {[%eval 0.10,3] mine} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.30,90]} *\n";
    let run = folder.run_with(&["annotate", "--engine", &engine("stockfish"), "--depth", "5", "-"], text.as_bytes());
    assert!(run.stdout.starts_with("1. e4 {[%eval 0.") && run.stdout.contains(",5] mine} e5 {[%eval 0.2]} 2. Nf3"));
    assert!(run.stdout.ends_with("{[%eval 0.30,90]} *\n"), "{}", run.stdout);
}

#[test]
fn vgn_games_name_the_half_moves_of_white() {
    let folder = Folder::new();
    folder.write("a.vgn", "[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 2. Bc4 2.5 Nc6 {good} 3. Qh5 3.5 Nf6 4. Qxf7# 1-0\n");
    let run = annotated(&folder, &["a.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let movetext = run.stdout.lines().last().unwrap_or_default();
    assert!(movetext.starts_with("1. e4 1.5 e5 {[%after 1.] [%eval "), "{movetext}");
    assert!(movetext.contains(" good} 3. Qh5") && movetext.ends_with(" 4. Qxf7# 1-0"), "{movetext}");
    assert!(movetext.contains(" 3.5 Nf6 $4 {[%after 3.] [%eval "), "{movetext}");
    folder.write("b.vgn", &run.stdout);
    let check = folder.run(&["check", "b.vgn"]);
    assert!(check.stderr.contains("0 errors, 0 warnings"), "{}{}", check.stdout, check.stderr);
}

#[test]
fn variants_are_searched_by_engines_that_play_them() {
    let folder = Folder::new();
    folder.write("a.pgn", "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 P@d4 *\n");
    let run = annotated(&folder, &["a.pgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let said = run.stderr.lines().next().unwrap_or_default();
    assert!(said.starts_with("a.pgn: game 1 is left as it is: Stockfish "), "{said}");
    assert!(said.ends_with(" does not play the variant crazyhouse"), "{said}");
    assert_eq!(run.stdout.as_bytes(), folder.read("a.pgn"));
    let run = folder.run(&["annotate", "--engine", &engine("fairy-stockfish"), "--nodes", "500", "a.pgn"]);
    assert_eq!((run.code, run.stdout.matches("[%eval ").count()), (Some(0), 6), "{}{}", run.stdout, run.stderr);
    let castling = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w KQkq - 0 1\"]\n\n\
                    1. O-O-O O-O 2. a3 *\n";
    folder.write("c.pgn", castling);
    let run = annotated(&folder, &["c.pgn"]);
    assert_eq!((run.code, run.stdout.matches("[%eval ").count()), (Some(0), 3), "{}{}", run.stdout, run.stderr);
}

#[test]
fn an_engine_that_fails_disturbs_nothing() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES);
    for (kind, why) in [
        ("dies", "Fake dies ended by itself (exit status: 3)"),
        ("killed", "Fake killed ended by itself (signal: 9 (SIGKILL))"),
        ("lies", "Fake lies gave the move `e2e5`, which is not legal"),
        ("none", "Fake none gave no move in a position that has one"),
    ] {
        let run = faulty(&folder, kind, &["a.pgn"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), GAMES), "{}", run.stderr);
        assert_eq!(run.stderr.matches(why).count(), 2, "a sentence for each game with half-moves: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("a.pgn: game 1 is left as it is: {why}\n")), "{}", run.stderr);
    }
    let run = faulty(&folder, "gone", &["a.pgn", "-o", "b.pgn"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.ends_with("/gone ended by itself (exit status: 7)\n"), "{}", run.stderr);
    assert!(!folder.path("b.pgn").exists(), "nothing was written");
}

#[test]
fn a_game_that_is_not_evaluated_to_its_end_is_named() {
    let folder = Folder::new();
    folder.write("a.pgn", "1. e4 e5 2. Ke3 Nf6 1-0\n");
    let run = annotated(&folder, &["--summary", "a.pgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.starts_with("a.pgn: game 1 is not evaluated behind some half-moves"), "{}", run.stderr);
    assert!(!run.stdout.contains("Accuracy"), "{}", run.stdout);
    let run = annotated(&folder, &["a.pgn", "gone.pgn"]);
    assert!(run.stderr.contains("gone.pgn") && !run.stderr.contains("a.pgn: the file"), "{}", run.stderr);
}

#[test]
fn a_file_that_cannot_be_replaced_is_refused_before_the_search() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES);
    std::fs::hard_link(folder.path("a.pgn"), folder.path("b.pgn")).expect("a hard link");
    let run = annotated(&folder, &["--in-place", "a.pgn"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("a.pgn") && run.stderr.contains("--force"), "{}", run.stderr);
    assert!(!run.stderr.contains("evaluated"), "{}", run.stderr);
    assert_eq!(folder.read("a.pgn"), GAMES.as_bytes());
}

#[test]
fn none_of_several_inputs_is_written_over() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES);
    folder.write("b.pgn", GAMES);
    for (output, why) in [
        ("b.pgn", "b.pgn: this is one of the files that are read: name another file to write"),
        ("c.pgn.gz", "c.pgn.gz: what is written is not compressed"),
    ] {
        let run = annotated(&folder, &["a.pgn", "b.pgn", "-o", output]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(why), "{}", run.stderr);
    }
    assert_eq!(folder.read("b.pgn"), GAMES.as_bytes());
    let run = annotated(&folder, &["a.pgn", "-o", "a.pgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn files_that_become_one_are_in_one_encoding() {
    let folder = Folder::new();
    folder.write("a.pgn", "[White \"Müller\"]\n\n1. e4 *\n");
    folder.write("b.pgn", "\u{feff}[White \"Świercz\"]\n\n1. d4 *\n");
    folder.write("c.pgn", b"[White \"M\xfcller\"]\n\n1. c4 *\n");
    let run = annotated(&folder, &["a.pgn", "b.pgn", "c.pgn", "-o", "d.pgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let text = String::from_utf8(folder.read("d.pgn")).expect("UTF-8");
    assert_eq!((text.matches("Müller").count(), text.contains('\u{feff}')), (2, false), "{text}");
}

#[test]
fn an_interrupted_run_writes_all_games() {
    let folder = Folder::new();
    folder.write("a.pgn", GAMES);
    std::os::unix::fs::symlink(root("tests/engines/fake"), folder.path("thinks")).expect("a link");
    let began = Instant::now();
    let child = folder
        .command()
        .args(["annotate", "--engine", "./thinks", "a.pgn", "-o", "b.pgn"])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(Duration::from_millis(1500));
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.ends_with("the same command on what was written goes on\n"), "{said}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(folder.read("b.pgn"), GAMES.as_bytes());
}

#[test]
fn a_second_run_knows_the_choice_of_the_engine() {
    let folder = Folder::new();
    // The engine always prefers e2e4: the first half-move is its own choice, though it loses by what is kept.
    let text = "{[%eval 2.00,9]} 1. e4 {[%eval -2.00,9]} *\n\n{[%eval 2.00,9]} 1. d4 {[%eval -2.00,9]} *\n";
    folder.write("a.pgn", text);
    let run = faulty(&folder, "sane", &["--nodes", "5", "--variations", "a.pgn"]);
    let expected = text.replace("1. d4 {[%eval -2.00,9]}", "1. d4 $4 {[%eval -2.00,9]} (1. e4 e5)");
    assert_eq!((run.code, run.stdout), (Some(0), expected), "{}", run.stderr);
}

#[test]
fn a_deeper_run_replaces_its_own_summary_and_says_which_glyphs_no_longer_fit() {
    let folder = Folder::new();
    // White takes a pawn that is not defended; somebody thinks that this is a blunder, and says so by a number.
    folder.write("a.pgn", "{Mine.} 1. e4 d5 2. exd5 $4 {[%eval 0.40,1]} Qxd5 *\n");
    let run = |depth: &str| {
        let stockfish = engine("stockfish");
        folder.run(&["annotate", "--engine", &stockfish, "--depth", depth, "--summary", "--in-place", "a.pgn"])
    };
    let first = run("2");
    assert!(first.stderr.contains(", 1 glyph kept that the new evaluations speak against, in "), "{}", first.stderr);
    let shallow = String::from_utf8(folder.read("a.pgn")).expect("text");
    assert!(shallow.starts_with("{Mine.} {Accuracy: White") || shallow.starts_with("{Accuracy: White"), "{shallow}");
    assert!(shallow.contains("2. exd5 $4 {[%eval ") && shallow.contains("{Mine.}"), "{shallow}");
    // Laid out in another way, it is still its own.
    folder.write("a.pgn", shallow.replace("Average loss", "Average\nloss"));
    assert_eq!(run("6").code, Some(0));
    let deep = String::from_utf8(folder.read("a.pgn")).expect("text");
    assert_eq!((deep.matches("{Accuracy: ").count(), deep.matches(",6]").count()), (1, 4), "{deep}");
    assert!(!deep.contains("Average\nloss") && deep.contains("{Mine.}"), "{deep}");
    // What somebody has written into it stays.
    let mine = deep.replace("Evaluated by", "I was tired. Evaluated by");
    folder.write("a.pgn", &mine);
    assert_eq!(run("7").code, Some(0));
    let deeper = String::from_utf8(folder.read("a.pgn")).expect("text");
    assert!(deeper.contains("I was tired.") && deeper.matches("Accuracy: ").count() == 1, "{deeper}");
    assert_eq!(deeper.matches(",7]").count(), 4, "{deeper}");
}

#[test]
fn what_only_stays_is_no_hindrance() {
    let folder = Folder::new();
    let text = "[Event \"?\"]\n\n% before\n1. e4 {[%eval 0.1,2,note]} e5\n% an escape line\n2. Nf3 Nc6\n%end\n*\n";
    folder.write("a.pgn", text);
    // A name without a folder is looked for where Debian has engines, too.
    engine("stockfish");
    let args = ["annotate", "--engine", "stockfish", "--depth", "4", "--threshold", "1,1,1", "--summary", "a.pgn"];
    let run = folder.run(&args);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stdout.contains("\n% before\n") && run.stdout.contains("\n% an escape line\n2. Nf3 {[%eval"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("{[%eval 0.1,2,note]} ") && run.stdout.contains("\n%end\n*\n"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("[%eval ").count(), 4, "{}", run.stdout);
}

#[test]
fn what_is_written_is_checked_by_an_engine() {
    let folder = Folder::new();
    let games = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 $2 (2. Ba6 Nxa6) (2. Bc4 Nc6\n3. Qh5 Nf6 $1) 2... Nc6 (2... d6 $1) *\n\n\
                 [SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/q7/1P6/4K3 w - - 0 1\"]\n\n1. bxa3 Kd7 *\n";
    folder.write("a.pgn", games);
    let stockfish = engine("stockfish");
    let args = ["annotate", "--check", "--nodes", "20000", "--engine", &stockfish, "a.pgn"];
    let run = folder.run(&args);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let said: Vec<&str> = run.stdout.lines().collect();
    let [unsound, praised, only] = said[..] else { panic!("{}", run.stdout) };
    let begin = "a.pgn:3:24: warning: `2. Ba6` is no improvement on `2. Nf3`: -";
    assert!(unsound.starts_with(begin) && unsound.ends_with("[unsound-variation]"), "{unsound}");
    let begin = "a.pgn:4:8: warning: `3... Nf6` is praised, and gives away ";
    assert!(praised.starts_with(begin) && praised.ends_with(" for #1 [praised-mistake]"), "{praised}");
    let begin = "a.pgn:9:4: note: `1. bxa3` is the only move: ";
    assert!(only.starts_with(begin) && only.ends_with(" [only-move]"), "{only}");
    assert!(run.stderr.starts_with("2 games in 1 file: 2 faults found by Stockfish"), "{}", run.stderr);
    assert_eq!(folder.read("a.pgn"), games.as_bytes(), "nothing is written");
    assert_eq!(folder.run(&args).stdout, run.stdout, "the same in each run");
    let refused = folder.run(&["annotate", "--check", "--in-place", "a.pgn"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(refused.stderr.contains("cannot be used with"), "{}", refused.stderr);
}

#[test]
fn variations_are_in_the_notation_of_the_game() {
    let folder = Folder::new();
    folder.write("a.pgn", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n");
    for notation in ["mcn", "fcn"] {
        let run = folder.run(&["convert", "--to", notation, "--allow-loss", "a.pgn"]);
        assert_eq!(run.code, Some(0), "{notation}: {}", run.stderr);
        let name = format!("{notation}.vgn");
        folder.write(&name, &run.stdout);
        let annotate = |jobs: &str| annotated(&folder, &["--variations", "--summary", "--jobs", jobs, &name]);
        let run = annotate("1");
        assert_eq!(run.code, Some(0), "{notation}: {}", run.stderr);
        assert!(run.stdout.contains("Accuracy: White "), "{}", run.stdout);
        assert!(run.stdout.contains(" (3") && run.stdout.matches("[%eval ").count() == 6, "{}", run.stdout);
        folder.write("new.vgn", &run.stdout);
        let check = folder.run(&["check", "new.vgn"]);
        assert!(check.stderr.contains("0 errors, 0 warnings"), "{notation}: {}{}", check.stdout, run.stdout);
        assert_eq!(annotate("2").stdout, run.stdout, "the same with several engines");
    }
}
