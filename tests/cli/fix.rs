//! `vgn-lsp check --fix`: a file is replaced whole or not at all, and nothing else in it changes.

use crate::support::cli::{Folder, good, unended};

/// The only fix of these games, applied without a change of encoding.
const FIX: [&str; 4] = ["check", "--unsafe-fixes", "--allow", "invalid-utf8"];

fn fix<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&FIX, args].concat()
}

/// Two games, the first with a letter outside ASCII and no terminator, with these line ends.
fn games(line_end: &str) -> String {
    let first = unended().replace("[White \"?\"]", "[White \"Müller\"]");
    format!("{first}\n{}", good()).replace('\n', line_end)
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(u32::from(character)).expect("Latin-1")).collect()
}

/// The terminator stands after the first game, and all other bytes are as they were.
fn assert_mended(before: &[u8], after: &[u8]) {
    let text = |bytes: &[u8]| -> String { bytes.iter().map(|byte| char::from(*byte)).collect() };
    let (before, after) = (text(before), text(after));
    let words = |text: &str| -> Vec<String> { text.split_whitespace().map(String::from).collect() };
    let mut expected = words(&before);
    let at = expected.iter().position(|word| word == "e5").expect("the first game's last move") + 1;
    expected.insert(at, "*".into());
    assert_eq!(words(&after), expected);
    let ends = |text: &str| (text.matches("\r\n").count(), text.matches('\r').count(), text.matches('\n').count());
    let (crlf, cr, lf) = ends(&before);
    let (crlf_after, cr_after, lf_after) = ends(&after);
    assert!(lf > 0 || lf_after == 0, "no new kind of line end");
    assert!(cr > 0 || cr_after == 0, "no new kind of line end");
    assert_eq!(crlf == lf, crlf_after == lf_after);
}

#[test]
fn encodings_and_line_ends_are_kept() {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = games(line_end);
        for bytes in [text.clone().into_bytes(), latin1(&text), format!("\u{feff}{text}").into_bytes()] {
            let folder = Folder::new();
            folder.write("a.pgn", &bytes);
            let run = folder.run(&fix(&["a.pgn"]));
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert!(run.stderr.contains("fixed 1 problem in 1 game"), "{}", run.stderr);
            assert_mended(&bytes, &folder.read("a.pgn"));
            assert_eq!(folder.names(), ["a.pgn"]);
        }
    }
}

#[test]
fn a_file_with_nothing_to_mend_is_not_touched() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", good());
    let before = std::fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
    assert_eq!(folder.run(&fix(&["a.pgn"])).code, Some(0));
    let after = std::fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
    assert_eq!(before, after);
}

#[test]
fn a_change_late_in_a_large_file_keeps_what_stands_before() {
    let folder = Folder::new();
    let before = format!("{}{}{}", format!("{}\n", good()).repeat(60_000), unended(), good());
    folder.write("a.pgn", &before);
    assert_eq!(folder.run(&fix(&["a.pgn"])).code, Some(0));
    let after = String::from_utf8(folder.read("a.pgn")).expect("text");
    assert!(after.starts_with(&format!("{}\n", good()).repeat(60_000)));
    assert_eq!(after.matches("e5 *").count(), before.matches("e5 *").count() + 1);
}

#[test]
fn unsafe_fixes_rewrite_in_utf8() {
    let folder = Folder::new();
    let text = good().replace("[White \"?\"]", "[White \"Müller\"]");
    folder.write("a.pgn", latin1(&text));
    assert_eq!(folder.run(&["check", "--fix"]).code, Some(0));
    assert_eq!(folder.read("a.pgn"), latin1(&text), "not without asking");
    let run = folder.run(&["check", "--unsafe-fixes", "--format", "json"]);
    assert_eq!(folder.read("a.pgn"), text.as_bytes());
    assert_eq!(run.findings().len(), 0, "what is mended is not reported");
}

#[test]
fn standard_input_is_mended_to_standard_output() {
    let folder = Folder::new();
    let text = format!("\u{feff}{}", games("\r\n"));
    let run = folder.run_with(&fix(&["-"]), text.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_mended(text.as_bytes(), run.stdout.as_bytes());
    let run = folder.run_with(&["check", "--fix", "-"], format!("{}<x> *\n", good()).as_bytes());
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("error[stray-text]"), "{}", run.stderr);
    assert!(!run.stdout.contains("error"), "{}", run.stdout);
}

