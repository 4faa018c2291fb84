//! Who may import what: the rooms of `docs/architecture.md`, enforced over every file in `src`.

mod references;
mod rules;
mod type_names;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use references::{Source, place_of, references};
use rules::{LONGEST_FILE, MOST_FILES, ROOMS, complaints, room_name};
use type_names::TypeNames;
use vgn_lsp::notation::REGISTRY;

/// Every Rust file below a folder of the project but for build scripts, as a path from the project's root.
fn rust_files(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = vec![root.join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a folder is listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("build.rs") {
                let inside = path.strip_prefix(root).expect("below the root");
                files.push(inside.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    files.sort();
    assert!(files.len() > 1, "no files below {folder}");
    files
}

fn text_of(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file is read")
}

/// The names by which the code speaks of the crates that `Cargo.toml` names.
fn dependencies() -> BTreeSet<String> {
    let manifest: toml::Table = text_of("Cargo.toml").parse().expect("the manifest is TOML");
    let members = ["vgn-cli", "vgn-config", "vgn-engine", "vgn-ide", "vgn-search", "vgn-server", "vgn-uci"];
    let table = manifest["workspace"]["dependencies"].as_table().expect("a table");
    let names = table.keys().filter(|name| !members.contains(&name.as_str()));
    names.map(|name| name.replace('-', "_")).collect()
}

#[test]
fn no_room_knows_what_it_must_not() {
    let crates = dependencies();
    let mut found = Vec::new();
    for file in rust_files("src") {
        let source = Source::new(&file, &text_of(&file));
        found.extend(complaints(&file, &references(&source, &crates)));
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_type_has_a_name_of_its_own() {
    let mut names = TypeNames::default();
    for file in rust_files("src") {
        names.add(&file, &text_of(&file));
    }
    assert_eq!(names.complaints(), [""; 0]);
}

#[test]
fn every_file_says_what_it_is_for_and_every_room_what_it_never_knows() {
    let files = rust_files("src");
    for file in &files {
        assert!(text_of(file).starts_with("//! "), "{file} does not begin with what it is for");
    }
    let is_root = |file: &str| ROOMS.iter().any(|room| place_of(file).0 == [room.name]);
    for file in files.iter().filter(|file| is_root(file) && !file.contains("/web/") && !file.contains("/heap/")) {
        let header: String = text_of(file).lines().take_while(|line| line.starts_with("//!")).collect();
        for part in ["Knows:", "Never knows:"] {
            assert!(header.contains(part), "the header of {file} lacks `{part}`");
        }
    }
}

#[test]
fn the_table_of_rooms_is_the_folders_of_the_crate() {
    let folders: BTreeSet<String> = rust_files("src").iter().filter_map(|file| room_name(file)).collect();
    let rooms: BTreeSet<String> = ROOMS.iter().map(|room| room.name.to_owned()).collect();
    assert_eq!(rooms, folders);
}

#[test]
fn no_file_is_long() {
    for file in ["src", "tests", "fuzz/fuzz_targets"].iter().flat_map(|folder| rust_files(folder)) {
        let lines = text_of(&file).lines().count();
        assert!(lines <= LONGEST_FILE, "{file} has {lines} lines, of {LONGEST_FILE} that a file may have");
    }
}

#[test]
fn no_folder_is_crowded() {
    for root in ["src", "tests", "fuzz", "benches"] {
        let mut folders = BTreeMap::<String, usize>::new();
        for file in rust_files(root) {
            *folders.entry(file.rsplit_once('/').expect("a folder").0.to_owned()).or_default() += 1;
        }
        folders.retain(|_, files| *files > MOST_FILES);
        assert!(folders.is_empty(), "more than {MOST_FILES} files: {folders:?}");
    }
}

/// The strings of a text's code that are the name of a notation: behaviour that hangs on a name, where a field of the row
/// should say it. `FEN` is a tag too.
fn names_of_notations(text: &str) -> Vec<&'static str> {
    let names = REGISTRY.iter().map(|row| row.name).filter(|name| *name != "FEN");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    names.filter(|name| lines.iter().any(|line| line.contains(&format!("\"{name}\"")))).collect()
}

#[test]
fn what_a_notation_is_like_its_row_says() {
    assert_eq!(names_of_notations("f(\"FCN\", \"FEN\");\n// \"SAN\"\n#[cfg(test)]\nf(\"MCN\")"), ["FCN"]);
    for file in rust_files("src")
        .iter()
        .filter(|file| !file.starts_with("src/engine/notation/") && !file.ends_with("/tests.rs"))
    {
        assert_eq!(names_of_notations(&text_of(file)), [""; 0], "{file}");
    }
}

/// What of the world a text's code asks for by itself, where the server's core should ask its host.
fn asked_of_the_world(text: &str) -> Vec<&'static str> {
    const WORLD: [&str; 10] = [
        "tokio::spawn",
        "tokio::io",
        "tokio::net",
        "tokio::runtime",
        "tokio::task",
        "tokio::time",
        "Instant",
        "SystemTime::now",
        "UNIX_EPOCH",
        "_file_path(",
    ];
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    WORLD.into_iter().filter(|name| code.contains(name)).collect()
}

#[test]
fn the_core_of_the_server_asks_its_host_for_the_world() {
    assert_eq!(asked_of_the_world("tokio::spawn(a);\nlet b = Instant::now();"), ["tokio::spawn", "Instant"]);
    for file in rust_files("src/server/lsp") {
        assert_eq!(asked_of_the_world(&text_of(&file)), [""; 0], "{file}");
    }
}

/// What the rules say of a made-up file.
fn complaints_of(file: &str, text: &str) -> Vec<String> {
    let crates = ["tower_lsp", "tokio", "shakmaty", "clap", "rowan", "tempfile"].map(str::to_owned).into();
    complaints(file, &references(&Source::new(file, text), &crates))
}

#[test]
fn a_broken_rule_is_seen_however_it_is_written() {
    for (file, text, expected) in [
        ("src/ide/a.rs", "use tower_lsp::lsp_types::Url;", "src/ide/a.rs:1: `ide` never knows the crate tower_lsp"),
        ("src/ide/a.rs", "fn f() { tokio::spawn(async {}); }", "src/ide/a.rs:1: `ide` never knows the crate tokio"),
        ("src/ide/a.rs", "use tokio;", "src/ide/a.rs:1: `ide` never knows the crate tokio"),
        ("src/ide/a.rs", "use tokio as t;", "src/ide/a.rs:1: `ide` never knows the crate tokio"),
        ("src/ide/a.rs", "\nuse {std::rc::Rc, ::tokio::sync};", "src/ide/a.rs:2: `ide` never knows the crate tokio"),
        (
            "src/engine/syntax/a.rs",
            "use std::{fmt, fs::File};",
            "src/engine/syntax/a.rs:1: `syntax` never knows std::fs",
        ),
        (
            "src/engine/syntax/a.rs",
            "use crate::{rules::Position};",
            "src/engine/syntax/a.rs:1: `syntax` never knows the room rules",
        ),
        (
            "src/engine/syntax/b/c.rs",
            "use super::super::super::ide::x;",
            "src/engine/syntax/b/c.rs:1: `syntax` never knows the room ide",
        ),
        (
            "src/engine/syntax/b/mod.rs",
            "use super::super::ide::x;",
            "src/engine/syntax/b/mod.rs:1: `syntax` never knows the room ide",
        ),
        (
            "src/engine/syntax/b.rs",
            "mod c { use super::super::super::ide::x; }",
            "src/engine/syntax/b.rs:1: `syntax` never knows the room ide",
        ),
        (
            "src/engine/rules/a.rs",
            "fn f() { vec![crate::notation::find(\"x\")]; }",
            "src/engine/rules/a.rs:1: `rules` never knows the room notation",
        ),
        (
            "src/cli/a.rs",
            "use vgn_server::native::Process;",
            "src/cli/a.rs:1: `cli` never knows the room native (but for native::run_board)",
        ),
        (
            "src/cli/a.rs",
            "use vgn_server::{native};",
            "src/cli/a.rs:1: `cli` never knows the room native (but for native::run_board)",
        ),
        ("src/cli/a.rs", "use tokio::sync;", "src/cli/a.rs:1: `cli` never knows the crate tokio"),
        ("src/main.rs", "use vgn_lsp::native::run_stdio;", "src/main.rs:1: `main` never knows the room native"),
        (
            "src/engine/replay/a.rs",
            "fn f() { println!(\"x\") }",
            "src/engine/replay/a.rs:1: `replay` never prints (println!)",
        ),
        ("src/ide/a.rs", "use vgn_config::parse;", "src/ide/a.rs:1: `ide` never knows the room config"),
        ("src/ide/a.rs", "use vgn_config::files::open;", "src/ide/a.rs:1: `ide` never knows the room files"),
        (
            "src/engine/rules/a.rs",
            "#[cfg(test)] mod tests { use crate::syntax::tree; }",
            "src/engine/rules/a.rs:1: `rules` never knows the room syntax",
        ),
    ] {
        assert_eq!(complaints_of(file, text), [expected], "{text}");
    }
}

#[test]
fn what_is_allowed_is_let_pass() {
    for (file, text) in [
        ("src/server/lsp/a.rs", "use tower_lsp::lsp_types::Url; use vgn_ide::hover; fn f() { tokio::spawn(x); }"),
        ("src/cli/lib.rs", "fn f() { vgn_server::native::run_stdio(); eprintln!(\"x\"); }"),
        ("src/engine/syntax/a.rs", "/// See `tokio::spawn`.\n// use tokio::x;\nconst A: &str = \"use tokio::x;\";"),
        ("src/engine/syntax/a.rs", "use super::b::{self, c}; use std::{fmt, ops::Range}; use crate::syntax::tree;"),
        (
            "src/engine/syntax/a.rs",
            "#[cfg(test)]\nmod tests { use tempfile::NamedTempFile; use std::fs; use super::*; }",
        ),
        ("src/engine/rules/tests.rs", "use tempfile::NamedTempFile;"),
        ("src/ide/a.rs", "fn f(tokio: u8) -> u8 { tokio }"),
    ] {
        assert_eq!(complaints_of(file, text), [""; 0], "{text}");
    }
}
