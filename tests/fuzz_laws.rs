//! The laws that the fuzz targets try, over the seeds, what fuzzing has found before, and the test data.

#[path = "../fuzz/laws/mod.rs"]
mod laws;

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// Bytes of a file that a law is tried on, for files of test data are long.
const LONGEST: usize = 20_000;

fn files(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a folder is listed").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

#[test]
fn laws_hold_on_seeds_findings_and_test_data() {
    let mut broken = Vec::new();
    for (name, law) in laws::LAWS {
        let seeds = files(&format!("fuzz/seeds/{name}"));
        assert!(!seeds.is_empty(), "the law {name} has no seeds");
        for file in seeds.into_iter().chain(files("tests/data")) {
            let bytes = fs::read(&file).expect("a file is read");
            if catch_unwind(|| law(&bytes[..bytes.len().min(LONGEST)])).is_err() {
                broken.push(format!("{name} on {}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
