//! `vgn-lsp position`: one position a line, what is refused, and where faults are.

use crate::support::cli::Folder;
use serde_json::Value;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Nothing of this but the pieces fits into a board alone.
const PLAY: &str = "r3k2r/8/8/8/4Pp2/8/8/4K2R b Kq e3 3 12";

#[test]
fn the_start_in_every_encoding_and_back() {
    let folder = Folder::new();
    for (to, expected) in [
        ("fen", START),
        ("SFEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"),
        ("bcfen", "9ABCDBA9EEEEEEEE000000000000000000000000000000006666666612345321"),
        ("unmoved", "FABC8BAFEEEEEEEE0000000000000000000000000000000066666666F234832F"),
        ("base13", "862416CC1FB601B3F485E4AD0E2912062E6719BFEDBC3BADA667A59DAC10"),
        ("variable-base", "9928C587F9996C52EF3E336564B1D9FC12C55F2C0005746B90DDA55D4B00"),
        ("huffman", "F579DDFCAFA492490000000036DB6DBF6A75752DF0"),
        ("xor-huffman", "0000000000000000"),
        ("piece-list", "F1DE2E7E8EFF6F9FC474081C203C58647FBC83F9964D0F000000000000"),
        ("combined", "400000000000000000"),
        ("occupancy", "FFFF00000000FFFF9ABCDBA9EEEEEEEE6666666612345321F8000080"),
    ] {
        let run = folder.run(&["position", "--to", to, START]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), format!("{expected}\n").as_str()), "{to} {}", run.stderr);
        let back = folder.run(&["position", "--from", to, "--to", "fen", expected]);
        assert_eq!((back.code, back.stdout.trim_end()), (Some(0), START), "{to} {}", back.stderr);
        assert_eq!(back.stderr, "");
    }
}

#[test]
fn hexadecimal_digits_and_base64() {
    let folder = Folder::new();
    let run = folder.run(&["position", "--to", "occupancy", "--encoding", "base64", PLAY]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "iQAAAAwAAAmdluUU0Bhg\n"), "{}", run.stderr);
    let base64 =
        ["--from", "occupancy", "--from-encoding", "base64", "--to", "occupancy", "--bits", "iQAAAAwAAAmdluUU0Bhg"];
    let run = folder.run(&[&["position"], &base64[..]].concat());
    assert_eq!(run.stdout, "117\t890000000C0000099D96E514D01860\n", "{}", run.stderr);
    let spaced = "8900 0000 0c00 0009 9d96 e514 d018 60";
    let run = folder.run(&["position", "--from", "occupancy", "--to", "fen", spaced]);
    assert_eq!((run.code, run.stdout.trim_end()), (Some(0), PLAY), "{}", run.stderr);
}

#[test]
fn each_line_of_the_input_has_its_line() {
    let folder = Folder::new();
    let input = format!("{START}\r\n\nnonsense\n  {PLAY}\n{START}");
    let run = folder.run_with(&["position", "--to", "huffman"], input.as_bytes());
    let start = "F579DDFCAFA492490000000036DB6DBF6A75752DF0";
    assert_eq!(run.stdout, format!("{start}\n\n\n\n{start}\n"));
    assert_eq!(run.code, Some(1));
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "<stdin>:3:2: `o` is not a piece: expected one of KQRBNPkqrbnp, or the number of empty squares",
            "<stdin>:4: refused: huffman does not carry that it is Black's turn: it is read as White's",
            "<stdin>:4: refused: huffman does not carry the castling rights `Kq`: they are read as `Kkq`",
            "<stdin>:4: refused: huffman does not carry the en passant square `e3`",
            "<stdin>:4: refused: huffman does not carry the half-move clock, 3: it is read as 0",
            "<stdin>:4: refused: huffman does not carry the move number, 12: it is read as 1",
            "1 position refused; use `--allow-loss` to convert what fits",
        ]
    );
}

#[test]
fn losses_are_listed_and_allowed() {
    let folder = Folder::new();
    let run = folder.run(&["position", "--to", "sfen", "--allow-loss", PLAY]);
    assert_eq!((run.code, run.stdout.trim_end()), (Some(0), "r3k2r/8/8/8/4Pp2/8/8/4K2R b Kq e3"));
    assert_eq!(
        run.stderr,
        "<argument 1>:1: lost: sfen does not carry the half-move clock, 3: it is read as 0\n\
         <argument 1>:1: lost: sfen does not carry the move number, 12: it is read as 1\n"
    );
    let pawn = "P3k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let run = folder.run(&["position", "--to", "variable-base", "--allow-loss", pawn]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "\n"));
    assert_eq!(
        run.stderr,
        "<argument 1>:1: refused: a pawn stands on a8, and variable-base has no digit for a pawn on an end rank\n"
    );
}

#[test]
fn lines_of_epd_are_read() {
    let folder = Folder::new();
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; hmvc 3; fmvn 9; id \"a;b\";";
    let run = folder.run_with(&["position", "--to", "fen", "--allow-loss", "-"], epd.as_bytes());
    assert_eq!((run.code, run.stdout.trim_end()), (Some(0), "4k3/8/8/8/8/8/8/4K2R w K - 3 9"));
    assert_eq!(
        run.stderr,
        "<stdin>:1: lost: fen does not carry the EPD operation `bm O-O`\n\
         <stdin>:1: lost: fen does not carry the EPD operation `id \"a;b\"`\n"
    );
}

