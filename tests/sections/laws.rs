//! Laws over real games (rule F2): whichever way leads from one notation to another, the same game comes out, bytes for
//! bytes where it is binary; the boards are the same; and no fault is new.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::sections::matrix::{ALL, Matrix, fates};
use crate::sections::support::{FILES, Game, games_of, games_of_file};

fn matrix_of(games: &[Game]) -> Matrix {
    let mut matrix = Matrix::default();
    let all: Vec<_> = games.par_iter().map(fates).collect();
    all.into_iter().for_each(|fates| matrix.add(fates));
    matrix
}

fn of_files(files: &[&str], most: usize) -> Matrix {
    let games: Vec<Game> = files.iter().flat_map(|file| games_of_file(file).into_iter().take(most)).collect();
    let matrix = matrix_of(&games);
    assert_eq!(matrix.failed().next(), None);
    assert_eq!((matrix.games, &matrix.unread), (games.len(), &BTreeMap::new()));
    matrix
}

/// How many games go from one notation to another, in a row.
fn ways(matrix: &Matrix, ways: &[(&str, &str)]) -> Vec<usize> {
    let index = |name: &str| ALL.iter().position(|known| *known == name).expect("a notation");
    ways.iter().map(|(from, to)| matrix.cells[&(index(from), index(to))].equal).collect()
}

#[test]
fn every_way_between_all_notations_leads_to_the_same_game() {
    let matrix = of_files(&FILES, 4);
    let found = ways(&matrix, &[("SAN", "PGC"), ("PGC", "FCN"), ("BCCF", "BCFEN"), ("BRENNER", "BRENNER2")]);
    assert_eq!((matrix.games, found), (19, vec![16, 16, 4, 12]), "{}", matrix.table());
}

#[test]
fn games_of_variants_go_every_way_too() {
    let files = [
        "variants/atomic.pgn",
        "variants/zh.pgn",
        "variants/antichess-programfox.pgn",
        "variants/saturs-jannlee-zh-lichess.pgn",
    ];
    let matrix = of_files(&files, 3);
    let found = ways(&matrix, &[("SAN", "PGC"), ("PGC", "UCI"), ("FCN", "BCCF"), ("BCFEN", "FEN")]);
    assert_eq!((matrix.games, found), (9, vec![9, 9, 0, 2]), "{}", matrix.table());
}

/// The same over any files, with the table: `CONVERT_FILES='a.pgn b.pgn' cargo test --release --test all sections:: --
/// --ignored --nocapture`.
#[test]
#[ignore = "takes the files that CONVERT_FILES names"]
fn the_whole_matrix_over_other_files() {
    let mut games = Vec::new();
    for file in std::env::var("CONVERT_FILES").expect("CONVERT_FILES names files").split_whitespace() {
        games.extend(games_of(&std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"))));
    }
    let most = std::env::var("CONVERT_GAMES").ok().and_then(|most| most.parse().ok()).unwrap_or(games.len());
    games.truncate(most);
    let matrix = matrix_of(&games);
    eprintln!("{}", matrix.table());
    let failed: Vec<&str> = matrix.failed().take(5).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
