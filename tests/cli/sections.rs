//! Files with binary move sections on the command line.

use crate::support::cli::{Folder, ROSTER};
use serde_json::Value;

const SCHOLARS_MATE: [u8; 14] = [0x86, 0x30, 0x9A, 0x40, 0x63, 0xC0, 0x3D, 0x50, 0xA1, 0x30, 0xDE, 0xD0, 0xF2, 0xE1];

fn vgn(format: &str, section: &[u8]) -> Vec<u8> {
    let tags = format!("[GameFormat \"VGN\"]\n[White \"\u{e9}\"]\n[MoveFormat \"{format}\"]");
    [tags.as_bytes(), section].concat()
}

#[test]
fn findings_in_sections_have_places_in_the_file() {
    let folder = Folder::new();
    let first = vgn("BCCF", &SCHOLARS_MATE);
    let second = vgn("BRENNER", b"\x2c\x2c\xc1");
    folder.write("a.vgn", [&first[..], b"\n\n", &second, b"\r\n[GameFormat \"VGN\"]\n\n1. e4 e9 *\n"].concat());
    let run = folder.run(&["check", "--format", "json", "a.vgn"]);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let found: Vec<_> = lines.iter().filter(|line| line["code"].is_string()).collect();
    let [byte, text] = &found[..] else { panic!("{}", run.stdout) };
    assert_eq!((&byte["code"], &byte["game"]), (&"invalid-section-byte".into(), &2.into()));
    let offset = first.len() + 2 + second.len() - 1;
    assert_eq!((&byte["start"]["offset"], &byte["end"]["offset"]), (&offset.into(), &(offset + 1).into()));
    assert_eq!((&byte["start"]["line"], &byte["start"]["column"]), (&7.into(), &25.into()));
    assert_eq!((&text["code"], &text["start"]["line"]), (&"invalid-move-text".into(), &10.into()));
    let summary = &lines.last().expect("a summary")["summary"];
    assert_eq!((&summary["games"], &summary["half_moves"]), (&3.into(), &11.into()), "{summary}");

    let run = folder.run(&["check", "a.vgn"]);
    assert!(run.stdout.contains("2C 2C C1\n"), "{}", run.stdout);
    let run = folder.run(&["check", "--format", "sarif", "a.vgn"]);
    assert!(run.stdout.contains("invalid-section-byte"), "{}", run.stdout);
}

#[test]
fn fixes_leave_the_bytes_alone() {
    let folder = Folder::new();
    let game = [b"[MoveFormat \"BCCF\"]\n[White \"A\"]".as_slice(), &SCHOLARS_MATE, b"\n"].concat();
    folder.write("a.vgn", &game);
    let run = folder.run(&["check", "--unsafe-fixes", "a.vgn"]);
    let expected = [
        b"[GameFormat \"VGN:Variable Game Notation\"]\n[White \"A\"]\n[MoveFormat \"BCCF\"]".as_slice(),
        &SCHOLARS_MATE,
        b"\n",
    ]
    .concat();
    assert_eq!(folder.read("a.vgn").escape_ascii().to_string(), expected.escape_ascii().to_string(), "{}", run.stderr);
}

#[test]
fn a_file_goes_through_every_binary_notation_in_place() {
    let folder = Folder::new();
    let game = |n: u32| {
        let roster = ROSTER.replace("[White \"?\"]", &format!("[White \"M\u{fc}ller {n}\"]"));
        format!("{roster}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n")
    };
    let text: String = (0..500).map(game).collect();
    let latin1: Vec<u8> = text.chars().map(|c| c as u8).collect();
    folder.write("a.pgn", &latin1);
    for to in ["BCCF", "BCFEN", "PGC", "BRENNER", "BRENNER2", "FCN", "BCCF", "PGN"] {
        let run = folder.run(&["convert", "--to", to, "--in-place", "a.pgn"]);
        assert_eq!(run.code, Some(0), "{to}: {}", run.stderr);
        assert!(run.stderr.starts_with("500 games in 1 file: all converted"), "{to}: {}", run.stderr);
        let checked = folder.run(&["check", "a.pgn"]);
        assert!(checked.stderr.contains("500 games, 3,000 half-moves"), "{to}: {}", checked.stderr);
        assert!(checked.stderr.contains(" 0 errors"), "{to}: {}{}", checked.stdout, checked.stderr);
    }
    assert_eq!(folder.read("a.pgn"), latin1);
    assert_eq!(folder.names(), ["a.pgn"]);
}

