//! Laws over real games (rule F2): whichever way leads from one notation to another, the same game comes out, bytes for
//! bytes where it is binary; the boards are the same; and no fault is new.

use rayon::prelude::*;

use crate::matrix::{ALL, Matrix, fates};
use crate::support::{FILES, Game, games_of, games_of_file};

fn matrix_of(games: &[Game]) -> Matrix {
    let mut matrix = Matrix::default();
    let all: Vec<_> = games.par_iter().map(fates).collect();
    all.into_iter().for_each(|fates| matrix.add(fates));
    matrix
}

#[test]
fn every_way_between_all_notations_leads_to_the_same_game() {
    let games: Vec<Game> = FILES.iter().flat_map(|file| games_of_file(file).into_iter().take(4)).collect();
    let matrix = matrix_of(&games);
    assert_eq!(matrix.failed().next(), None);
    assert_eq!(matrix.games, 19);
    let way = |from: &str, to: &str| {
        let index = |name| ALL.iter().position(|known| *known == name).expect("a notation");
        matrix.cells[&(index(from), index(to))].equal
    };
    let found =
        [("SAN", "PGC"), ("PGC", "FCN"), ("BCCF", "BCFEN"), ("BRENNER", "BRENNER2")].map(|(from, to)| way(from, to));
    assert_eq!(found, [16, 16, 4, 12], "{}", matrix.table());
}

/// The same over any files, with the table: `CONVERT_FILES='a.pgn b.pgn' cargo test --release --test sections --
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
