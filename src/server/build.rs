//! Makes the files of the board's page a part of the program, if they have been built in `editors/board`.

#![allow(clippy::print_stdout, reason = "that is how Cargo is told")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The files, and what they are.
const FILES: [(&str, &str); 3] = [
    ("index.html", "text/html; charset=utf-8"),
    ("board.js", "text/javascript; charset=utf-8"),
    ("board.css", "text/css; charset=utf-8"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_NATIVE").is_none() {
        return;
    }
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("Cargo says where the crate is"));
    let folder = root.join("../../editors/board");
    let built = folder.join("dist");
    // Cargo looks again when there is something to find: what is built, or the folder in which it will be.
    let watched = [&built, &folder].into_iter().find(|path| path.exists());
    watched.iter().for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
    let is_there = FILES.iter().all(|(name, _)| built.join(name).is_file());
    let mut code = "const FILES: Option<&[(&str, &str, &[u8])]> = ".to_owned();
    if is_there {
        code += "Some(&[";
        for (name, kind) in FILES {
            let path = built.join(name);
            write!(code, "({name:?}, {kind:?}, include_bytes!({path:?})),").expect("a text takes it");
        }
        code += "]);\n";
    } else {
        code += "None;\n";
    }
    let out = std::env::var_os("OUT_DIR").expect("Cargo says where to write");
    std::fs::write(Path::new(&out).join("board_files.rs"), code).expect("it is written");
}
