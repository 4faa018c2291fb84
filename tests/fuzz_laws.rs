//! The laws that the fuzz targets try, over the seeds, what fuzzing has found before, and the test data.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::support::damage::Damage;

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
    for (name, law) in crate::laws::LAWS {
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

/// Targets are programs of a package of their own, which the tests do not build.
#[test]
fn every_law_has_its_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let package = fs::read_to_string(root.join("Cargo.toml")).expect("the package of the targets");
    for (name, _) in crate::laws::LAWS {
        let target = fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs"))).expect(name);
        let runs = format!("libfuzzer_sys::fuzz_target!(|data: &[u8]| laws::{name}(data));\n");
        let laws = "#![no_main]\n\n#[path = \"../laws/mod.rs\"]\nmod laws;\n\n";
        assert_eq!(target, format!("//! Runs the law `{name}`.\n{laws}{runs}"));
        let row = format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
        assert!(package.contains(&row), "{name} is no row of fuzz/Cargo.toml");
    }
    assert_eq!(package.matches("[[bin]]").count(), crate::laws::LAWS.len());
    assert_eq!(files("fuzz/fuzz_targets").len(), crate::laws::LAWS.len());
}

/// Inputs tried of a law beyond its seeds.
const BEYOND: u64 = 300;

/// Bytes of a seed that is damaged, at most.
const LONGEST_SEED: usize = 2_000;

/// What is made of the seeds by damaging them, of two of them put together, and of nothing: a law whose target would fail
/// soon fails here. `FUZZED` is the number of inputs of each law,
/// `FUZZED_LAW` the only law.
#[test]
fn laws_hold_beyond_their_seeds() {
    let count = std::env::var("FUZZED").map_or(BEYOND, |count| count.parse().expect("a number"));
    let only = std::env::var("FUZZED_LAW").ok();
    let broken = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (name, law) in
            crate::laws::LAWS.into_iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name))
        {
            let broken = &broken;
            scope.spawn(move || {
                let mut seeds: Vec<Vec<u8>> =
                    files(&format!("fuzz/seeds/{name}")).iter().map(|file| fs::read(file).expect("a seed")).collect();
                seeds.sort();
                seeds.iter_mut().for_each(|seed| seed.truncate(LONGEST_SEED));
                for number in 0..count {
                    let mut damage = Damage::new(number);
                    let input = match number % 4 {
                        0 => (0..damage.below(64)).map(|_| damage.below(256) as u8).collect(),
                        1 => [damage.one(&seeds).clone(), damage.one(&seeds).clone()].concat(),
                        _ => damage.one(&seeds).clone(),
                    };
                    let input = damage.damaged(&input);
                    if catch_unwind(|| law(&input)).is_err() {
                        broken.lock().expect("no test holds it").push(format!("{name} on {number}: {input:?}"));
                        break;
                    }
                }
            });
        }
    });
    let broken = broken.into_inner().expect("all have ended");
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Laws of games in text.
const OF_GAMES: [&str; 8] = ["syntax", "check", "clean", "passing", "fixing", "layout", "actions", "markdown"];

/// Words of movetexts, of which hardly two fit together.
const WORDS: [&str; 64] = [
    "1.",
    "1.5",
    "1...",
    "2.",
    "2.5",
    "2...",
    "3.",
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "d4",
    "exd4",
    "O-O",
    "Bb5",
    "a6",
    "g4",
    "f3",
    "Qh4#",
    "(",
    ")",
    "(",
    ")",
    "(1.",
    "(2.",
    "((",
    "))",
    "{",
    "}",
    "{c}",
    "{[%after 1.] c}",
    ";",
    "; c\n",
    "%\n",
    "\n",
    "\n\n",
    "$1",
    "$",
    "!",
    "?!",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "1/2",
    "1",
    "0",
    "Z0",
    "--",
    "[",
    "]",
    "\"",
    "[Event \"x\"]\n",
    "[GameFormat \"VGN\"]\n",
    "[MoveFormat \"FCN\"]\n",
    "[MoveFormat \"UCI\"]\n",
    "[Result \"1-0\"]\n",
    "Pe2-e4",
    "Pe7-e5",
    "e2e4",
    "e7e5",
    ".",
    "N",
    "//",
];

/// Words in any order, with blanks between them or without: parentheses that close nothing before others without an end,
/// numbers that go back, comments that begin in the middle of a half-move. `FUZZED` is the number of inputs of each law.
#[test]
fn laws_hold_on_shuffled_words() {
    let count = std::env::var("FUZZED").map_or(BEYOND * 2, |count| count.parse().expect("a number"));
    let first: u64 = std::env::var("FUZZED_FROM").map_or(0, |first| first.parse().expect("a number"));
    let broken = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (name, law) in crate::laws::LAWS.into_iter().filter(|(name, _)| OF_GAMES.contains(name)) {
            let broken = &broken;
            scope.spawn(move || {
                for number in first..first + count {
                    let mut damage = Damage::new(number);
                    let words = 2 + damage.below(14);
                    let text: String = (0..words)
                        .flat_map(|_| [*damage.one(&WORDS), if damage.below(8) == 0 { "" } else { " " }])
                        .collect();
                    if catch_unwind(|| law(text.as_bytes())).is_err() {
                        broken.lock().expect("no test holds it").push(format!("{name} on {number}: {text:?}"));
                        break;
                    }
                }
            });
        }
    });
    let broken = broken.into_inner().expect("all have ended");
    assert!(broken.is_empty(), "{broken:#?}");
}
