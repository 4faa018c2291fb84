//! `vgn-lsp convert`: where games go, what is refused, and that no half-written file remains.

use crate::support::cli::{Folder, ROSTER, good, not_there};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 *\n";

fn fcn(tags: &str, moves: &str) -> String {
    format!(
        "[GameFormat \"VGN:Variable Game Notation\"]\n[MoveFormat \"FCN:Friendly Coordinate Notation\"]\n{tags}\n{moves}\n"
    )
}

/// A VGN game that SAN cannot hold.
fn illegal() -> String {
    fcn("[White \"A\"]\n", "1. Pe2-e5 1.5 Pe7-e6 *")
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(u32::from(character)).expect("Latin-1")).collect()
}

#[test]
fn standard_input_to_standard_output() {
    let folder = Folder::new();
    let run = folder.run_with(&["convert", "--to", "fcn"], GAME.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout, fcn("", "1. Pe2-e4 Pe7-e5 2. Ng1-f3 Nb8-c6 *"));
    assert!(run.stderr.starts_with("1 game in 1 file: converted to FCN in "), "{}", run.stderr);
    let back = folder.run_with(&["convert", "--to", "SAN", "-"], run.stdout.as_bytes());
    assert!(back.stdout.ends_with("\n\n1. e4 e5 2. Nf3 Nc6 *\n"), "{}", back.stdout);
}

#[test]
fn a_comment_behind_the_terminator_stays_on_its_line() {
    let folder = Folder::new();
    let run = folder.run_with(&["convert", "--to", "FCN"], b"1. e4 {best} 1-0 {Black loses on time}\n");
    assert!(run.stdout.ends_with("\n1. Pe2-e4#+ {best} 1-0 {Black loses on time}\n"), "{}", run.stdout);
}

/// What stands behind the last game and is none keeps its place, however often the file is exported.
#[test]
fn text_behind_the_last_game_moves_no_further() {
    let folder = Folder::new();
    let once = folder.run_with(&["convert", "--to", "PGN"], format!("{ROSTER}{GAME}\n\n\n5. ").as_bytes());
    assert_eq!(once.stdout, format!("{ROSTER}{GAME}\n5. "));
    let twice = folder.run_with(&["convert", "--to", "PGN"], once.stdout.as_bytes());
    assert_eq!(twice.stdout, once.stdout);
}

/// Behind an empty line readers take the comment for a game, which takes the tags behind it for its moves.
#[test]
fn a_comment_behind_the_terminator_stays_with_its_game() {
    let folder = Folder::new();
    for (written, exported) in [
        ("1. e4 1-0 {Black\nresigns}", "1. e4 1-0\n{Black\nresigns}\n\n"),
        ("1. e4! 1-0\n{Black resigns}", "1. e4 $1 1-0\n{Black resigns}\n\n"),
        ("1. e4 1-0\n\n{a note}", "1. e4 1-0\n\n{a note}\n\n"),
    ] {
        let ended = ROSTER.replace("[Result \"*\"]", "[Result \"1-0\"]");
        let game = format!("{ended}{written}\n\n{ROSTER}1. d4 *\n\n");
        let run = folder.run_with(&["convert", "--to", "PGN"], game.as_bytes());
        assert_eq!(run.stdout, format!("{ended}{exported}{ROSTER}1. d4 *\n\n"), "{}", run.stderr);
        let again = folder.run_with(&["convert", "--to", "PGN"], run.stdout.as_bytes());
        assert_eq!(again.stdout, run.stdout, "exported again it is the same");
    }
}

#[test]
fn pgn_is_laid_out_and_vgn_keeps_the_notation() {
    let folder = Folder::new();
    let two = format!("{}\n\n{}", fcn("", "1. Pe2-e4 *"), "1. d4 {c} d5 *");
    let run = folder.run_with(&["convert", "--to", "PGN"], two.as_bytes());
    assert_eq!(run.stdout, format!("{ROSTER}1. e4 *\n\n{ROSTER}1. d4 {{c}} 1... d5 *\n\n"), "{}", run.stderr);
    let run = folder.run_with(&["convert", "--to", "VGN"], two.as_bytes());
    let vgn = "[GameFormat \"VGN:Variable Game Notation\"]\n\n1. d4 d5 {[%after 1.] c} *";
    assert_eq!(run.stdout, format!("{}\n\n{vgn}", fcn("", "1. Pe2-e4 *")));
}

