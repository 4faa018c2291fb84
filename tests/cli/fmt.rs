//! `vgn-lsp fmt`: files laid out in their places, a filter, what would change, and what stays.

use crate::support::cli::{Folder, good};

/// A game that is laid out otherwise than it will be.
fn loose() -> String {
    "[White \"A\"]\n[Event \"B\"]\n1.e4 e5   *\n".to_owned()
}

fn tidy() -> String {
    "[Event \"B\"]\n[White \"A\"]\n\n1. e4 e5 *\n".to_owned()
}

#[test]
fn files_are_laid_out_in_their_places_and_once() {
    let folder = Folder::new();
    folder.write("a.pgn", loose());
    folder.write("deep/b.pgn", good());
    let run = folder.run(&["fmt"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    assert!(run.stderr.starts_with("2 games in 2 files: 1 game in 1 file formatted in "), "{}", run.stderr);
    assert_eq!(folder.read("a.pgn"), tidy().as_bytes());
    assert_eq!(folder.read("deep/b.pgn"), good().as_bytes());
    let again = folder.run(&["fmt", "a.pgn"]);
    assert!(again.stderr.starts_with("1 game in 1 file: nothing to change in "), "{}", again.stderr);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new();
    let run = folder.run_with(&["fmt", "-"], loose().as_bytes());
    assert_eq!((run.code, run.stdout), (Some(0), tidy()), "{}", run.stderr);
    let quiet = folder.run_with(&["fmt", "--quiet", "-"], b"1.e4 *");
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (Some(0), "1. e4 *", ""));
}

#[test]
fn a_check_names_the_files_and_changes_none() {
    let folder = Folder::new();
    folder.write("a.pgn", loose());
    folder.write("b.pgn", good());
    let run = folder.run(&["fmt", "--check"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "a.pgn\n"), "{}", run.stderr);
    assert!(run.stderr.contains("1 game in 1 file would be formatted"), "{}", run.stderr);
    assert_eq!(folder.read("a.pgn"), loose().as_bytes());
    let run = folder.run(&["fmt", "--check", "b.pgn"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    assert!(run.stderr.contains("nothing would change"), "{}", run.stderr);
    let run = folder.run_with(&["fmt", "--check", "-"], loose().as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "<stdin>\n"));
}

#[test]
fn a_diff_shows_what_would_change() {
    let folder = Folder::new();
    folder.write("a.pgn", loose());
    let run = folder.run(&["fmt", "--diff", "--quiet"]);
    let shown = "--- a.pgn\n+++ a.pgn\n@@ -1,3 +1,4 @@\n-[White \"A\"]\n [Event \"B\"]\n-1.e4 e5   *\n+[White \"A\"]\n+\n\
                 +1. e4 e5 *\n";
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), shown), "{}", run.stderr);
    assert_eq!(folder.read("a.pgn"), loose().as_bytes());
}

