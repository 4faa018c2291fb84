//! The table of who may know what. A line added here is a decision about the architecture: `docs/architecture.md` says
//! the same in words.

use crate::rooms::references::{Reference, What, place_of};

/// Lines that a file may have at most.
pub const LONGEST_FILE: usize = 450;

/// Files of Rust that a folder may have at most.
pub const MOST_FILES: usize = 24;

/// A room, and all that it may know beside itself.
pub struct Room {
    pub name: &'static str,
    /// Rooms, or single items of them.
    rooms: &'static [&'static str],
    /// Other people's crates.
    crates: &'static [&'static str],
    /// Those of [`OUTSIDE`].
    outside: &'static [&'static str],
}

/// Parts of the standard library that reach out of the program. A room that may not name them cannot fail, wait, or
/// give two answers to one question.
const OUTSIDE: [&str; 9] = ["env", "fs", "io", "net", "os", "path", "process", "thread", "time"];

pub const ROOMS: &[Room] = &[
    Room {
        name: "syntax",
        rooms: &["notation::SectionEnd", "notation::section_end_of"],
        crates: &["logos", "memchr", "rowan"],
        outside: &[],
    },
    Room { name: "notation", rooms: &[], crates: &["bitstream_io", "num_bigint", "shakmaty", "strsim"], outside: &[] },
    Room { name: "rules", rooms: &[], crates: &["shakmaty"], outside: &[] },
    Room { name: "openings", rooms: &["rules"], crates: &["shakmaty"], outside: &[] },
    Room {
        name: "source",
        rooms: &[],
        crates: &["encoding_rs", "memchr", "oem_cp", "similar", "strsim"],
        outside: &[],
    },
    Room { name: "variants", rooms: &["rules", "source::near"], crates: &[], outside: &[] },
    Room { name: "lint", rooms: &["syntax", "rules", "openings"], crates: &["memchr", "shakmaty"], outside: &[] },
    Room {
        name: "replay",
        rooms: &[
            "syntax",
            "notation",
            "rules",
            "variants",
            "openings",
            "lint",
            "source::near",
            "source::spelling_distance",
        ],
        crates: &["memchr", "shakmaty"],
        outside: &[],
    },
    Room {
        name: "binary",
        rooms: &["syntax", "notation", "rules", "lint", "replay"],
        crates: &["memchr", "shakmaty"],
        outside: &[],
    },
    Room {
        name: "games",
        rooms: &["syntax", "notation", "lint", "replay", "binary"],
        crates: &["memchr"],
        outside: &[],
    },
    Room { name: "score", rooms: &["syntax", "notation", "lint", "replay"], crates: &["shakmaty"], outside: &[] },
    Room {
        name: "convert",
        rooms: &["syntax", "notation", "rules", "variants", "lint", "replay", "binary", "score"],
        crates: &["memchr", "shakmaty"],
        outside: &[],
    },
    Room {
        name: "format",
        rooms: &["syntax", "rules", "lint", "replay", "binary"],
        crates: &["memchr", "shakmaty"],
        outside: &[],
    },
    Room {
        name: "merge",
        rooms: &["source", "syntax", "lint", "replay", "binary"],
        crates: &["diffy", "similar"],
        outside: &[],
    },
    Room {
        name: "search",
        rooms: &["binary", "lint", "notation", "openings", "replay", "rules", "source", "syntax"],
        crates: &["icu_normalizer", "shakmaty", "strsim"],
        outside: &[],
    },
    // A part of the crate of `search`, for those that keep an index on disk.
    Room {
        name: "store",
        rooms: &["lint", "search"],
        crates: &["serde", "serde_json", "twox_hash"],
        outside: &["fs", "io", "os", "path", "time"],
    },
    // A crate of its own: lines in, lines out.
    Room { name: "uci", rooms: &[], crates: &["shakmaty"], outside: &["time"] },
    // The part of it that starts engines.
    Room {
        name: "process",
        rooms: &["uci"],
        crates: &["rustix", "shakmaty"],
        outside: &["io", "os", "path", "process", "thread", "time"],
    },
    // A crate of its own, which is a WebAssembly module.
    Room { name: "web", rooms: &["lsp", "uci"], crates: &["futures", "tokio"], outside: &["time"] },
    // A crate of its own, which is another one.
    Room { name: "unpack", rooms: &["compressed"], crates: &[], outside: &["io"] },
    // A crate of its own, for the one call that needs unsafe code.
    Room { name: "heap", rooms: &[], crates: &["libc"], outside: &[] },
    // A crate of its own, for all that read files.
    Room {
        name: "compressed",
        rooms: &[],
        crates: &["bzip2", "flate2", "lzma_rust2", "rawzip", "ruzstd"],
        outside: &["fs", "io", "path"],
    },
    Room { name: "files", rooms: &[], crates: &["rustix"], outside: &["fs", "io", "os", "path"] },
    Room { name: "preferences", rooms: &["notation"], crates: &[], outside: &[] },
    Room {
        name: "config",
        rooms: &["lint", "notation", "format", "preferences", "files"],
        crates: &["serde_json", "strsim", "toml"],
        outside: &["io", "path"],
    },
    Room {
        name: "ide",
        rooms: &[
            "source",
            "syntax",
            "notation",
            "rules",
            "variants",
            "openings",
            "lint",
            "replay",
            "binary",
            "games",
            "score",
            "convert",
            "format",
            "preferences",
            "uci",
        ],
        crates: &["shakmaty"],
        outside: &[],
    },
    Room {
        name: "lsp",
        // Its unit tests run in a process.
        rooms: &[
            "lint",
            "replay",
            "binary",
            "games",
            "config",
            "format",
            "ide",
            "search",
            "source",
            "uci",
            "native::host",
        ],
        crates: &[
            "data_encoding",
            "futures",
            "memchr",
            "percent_encoding",
            "rayon",
            "ropey",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "tokio",
            "tower",
            "tower_lsp",
            "tracing",
        ],
        // Kinds of errors, paths as data and spans of time: what is done with them the host does.
        outside: &["io", "path", "time"],
    },
    Room {
        name: "native",
        rooms: &["lsp", "compressed", "files", "process", "uci"],
        crates: &[
            "axum",
            "futures",
            "getrandom",
            "ignore",
            "rustix",
            "serde_json",
            "tempfile",
            "tokio",
            "tower_lsp",
            "tracing",
            "tracing_subscriber",
            "vgn_lsp_heap",
            "waitpid_any",
        ],
        outside: &["env", "io", "net", "path", "process", "thread", "time"],
    },
    Room {
        name: "cli",
        rooms: &[
            "syntax",
            "notation",
            "source",
            "lint",
            "replay",
            "binary",
            "games",
            "config",
            "convert",
            "format",
            "merge",
            "process",
            "rules",
            "score",
            "search",
            "store",
            "uci",
            "files",
            "compressed",
            "native::run_board",
            "native::FileAccess",
            "native::run_stdio",
            "native::PageFile",
            "native::embedded_page",
            "native::run_page",
            "native::open_in_browser",
        ],
        crates: &[
            "annotate_snippets",
            "anstream",
            "anstyle",
            "clap",
            "clap_complete",
            "clap_mangen",
            "ctrlc",
            "data_encoding",
            "globset",
            "ignore",
            "indicatif",
            "memchr",
            "parquet",
            "percent_encoding",
            "rayon",
            "rustix",
            "serde",
            "serde_json",
            "shakmaty",
            "signal_hook",
            "tempfile",
            "terminal_size",
            "textwrap",
            "unicode_width",
        ],
        outside: &["env", "fs", "io", "os", "path", "process", "thread", "time"],
    },
];

