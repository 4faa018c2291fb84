//! Games in one output, of one file or of several: each is read as before, or the border is refused.

use vgn_lsp::syntax::games::games;

use crate::support::cli::{Folder, Run};

const FIRST: [&str; 10] = [
    "1. e4 e5 *",
    "[Event \"a\"]\r\n\r\n1. e4 e5 0-1\r\n\r\n",
    "1. e4 e5",
    "[Event \"a\"]",
    "[Event \"a\"]\n\n",
    "[Event \"a\"]\n\n1. e4 e5\n",
    "[Event \"a\"]\n\n1. e4 {x\n",
    "[Event \"a\"]\n\n1. e4 (1. d4 d5",
    "[Event \"a\"]\n\n1. e4 foo e5",
    "[Event \"a\"]\n\n1. e4 e5 ; x",
];

const SECOND: [&str; 5] = [
    "[Event \"b\"]\n\n1. d4 *\n",
    "[Event \"b\"]\n\n1. d4 d5 {y} 2. c4 *\n",
    "1. d4 d5 *\n",
    "\n{z}\n[Event \"b\"]\n\n1. d4 foo *\n",
    "{z} 1. d4 (1. c4) *\n",
];

fn convert(folder: &Folder, to: &str, files: &[&str], options: &[&str]) -> Run {
    folder.run(&[&["convert", "--to", to], options, files].concat())
}

/// The games of a text, without the white space around them.
fn cut(text: &str) -> Vec<String> {
    let games = games(text.as_bytes()).filter(|span| span.is_game);
    games.map(|span| text[span.range].trim().to_owned()).collect()
}

#[test]
fn games_of_two_files_stay_apart() {
    let folder = Folder::new();
    let (mut joined, mut refused) = (0, 0);
    for (to, options) in
        ["FCN", "SAN", "PGN"].into_iter().flat_map(|to| [&[][..], &["--keep-refused"]].map(|o| (to, o)))
    {
        let alone = |text: &&str| {
            folder.write("alone.pgn", text);
            convert(&folder, to, &["alone.pgn"], options)
        };
        let (firsts, seconds) = (FIRST.each_ref().map(alone), SECOND.each_ref().map(alone));
        for (first, a) in FIRST.iter().zip(&firsts) {
            for (second, b) in SECOND.iter().zip(&seconds) {
                folder.write("a.pgn", first);
                folder.write("b.pgn", second);
                let both = convert(&folder, to, &["a.pgn", "b.pgn"], options);
                let is_border = both.stderr.contains("would be read as part of it");
                if is_border || options.is_empty() && [a, b].iter().any(|alone| alone.code != Some(0)) {
                    assert_eq!(both.code, Some(1), "{to}\n{first}\n{second}");
                    refused += 1;
                    continue;
                }
                let expected = [cut(&a.stdout), cut(&b.stdout)].concat();
                assert_eq!(cut(&both.stdout), expected, "{to} {options:?}\n{first}\n{second}");
                joined += 1;
            }
        }
    }
    assert!(joined > 80 && refused > 80, "{joined} {refused}");
}

#[test]
fn an_empty_line_is_written_where_it_is_enough() {
    let folder = Folder::new();
    folder.write("a.pgn", "1. e4 e5");
    folder.write("b.pgn", "1. d4 d5 *\n");
    assert_eq!(convert(&folder, "SAN", &["a.pgn", "b.pgn"], &[]).stdout, "1. e4 e5\n\n1. d4 d5 *\n");
    folder.write("a.pgn", "1. e4 {x\n");
    let run = convert(&folder, "SAN", &["a.pgn", "b.pgn"], &[]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "1. e4 {x\n"));
    assert!(run.stderr.contains("b.pgn:1:1: game 1: refused: the last comment of the file before has no closing `}`"));
}

/// Games without movetext end where the tags repeat, in VGN too.
#[test]
fn games_of_one_file_stay_apart() {
    let folder = Folder::new();
    for (text, games) in [
        ("[Event \"a\"]\n\n[Event \"b\"]\n\n1. d4 *\n", 2),
        ("[Event \"a\"]\n[Site \"x\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n\n1. d4 *\n", 3),
        ("[White \"a\"]\n\n[White \"b\"]\n\n1. d4 *\n", 2),
        ("1. e4 e5\n\n1. d4 *\n", 2),
        ("[Event \"a\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n1. d4 *\n", 2),
        ("[Event \"a\"]\n\n1. e4 {x\n\n[Event \"b\"]\n\n1. d4 *\n", 2),
    ] {
        assert_eq!(cut(text).len(), games, "{text}");
        for to in ["VGN", "FCN", "SFEN", "SAN"] {
            folder.write("a.pgn", text);
            let run = convert(&folder, to, &["a.pgn"], &[]);
            assert_eq!(
                (run.code, cut(&run.stdout).len()),
                (Some(0), games),
                "{to}\n{text}\n{}{}",
                run.stdout,
                run.stderr
            );
            // The same in place, where a file begins anew.
            assert_eq!(folder.run(&["convert", "--to", to, "--in-place", "a.pgn"]).code, Some(0));
            assert_eq!(
                folder.read("a.pgn").escape_ascii().to_string(),
                run.stdout.as_bytes().escape_ascii().to_string()
            );
        }
    }
}

/// A game that stays in PGN has no tag in common with the VGN game after it, and would take its tags.
#[test]
fn a_game_that_would_be_read_as_part_of_the_one_before_is_refused() {
    let folder = Folder::new();
    folder.write("a.pgn", "[Event \"a\"]\n[White \"x\"]\n[White \"y\"]\n\n[Event \"b\"]\n\n1. d4 *\n");
    let run = convert(&folder, "FCN", &["a.pgn"], &["--keep-refused"]);
    let said = "a.pgn:5:1: game 2: refused: the game before has no terminator, and this game would be read as part of it: \
                end that game with `*`";
    assert!(run.stderr.contains(said), "{}{}", run.stdout, run.stderr);
}
