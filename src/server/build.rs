//! Makes the files of the board's page a part of the program, if they have been built in `editors/board`, and with the
//! feature `page` those of the page with the whole server in it, from `editors/web`.

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
    // A source package has the page inside; a checkout has it where it is built.
    let folder = root.join("../../editors/board");
    let has_page = |built: &PathBuf| FILES.iter().all(|(name, _)| built.join(name).is_file());
    let built = [root.join("page"), folder.join("dist")].into_iter().find(has_page);
    // Cargo looks again when there is something to find: what is built, or the folder in which it will be.
    let watched = built.as_ref().or(Some(&folder)).filter(|path| path.exists());
    watched.iter().for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
    if built.is_none() {
        println!(
            "cargo::warning=the board's page is not built, and this program will be without its board: run \
             `npm ci --ignore-scripts` and `npm run build` in editors/board, which need Node 20 or 22, and build it again"
        );
    }
    let mut code = "const FILES: Option<&[(&str, &str, &[u8])]> = ".to_owned();
    if let Some(built) = built {
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
    std::fs::write(Path::new(&out).join("page_files.rs"), page_files(&root)).expect("it is written");
}

/// The table of the page's files: `editors/web/packed` has each of them compressed, with its name and `.gz`.
fn page_files(root: &Path) -> String {
    let folder = root.join("../../editors/web/packed");
    let mut names = Vec::new();
    if std::env::var_os("CARGO_FEATURE_PAGE").is_some() {
        let watched = if folder.exists() { &folder } else { root };
        println!("cargo::rerun-if-changed={}", watched.display());
        gather(&folder, "", &mut names);
        if names.is_empty() {
            println!(
                "cargo::warning=the page of `vgn-lsp web` is not built, and this program will be without it: run \
                 editors/web/scripts/build.sh, and build it again"
            );
        }
    }
    names.sort();
    let mut code = "const PAGE_FILES: Option<&[(&str, &[u8])]> = ".to_owned();
    if names.is_empty() {
        return code + "None;\n";
    }
    code += "Some(&[";
    for name in names {
        let path = folder.join(format!("{name}.gz"));
        write!(code, "({name:?}, include_bytes!({path:?})),").expect("a text takes it");
    }
    code + "]);\n"
}

/// The names of the files in a folder and the folders in it, without their ending `.gz`.
fn gather(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{name}/"), names);
        } else if let Some(name) = name.strip_suffix(".gz") {
            names.push(name.to_owned());
        }
    }
}
