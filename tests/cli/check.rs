//! `vgn-lsp check`: what is checked, by which settings, and how it ends.

use crate::support::cli::{Folder, ROSTER, Run, bad, good, not_there};

#[test]
fn the_exit_code_tells_errors_from_faults() {
    let folder = Folder::new();
    folder.write("good.pgn", good());
    folder.write("bad.pgn", bad());
    assert_eq!(folder.run(&["check", "good.pgn"]).code, Some(0));
    assert_eq!(folder.run(&["check", "bad.pgn"]).code, Some(1));
    assert_eq!(folder.run(&["check", "--no-such-option"]).code, Some(2));

    let missing = folder.run(&["check", "--format", "json", "missing.pgn", "bad.pgn"]);
    assert_eq!(missing.code, Some(2));
    let reason = format!("missing.pgn: the file cannot be read: {}", not_there());
    assert!(missing.stderr.contains(&reason), "{}", missing.stderr);
    assert_eq!(missing.codes(), ["stray-text"], "the other file is still checked");
}

#[test]
fn folders_globs_and_standard_input() {
    let folder = Folder::new();
    folder.write("a.pgn", good());
    folder.write("deep/b.PGN", good());
    folder.write("deep/c.txt", good());
    let files = |args: &[&str]| folder.run(&[&["check", "--format", "json"], args].concat()).summary()["files"].clone();
    assert_eq!(files(&[]), 2, "this folder");
    assert_eq!(files(&["deep"]), 1);
    assert_eq!(files(&["deep/c.txt"]), 1, "a named file is checked whatever its name");
    // Patterns go by the system's rules for the case of names.
    let found = if cfg!(windows) { 3 } else { 2 };
    assert_eq!(files(&["*/*.txt", "**/*.pgn"]), found);
    // A pattern matches what has been named before, too.
    assert_eq!(files(&["a.pgn", "*.pgn"]), 1);
    assert_eq!(folder.run(&["check", "a.pgn", "*.pgn"]).code, Some(0));

    let nothing = folder.run(&["check", "*.vgn"]);
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.stderr.contains("*.vgn: no file matches this pattern"), "{}", nothing.stderr);

    let stdin = folder.run_with(&["check", "--format", "json", "-"], bad().as_bytes());
    assert_eq!(stdin.code, Some(1));
    assert_eq!(stdin.findings()[0]["file"], "-");
}

#[test]
fn an_empty_folder_and_an_empty_file_are_no_fault() {
    let folder = Folder::new();
    let empty = folder.run(&["check"]);
    assert_eq!(empty.code, Some(0));
    assert!(empty.stderr.contains("no .pgn or .vgn file was found"), "{}", empty.stderr);
    folder.write("empty.pgn", "");
    let run = folder.run(&["check", "--format", "json", "empty.pgn"]);
    assert_eq!((run.code, run.findings().len()), (Some(0), 0));
    assert_eq!(run.summary()["files"], 1);
    assert_eq!(run.summary()["games"], 0);
}

#[test]
fn games_are_numbered_and_counted_in_each_file() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{}\n{}\n{}", good(), bad(), bad()));
    folder.write("b.pgn", bad());
    let run = folder.run(&["check", "--format", "json", "--jobs", "2", "a.pgn", "b.pgn"]);
    let games: Vec<(String, u64)> = run
        .findings()
        .iter()
        .map(|finding| (finding["file"].as_str().unwrap_or_default().into(), finding["game"].as_u64().unwrap_or(0)))
        .collect();
    assert_eq!(games, [("a.pgn".into(), 2), ("a.pgn".into(), 3), ("b.pgn".into(), 1)]);
    assert_eq!(run.summary()["games"], 4);
    assert_eq!(run.summary()["errors"], 3);
    assert!(run.stderr.starts_with("2 files, 4 games, "), "{}", run.stderr);
}

#[test]
fn many_games_are_reported_in_their_order() {
    let folder = Folder::new();
    let text: String =
        (0..40_000).map(|n| if n % 1000 == 0 { format!("{}\n", bad()) } else { format!("{}\n", good()) }).collect();
    let run = folder.run_with(&["check", "--format", "json", "-"], text.as_bytes());
    let games: Vec<u64> = run.findings().iter().filter_map(|finding| finding["game"].as_u64()).collect();
    assert_eq!(games, (0..40).map(|n| n * 1000 + 1).collect::<Vec<u64>>());
    let lines = bad().lines().count() as u64 + 1;
    let line = run.findings()[39]["start"]["line"].as_u64();
    assert_eq!(line, Some(39_000 * lines + lines - 1));
}