#[test]
fn losses_are_listed_before_anything_is_written() {
    let folder = Folder::new();
    folder.write("a.pgn", format!("{ROSTER}1. e4! {{good}} e5 (1... c5) *\n\n"));
    let run = folder.run(&["convert", "--to", "BCCF", "a.pgn", "-o", "b.vgn"]);
    assert_eq!((run.code, folder.names()), (Some(1), vec!["a.pgn".to_owned()]));
    for loss in [
        "9:6: game 1: refused: BCCF cannot record NAGs",
        "9:8: game 1: refused: BCCF cannot record comments",
        "9:18: game 1: refused: BCCF cannot record variations",
    ] {
        assert!(run.stderr.contains(loss), "{loss}: {}", run.stderr);
    }
    let run = folder.run(&["convert", "--to", "BCCF", "--allow-loss", "a.pgn", "-o", "b.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(folder.read("b.vgn").ends_with(b"Format\"]\x86\x30\x9a\x41"), "{}", folder.read("b.vgn").escape_ascii());
    // Back there is nothing to lose.
    let run = folder.run(&["convert", "--to", "SAN", "b.vgn"]);
    assert!(run.stdout.ends_with("1. e4 e5 *\n"), "{}{}", run.stdout, run.stderr);
}

/// In code page 437 the letters of a comment tell the encoding, and a section has no comment.
#[test]
fn a_name_that_does_not_tell_its_encoding_alone_is_written_in_utf8() {
    let folder = Folder::new();
    let roster = |white: &[u8]| {
        let (before, after) = ROSTER.split_once("[White \"?\"]").expect("the roster has it");
        [before.as_bytes(), b"[White \"", white, b"\"]", after.as_bytes()].concat()
    };
    let movetext = b"1. e4 {M\x81ller Sch\x84fer gewinnt f\x81r \x99sterreich} e5 *\n\n";
    for (white, written) in [(b"\x8e".as_slice(), "\u{c4}".as_bytes()), (b"M\x81ller", b"M\x81ller"), (b"M", b"M")] {
        folder.write("a.pgn", [roster(white), movetext.to_vec()].concat());
        let run = folder.run(&["convert", "--to", "BCCF", "--allow-loss", "a.pgn", "-o", "a.vgn", "--force"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stderr.contains("a.pgn:9:7: game 1: lost: BCCF cannot record comments"), "{}", run.stderr);
        let found = folder.read("a.vgn");
        let wanted = [b"[White \"", written, b"\"]"].concat();
        assert!(found.windows(wanted.len()).any(|part| part == wanted), "{}", found.escape_ascii());
    }
}

#[test]
fn damaged_games_are_kept_or_converted_as_far_as_they_go() {
    let folder = Folder::new();
    let file = [vgn("PGC", b"\x03\x02\x0d\xff\x06"), b"\n".to_vec(), vgn("PGC", b"\x03\x01\x0d\x06")].concat();
    folder.write("a.vgn", &file);
    let run = folder.run(&["convert", "--to", "FCN", "a.vgn"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("a.vgn:4:1: game 1: refused: the byte FF at offset 3"), "{}", run.stderr);
    let run = folder.run(&["convert", "--to", "FCN", "--keep-refused", "--in-place", "a.vgn"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let kept = folder.read("a.vgn");
    assert!(
        kept.starts_with(&file[..file.len() / 2 - 1]) && kept.ends_with(b"1. Pe2-e4 *\n"),
        "{}",
        kept.escape_ascii()
    );
    folder.write("a.vgn", &file);
    let run = folder.run(&["convert", "--to", "FCN", "--allow-loss", "a.vgn"]);
    assert_eq!(run.stdout.matches("1. Pe2-e4 *").count(), 2, "{}", run.stdout);
}

#[test]
fn a_section_that_is_too_long_is_passed_over_and_the_next_game_is_read() {
    let folder = Folder::new();
    // Ng1-f3, Ng8-f6, Nf3-g1, Nf6-g8, again and again, and Ng1-f3 with the bit that ends the game.
    let round = [0xC2, 0xA0, 0xDE, 0xD0, 0xAB, 0x00, 0xB7, 0x70];
    let section = [&round.repeat(1 << 17)[..], &[0xC2, 0xA1]].concat();
    let next = b"\n\n[GameFormat \"VGN\"]\n\n1. e4 e9 *\n";
    folder.write("a.vgn", [&vgn("BCCF", &section)[..], next].concat());
    let run = folder.run(&["check", "--format", "json", "a.vgn"]);
    assert_eq!(run.codes(), ["section-too-long", "invalid-move-text"], "{}", run.stdout);
    let found = &run.findings()[0];
    assert_eq!((&found["start"]["line"], &found["start"]["column"]), (&3.into(), &14.into()), "{found}");
    let refused = "the binary section has 1048578 bytes: sections of at most 1048576 bytes are read";
    assert_eq!(found["message"], refused);
    let run = folder.run(&["convert", "--to", "FCN", "a.vgn"]);
    assert!(run.code == Some(1) && run.stderr.contains(refused), "{}", run.stderr);
    // One without an end is no other.
    folder.write("b.vgn", vgn("BCCF1", &section));
    let run = folder.run(&["convert", "--from", "BCCF1", "--to", "FCN", "b.vgn"]);
    assert!(run.code == Some(1) && run.stderr.contains(refused), "{}", run.stderr);
    folder.write("c.vgn", vgn("BCCF", &section[8..]));
    let run = folder.run(&["check", "--format", "json", "c.vgn"]);
    assert!(!run.codes().contains(&"section-too-long".to_owned()), "{}", run.stdout);
    assert_eq!(run.summary()["half_moves"], (1 << 19) - 3);
}

#[test]
fn games_that_bytes_parted_get_an_empty_line() {
    let folder = Folder::new();
    let game = vgn("BCCF", b"\x86\x31");
    folder.write("a.vgn", [game.as_slice(), &game, b"[GameFormat \"VGN\"]\n\n1. d4 *\n"].concat());
    let run = folder.run(&["convert", "--to", "MCN", "a.vgn"]);
    assert_eq!(run.stdout.matches("1. e2e4 *\n\n[GameFormat").count(), 2, "{}", run.stdout);
    folder.run(&["convert", "--to", "MCN", "--in-place", "a.vgn"]);
    assert_eq!(folder.read("a.vgn"), run.stdout.into_bytes());
}

#[test]
fn sections_without_an_end_are_read_where_they_are_all_of_a_file() {
    let folder = Folder::new();
    folder.write("moves", &SCHOLARS_MATE[..4]);
    let run = folder.run(&["convert", "--from", "BCCF1", "--to", "PGN", "moves"]);
    assert!(run.stdout.ends_with("1. e4 e5 *\n\n"), "{}{}", run.stdout, run.stderr);
    let tags = b"[White \"A\"]\n[Result \"1-0\"]".as_slice();
    folder.write("a.vgn", [tags, &SCHOLARS_MATE[..4]].concat());
    let run = folder.run(&["convert", "--from", "BCCF1", "--to", "FCN", "a.vgn"]);
    assert!(run.stdout.contains("[White \"A\"]") && run.stdout.ends_with("1. Pe2-e4 Pe7-e5#+ 1-0\n"), "{}", run.stdout);
    let run = folder.run(&["convert", "--from", "BCFEN1", "--to", "FCN", "a.vgn"]);
    assert!(run.code == Some(1) && run.stderr.contains("the byte 86 at offset 0"), "{}", run.stderr);
    folder.write("b.vgn", vgn("BCCF1", &SCHOLARS_MATE[..4]));
    let run = folder.run(&["convert", "--to", "FCN", "b.vgn"]);
    assert!(
        run.code == Some(1) && run.stderr.contains("BCCF1 does not record where its section ends"),
        "{}",
        run.stderr
    );
    let run = folder.run(&["convert", "--from", "BCCF1", "--to", "BCCF", "--in-place", "b.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(folder.read("b.vgn").ends_with(b"\x86\x30\x9a\x41"));
    folder.write("c.vgn", "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 *\n");
    let run = folder.run(&["convert", "--from", "BCCF1", "--to", "BCCF", "c.vgn"]);
    assert!(run.code == Some(1) && run.stderr.contains("the tag MoveFormat names"), "{}", run.stderr);
    let run = folder.run(&["convert", "--from", "PGC", "--to", "BCCF", "no-such-file.vgn"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

/// The reader of VGN's author takes white space behind the last section for a game that is none.
#[test]
fn nothing_stands_behind_the_last_section() {
    let folder = Folder::new();
    let game = "[White \"A\"]\n\n1. e4 e5 *\n";
    for notation in ["BCCF", "BCFEN", "PGC"] {
        for (file, games) in [(format!("{game}\n\n"), 1), (format!("{game}\n{game}\n \n"), 2)] {
            folder.write("a.pgn", &file);
            folder.write("b.pgn", &file);
            let run = folder.run(&["convert", "--to", notation, "a.pgn", "-o", "a.vgn"]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            let bytes = folder.read("a.vgn");
            assert!(!bytes.ends_with(b"\n") && !bytes.ends_with(b" "), "{notation}: {}", bytes.escape_ascii());
            folder.run(&["convert", "--to", notation, "--in-place", "b.pgn"]);
            assert_eq!(folder.read("b.pgn"), bytes);
            let back = folder.run(&["convert", "--to", "SAN", "a.vgn"]);
            assert_eq!(back.stdout.matches("1. e4 e5 *").count(), games, "{}", back.stderr);
        }
    }
}

/// A reader that finds no empty line takes the first tag of the next game for movetext.
#[test]
fn games_that_were_sections_are_parted_by_an_empty_line() {
    let folder = Folder::new();
    let game = vgn("BCCF", &SCHOLARS_MATE);
    let text = b"[White \"B\"]\n\n1. e4 e5 *\n".as_slice();
    let one = in_san(&folder, &game);
    for between in ["", "\n", "\n\n"] {
        for end in ["", "\n"] {
            let games = [&game, between.as_bytes(), &game, end.as_bytes()].concat();
            let expected = format!("{one}\n{one}");
            assert_eq!(in_san(&folder, &games), expected, "{between:?} {end:?}");
            let run = folder.run(&["convert", "--to", "SAN", "--in-place", "a.vgn"]);
            assert_eq!((run.code, folder.read("a.vgn")), (Some(0), expected.into_bytes()), "{between:?} {end:?}");
        }
        let mixed = in_san(&folder, &[&game, between.as_bytes(), text].concat());
        assert!(mixed.starts_with(&format!("{one}\n[")), "{between:?} {mixed}");
    }
}

/// The games in SAN.
fn in_san(folder: &Folder, games: &[u8]) -> String {
    folder.write("a.vgn", games);
    let run = folder.run(&["convert", "--to", "SAN", "a.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    run.stdout
}

#[test]
fn a_section_without_an_end_stands_alone() {
    let folder = Folder::new();
    let game = "[White \"A\"]\n\n1. e4 e5 *\n";
    for (notation, len) in [("BCCF1", 4), ("BCFEN1", 64)] {
        folder.write("one.pgn", format!("{game}\n\n"));
        let run = folder.run(&["convert", "--to", notation, "one.pgn", "-o", "one.vgn"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let bytes = folder.read("one.vgn");
        assert_eq!(bytes[bytes.len() - len - 2..bytes.len() - len], *b"\"]", "nothing stands behind the section");
        let back = folder.run(&["convert", "--from", notation, "--to", "SAN", "one.vgn"]);
        assert!(back.code == Some(0) && back.stdout.ends_with("1. e4 e5 *\n"), "{} {}", back.stdout, back.stderr);

        for more in [game, "{the end}\n"] {
            folder.write("two.pgn", format!("{game}\n{more}"));
            for args in [&["two.pgn", "-o", "two.vgn", "--keep-refused"][..], &["--in-place", "two.pgn"]] {
                let run = folder.run(&[&["convert", "--to", notation], args].concat());
                assert_eq!(run.code, Some(1), "{}", run.stderr);
                assert!(
                    run.stderr.contains("refused: nothing marks the end of a section of version 1.0"),
                    "{}",
                    run.stderr
                );
                assert_eq!(folder.names(), ["one.pgn", "one.vgn", "two.pgn"]);
                assert_eq!(folder.read("two.pgn"), format!("{game}\n{more}").into_bytes());
            }
        }
        folder.write("other.pgn", game);
        let run = folder.run(&["convert", "--to", notation, "one.pgn", "other.pgn"]);
        assert_eq!((run.code, run.stderr.matches("refused: ").count()), (Some(1), 1), "{}", run.stderr);
        folder.write("in.pgn", format!("{game}\n\n"));
        assert_eq!(folder.run(&["convert", "--to", notation, "--in-place", "in.pgn"]).code, Some(0));
        assert_eq!(folder.read("in.pgn"), bytes);
        for name in folder.names() {
            std::fs::remove_file(folder.path(&name)).expect("removed");
        }
    }
}

/// Text that was a section, and the empty line behind it, have the same line ends, whatever the next game has.
#[test]
fn games_that_were_sections_are_parted_with_their_own_line_ends() {
    let section = b"[GameFormat \"VGN\"]\n[White \"A\"]\n[MoveFormat \"BCCF\"]";
    for (own, others) in [("\n", "\r\n"), ("\r\n", "\n"), ("\n", "\n"), ("\r\n", "\r\n")] {
        for count in 0..4 {
            let folder = Folder::new();
            let tags = String::from_utf8_lossy(section).replace('\n', own);
            let next = format!("{}[White \"B\"]\n\n1. e4 e5 *\n", "\n".repeat(count)).replace('\n', others);
            let file = [tags.as_bytes(), &SCHOLARS_MATE, next.as_bytes()].concat();
            folder.write("a.vgn", &file);
            let run = folder.run(&["convert", "--to", "FCN", "-o", "b.vgn", "a.vgn"]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            let run = folder.run(&["convert", "--to", "FCN", "--in-place", "a.vgn"]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            let text = String::from_utf8(folder.read("b.vgn")).expect("text");
            assert_eq!(text.as_bytes(), folder.read("a.vgn"));
            let begins = text.rfind("[GameFormat").expect("a second game");
            let first = &text[..begins];
            assert_eq!(
                first.matches('\r').count(),
                if own == "\n" { 0 } else { first.matches('\n').count() },
                "{text:?}"
            );
            assert!(first.ends_with(&format!("{own}{own}")), "{count} {text:?}");
        }
    }
}
