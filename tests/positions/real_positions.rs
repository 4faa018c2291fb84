//! Every position of the test data's games, and every FEN of its lists.

use std::collections::BTreeSet;

use serde_json::Value;
use shakmaty::Setup;
use vgn_lsp::convert::{PositionSource, read_position};
use vgn_lsp::notation::position::FEN;

use crate::positions::lookup::check;
use crate::support::games::{read, text_of};

const GAMES: [&str; 5] = [
    "annotated/dortmund.pgn",
    "annotated/wcc_2023.pgn",
    "games/lichess_db_10k.pgn",
    "games/chess960rwch.pgn",
    "games/cutechess-fischerrandom.pgn",
];

fn data(file: &str) -> String {
    text_of(std::fs::read(format!("tests/data/{file}")).expect("a file of ours"))
}

/// What a line of FEN or EPD says, in the same way as the command line takes it.
fn position(line: &str) -> Setup {
    let read = read_position(&FEN, PositionSource::Text(line));
    read.unwrap_or_else(|error| panic!("{line}: {error}")).setup
}

#[test]
fn every_position_of_real_games() {
    let mut seen = BTreeSet::new();
    let mut most = std::collections::BTreeMap::new();
    for file in GAMES {
        for game in read(&data(file), false) {
            let after = game.resolved.moves.iter().filter_map(|half_move| half_move.after.as_deref());
            for position in game.resolved.start.iter().chain(after) {
                let setup = position.setup();
                if seen.insert(format!("{setup:?}")) {
                    for (name, bits) in check(&setup) {
                        let most = most.entry(name).or_insert(0);
                        *most = bits.max(*most);
                    }
                }
            }
        }
    }
    assert!(seen.len() > 6_000, "{}", seen.len());
    assert_eq!((most["huffman"], most["piece-list"], most["occupancy"]), (164, 226, 217));
    assert!(most["combined"] <= 166, "{}", most["combined"]);
}

/// The line of a list that holds a position.
fn fens() -> Vec<String> {
    let epd = ["perft/tricky.perft", "perft/chess960.perft"].map(data).join("\n");
    let mut fens: Vec<String> = epd.lines().filter_map(|line| line.strip_prefix("epd ")).map(str::to_owned).collect();
    fens.extend(data("perft/standard.epd").lines().filter(|line| !line.trim().is_empty()).map(str::to_owned));
    for file in ["movegen/legal-moves.jsonl", "notation/peer-fen.jsonl"] {
        for line in data(file).lines() {
            let row: Value = serde_json::from_str(line).expect("a row of JSON");
            let fen = row["fen"].as_str().expect("a FEN");
            if file.starts_with("movegen") || read_position(&FEN, PositionSource::Text(fen)).is_ok() {
                fens.push(fen.to_owned());
            }
        }
    }
    fens
}

#[test]
fn every_fen_of_the_lists() {
    let fens = fens();
    for fen in &fens {
        check(&position(fen));
    }
    assert!(fens.len() > 1_500, "{}", fens.len());
}