fn severity(run: &Run) -> Vec<String> {
    run.findings().iter().map(|finding| finding["severity"].as_str().unwrap_or_default().to_string()).collect()
}

#[test]
fn the_command_line_sets_severities() {
    let folder = Folder::new();
    folder.write("bad.pgn", bad());
    let run = |args: &[&str]| folder.run(&[&["check", "--format", "json", "bad.pgn"], args].concat());
    assert_eq!(severity(&run(&["--warn", "stray-text"])), ["warning"]);
    assert_eq!(run(&["--warn", "stray-text"]).code, Some(0));
    assert_eq!(severity(&run(&["--allow", "stray-text"])), [""; 0]);
    assert_eq!(severity(&run(&["--allow", "all"])), [""; 0]);
    assert_eq!(severity(&run(&["--deny", "stray-text", "--allow", "all"])), ["error"], "a code beats `all`");
    assert_eq!(severity(&run(&["--deny", "stray-text", "--warn", "stray-text"])), ["warning"], "the last one holds");

    let unknown = run(&["--deny", "stray-txt"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("did you mean `stray-text`?"), "{}", unknown.stderr);
}

#[test]
fn configuration_is_found_above_each_file() {
    let folder = Folder::new();
    folder.write("vgn.toml", "[diagnostics]\nstray-text = \"hint\"\n");
    folder.write("a/b/x.pgn", bad());
    folder.write("c/vgn.toml", "[diagnostics]\nstray-text = \"warning\"\n");
    folder.write("c/y.pgn", bad());
    let all = ["check", "--format", "json", "a/b/x.pgn", "c/y.pgn"];
    assert_eq!(severity(&folder.run(&all)), ["hint", "warning"]);
    assert_eq!(severity(&folder.run(&[&all[..], &["--no-config"]].concat())), ["error", "error"]);
    assert_eq!(severity(&folder.run(&[&all[..], &["--config", "vgn.toml"]].concat())), ["hint", "hint"]);
    assert_eq!(severity(&folder.run(&[&all[..], &["--deny", "stray-text"]].concat())), ["error", "error"]);
    assert_eq!(folder.run(&[&all[..], &["--config", "missing.toml"]].concat()).code, Some(2));
}

#[test]
fn what_configuration_does_not_know_is_a_warning_with_its_line() {
    let folder = Folder::new();
    folder.write("vgn.toml", "[diagnostics]\nstray-txt = \"hint\"\nstray-text = \"hint\"\n");
    folder.write("a.pgn", bad());
    folder.write("b.pgn", bad());
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(severity(&run), ["hint", "hint"]);
    let warning = "vgn.toml:2:1: warning: no diagnostic has the code `stray-txt`; did you mean `stray-text`?";
    assert_eq!(run.stderr.matches(warning).count(), 1, "{}", run.stderr);

    folder.write("vgn.toml", "[diagnostics\n");
    let broken = folder.run(&["check"]);
    assert_eq!(broken.code, Some(2));
    assert!(broken.stderr.contains("vgn.toml:1:"), "{}", broken.stderr);
}

#[test]
fn counts_are_printed_by_code() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{}{}", bad(), bad()));
    let run = folder.run(&["check", "--counts"]);
    assert!(run.stderr.contains("           2  stray-text\n"), "{}", run.stderr);
}

#[test]
fn comments_at_the_end_are_no_game() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{}\n{{ the end }}\n", good()));
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(run.summary()["games"], 1);
    folder.write("a.pgn", format!("{ROSTER}{{ nothing was played }} *\n"));
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!((run.summary()["games"].clone(), run.summary()["half_moves"].clone()), (1.into(), 0.into()));
}

#[test]
fn explain_completions_notations_and_version() {
    let folder = Folder::new();
    let page = folder.run(&["explain", "illegal-move"]);
    assert_eq!(page.code, Some(0));
    assert!(page.stdout.starts_with("illegal-move\n"), "{}", page.stdout);
    let unknown = folder.run(&["explain", "ilegal-move"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("did you mean `illegal-move`?"), "{}", unknown.stderr);
    assert!(folder.run(&["explain"]).stdout.contains("\nMoves\n"));
    assert!(folder.run(&["completions", "bash"]).stdout.contains("vgn-lsp"));
    let short = folder.run(&["notations"]).stdout;
    let fcn = short.lines().find(|line| line.starts_with("FCN = FCN2")).expect("a line each");
    assert_eq!(fcn, "FCN = FCN2      1.1               Friendly Coordinate Notation         text");
    assert!(folder.run(&["notations", "--verbose"]).stdout.contains("Illegal"));
    assert_eq!(folder.run(&["--version"]).stdout, concat!("vgn-lsp ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(folder.run(&[]).code, Some(2));
}