#[test]
fn what_cannot_be_read_is_a_fault() {
    let folder = Folder::new();
    let run = folder.run(&["fmt", "no such.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("no such.pgn: the file cannot be read"), "{}", run.stderr);
    assert_eq!(folder.run(&["fmt", "--widht"]).code, Some(2));
}

#[cfg(unix)]
#[test]
fn a_protected_file_stays_unless_it_is_forced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.write("a.pgn", loose());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).expect("read-only");
    let run = folder.run(&["fmt"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("use `--force`"), "{}", run.stderr);
    assert_eq!(folder.read("a.pgn"), loose().as_bytes());
    assert_eq!(folder.run(&["fmt", "--force"]).code, Some(0));
    assert_eq!(folder.read("a.pgn"), tidy().as_bytes());
}

#[test]
fn the_layout_is_that_of_the_configuration() {
    let folder = Folder::new();
    folder.write("vgn.toml", "[format]\nmoves = \"pairs\"\ntags = \"keep\"\nwidth = 10\n");
    folder.write("a.pgn", loose());
    let run = folder.run(&["fmt"]);
    assert!(run.stderr.contains("vgn.toml:4:9: warning: `width` is a number from 20 to 10000"), "{}", run.stderr);
    assert_eq!(String::from_utf8_lossy(&folder.read("a.pgn")), "[White \"A\"]\n[Event \"B\"]\n\n1. e4 e5 *\n");
    folder.write("a.pgn", "1. e4 e5 2. Nf3 *");
    assert_eq!(folder.run(&["fmt"]).code, Some(0));
    assert_eq!(folder.read("a.pgn"), b"1. e4 e5\n2. Nf3 *");
    assert_eq!(folder.run(&["fmt", "--no-config"]).code, Some(0));
    assert_eq!(folder.read("a.pgn"), b"1. e4 e5 2. Nf3 *");
}

#[test]
fn encodings_line_ends_and_marks_are_kept() {
    let folder = Folder::new();
    let latin: Vec<u8> = b"[White \"M\xfcller\"]\r\n1.e4 {caf\xe9}\r\ne5 *\r\n\r\n\r\n".to_vec();
    folder.write("a.pgn", &latin);
    folder.write("b.pgn", "\u{feff}[White  \"Müller\"]\r1.e4 *");
    assert_eq!(folder.run(&["fmt"]).code, Some(0));
    let expected = b"[White \"M\xfcller\"]\r\n\r\n1. e4 {caf\xe9} 1... e5 *\r\n\r\n\r\n";
    assert_eq!(folder.read("a.pgn"), expected, "{}", String::from_utf8_lossy(&folder.read("a.pgn")));
    assert_eq!(folder.read("b.pgn"), "\u{feff}[White \"Müller\"]\r\r1. e4 *".as_bytes());
}

#[test]
fn binary_games_stay_among_the_others() {
    let folder = Folder::new();
    let binary = b"[GameFormat  \"VGN\"]\n[MoveFormat  \"BCCF\"]\x34\x70\xff\xff".to_vec();
    let file = [b"1.d4  *\n\n".as_slice(), &binary, b"\n1.e4  *\n"].concat();
    folder.write("a.vgn", &file);
    assert_eq!(folder.run(&["fmt"]).code, Some(0));
    let after = folder.read("a.vgn");
    assert!(after.starts_with(b"1. d4 *\n"), "{}", after.escape_ascii());
    assert!(memchr::memmem::find(&after, &binary).is_some(), "{}", after.escape_ascii());
}

/// More than one block: what stands before a block is known in the next one.
#[test]
fn a_large_file_is_laid_out_block_by_block() {
    let folder = Folder::new();
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
                [Result \"*\"]\n1.e4 {comment} e5\n2.Nf3 *\n";
    let tidy = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
                [Result \"*\"]\n\n1. e4 {comment} 1... e5 2. Nf3 *\n";
    folder.write("a.pgn", vec![game; 20_000].join("\n\n"));
    let run = folder.run(&["fmt"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(folder.read("a.pgn") == vec![tidy; 20_000].join("\n").as_bytes(), "another text");
    assert!(folder.run(&["fmt", "--check"]).code == Some(0));
}

/// Other readers take what follows for a part of the comment.
#[test]
fn an_open_comment_keeps_what_follows_as_it_is() {
    let folder = Folder::new();
    let text = "[Event \"a\"]\n\n1.e4 {open  comment\n e5 *\n\n[Event \"b\"]\n1.d4  *\n";
    folder.write("a.pgn", text);
    assert_eq!(folder.run(&["fmt"]).code, Some(0));
    assert_eq!(String::from_utf8_lossy(&folder.read("a.pgn")), text);
}

#[test]
fn no_line_ends_with_the_number_of_blacks_half_move() {
    let folder = Folder::new();
    let laid_out = |text: &str| folder.run_with(&["fmt", "--quiet", "-"], text.as_bytes()).stdout;
    let long = "x".repeat(64);
    let text = |separator| format!("1. e4 {{{long}}}{separator}1... e5 2. Nf3 *\n");
    assert_eq!(laid_out(&text(" ")), text("\n"));
    folder.write("vgn.toml", "[format]\nnumbers = \"keep\"\n");
    assert_eq!(laid_out(&text(" ")), text("\n"));
    // White's may, as in PGN's own example (8.2.1).
    assert_eq!(laid_out(&format!("1. e4 e5 {{x{long}}} 2. Nf3 *\n")), format!("1. e4 e5 {{x{long}}} 2.\nNf3 *\n"));
}

#[test]
fn portable_games_are_written_and_the_others_listed() {
    let folder = Folder::new();
    let others = "[Event \"2\"]\n\n1. e4 -- *\n\n[GameFormat \"VGN\"]\n\n1. e4 *\n";
    folder.write("a.pgn", format!("\u{feff}[Event \"1\"]\r\n\r\n1. e4 {{a}} $1 e5 *\r\n\r\n{others}"));
    let roster = "[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";
    let written = format!("[Event \"1\"]\n{roster}\n1. e4 $1 {{a}} 1... e5 *\n\n{others}");
    for _ in 0..2 {
        let run = folder.run(&["fmt", "--portable"]);
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert!(run.stderr.contains("game 2: not portable: `--` is no move"), "{}", run.stderr);
        assert!(run.stderr.contains("game 3: not portable: it is a VGN game"), "{}", run.stderr);
        assert!(run.stderr.contains("2 games without a portable form left as they are"), "{}", run.stderr);
        assert_eq!(String::from_utf8_lossy(&folder.read("a.pgn")), written);
    }
    let run = folder.run(&["convert", "--to", "FCN", "--portable", "a.pgn"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("expected `--to PGN`, not `--to FCN`"), "{}", run.stderr);
}
