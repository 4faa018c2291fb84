//! Input that is not what it should be: a clear message, no panic, no hang.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::cli::{Folder, ROSTER, bad, good};

#[test]
fn other_kinds_of_files_get_one_message() {
    let folder = Folder::new();
    let cases: [(&str, &[u8], &str); 7] = [
        ("zip.pgn", b"PK\x03\x04\x14\0\0\0", "the file cannot be read: the ZIP archive is damaged or not complete"),
        ("7z.pgn", b"7z\xbc\xaf\x27\x1c", "the file is compressed (7-Zip): decompress it first"),
        ("gz.pgn", b"\x1f\x8b\x08\0\0", "its gzip data is cut off at byte 5: the file is not complete"),
        ("png.pgn", b"\x89PNG\r\n\x1a\n\0\0\0", "this is a PNG image, not PGN or VGN"),
        ("wide.pgn", b"\xff\xfe[\0E\0", "the text is UTF-16LE: save it as UTF-8 first"),
        ("zeros.pgn", &[0; 5000], "this looks like a binary file, not PGN or VGN"),
        ("program.pgn", b"\x7fELF\x02\x01\x01\0", "this is a program"),
    ];
    for (name, bytes, message) in cases {
        folder.write(name, bytes);
        let run = folder.run(&["check", name]);
        assert_eq!(run.code, Some(2), "{name}");
        assert!(run.stderr.contains(&format!("vgn-lsp: {name}: ")) && run.stderr.contains(message), "{}", run.stderr);
        assert_eq!(run.stdout, "", "{name}");
    }
}

#[test]
fn small_and_odd_files_end_with_findings_or_none() {
    let folder = Folder::new();
    let cases: [&[u8]; 12] =
        [b"x", b"[", b"{", b"(", b"\"", b"%", b";", b"\\", b"\xff", b"\xef\xbb\xbf", b"\r", b"[Event \"?\"]\0 e4 \0 *"];
    for bytes in cases {
        let run = folder.run_with(&["check", "-"], bytes);
        assert!(matches!(run.code, Some(0 | 1)), "{bytes:?}: {:?} {}", run.code, run.stderr);
        assert!(!run.stderr.contains("panicked"), "{bytes:?}: {}", run.stderr);
    }
}

#[test]
fn every_prefix_of_a_game_is_checked_without_a_panic() {
    let folder = Folder::new();
    let game =
        "[GameFormat \"VGN:x\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 $1 {a} (1. Pd2-d4) 1.5 Pe7-e5 ;c\r\n*\n".as_bytes();
    for end in (0..game.len()).step_by(7) {
        let run = folder.run_with(&["check", "--fix", "--diff", "-"], &game[..end]);
        assert!(matches!(run.code, Some(0 | 1)), "{end}: {:?} {}", run.code, run.stderr);
    }
}

#[test]
fn twenty_megabytes_on_one_line() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{ROSTER}{} <x> *", "1. e4 {a comment} ".repeat(1_200_000)));
    let began = Instant::now();
    let run = folder.run(&["check", "--allow", "all", "--deny", "stray-text"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stdout.len() < 2000, "the line is clipped: {} bytes", run.stdout.len());
    assert!(run.stdout.contains("…"), "{}", run.stdout);
    // Quadratic time would be hours; a busy machine, or Wine, takes minutes without optimisation.
    assert!(began.elapsed() < Duration::from_secs(1200), "{:?}", began.elapsed());
}

#[test]
fn ten_thousand_open_brackets() {
    let folder = Folder::new();
    let run = folder.run_with(&["check", "-"], format!("{ROSTER}1. e4 {} *\n", "(".repeat(10_000)).as_bytes());
    assert_eq!(run.code, Some(1), "{}", run.stderr);
}

#[test]
fn a_folder_by_the_name_of_a_file() {
    let folder = Folder::new();
    folder.write("games.pgn/inner.pgn", good());
    let run = folder.run(&["check", "--format", "json", "games.pgn"]);
    assert_eq!((run.code, run.summary()["files"].clone()), (Some(0), 1.into()));
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("open/a.pgn", good());
    folder.write("shut/b.pgn", good());
    let shut = folder.path("shut");
    let allow = |mode| std::fs::set_permissions(&shut, std::fs::Permissions::from_mode(mode)).expect("permissions");
    allow(0o000);
    let readable = std::fs::read_dir(&shut).is_ok();
    let run = folder.run(&["check", "--format", "json"]);
    allow(0o755);
    // A superuser may read it all the same.
    if !readable {
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("shut: this cannot be read: Permission denied"), "{}", run.stderr);
        assert_eq!(run.summary()["files"], 1);
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    let folder = Folder::new();
    // Each game has its own finding: what a whole file has is printed at its end.
    let games: String = (0..50_000).map(|n| bad().replace("<x>", &format!("<x{n}>"))).collect();
    folder.write("a.pgn", games);
    let mut child = folder
        .command()
        .args(["check", "a.pgn"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    let output = child.wait_with_output().expect("it ends");
    assert!(first.starts_with("error[stray-text]"), "{first}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_a_fault() {
    let folder = Folder::new();
    folder.write("a.pgn", bad());
    let run = folder.shell("\"$BIN\" check a.pgn > /dev/full");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("standard output cannot be written: No space left on device"), "{}", run.stderr);
}

/// Nothing of it is lost, and other programs will not read it.
#[test]
fn a_half_move_that_is_exported_as_it_stands_is_named() {
    let folder = Folder::new();
    let run = folder.run_with(&["convert", "--to", "PGN"], format!("{ROSTER}1. e4 e5 2. Ke3 *\n").as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.ends_with("\n1. e4 e5 2. Ke3 *\n\n"), "{}", run.stdout);
    let kept = "<stdin>:9:13: game 1: not export format: `Ke3` is written as it stands: ";
    assert!(run.stderr.starts_with(kept), "{}", run.stderr);
}
