//! What `vgn-lsp check` prints for people: how wide, how much, and what closes it.

use crate::support::cli::{Folder, ROSTER, Run, bad, good, unended};

/// Runs a check as in a terminal of so many columns.
fn checked(folder: &Folder, columns: &str, args: &[&str]) -> Run {
    let mut command = folder.command();
    let output = command.arg("check").args(args).env("COLUMNS", columns).output().expect("the binary ends");
    Run::from(output)
}

/// A game with stray text late in a long line with tabs and wide characters.
fn long_line() -> String {
    let comment = "\t{王手 and many more words of a long comment} ".repeat(8);
    format!("{ROSTER}1. e4 {comment}<bad> {comment}e5 *\n")
}

#[test]
fn excerpts_fit_the_terminal_with_the_caret_in_sight() {
    let folder = Folder::new();
    folder.write("long.pgn", long_line());
    for columns in [40, 80, 132] {
        let run = checked(&folder, &columns.to_string(), &["long.pgn"]);
        let lines: Vec<&str> = run.stdout.lines().collect();
        let caret = lines.iter().position(|line| line.trim_start().starts_with("| ") && line.contains("^^^^^"));
        let caret = caret.unwrap_or_else(|| panic!("a caret at {columns} columns: {}", run.stdout));
        let wide = |line: &str| line.chars().count() + line.matches(['王', '手']).count();
        let excerpt = lines[caret - 1];
        assert!(wide(excerpt) <= columns && wide(excerpt) >= columns - 4, "{columns}: {excerpt}");
        assert!(excerpt.contains("…") && excerpt.contains("<bad>"), "{excerpt}");
        let marked = excerpt.find("<bad>").expect("shown");
        assert_eq!(wide(&excerpt[..marked]), lines[caret].find('^').expect("a caret"), "{}", run.stdout);
    }
}

#[test]
fn concise_findings_are_one_line_each() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{}\n{}", bad(), unended()));
    let run = folder.run(&["check", "--format", "concise", "a.pgn"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.stdout);
    assert!(lines[0].starts_with("a.pgn:9:7: error[stray-text] "), "{}", run.stdout);
    assert!(lines[1].starts_with("a.pgn:19:7: "), "{}", run.stdout);
    assert!(lines[1].contains("[missing-terminator] "), "{}", run.stdout);
}