/// Rooms in the folders of others.
pub const NESTED: [(&str, &str); 3] = [("config", "files"), ("search", "store"), ("uci", "process")];

/// The files beside the rooms.
const LIBRARY: Room = Room { name: "lib", rooms: &[], crates: &[], outside: &[] };
/// It gives all rooms that the program, its tests and benchmarks use one name.
const NAMES: Room = Room {
    name: "lib",
    rooms: &[
        "binary",
        "cli",
        "config",
        "convert",
        "files",
        "format",
        "games",
        "ide",
        "lint",
        "lsp",
        "merge",
        "native",
        "notation",
        "openings",
        "preferences",
        "replay",
        "rules",
        "score",
        "search",
        "source",
        "syntax",
        "variants",
    ],
    crates: &[],
    outside: &[],
};
const BINARY: Room = Room { name: "main", rooms: &["cli"], crates: &[], outside: &["process"] };

/// What is wrong with a file's references, one line each. Tests may use any crate and the whole standard library, but
/// no other rooms than the code that they test.
pub fn complaints(file: &str, references: &[Reference]) -> Vec<String> {
    let room = room_of(file);
    references
        .iter()
        .filter_map(|reference| Some((reference, fault(room, reference)?)))
        .map(|(reference, fault)| format!("{file}:{}: `{}` never {fault}", reference.line, room.name))
        .collect()
}

/// The room of a file: the first part of its place but for rooms in the folders of others.
pub fn room_name(file: &str) -> Option<String> {
    let (module, _) = place_of(file);
    match &module[..] {
        [first, second, ..] if NESTED.contains(&(first.as_str(), second.as_str())) => Some(second.clone()),
        [first, ..] => Some(first.clone()),
        [] => None,
    }
}

fn room_of(file: &str) -> &'static Room {
    match room_name(file) {
        None if file == "src/main.rs" => &BINARY,
        None if file == "src/lib.rs" => &NAMES,
        None => &LIBRARY,
        Some(name) => {
            let room = ROOMS.iter().find(|room| room.name == name);
            room.unwrap_or_else(|| panic!("{file} is in no room of the table"))
        }
    }
}

fn fault(room: &Room, reference: &Reference) -> Option<String> {
    match &reference.what {
        What::Own(path) => {
            let other = path.split("::").next().unwrap_or_default();
            let known = other == room.name
                || room.rooms.iter().any(|known| path == known || path.starts_with(&format!("{known}::")));
            let but = room.rooms.iter().find(|known| known.starts_with(&format!("{other}::")));
            let but = but.map(|item| format!(" (but for {item})")).unwrap_or_default();
            (!known && !other.is_empty()).then(|| format!("knows the room {other}{but}"))
        }
        What::Crate(name) => {
            (!reference.in_test && !room.crates.contains(&name.as_str())).then(|| format!("knows the crate {name}"))
        }
        What::Std(part) => {
            let reaches_out = OUTSIDE.contains(&part.as_str()) && !room.outside.contains(&part.as_str());
            (!reference.in_test && reaches_out).then(|| format!("knows std::{part}"))
        }
        What::Prints(name) => (room.name != "cli").then(|| format!("prints ({name}!)")),
    }
}
