//! Real annotated games say to an independent reader what they said before, to the letter, however they are laid out.
//! A machine on which python-chess cannot be had fails this test.

use std::fs;
use std::path::Path;
use std::process::Command;

use expect_test::expect;
use vgn_lsp::format::{CommentLines, Layout};
use vgn_lsp::source::Encoding;

use crate::format::support::with_gaps;
use crate::laws::layout::{laid_out, layouts};

const FILES: [&str; 6] = [
    "annotated/dortmund.pgn",
    "annotated/wcc_2023.pgn",
    "games/cutechess-fischerrandom.pgn",
    "games/lichess_db_10k.pgn",
    "variants/atomic.pgn",
    "variants/zh.pgn",
];

const COMPARE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_chess/compare.sh");

#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn games_say_the_same_as_python_chess_reads_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut told = String::new();
    for file in FILES {
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
        let bytes = fs::read(&original).expect("it can be read");
        let encoding = Encoding::of(&bytes);
        let mut command = Command::new(COMPARE);
        command.arg("--to-the-letter").arg(&original);
        for (n, layout) in layouts().into_iter().enumerate() {
            // At an empty line python-chess takes a game for ended.
            let comments = match layout.comments {
                CommentLines::EmptyLines => CommentLines::Lines,
                comments => comments,
            };
            let text = laid_out(&encoding.decode(&bytes), &Layout { comments, ..layout });
            let path = folder.path().join(format!("{n}.pgn"));
            let written = encoding.encode(&text).expect("it has the letters that it had");
            fs::write(&path, &written).expect("written");
            command.arg(path);
        }
        let output = command.output().expect("it starts");
        let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{file}: {said}\n{errors}");
        told += &format!("{file}: {said}");
    }
    expect![[r#"
        annotated/dortmund.pgn: 40 games, 3832 half-moves, 127 comments, 235 NAGs, 100 variations
        annotated/wcc_2023.pgn: 3 games, 1503 half-moves, 321 comments, 381 NAGs, 195 variations
        games/cutechess-fischerrandom.pgn: 4 games, 396 half-moves, 396 comments, 0 NAGs, 0 variations
        games/lichess_db_10k.pgn: 5 games, 257 half-moves, 257 comments, 3 NAGs, 0 variations
        variants/atomic.pgn: 10 games, 331 half-moves, 10 comments, 0 NAGs, 0 variations
        variants/zh.pgn: 83 games, 4794 half-moves, 80 comments, 0 NAGs, 0 variations
    "#]]
    .assert_eq(&told);
}

/// Lines on which something is broken, or that only some readers know.
const BROKEN: [&str; 10] =
    ["% an escape", "Notes by Smith", "foo", "?!", "$", "- ", ")", "{z}!", "; a comment", "{a} .."];

/// The games of a file, each with one more line among the first lines of its movetext, or between its tags and those.
fn with_broken_lines(text: &str) -> String {
    let mut out = String::new();
    let mut random = 1_u64;
    // How many lines of the movetext are still to come before the broken one.
    let mut left = None;
    for line in text.lines() {
        if line.starts_with("[Event ") {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            left = Some(random >> 62);
        }
        let is_movetext = !line.starts_with('[');
        if let Some(0) = left.filter(|_| is_movetext) {
            out += BROKEN[(random >> 33) as usize % BROKEN.len()];
            out.push('\n');
            left = None;
        }
        left = left.map(|left| left - u64::from(is_movetext));
        out += line;
        out.push('\n');
    }
    out
}

#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn games_with_broken_lines_say_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in FILES {
        let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)).expect("it is there");
        let text = with_broken_lines(&Encoding::of(&bytes).decode(&bytes));
        let path = folder.path().join("broken.pgn");
        fs::write(&path, &text).expect("written");
        let mut command = Command::new(COMPARE);
        command.arg("--to-the-letter").arg(&path);
        for (n, width) in [79, 40].into_iter().enumerate() {
            let path = folder.path().join(format!("{n}.pgn"));
            fs::write(&path, laid_out(&text, &Layout { width, ..Layout::default() })).expect("written");
            command.arg(path);
        }
        let output = command.output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{file}: {said}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Games with empty lines and others at every border of tokens, which most readers take for broken.
#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn games_with_gaps_say_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game = "[Event \"a\"]\n[White \"b\"]\n[Result \"*\"]\n\n{first} 1. e4 $1 {a\nb} 1... e5 2. Nf3 (2. f4! exf4 {c} (2... d5)) \
                2... Nc6 ; rest\n3. Bb5?! a6 *\n";
    let mut text = String::new();
    for (n, game) in with_gaps(game).enumerate() {
        text += &game;
        text += ["\n", "", "\n\n"][n % 3];
    }
    let original = folder.path().join("gaps.pgn");
    fs::write(&original, &text).expect("written");
    let mut command = Command::new(COMPARE);
    command.args(["--to-the-letter", "--with-errors"]).arg(&original);
    for (n, layout) in
        layouts().into_iter().enumerate().filter(|(_, layout)| layout.comments != CommentLines::EmptyLines)
    {
        let after = folder.path().join(format!("{n}.pgn"));
        fs::write(&after, laid_out(&text, &layout)).expect("written");
        command.arg(after);
    }
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    expect![[r#"
        65 games, 293 half-moves, 70 comments, 101 NAGs, 68 variations
    "#]]
    .assert_eq(&said);
}