#[test]
fn a_quiet_check_prints_findings_and_nothing_else() {
    let folder = Folder::new();
    folder.write("bad.pgn", bad());
    folder.write("good.pgn", good());
    let run = folder.run(&["check", "--quiet"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert!(run.stdout.starts_with("error[stray-text]"), "{}", run.stdout);
    let run = folder.run(&["check", "-q", "good.pgn"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    let run = folder.run(&["check", "-q", "missing.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("missing.pgn"), "a fault is named all the same: {}", run.stderr);
}

#[test]
fn statistics_stand_in_place_of_the_findings() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{}\n{}\n{}", bad(), unended(), bad()));
    let run = folder.run(&["check", "--statistics"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout, "           2  [ ]  stray-text\n           1  [*]  missing-terminator\n");
    assert!(run.stderr.starts_with("1 file, 3 games"), "{}", run.stderr);
    let json = folder.run(&["check", "--statistics", "--format", "json"]);
    let lines: Vec<serde_json::Value> = json.stdout.lines().map(|line| line.parse().expect("JSON")).collect();
    assert_eq!((lines[0]["code"].as_str(), lines[0]["count"].as_u64()), (Some("stray-text"), Some(2)));
    assert_eq!(lines.last().expect("a summary")["summary"]["games"], 3);
}

#[test]
fn the_last_line_counts_what_can_be_fixed() {
    let folder = Folder::new();
    folder.write("good.pgn", good());
    let mut bytes = format!("{}\n{}", unended(), good()).into_bytes();
    let name = bytes.iter().rposition(|byte| *byte == b'?').expect("Black's name");
    bytes[name] = 0xFC;
    folder.write("a.pgn", bytes);
    let last = |run: &Run| run.stderr.lines().last().unwrap_or_default().to_owned();
    let run = folder.run(&["check", "a.pgn"]);
    assert!(run.stderr.contains("\n1 can be fixed with `--fix`, 1 more with `--unsafe-fixes`\n"), "{}", run.stderr);
    assert_eq!(last(&run), "to silence a code: `--allow invalid-utf8`, or `[diagnostics]` in vgn.toml");
    assert!(!folder.run(&["check", "good.pgn"]).stderr.contains("can be fixed"));
    folder.run(&["check", "--unsafe-fixes", "a.pgn"]);
    assert!(!folder.run(&["check", "a.pgn"]).stderr.contains("can be fixed"), "what it counted is what is fixed");
}

#[test]
fn where_nothing_was_read_nothing_is_summed_up() {
    let folder = Folder::new();
    let run = folder.run(&["check", "nofile.pgn"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert_eq!(folder.run(&["check"]).stderr.lines().count(), 1);
}

#[test]
fn an_option_that_is_nearly_one_is_named() {
    let folder = Folder::new();
    for (given, meant) in [("--fx", "--fix"), ("--fixx", "--fix"), ("--stattistics", "--statistics")] {
        let run = folder.run(&["check", given]);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains(&format!("did you mean `{meant}`?")), "{}", run.stderr);
        assert_eq!(run.stderr.matches("tip:").count(), 1, "{}", run.stderr);
    }
    assert!(!folder.run(&["check", "--zzzzzz"]).stderr.contains("did you mean"));
}

/// Findings, diffs, annotations and errors about a file whose text and name try to steer a terminal.
#[cfg(unix)]
#[test]
fn no_control_character_of_a_file_reaches_a_terminal() {
    let folder = Folder::new();
    let text = unended().replace("[White \"?\"]", "[White \"a\x1b]0;title\x07\u{9b}31m\"]\n[Date \"\x1b[2J\"]");
    let game = format!("{text} \x1b[31m<x\x07>\n\n{}", good());
    folder.write("a\x1b[2Jb.pgn", game.as_bytes());
    folder.write("c\x07.zip.pgn", b"PK\x03\x04\x14\0\0\0");
    for format in ["text", "concise", "github"] {
        let run = folder.run(&["check", "--format", format]);
        assert!(run.stdout.contains("stray-text") && run.stderr.contains("ZIP"), "{}{}", run.stdout, run.stderr);
        for printed in [run.stdout, run.stderr] {
            let steering = printed.chars().find(|character| character.is_control() && *character != '\n');
            assert_eq!(steering, None, "{format}: {printed:?}");
        }
    }
}

/// Runs as in a terminal without a size, and gives the exit code and all that the terminal is sent.
#[cfg(unix)]
fn in_terminal(folder: &Folder, args: &[&str]) -> (Option<i32>, Vec<u8>) {
    in_terminal_of(0, "", folder, args)
}

/// The same in a terminal of so many columns, in which `typed` and then the end of the input are typed.
#[cfg(unix)]
fn in_terminal_of(columns: usize, typed: &str, folder: &Folder, args: &[&str]) -> (Option<i32>, Vec<u8>) {
    in_terminal_by(columns, typed, folder, "exec \"$0\" \"$@\"", args)
}

/// The same by a line of shell, in which `$0` is the program.
#[cfg(unix)]
fn in_terminal_by(columns: usize, typed: &str, folder: &Folder, by: &str, args: &[&str]) -> (Option<i32>, Vec<u8>) {
    use std::io::Write as _;
    let script = "import os, pty, sys\nsys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    let sized = format!("stty -echo rows 40 cols {columns} && {by}");
    let mut command = std::process::Command::new("python3");
    command.args(["-c", script, "sh", "-c", &sized]).arg(folder.command().get_program()).args(args);
    command.env("NO_COLOR", "1").env_remove("COLUMNS").current_dir(folder.path(""));
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("python3 starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(format!("{typed}\x04").as_bytes()).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    (output.status.code(), output.stdout)
}

#[cfg(unix)]
#[test]
fn a_terminal_is_told_what_the_program_waits_for() {
    let folder = Folder::new();
    for (args, typed, told, shown) in [
        (&["convert", "--to", "LAN"][..], "1. e4 *\n", "waiting for games", "1. e2-e4 *"),
        (&["convert", "--to", "LAN", "-"], "1. e4 *\n", "waiting for games", "1. e2-e4 *"),
        (&["check", "-"], "1. e4 *\n", "waiting for games", "1 file, 1 game"),
        (&["position", "--to", "sfen"], "8/8/4k3/8/8/8/8/4K3 w - - 0 1\n", "waiting for positions", "8/8/4k3"),
    ] {
        let (code, out) = in_terminal_of(200, typed, &folder, args);
        let out = String::from_utf8(out).expect("UTF-8");
        assert!(
            code == Some(0) && out.contains(told) && out.contains("Ctrl-D") && out.contains(shown),
            "{args:?} {out}"
        );
    }
    // Who is not at a terminal is not told.
    assert_eq!(folder.run_with(&["convert", "--to", "LAN"], b"1. e4 *\n").stderr.matches("waiting").count(), 0);
}

/// Messages, excerpts, notes, the summary, pages and diffs, of games with long lines and long messages.
#[cfg(unix)]
#[test]
fn no_line_is_wider_than_the_terminal() {
    let folder = Folder::new();
    let comment = "王さん é naïve — ".repeat(200);
    let text =
        format!("{ROSTER}1. e4 {{{comment}}} \\$14 e5 2. Nd4 {{{comment}}} \\$15 Nc6 {{\t\t{comment}}} \\$1 *\n");
    folder.write("wide.pgn", text.replace("????.??.??", "2023.13.45").as_bytes());
    for columns in [60, 80, 120] {
        for args in [
            &["check", "wide.pgn"][..],
            &["check", "--diff", "wide.pgn"],
            &["convert", "--to", "UCI", "wide.pgn"],
            &["check", "--help"],
            &["convert", "--help"],
            &["explain"],
            &["explain", "board-not-reachable"],
            &["notations"],
            &["notations", "--positions"],
        ] {
            let (_, out) = in_terminal_of(columns, "", &folder, args);
            let out = String::from_utf8(out).expect("UTF-8");
            assert!(out.lines().count() > 2, "{args:?} {out}");
            for line in out.lines().filter(|line| !line.contains(&comment) && !line.starts_with("Usage:")) {
                let width: usize =
                    line.chars().map(|c| if ('王'..='王').contains(&c) || "さん".contains(c) { 2 } else { 1 }).sum();
                // A diff shows each changed word of a line with what stands beside it.
                let width = if args.contains(&"--diff") && line.starts_with(['-', '+']) { 0 } else { width };
                assert!(width <= columns, "{columns} columns, {args:?}: {line}");
            }
        }
    }
}

/// A shell puts the names of files where options stand.
#[cfg(unix)]
#[test]
fn no_control_character_of_the_command_line_reaches_a_terminal() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new();
    for given in
        [&b"-\x1b]0;x\x07.pgn"[..], b"--\x1b[2J", b"--\xff\x1b[2J", b"--\xff", b"--fix=\x1b[2J\xff", b"--jobs=\x1b"]
    {
        for command in ["check", "convert", "--stdio"] {
            let output =
                folder.command().arg(command).arg(std::ffi::OsStr::from_bytes(given)).output().expect("it ends");
            let said = String::from_utf8(output.stderr).expect("UTF-8");
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(said.starts_with("error: "), "{said}");
            assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_is_sent_text_that_does_not_steer_it() {
    let folder = Folder::new();
    let latin1 = [ROSTER.as_bytes(), b"1. e4 {M\xfcller \x1b[31m\x07} e5 *\n"].concat();
    folder.write("latin1.pgn", &latin1);
    let (code, shown) = in_terminal(&folder, &["convert", "--to", "VGN", "latin1.pgn"]);
    let shown = String::from_utf8(shown).expect("UTF-8");
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("Müller ␛[31m␇} *\r\n") && !shown.contains(['\x1b', '\x07']), "{shown}");
    for args in [
        &["convert", "--to", "VGN", "latin1.pgn", "-o", "/dev/tty"][..],
        &["check", "--diff", "--unsafe-fixes", "latin1.pgn"],
    ] {
        let (_, shown) = in_terminal(&folder, args);
        let shown = String::from_utf8_lossy(&shown).into_owned();
        assert!(shown.contains("Müller ␛[31m␇}") && !shown.contains(['\x1b', '\x07']), "{shown}");
    }
    // What goes elsewhere is what the file holds.
    let output = folder.command().args(["convert", "--to", "VGN", "latin1.pgn"]).output().expect("it ends");
    assert!(output.stdout.ends_with(b"M\xfcller \x1b[31m\x07} *\n"));
}

#[cfg(unix)]
#[test]
fn a_terminal_is_not_sent_binary_games() {
    let folder = Folder::new();
    folder.write("good.pgn", good());
    for args in [&["convert", "--to", "BCCF", "good.pgn"][..], &["convert", "--to", "PGC", "-o", "-", "good.pgn"]] {
        let (code, shown) = in_terminal(&folder, args);
        let shown = String::from_utf8(shown).expect("UTF-8");
        assert_eq!(code, Some(2), "{shown}");
        assert!(
            shown.ends_with("are binary, which a terminal cannot show: use `-o FILE` to write a file\r\n"),
            "{shown}"
        );
        assert_eq!(shown.lines().count(), 1, "{shown}");
    }
    // A conversion that keeps the notation of each game: what is text is shown until the first binary one.
    assert_eq!(folder.run(&["convert", "--to", "BCCF", "good.pgn", "-o", "binary.vgn"]).code, Some(0));
    let both = [good().into_bytes(), folder.read("binary.vgn"), good().into_bytes()].concat();
    folder.write("both.vgn", both);
    let (code, shown) = in_terminal(&folder, &["convert", "--to", "VGN", "both.vgn"]);
    let shown = String::from_utf8(shown).expect("UTF-8").replace("\r\n    ", " ");
    assert_eq!(code, Some(2), "{shown}");
    assert!(shown.contains("binary, which a terminal cannot show: use `-o FILE` to write a file\r\n"), "{shown}");
    assert_eq!(shown.matches("[GameFormat").count(), 1, "{shown}");
    // Also where standard input is fixed, and where a file is the terminal.
    for (args, games) in [("check --fix - < both.vgn", 1), ("convert --to BCCF good.pgn -o /dev/tty", 0)] {
        let (code, shown) = in_terminal_by(0, "", &folder, &format!("\"$0\" {args}"), &[]);
        let shown = String::from_utf8(shown).expect("UTF-8").replace("\r\n    ", " ");
        assert_eq!(code, Some(2), "{shown}");
        assert!(shown.contains("binary, which a terminal cannot show: "), "{shown}");
        assert_eq!((shown.matches("[Event").count(), shown.contains("MoveFormat")), (games, false), "{shown}");
    }
    // To text they can all be shown.
    let (code, shown) = in_terminal(&folder, &["convert", "--to", "LAN", "both.vgn"]);
    let shown = String::from_utf8(shown).expect("UTF-8");
    assert_eq!((code, shown.matches("[MoveFormat \"LAN").count()), (Some(0), 3), "{shown}");
}

#[test]
fn json_holds_no_character_that_steers_a_terminal() {
    let folder = Folder::new();
    folder.write("bad.pgn", format!("{ROSTER}1. e4 <\u{9b}31m\x7f\u{202e}> e5 *\n"));
    for format in ["json", "sarif"] {
        let run = folder.run(&["check", "--format", format, "bad.pgn"]);
        assert!(!run.stdout.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'), "{}", run.stdout);
    }
}

/// The lines of a text check that name a fix, each with the game of its finding.
fn fixes_named(folder: &Folder, args: &[&str]) -> Vec<String> {
    let run = folder.run(&[&["check"], args].concat());
    let mut game = "";
    let mut named = Vec::new();
    for line in run.stdout.lines() {
        game = line.split_once("(game ").map_or(game, |(_, number)| number.trim_end_matches(')'));
        named.extend(line.strip_prefix("fix ").map(|fix| format!("{game} {fix}")));
    }
    named
}

#[test]
fn each_finding_names_its_fix_and_whether_it_is_safe() {
    let folder = Folder::new();
    let game = |moves: &str| format!("{ROSTER}{moves}\n\n");
    let contradicted = game("1. e4 1-0").replace("\"*\"", "\"0-1\"");
    let games = [unended(), unended(), game("1. f3 e5 2. g4 Qh4# *"), contradicted];
    folder.write("a.pgn", games.join("\n"));
    let named = fixes_named(&folder, &["a.pgn"]);
    let expected = [
        "1 (safe): insert `*`",
        "2 (safe): insert `*`",
        "3 (unsafe): write `0-1`",
        "4 (choice): write `1-0` in the tag",
        "4 (choice): end the game with `0-1`",
    ];
    assert_eq!(named, expected);
    let run = folder.run(&["check"]);
    let told = "2 can be fixed with `--fix`, 1 more with `--unsafe-fixes`, 1 more in an editor, by a choice between fixes\n\
                to silence a code: `--allow terminator-contradicts-board`, or `[diagnostics]` in vgn.toml\n";
    assert!(run.stderr.ends_with(told), "{}", run.stderr);
    let fixed = folder.run(&["check", "--fix"]);
    let told = "fixed 2 problems in 2 games\nnot applied: needs `--unsafe-fixes` (1), needs a choice between fixes, in an \
                editor (1)\n";
    assert!(fixed.stderr.contains(told), "{}", fixed.stderr);
    assert!(!folder.run(&["check", "--format", "json"]).stderr.contains("silence"), "a program knows");
}

#[test]
fn what_a_whole_file_has_is_one_finding() {
    let folder = Folder::new();
    let game =
        |n: usize, moves: &str| format!("[Event \"{n}\"]\n[White \"Lind, Eva\"]\n[Black \"Rau\"]\n\n{moves} *\n\n");
    let games: String = (1..=20).map(|n| game(n, if n == 7 { "1. e4 <x>" } else { "1. e4" })).collect();
    folder.write("a.pgn", &games);
    folder.write("b.pgn", (1..=4).map(|n| game(n, "1. d4")).collect::<String>());
    for jobs in ["1", "2"] {
        let run = folder.run(&["check", "--jobs", jobs, "a.pgn", "b.pgn"]);
        let lines: Vec<&str> =
            run.stdout.lines().filter(|line| line.contains("-->") || line.starts_with("note")).collect();
        let expected = [
            "--> a.pgn:41:7 (game 7, Lind – Rau)",
            "--> a.pgn:1:1 (game 1, Lind – Rau)",
            "note: the same in 19 more games of the file (`--format concise` lists all)",
            "--> b.pgn:1:1 (game 1, Lind – Rau)",
            "--> b.pgn:7:1 (game 2, Lind – Rau)",
            "--> b.pgn:13:1 (game 3, Lind – Rau)",
            "--> b.pgn:19:1 (game 4, Lind – Rau)",
        ];
        assert_eq!(lines.iter().map(|line| line.trim()).collect::<Vec<_>>(), expected, "{}", run.stdout);
        assert!(run.stderr.contains(": 1 error, 0 warnings, 24 information\n"), "{}", run.stderr);
    }
    // Programs that read the findings get all of them.
    for (format, count) in [("json", 25), ("concise", 25), ("sarif", 25), ("github", 6)] {
        let run = folder.run(&["check", "--format", format]);
        let found = run.stdout.matches("missing-roster-tag").count() + run.stdout.matches("stray-text").count();
        // SARIF also describes each rule.
        let rules = usize::from(format == "sarif") * run.stdout.matches("\"id\":\"stray-text\"").count();
        assert!(found >= count && (rules > 0 || found == count), "{format}: {found}");
    }
    let run = folder.run(&["check", "--format", "github", "a.pgn"]);
    assert!(
        run.stdout.ends_with("Site, Date, Round, Result (game 1) and 19 more games of the file\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_long_file_is_not_held_to_its_end() {
    let folder = Folder::new();
    let many = format!("{}\n", unended()).repeat(20_000);
    folder.write("many.pgn", &many);
    for jobs in ["1", "2"] {
        let run = folder.run(&["check", "--jobs", jobs, "many.pgn"]);
        assert_eq!(run.stdout.matches("error[missing-terminator]").count(), 1, "{}", run.stdout);
        assert!(run.stdout.contains("note: the same in 19,999 more games of the file"), "{}", run.stdout);
    }
    // What only the second half of a file has is not what the file has.
    folder.write("half.pgn", [format!("{}\n", good()).repeat(20_000), many].concat());
    let run = folder.run(&["check", "--quiet", "half.pgn"]);
    assert_eq!(run.stdout.matches("error[missing-terminator]").count(), 20_000);
}
