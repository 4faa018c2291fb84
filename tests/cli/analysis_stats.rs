//! `vgn-lsp analysis-stats`: what each stage costs, whatever the file is.

use crate::support::cli::{Folder, bad, good};
use serde_json::Value;

const STAGES: [&str; 10] =
    ["read", "boundaries", "decode", "clean", "lex", "parse", "tree", "resolve", "lint", "fixes"];

fn figures(stdout: &str) -> Value {
    serde_json::from_str(stdout).expect("one object of JSON")
}

#[test]
fn every_stage_is_measured_over_all_files() {
    let folder = Folder::new();
    folder.write("a.pgn", good().repeat(50));
    folder.write("b.vgn", bad());
    let run = folder.run(&["analysis-stats", "--format", "json", "a.pgn", "b.vgn"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let figures = figures(&run.stdout);
    assert_eq!(figures["files"], 2);
    assert_eq!(figures["games"], 51);
    assert_eq!(figures["clean_games"], 50);
    assert_eq!(figures["half_moves"], 102);
    assert_eq!(figures["bytes"], (good().len() * 50 + bad().len()) as u64);
    let stages = figures["stages"].as_array().expect("stages");
    let names: Vec<&str> = stages.iter().filter_map(|stage| stage["stage"].as_str()).collect();
    assert_eq!(names, STAGES);
    for stage in stages {
        assert!(stage["clock_seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{stage}");
        assert!(stage["bytes_a_second"].as_f64().is_none_or(|rate| rate > 0.0), "{stage}");
        if cfg!(target_os = "linux") {
            assert!(stage["processor_seconds"].is_f64() && stage["memory_bytes"].is_u64(), "{stage}");
        }
    }
}

#[test]
fn the_table_has_a_row_for_each_stage() {
    let folder = Folder::new();
    let run = folder.run_with(&["analysis-stats", "-"], good().as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("1 file, 0.0 MB, 1 game (1 clean), 2 half-moves\n"), "{}", run.stdout);
    for stage in STAGES {
        assert!(run.stdout.lines().any(|line| line.starts_with(stage)), "{stage}: {}", run.stdout);
    }
}

#[test]
fn any_bytes_can_be_measured() {
    let folder = Folder::new();
    let texts: [&[u8]; 7] = [
        b"",
        b"\xef\xbb\xbf[Event \"?\"]\n\n1. e4 {\n",
        b"[Event \"Malm\xf6\"]\n\n1. e4 <x> e5 *\n",
        b"[MoveFormat \"BCCF:1.1\"]\x03\xfa\xff",
        b"[MoveFormat \"BCCF:1.1\"]",
        &[0xff; 300],
        "(".as_bytes(),
    ];
    for (number, text) in texts.iter().enumerate() {
        let name = format!("{number}.pgn");
        folder.write(&name, text);
        let run = folder.run(&["analysis-stats", "--format", "json", &name]);
        assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
        assert_eq!(figures(&run.stdout)["files"], 1);
    }
    folder.write("deep.pgn", format!("{} 1. e4 {}", good(), "(".repeat(100_000)));
    assert_eq!(folder.run(&["analysis-stats", "deep.pgn"]).code, Some(0));
}

#[test]
fn what_cannot_be_measured_is_said_and_the_rest_is_measured() {
    let folder = Folder::new();
    folder.write("a.pgn", good());
    folder.write("archive.pgn", b"PK\x03\x04 and so on");
    let run = folder.run(&["analysis-stats", "--format", "json", "a.pgn", "archive.pgn", "none.pgn"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(figures(&run.stdout)["files"], 1);
    assert!(run.stderr.contains("archive.pgn: "), "{}", run.stderr);
    assert!(run.stderr.contains("none.pgn: the file cannot be read: "), "{}", run.stderr);

    let none = folder.run(&["analysis-stats", "none.pgn"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(2), ""));
    std::fs::create_dir(folder.path("empty")).expect("a folder");
    let empty = folder.run(&["analysis-stats", "empty"]);
    assert_eq!(empty.code, Some(2));
    assert!(empty.stderr.contains("no .pgn or .vgn file was found"), "{}", empty.stderr);
    assert_eq!(folder.run(&["analysis-stats"]).code, Some(2));
}