#[test]
fn a_diff_changes_nothing_and_patches() {
    let folder = Folder::new();
    let before = format!("{}\n{}", format!("{}\n", good()).repeat(3), games("\n"));
    folder.write("a.pgn", &before);
    let run = folder.run(&fix(&["--diff"]));
    assert_eq!(folder.read("a.pgn"), before.as_bytes());
    assert!(run.stdout.starts_with("--- a.pgn\n+++ a.pgn\n@@ -"), "{}", run.stdout);
    assert!(run.stderr.contains("would fix 1 problem in 1 game"), "{}", run.stderr);
    assert_eq!(run.code, Some(1), "something would change: {}", run.stderr);
    folder.write("a.diff", &run.stdout);
    folder.run(&fix(&["a.pgn"]));
    let mended = folder.read("a.pgn");
    folder.write("a.pgn", &before);
    let mut patch = std::process::Command::new("patch");
    let patched = patch.args(["-s", "a.pgn", "a.diff"]).current_dir(folder.path("")).status();
    if patched.is_ok_and(|status| status.success()) {
        assert_eq!(folder.read("a.pgn"), mended);
    }
    // What only somebody can decide changes nothing.
    folder.write("a.pgn", "1. f3 e5 2. g4 Qh4# *\n");
    let run = folder.run(&["check", "--diff"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    assert_eq!(folder.run(&["check", "--diff", "--unsafe-fixes"]).code, Some(1));
}

#[test]
fn what_is_read_only_is_replaced_by_force_and_stays_read_only() {
    let ways: [(&[&str], &str); 3] = [
        (&["check", "--unsafe-fixes", "a.pgn"], "e4 e5 *\n"),
        (&["convert", "--to", "LAN", "--in-place", "--allow-loss", "a.pgn"], "e2-e4 e7-e5"),
        (&["convert", "--to", "LAN", "--allow-loss", "other.pgn", "-o", "a.pgn"], "e2-e4 e7-e5"),
    ];
    for (args, expected) in ways {
        let folder = Folder::new();
        let path = folder.write("a.pgn", unended());
        folder.write("other.pgn", good());
        let writable = std::fs::metadata(&path).expect("it is there").permissions();
        let mut read_only = writable.clone();
        read_only.set_readonly(true);
        std::fs::set_permissions(&path, read_only).expect("permissions");

        let run = folder.run(args);
        assert_eq!(run.code, Some(2), "{args:?} {}", run.stderr);
        assert!(run.stderr.contains("it is read-only; use `--force` to replace it anyway"), "{}", run.stderr);
        assert_eq!(folder.read("a.pgn"), unended().as_bytes());

        let run = folder.run(&[args, &["--force"]].concat());
        assert_eq!(run.code, Some(0), "{args:?} {}", run.stderr);
        let now = String::from_utf8(folder.read("a.pgn")).expect("it is ASCII");
        assert!(now.contains(expected), "{args:?} {now}");
        assert!(std::fs::metadata(&path).expect("it is there").permissions().readonly(), "{args:?}");
        assert_eq!(folder.names(), ["a.pgn", "other.pgn"], "{args:?}");
        std::fs::set_permissions(&path, writable).expect("permissions");
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn permissions_are_kept_and_links_followed() {
        let folder = Folder::new();
        let path = folder.write("real/a.pgn", unended());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("permissions");
        symlink(&path, folder.path("link.pgn")).expect("a link");
        assert_eq!(folder.run(&fix(&["link.pgn"])).code, Some(0));
        assert!(std::fs::symlink_metadata(folder.path("link.pgn")).expect("there").is_symlink());
        assert_mended(format!("{}{}", unended(), "").as_bytes(), &folder.read("real/a.pgn"));
        let mode = std::fs::metadata(&path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    /// A limit on the size of files makes writing fail as a full disk does.
    #[test]
    fn a_full_disk_leaves_the_file_as_it_was() {
        let folder = Folder::new();
        let before = format!("{}{}", unended(), format!("{}\n", good()).repeat(20_000));
        folder.write("a.pgn", &before);
        let run = folder.shell(
            "trap '' XFSZ; ulimit -f 64; exec \"$BIN\" check --unsafe-fixes --allow invalid-utf8 a.pgn > /dev/null",
        );
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        let message = "a.pgn: the fixes cannot be written, and the file is unchanged: File too large";
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert!(run.stderr.contains("1 more finding in files that could not be written"), "{}", run.stderr);
        assert_eq!(folder.read("a.pgn"), before.as_bytes());
        assert_eq!(folder.names(), ["a.pgn"], "nothing is left behind");
    }

    #[test]
    fn an_interruption_leaves_nothing_behind() {
        let folder = Folder::new();
        let before = format!("{}{}", unended(), format!("{}\n", good()).repeat(150_000));
        folder.write("a.pgn", &before);
        // The signal comes when the temporary file is there.
        let script = "\"$BIN\" check --unsafe-fixes --jobs 1 a.pgn > /dev/null 2>&1 & pid=$!; \
                      for i in $(seq 200); do ls -A | grep -q tmp && break; sleep 0.01; done; \
                      kill -TERM $pid; wait $pid";
        let run = folder.shell(script);
        assert_eq!(folder.names(), ["a.pgn"], "nothing is left behind");
        let after = folder.read("a.pgn");
        // Before the temporary file is made the signal ends the process as it ends any other.
        if matches!(run.code, Some(130 | 143)) {
            assert_eq!(after, before.as_bytes(), "untouched when interrupted");
        } else {
            assert!(after.len() > before.len(), "it was done before the signal came: {:?}", run.code);
        }
    }
}

/// What the fix of a game makes of its end can belong to the game before or behind it, or to a binary section.
#[test]
fn files_settle_in_one_run_whatever_their_games_become() {
    let folder = Folder::new();
    for (name, text) in [
        ("a.pgn", "[MoveFormat\"BCCF\n[G\"\"]]"),
        ("b.pgn", "1. e4 e5*1/2"),
        ("c.pgn", "1. e4 e5 *\n1/2\n"),
        ("d.vgn", "f3 e5 g4 Qh *-"),
        ("e.vgn", "f3 e5 g4 Qh *-1. e4 *"),
        ("f.pgn", "1. e4 e5 2. Nf3 Nc6 2. Nc3 Nf6 3. f4) 2. Bb5 a6 *"),
        ("g.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 2. Bc4 Nf6) 3. O-O Be7 *"),
        ("h.pgn", "1. f3 56 2. g4 Qh4# *2.\n"),
        ("i.vgn", "[GameFormat \"VGN\"]\n\n2.5 5 Nf3 *\n"),
        // Fixed, two of these games would be one.
        ("j.pgn", "1 5 B2*PK/R 1 /P/"),
        ("k.pgn", "e41.c *\ne4"),
        ("l.pgn", "t \"\"]s e\n\n1."),
        ("m.pgn", "meFormat \"VGN\"][MoveFormat\"UCI\"e G [G\"\"]"),
        ("n.vgn", "GameFormat \"V\"][MoveFormat\"FC\"si\n[e\""),
        ("o.pgn", "[GameFormat\"V\n[MoveFormat\"Ln\"mda\rl\n[A\""),
        ("p.pgn", "MoveFormat \"FC\"]k ]\n\n1.2."),
        // Without its NAG the second one would end the first one, which is right.
        ("q.pgn", "1. a4 1-0\n$220 0-1\n"),
        ("r.pgn", "[Event \"x\"]\n\n1. a4 1-0\n$220 0-1\n"),
        ("s.pgn", "1. a3 1-0\n 1."),
    ] {
        for fixes in ["--fix", "--unsafe-fixes"] {
            folder.write(name, text);
            folder.run(&["check", fixes, name]);
            let once = String::from_utf8(folder.read(name)).expect("text");
            folder.run(&["check", fixes, name]);
            let twice = String::from_utf8(folder.read(name)).expect("text");
            assert_eq!(once, twice, "{fixes} {text}");
        }
    }
}

/// Other programs read such a game as a part of what stands before or behind it: nothing in it is fixed unasked, and
/// nothing is said to be.
#[test]
fn a_game_that_does_not_stand_alone_has_no_safe_fix() {
    for text in [
        "1. e4 e5[Event \"b\"] 2. Nf3\n",
        "1. e4 e5 [Site \"b\"] 2. Nf3\n",
        "1. f3 56 2. g4 Qh4# *2.\n",
        "1. e4 {open *\n\n[Event \"b\"]\n\n1. e4 e5 2. Nf3! Nc6 3. Bb5) 3. a6 *\n",
        "[Site \"a\"]\nLc4[Annotator \"x\"]\n",
    ] {
        let folder = Folder::new();
        folder.write("a.pgn", text);
        let run = folder.run(&["check", "a.pgn"]);
        assert!(!run.stderr.contains("with `--fix`"), "{text}: {}", run.stderr);
        let run = folder.run(&["check", "--fix", "a.pgn"]);
        assert_eq!(String::from_utf8(folder.read("a.pgn")).expect("text"), text, "{}", run.stderr);
    }
    // Once the comment has its end, the games behind it are fixed as any others.
    let folder = Folder::new();
    folder.write("a.pgn", "1. e4 {open} *\n\n[Event \"b\"]\n\n1. e4 e5 *\n");
    folder.run(&["check", "--fix", "a.pgn"]);
    assert!(folder.read("a.pgn").starts_with(b"1. e4 {open} *\n\n[Event \"b\"]\n[Site \"?\"]\n"));
}

/// A flipped bit makes text of a binary section, and its bytes stay what they are: in no fix they become another encoding's.
#[test]
fn the_bytes_of_a_damaged_section_are_not_recoded() {
    let folder = Folder::new();
    folder.write("game.pgn", good());
    folder.run(&["convert", "--to", "BCCF", "game.pgn", "-o", "game.vgn"]);
    let game = folder.read("game.vgn");
    let name = game.windows(10).position(|bytes| bytes == b"MoveFormat").expect("the tag");
    for at in name..name + 10 {
        for bit in 0..8 {
            let mut damaged = game.clone();
            damaged[at] ^= 1 << bit;
            // As many games have it.
            damaged.extend_from_slice(b"\x86\x030Y@!\x00\x9aP\xa0y\n");
            folder.write("damaged.vgn", &damaged);
            folder.run(&["check", "--unsafe-fixes", "damaged.vgn"]);
            let fixed = folder.read("damaged.vgn");
            assert!(fixed.windows(6).any(|bytes| bytes == b"\x86\x030Y@!"), "byte {at}, bit {bit}");
        }
    }
}
