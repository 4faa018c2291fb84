//! The law of conversions as an independent reader sees it: real annotated games, written in every notation and made PGN
//! again, give each half-move its own comments, NAGs and variations back, one by one. A machine on which python-chess cannot
//! be had fails this test.

use std::path::Path;
use std::process::Command;

use expect_test::expect;

/// Every notation of text that holds each of these games, one of bytes that holds comments, and the two game formats.
const NOTATIONS: [&str; 12] = ["PGN", "VGN", "SAN", "LAN", "UCI", "MCN", "FCN", "FCN1", "FEN", "SFEN", "SFEN1", "PGC"];

const FILES: [&str; 7] = [
    "annotated/dortmund.pgn",
    "annotated/wcc_2023.pgn",
    "games/cutechess-fischerrandom.pgn",
    "games/lichess_db_10k.pgn",
    "variants/atomic.pgn",
    "variants/knightvuillaume-jannlee-zh-lichess.pgn",
    "variants/zh.pgn",
];

/// What the notation cannot record is listed as lost: a piece dropped from the pocket, letters beyond Latin-1 in PGC.
fn is_lossy(file: &str, notation: &str) -> bool {
    match file {
        "annotated/wcc_2023.pgn" => notation == "PGC",
        _ if file.starts_with("variants/") => !matches!(notation, "PGN" | "VGN" | "SAN" | "LAN" | "UCI"),
        _ => false,
    }
}

fn run(program: &str, args: &[&Path]) -> String {
    let output = Command::new(program).args(args).output().expect("it starts");
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program} {args:?}: {}\n{said}\n{errors}", output.status);
    said.into_owned()
}

fn convert(to: &str, from: &Path, out: &Path) {
    let options = ["convert", "--to", to, "-o"].map(Path::new).into_iter();
    run(env!("CARGO_BIN_EXE_vgn-lsp"), &options.chain([out, from]).collect::<Vec<_>>());
}

const COMPARE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_chess/compare.sh");

/// Nothing but letters beyond Latin-1 and stray text keeps a game from PGC: without them it is converted without a loss.
#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn what_pgc_holds_comes_back_as_python_chess_reads_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/annotated/wcc_2023.pgn");
    let text = std::fs::read_to_string(file).expect("it is UTF-8").replace(|c| c > '\u{ff}', "?").replace("\\$", "$");
    let [latin, there, back] = ["latin.pgn", "there.vgn", "back.pgn"].map(|name| folder.path().join(name));
    std::fs::write(&latin, text).expect("written");
    convert("PGC", &latin, &there);
    convert("PGN", &there, &back);
    run(COMPARE, &[&latin, &back]);
}

#[test]
#[cfg_attr(windows, ignore = "a shell script starts python-chess")]
fn each_half_move_gets_its_notes_back_as_python_chess_reads_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut told = String::new();
    for file in FILES {
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
        let mut files = vec![original.clone()];
        for notation in NOTATIONS.into_iter().filter(|notation| !is_lossy(file, notation)) {
            let [there, back] = ["vgn", "pgn"].map(|end| folder.path().join(format!("{notation}.{end}")));
            convert(notation, &original, &there);
            convert("PGN", &there, &back);
            files.push(back);
        }
        let files: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
        told += &format!("{file}: {}", run(COMPARE, &files));
    }
    expect![[r#"
        annotated/dortmund.pgn: 40 games, 3832 half-moves, 127 comments, 235 NAGs, 100 variations
        annotated/wcc_2023.pgn: 3 games, 1503 half-moves, 321 comments, 381 NAGs, 195 variations
        games/cutechess-fischerrandom.pgn: 4 games, 396 half-moves, 396 comments, 0 NAGs, 0 variations
        games/lichess_db_10k.pgn: 5 games, 257 half-moves, 257 comments, 3 NAGs, 0 variations
        variants/atomic.pgn: 10 games, 331 half-moves, 10 comments, 0 NAGs, 0 variations
        variants/knightvuillaume-jannlee-zh-lichess.pgn: 1 games, 176 half-moves, 67 comments, 18 NAGs, 18 variations
        variants/zh.pgn: 83 games, 4794 half-moves, 80 comments, 0 NAGs, 0 variations
    "#]]
    .assert_eq(&told);
}