#[test]
fn faults_are_found_by_their_digit() {
    let folder = Folder::new();
    for (from, encoding, text, message) in [
        (
            "bcfen",
            "hex",
            "9ABC DBA9 EEEE EEEF",
            "<argument 1>:1:19: the value F at bit 60 has no meaning there: expected one of the values of pieces, 1 to 6 and 9 \
             to E, or 0 for an empty square",
        ),
        ("bcfen", "hex", "9ABCx", "<argument 1>:1:5: `x` is not a hexadecimal digit"),
        ("xor-huffman", "hex", "00", "<argument 1>:1:3: the bits end after 8: expected the differences of 64 squares"),
        (
            "xor-huffman",
            "base64",
            "AAAAAAAAAAAA",
            "<argument 1>:1:11: the position ends after 64 bits, and there are 72: expected no byte after its last one",
        ),
        (
            "piece-list",
            "hex",
            "F03C00",
            "<argument 1>:1:3: the square e1 at bit 10 has no meaning there: expected a square on which no piece was put before",
        ),
    ] {
        let run = folder.run(&["position", "--from", from, "--to", "fen", "--encoding", encoding, text]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), "\n"), "{text}");
        assert_eq!(run.stderr, format!("{message}\n"), "{text}");
    }
}

#[test]
fn objects_of_json() {
    let folder = Folder::new();
    let run = folder.run_with(
        &["position", "--from", "sfen", "--to", "huffman", "--format", "json"],
        b"8/8/8/4k3/8/8/8/4K3\n\n8/8/8/4k3/8/8/8/4K3 b - ##\nx\n",
    );
    assert_eq!((run.code, run.stderr.lines().count()), (Some(1), 1), "{}", run.stderr);
    let rows: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["line"], &rows[0]["bits"], &rows[0]["file"]), (&1.into(), &74.into(), &"<stdin>".into()));
    assert_eq!(rows[0]["assumed"].as_array().map(Vec::len), Some(4));
    assert_eq!(rows[1]["line"], 3);
    assert_eq!(rows[1]["position"], Value::Null);
    assert_eq!(
        rows[1]["refused"],
        serde_json::json!([
            "huffman does not carry that it is Black's turn: it is read as White's",
            "huffman does not carry the mark `##` of the game's end"
        ])
    );
    assert_eq!(rows[2]["error"]["column"], 1);
}

#[test]
fn all_encodings_side_by_side() {
    let folder = Folder::new();
    let run = folder.run(&["position", "--to", "all", "P3k3/8/8/8/8/8/8/4K3 b - - 0 1"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[0], "Encoding      Bits  Position");
    assert!(lines[1].starts_with("fen            240  P3k3/8/"), "{}", lines[1]);
    assert!(lines[7].starts_with("variable-base    -  a pawn stands on a8"), "{}", lines[7]);
    assert_eq!(lines[8], "huffman         76  C2F00000000000001700");
    let run = folder.run(&["position", "--to", "all", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 b - -"]);
    assert_eq!(run.stdout.matches("\n\nEncoding").count(), 1, "a table each: {}", run.stdout);
}

#[test]
fn the_pieces_alone_are_a_position() {
    let folder = Folder::new();
    for (board, fen) in [
        ("8/8/4k3/8/2R5/4P3/4K3/8", "8/8/4k3/8/2R5/4P3/4K3/8 w - - 0 1"),
        ("r3k3/8/8/8/8/8/8/4K2R", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"),
    ] {
        let run = folder.run(&["position", "--to", "fen", board]);
        assert_eq!((run.code, run.stdout.trim_end()), (Some(0), fen), "{}", run.stderr);
    }
    let run = folder.run(&["position", "--to", "fen", "8/8/4k3/8 w"]);
    assert!(run.code == Some(1) && run.stderr.contains("4 ranks instead of 8"), "{}", run.stderr);
}

#[test]
fn faults_of_usage() {
    let folder = Folder::new();
    for (args, message) in [
        (vec!["--to", "hufman", START], "did you mean huffman?"),
        (vec!["--to", "fen", "--from", "chess"], "expected one of fen, sfen, sfen1, bcfen, unmoved, base13"),
        (vec![START], "--to <NAME>"),
        (vec!["--to", "sfen", "8/8/8/8/8/8/8/8", "w", "-", "-"], "a position with spaces stands in quotes"),
    ] {
        let run = folder.run(&[vec!["position"], args.clone()].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_line_that_no_position_has_is_read_over() {
    let folder = Folder::new();
    let input = format!("{}\n{START}\n", "x".repeat(200_000));
    let run = folder.run_with(&["position", "--to", "xor-huffman"], input.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "\n0000000000000000\n"));
    assert_eq!(run.stderr, "<stdin>:1:1: the line is longer than any position\n");
}

#[test]
fn an_answer_comes_before_the_next_question() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    let folder = Folder::new();
    let mut child = folder
        .command()
        .args(["position", "--to", "sfen"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for _ in 0..3 {
        writeln!(input, "{START}").expect("it is read");
        let answer = answers.next().expect("a line").expect("text");
        assert_eq!(answer, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn the_list_of_encodings() {
    let folder = Folder::new();
    let run = folder.run(&["notations", "--positions", "--format", "markdown"]);
    assert_eq!(run.code, Some(0));
    let document = include_str!("../../docs/positions.md");
    assert!(document.contains(&run.stdout), "docs/positions.md has another table than:\n{}", run.stdout);
}
