//! Whole files of games against figures that other programs computed: games, half-moves, comments, annotations,
//! variations, the moves of every main line in UCI, and the last boards.
//!
//! `tests/data/oracle/files.jsonl.zst` holds files that may be passed on; `VGN_ORACLE=folder cargo test --test all oracle:: --
//! --ignored` compares a folder of files with its `oracle/games.jsonl.zst` and `oracle/*.totals.json` in the same way.
//!
//! python-chess stops reading a line at an illegal move: of such a game only the main line before it is compared. Games of
//! variants that are not supported here are compared by their counts.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::games::figures::{Difference, OneGame, oracle};
use crate::support::games::{read, text_of};
use serde_json::Value;

/// Why figures differ, by a part of the file's name and of the difference.
const REASONS: &[(&str, &str, &str)] = &[
    (
        "practice-the-fork",
        "game 16: ",
        "python-chess goes on in a variation where the main line's first move is illegal",
    ),
    (
        "TCEC_Tournament_4",
        "comments",
        "a comment after a terminator is the next game's (rule A2); python-chess gives it to the last",
    ),
    ("twic1389", "comments", "python-chess reads over comments before the first tag"),
];

fn unpacked(bytes: &[u8]) -> String {
    text_of(zstd::decode_all(bytes).expect("the file is whole"))
}

/// What differs in a file.
fn differences(text: &str, rows: &[Value]) -> (usize, u32, Vec<String>) {
    let mut all = Vec::new();
    let (mut games, mut half_moves) = (0, 0);
    for game in read(text, false) {
        let codes = game.codes();
        let figures = OneGame::of(&game);
        half_moves += figures.moves;
        let supported = !codes.contains(&"unknown-variant");
        if let Some(row) = rows.get(games) {
            oracle(row, &figures, &mut |fact, theirs: &Value, ours: Value| {
                let of_play = matches!(fact, "moves in UCI" | "last board" | "moves before the error");
                if !theirs.is_null() && *theirs != ours && (supported || !of_play) {
                    let difference = Difference { fact, theirs: theirs.clone(), ours };
                    all.push(format!("game {games}: {difference}"));
                }
            });
        }
        games += 1;
    }
    if games != rows.len() {
        all.push(format!("{games} games, they {}", rows.len()));
    }
    (games, half_moves, all)
}

fn unexplained(file: &str, differences: Vec<String>) -> impl Iterator<Item = String> {
    let explained =
        |difference: &String| REASONS.iter().any(|(part, what, _)| file.contains(part) && difference.contains(what));
    differences.into_iter().filter(move |d| !explained(d)).map(move |difference| format!("{file}: {difference}"))
}

#[test]
fn files_have_the_figures_of_other_programs() {
    let (mut games, mut half_moves) = (0, 0);
    let mut found = Vec::new();
    for line in unpacked(include_bytes!("data/oracle/files.jsonl.zst")).lines() {
        let row: Value = serde_json::from_str(line).expect("a row of JSON");
        let text = row["text"].as_str().expect("a text");
        let rows = row["games"].as_array().expect("figures");
        let (n, moves, differences) = differences(text, rows);
        (games, half_moves) = (games + n, half_moves + moves);
        found.extend(unexplained(row["file"].as_str().expect("a name"), differences));
    }
    assert_eq!(found, Vec::<String>::new());
    assert_eq!((games, half_moves), (2538, 193_665));
}

#[test]
#[ignore = "needs a folder of files, named by VGN_ORACLE"]
fn folders_have_the_figures_of_other_programs() {
    let folder = std::env::var("VGN_ORACLE").expect("VGN_ORACLE names a folder");
    let folder = Path::new(&folder);
    let mut files: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in unpacked(&std::fs::read(folder.join("oracle/games.jsonl.zst")).expect("figures")).lines() {
        let row: Value = serde_json::from_str(line).expect("a row of JSON");
        files.entry(row["file"].as_str().expect("a file").to_owned()).or_default().push(row);
    }
    let mut found = Vec::new();
    // The fixtures of other projects have their own test, with the reason of each difference.
    for (file, rows) in files.iter().filter(|(file, _)| !file.starts_with("peer/")) {
        let text = text_of(std::fs::read(folder.join(file)).expect("a file with figures"));
        let (games, half_moves, differences) = differences(&text, rows);
        eprintln!("{file}: {games} games, {half_moves} half-moves, {} differences", differences.len());
        found.extend(unexplained(file, differences));
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
#[ignore = "needs a folder of files, named by VGN_ORACLE"]
fn totals_of_a_large_file() {
    use sha2::{Digest, Sha256};
    let folder = std::env::var("VGN_ORACLE").expect("VGN_ORACLE names a folder");
    let totals = std::fs::read(Path::new(&folder).join("oracle/gnuchess-book.totals.json")).expect("totals");
    let totals: Value = serde_json::from_slice(&totals).expect("JSON");
    let file = totals["file"].as_str().expect("a file");
    let text = unpacked(&std::fs::read(Path::new(&folder).join(file)).expect("the file"));
    let (mut games, mut plies) = (0_u64, 0_u64);
    let mut results: BTreeMap<String, u64> = BTreeMap::new();
    let mut hash = Sha256::new();
    for game in read(&text, false) {
        let figures = OneGame::of(&game);
        games += 1;
        plies += u64::from(figures.main);
        *results.entry(figures.terminator.unwrap_or_default()).or_default() += 1;
        hash.update(figures.uci.join(" "));
        hash.update("\n");
    }
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((games, plies), (totals["games"].as_u64().unwrap_or(0), totals["plies"].as_u64().unwrap_or(0)));
    assert_eq!(serde_json::to_value(results).expect("counts"), totals["results"]);
    assert_eq!(totals["sha256_uci_lines"], hash.as_str());
}
