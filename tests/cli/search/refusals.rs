//! Commands on collections where a file or a folder is not what was meant.

use std::fs;

use crate::support::cli::{Folder, good};

#[test]
fn a_file_that_is_read_is_not_converted_over() {
    let folder = Folder::new();
    folder.write("a.pgn", good());
    let run = folder.run(&["convert", "--to", "LAN", "--allow-loss", "a.pgn", "-o", "./a.pgn"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("a.pgn: this is one of the files that are read"), "{}", run.stderr);
    assert_eq!(folder.read("a.pgn"), good().as_bytes());
}

#[test]
fn the_pieces_alone_are_a_position_to_explore() {
    let folder = Folder::new();
    folder.write("a.pgn", "[SetUp \"1\"]\n[FEN \"8/8/4k3/8/2R5/4P3/4K3/8 w - - 0 1\"]\n\n1. e4 1-0\n");
    let run = folder.run(&["explore", "8/8/4k3/8/2R5/4P3/4K3/8", "--format", "json", "a.pgn"]);
    let explored: serde_json::Value = serde_json::from_str(&run.stdout).expect("one JSON object");
    assert_eq!(explored["moves"][0]["san"], "e4", "{}", run.stderr);
}

#[test]
fn the_files_of_an_empty_folder_stay_in_the_index() {
    let folder = Folder::new();
    folder.write("g/a.pgn", good());
    let index = || folder.run(&["index", "--store", "store", "g"]);
    assert_eq!(index().code, Some(0));
    fs::rename(folder.path("g/a.pgn"), folder.path("a.pgn")).expect("moved");
    let run = index();
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("no games are there, but 1 file of it in the index"), "{}", run.stderr);
    fs::rename(folder.path("a.pgn"), folder.path("g/a.pgn")).expect("moved");
    let run = index();
    assert!(run.code == Some(0) && !run.stderr.contains("removed"), "{}", run.stderr);
}