#[test]
fn games_of_several_files_come_in_their_order() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("\u{feff}{}1. e4 *", ROSTER));
    folder.write("b.pgn", format!("\u{feff}{}1. d4 *", ROSTER));
    let run = folder.run(&["convert", "--to", "UCI", "a.pgn", "b.pgn", "-o", "out.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    let out = String::from_utf8(folder.read("out.vgn")).expect("UTF-8");
    assert_eq!(out.matches('\u{feff}').count(), 1);
    let (first, second) = (out.find("1. e2e4 *\n").expect("the first"), out.find("1. d2d4 *").expect("the second"));
    assert!(first < second);
    assert_eq!(folder.names(), ["a.pgn", "b.pgn", "out.vgn"]);
}

#[test]
fn many_games_keep_their_order() {
    let folder = Folder::new();
    let games: String = (1..=20_000).map(|n| format!("[Round \"{n}\"]\n\n1. e4 e5 *\n\n")).collect();
    folder.write("many.pgn", games);
    let run = folder.run(&["convert", "--to", "LAN", "many.pgn", "-o", "out.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let out = String::from_utf8(folder.read("out.vgn")).expect("UTF-8");
    let rounds =
        out.lines().filter_map(|line| line.strip_prefix("[Round \"")?.strip_suffix("\"]")?.parse::<u32>().ok());
    assert!(rounds.eq(1..=20_000));
    assert_eq!(out.matches("1. e2-e4 e7-e5 *").count(), 20_000);
}

#[test]
fn encodings_and_line_ends_are_kept() {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = format!("[White \"Müller\"]\n\n1. e4 {{schön}} e5 2. d4 *\n\n{GAME}").replace('\n', line_end);
        for bytes in [text.clone().into_bytes(), latin1(&text), format!("\u{feff}{text}").into_bytes()] {
            let folder = Folder::new();
            folder.write("a.pgn", &bytes);
            let run = folder.run(&["convert", "--to", "FCN", "--in-place", "a.pgn"]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            let there = folder.read("a.pgn");
            let is_latin1 = bytes == latin1(&text);
            assert_eq!(std::str::from_utf8(&there).is_err(), is_latin1);
            assert_eq!(there.starts_with("\u{feff}".as_bytes()), bytes.starts_with("\u{feff}".as_bytes()));
            let count = |bytes: &[u8], end: u8| bytes.iter().filter(|byte| **byte == end).count();
            assert_eq!(count(&there, b'\n') > 0, line_end.contains('\n'));
            assert_eq!(count(&there, b'\r') > 0, line_end.contains('\r'));
            assert_eq!(folder.run(&["convert", "--to", "VGN", "--in-place", "a.pgn"]).code, Some(0));
            assert_eq!(folder.read("a.pgn"), there, "it is VGN already");
            assert_eq!(folder.names(), ["a.pgn"]);
        }
    }
}

/// Whether the text of a file has letters in UTF-8, and whether it has others, game by game.
fn letters(file: &[u8]) -> (bool, bool) {
    let mut found = (false, false);
    for span in vgn_lsp::syntax::games::games(file) {
        let text = &file[span.range.start..span.binary.unwrap_or(span.range.end)];
        let utf8 = std::str::from_utf8(text).is_ok();
        found = (found.0 || utf8 && !text.is_ascii(), found.1 || !utf8);
    }
    found
}

#[test]
fn what_is_written_has_one_encoding() {
    let folder = Folder::new();
    let data = |name: &str| std::fs::read(format!("tests/data/annotated/{name}")).expect("a file of ours");
    let (latin1, utf8) = (data("dortmund.pgn"), data("wcc_2023.pgn"));
    assert_eq!((letters(&latin1), letters(&utf8)), ((false, true), (true, false)));
    folder.write("latin1.pgn", &latin1);
    folder.write("utf8.pgn", &utf8);
    let text = |name: &str| {
        let bytes = folder.read(name);
        let text = vgn_lsp::source::Encoding::of(&bytes).decode(&bytes).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let run = |args: &[&str]| {
        let run = folder.run(args);
        assert_eq!(run.code, Some(0), "{args:?} {}", run.stderr);
    };
    run(&["convert", "--to", "PGN", "latin1.pgn", "-o", "plain.pgn"]);
    for notation in vgn_lsp::notation::REGISTRY.iter().filter(|notation| notation.has_terminator()) {
        let name = notation.name;
        for file in ["latin1.pgn", "utf8.pgn"] {
            run(&["convert", "--to", name, "--allow-loss", file, "-o", "there.vgn"]);
            run(&["convert", "--to", "PGN", "there.vgn", "-o", "back.pgn"]);
            for written in ["there.vgn", "back.pgn"] {
                let (utf8, other) = letters(&folder.read(written));
                assert!(!(utf8 && other), "{name}: {file} has two encodings in {written}");
            }
            if name == "PGC" && file == "latin1.pgn" {
                assert_eq!(text("back.pgn"), text("plain.pgn"));
            }
        }
    }
    // Several files become one.
    let joined = |files: &[&str]| {
        run(&[&["convert", "--to", "FCN", "-o", "joined.vgn"], files].concat());
        letters(&folder.read("joined.vgn"))
    };
    folder.write("umlaut.pgn", "1. e4 {Müller} *\n");
    assert_eq!(joined(&["utf8.pgn", "latin1.pgn"]), (true, false));
    assert_eq!(joined(&["latin1.pgn", "umlaut.pgn"]), (false, true));
    folder.write("pieces.pgn", "1. e4 {♔} *\n");
    let mix = |options: &[&str]| {
        folder.run(
            &[&["convert", "--to", "FCN", "-o", "mixed.vgn"], options, &["latin1.pgn", "umlaut.pgn", "pieces.pgn"]]
                .concat(),
        )
    };
    let refused =
        "pieces.pgn:1:8: game 1: refused: `♔` is not in ISO 8859-1, the encoding of the games before this one\n";
    let mixed = mix(&[]);
    assert!(mixed.code == Some(1) && mixed.stderr.starts_with(refused), "{}", mixed.stderr);
    assert!(mixed.stderr.contains("use `--allow-loss` to write all in one encoding, with `?`"), "{}", mixed.stderr);
    assert!(mixed.stderr.contains("or `--keep-refused` to") && !folder.path("mixed.vgn").exists(), "{}", mixed.stderr);
    // It is kept byte for byte in its own encoding.
    let mixed = mix(&["--keep-refused"]);
    assert!(mixed.code == Some(1) && mixed.stderr.starts_with(refused), "{}", mixed.stderr);
    assert!(folder.read("mixed.vgn").ends_with(&folder.read("pieces.pgn")));
    std::fs::remove_file(folder.path("mixed.vgn")).expect("it was written");
    let mixed = mix(&["--allow-loss"]);
    assert!(
        mixed
            .stderr
            .contains(": lost: `♔` is not in ISO 8859-1, the encoding of the games before this one: `?` is written\n")
    );
    assert!(mixed.stderr.contains(", 1 game with losses in"), "{}", mixed.stderr);
    assert_eq!(letters(&folder.read("mixed.vgn")), (false, true));
    assert!(folder.read("mixed.vgn").ends_with(b"\n1. Pe2-e4 {?} *\n"));
}

/// Where refused games are kept, one of another encoding is there as it was, and takes no other game with it.
#[test]
fn games_of_another_encoding_are_kept_byte_for_byte() {
    let folder = Folder::new();
    let mixed = b"[Event \"K\xe4se\"]\n\n1. e4 *\n\n[Event \"\xe4\xb8\xad\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n";
    folder.write("mix.pgn", mixed.as_slice());
    let run = folder.run(&["convert", "--to", "FCN", "--keep-refused", "-o", "out.vgn", "mix.pgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("2 games converted to FCN, 1 game refused in "), "{}", run.stderr);
    let kept = b"\n\n[Event \"\xe4\xb8\xad\"]\n\n1. d4 *\n\n";
    let holds = |name: &str| {
        let bytes = folder.read(name);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(bytes.windows(kept.len()).any(|bytes| bytes == kept), "{text}");
        assert!(text.contains("1. Pe2-e4 *") && text.contains("1. Pc2-c4 *"), "{text}");
    };
    holds("out.vgn");
    // In its own file it stays as it was.
    let run = folder.run(&["convert", "--to", "FCN", "--keep-refused", "--in-place", "mix.pgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    holds("mix.pgn");
    // A game that is refused for its moves is not written anew in the encoding of the others either.
    let (latin1, illegal) = (b"{K\xe4se} 1. e4 *\n\n".as_slice(), "{Käse} 1. e5 *\n".as_bytes());
    folder.write("illegal.pgn", [latin1, illegal].concat());
    let run = folder.run(&["convert", "--to", "UCI", "--keep-refused", "-o", "uci.vgn", "illegal.pgn"]);
    let said = "game 2: kept: it stays in its own encoding, and the games before it are in ISO 8859-1\n";
    assert!(run.code == Some(1) && run.stderr.contains(said), "{}", run.stderr);
    assert!(folder.read("uci.vgn").ends_with(illegal));
}

/// One empty line is between games, however often a file is exported.
#[test]
fn refused_games_keep_their_distance_in_exports() {
    let folder = Folder::new();
    folder.write(
        "a.pgn",
        "1. e4 *\n\n[Event \"x\"]\n\n1. e4 foo *\n\n\n[Event \"y\"]\n\n1. d4 foo *\n[Event \"z\"]\n\n1. d4 *\n",
    );
    let export = |from: &str, to: &str| {
        let run = folder.run(&["convert", "--to", "PGN", "--keep-refused", "-o", to, from]);
        assert!(run.stderr.contains("2 games converted to PGN, 2 games refused"), "{}", run.stderr);
        String::from_utf8(folder.read(to)).expect("UTF-8")
    };
    let once = export("a.pgn", "b.pgn");
    let kept = "1. e4 *\n\n[Event \"x\"]\n\n1. e4 foo *\n\n\n[Event \"y\"]\n\n1. d4 foo *\n\n[Event \"z\"]\n";
    assert!(once.contains(kept), "{once}");
    assert_eq!(export("b.pgn", "c.pgn"), once);
}

/// Whatever is between two games: the tags of the second one follow an empty line, or a comment before them does.
#[test]
fn an_empty_line_is_before_the_tags_of_each_game() {
    let folder = Folder::new();
    let vgn = "[GameFormat \"VGN\"]\n";
    for between in ["\n", "\n\n", " {z}\n", "\n{z}\n", "\n{z}\n\n", " {z}", " ; z\n", "\n% z\n", " {z}\n{y}\n"] {
        for tags in ["", vgn, "[MoveFormat \"SAN\"]\n", "[Event \"y\"]\n", &format!("{vgn}[MoveFormat \"FCN\"]\n")] {
            let half_move = if tags.contains("FCN") { "Pe2-e4" } else { "e4" };
            let blank = if tags.is_empty() { "" } else { "\n" };
            let text = format!("[Event \"x\"]\n\n1. d4 *{between}{tags}{blank}1. {half_move} *\n");
            folder.write("a.vgn", &text);
            assert_eq!(folder.run(&["convert", "--to", "PGN", "-o", "b.pgn", "--force", "a.vgn"]).code, Some(0));
            let once = String::from_utf8(folder.read("b.pgn")).expect("UTF-8");
            let again = folder.run(&["convert", "--to", "PGN", "b.pgn"]).stdout;
            assert_eq!(again, once, "{text}");
            let before: Vec<&str> = once.split("[Event ").collect();
            let is_parted =
                |before: &&str| before.is_empty() || before.ends_with("\n\n") || before.ends_with("\n\n% z\n");
            assert!(before.len() == 3 && before[..2].iter().all(is_parted), "{text}\nbecame\n{once}");
        }
    }
}

#[test]
fn a_refused_game_leaves_no_file() {
    let folder = Folder::new();
    let text = format!("{}\n{}\n{}", fcn("", "1. Pe2-e4 *"), illegal(), fcn("", "1. Pd2-d4 *"));
    folder.write("a.vgn", &text);
    let message = "a.vgn:10:4: game 2: refused: `Pe2-e5` cannot be written: SAN can record only legal moves, and this move is \
                   not legal; the half-move after it is lost too\n";
    let run = folder.run(&["convert", "--to", "SAN", "a.vgn", "-o", "out.vgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.starts_with(message), "{}", run.stderr);
    assert!(run.stderr.contains("3 games in 1 file: 0 games converted to SAN, 1 game refused in "), "{}", run.stderr);
    assert!(run.stderr.contains("; nothing was written: use `--allow-loss`"), "{}", run.stderr);
    assert_eq!(folder.names(), ["a.vgn"]);

    folder.write("out.vgn", "what was there");
    assert_eq!(folder.run(&["convert", "--to", "SAN", "a.vgn", "-o", "out.vgn"]).code, Some(1));
    assert_eq!(folder.read("out.vgn"), b"what was there");

    let run = folder.run(&["convert", "--to", "SAN", "--in-place", "a.vgn"]);
    assert_eq!((run.code, folder.read("a.vgn")), (Some(1), text.clone().into_bytes()));

    let run = folder.run(&["convert", "--to", "SAN", "a.vgn"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stdout.contains("1. e4 *") && !run.stdout.contains("Pe2-e5") && !run.stdout.contains("d4"),
        "{}",
        run.stdout
    );
}

#[test]
fn losses_are_listed_and_allowed() {
    let folder = Folder::new();
    folder.write("a.vgn", format!("{}\n{}", illegal(), fcn("", "1. Pd2-d4 *")));
    let run = folder.run(&["convert", "--to", "SAN", "--allow-loss", "a.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.starts_with("a.vgn:5:4: game 1: lost: `Pe2-e5` cannot be written"), "{}", run.stderr);
    assert!(run.stderr.contains("all converted to SAN, 1 game with losses in"), "{}", run.stderr);
    assert!(run.stdout.contains("[White \"A\"]\n\n*\n") && run.stdout.contains("1. d4 *"), "{}", run.stdout);

    let run = folder.run(&["convert", "--to", "SAN", "--keep-refused", "a.vgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stdout.starts_with(&illegal()) && run.stdout.contains("1. d4 *"), "{}", run.stdout);
}

#[test]
fn a_result_in_words_is_lost_in_pgn() {
    let folder = Folder::new();
    let text = fcn("[Result \"black ran out of time\"]\n", "1. Pe2-e4#+ 1-0");
    let run = folder.run_with(&["convert", "--to", "pgn"], text.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.starts_with("<stdin>:3:9: game 1: refused: "), "{}", run.stderr);
    assert!(run.stderr.contains("black ran out of time"), "{}", run.stderr);
    let run = folder.run_with(&["convert", "--to", "pgn", "--allow-loss"], text.as_bytes());
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("[Result \"1-0\"]\n\n1. e4 1-0\n"), "{}", run.stdout);
}

#[test]
fn games_that_do_not_say_their_notation() {
    let folder = Folder::new();
    let text = "; mine\n1. Pe2-e4 Pe7-e5 2. KC *\n";
    let run = folder.run_with(&["convert", "--from", "FCN", "--to", "SAN"], "1. Pe2-e4 Pe7-e5 *\n".as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.ends_with("\n\n1. e4 e5 *\n"), "{}", run.stdout);
    let run = folder.run_with(&["convert", "--from", "FCN", "--to", "SAN"], text.as_bytes());
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with("<stdin>:2:21: game 1: refused: `KC`"), "{}", run.stderr);
    let said = fcn("", "1. Pe2-e4 *");
    let run = folder.run_with(&["convert", "--from", "UCI", "--to", "PGN"], said.as_bytes());
    assert!(run.stdout.ends_with("1. e4 *\n\n"), "{}", run.stderr);
}

#[test]
fn faults_of_usage() {
    let folder = Folder::new();
    folder.write("a.pgn", good());
    let missing = format!("missing.pgn: the file cannot be read: {}", not_there());
    for (args, message) in [
        (vec!["--to", "FNC", "a.pgn"], "did you mean FCN?"),
        (vec!["--to", "FCN", "--from", "VGN", "a.pgn"], "expected a notation"),
        (vec!["a.pgn"], "--to <NAME>"),
        (vec!["--to", "FCN", "--in-place"], "standard input cannot be converted in place"),
        (vec!["--to", "FCN", "--in-place", "-o", "x", "a.pgn"], "cannot be used with"),
        (vec!["--to", "FCN", "missing.pgn"], missing.as_str()),
        (vec!["--to", "FCN", "a.pgn", "-o", "no/such/folder.vgn"], "no/such/folder.vgn: this cannot be written"),
    ] {
        let run = folder.run(&[vec!["convert"], args.clone()].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    assert_eq!(folder.names(), ["a.pgn"]);
    assert_eq!(folder.read("a.pgn"), good().into_bytes());
}

#[test]
fn comments_after_the_last_game_and_empty_files() {
    let folder = Folder::new();
    let run = folder.run_with(&["convert", "--to", "FCN"], b"");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    let run = folder.run_with(&["convert", "--to", "MCN"], b"1. e4 *\n\n{the end}\n");
    assert!(run.stdout.ends_with("1. e2e4 *\n\n{the end}\n"), "{}", run.stdout);
    assert!(run.stderr.starts_with("1 game in 1 file"), "{}", run.stderr);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_new_file_has_the_users_permissions_and_an_old_one_keeps_its_own() {
        let folder = Folder::new();
        folder.write("a.pgn", good());
        let mode = |name: &str| std::fs::metadata(folder.path(name)).expect("there").permissions().mode() & 0o777;
        let run = folder.shell("umask 027; exec \"$BIN\" convert --to FCN a.pgn -o new.vgn");
        assert_eq!((run.code, mode("new.vgn")), (Some(0), 0o640), "{}", run.stderr);
        std::fs::set_permissions(folder.path("new.vgn"), std::fs::Permissions::from_mode(0o600)).expect("permissions");
        assert_eq!(folder.run(&["convert", "--to", "UCI", "a.pgn", "-o", "new.vgn"]).code, Some(0));
        assert_eq!(mode("new.vgn"), 0o600);
    }

    #[test]
    fn a_full_disk_leaves_what_was_there() {
        let folder = Folder::new();
        folder.write("a.pgn", format!("{}\n", good()).repeat(20_000));
        for (args, changed) in [("-o out.vgn", "out.vgn"), ("--in-place", "a.pgn")] {
            folder.write("out.vgn", "old");
            let before = folder.read(changed);
            let run = folder.shell(&format!("trap '' XFSZ; ulimit -f 64; exec \"$BIN\" convert --to FCN a.pgn {args}"));
            assert_eq!(run.code, Some(2), "{}", run.stderr);
            assert!(
                run.stderr.contains("this cannot be written, and nothing was changed: File too large"),
                "{}",
                run.stderr
            );
            assert_eq!(folder.read(changed), before);
            assert_eq!(folder.names(), ["a.pgn", "out.vgn"], "nothing is left behind");
        }
    }

    #[test]
    fn an_interruption_leaves_nothing_behind() {
        let folder = Folder::new();
        folder.write("a.pgn", format!("{}\n", good()).repeat(150_000));
        let script = "\"$BIN\" convert --to SFEN --jobs 1 a.pgn -o out.vgn 2> /dev/null & pid=$!; \
                      for i in $(seq 500); do ls -A | grep -q tmp && break; sleep 0.01; done; \
                      kill -TERM $pid; wait $pid";
        let run = folder.shell(script);
        let names = folder.names();
        assert!(
            run.code == Some(143) && names == ["a.pgn"] || names == ["a.pgn", "out.vgn"],
            "{:?} {names:?}",
            run.code
        );
    }

    #[test]
    fn devices_and_closed_pipes() {
        let folder = Folder::new();
        folder.write("a.pgn", format!("{}\n", good()).repeat(5_000));
        assert_eq!(folder.run(&["convert", "--to", "FCN", "a.pgn", "-o", "/dev/null"]).code, Some(0));
        let run = folder.shell("\"$BIN\" convert --to FCN a.pgn | head -n 1");
        assert!(run.stdout.starts_with("[GameFormat"), "{}", run.stdout);
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    }
}
