//! The result as one JSON object.

use serde::Serialize;
use vgn_search::{ResultCounts, SoughtPosition};

use super::ExploredGames;

#[derive(Serialize)]
struct ExploredJson {
    fen: String,
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    moves: Vec<PlayedMoveJson>,
}

#[derive(Serialize)]
struct PlayedMoveJson {
    san: String,
    uci: String,
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    average_rating: Option<u64>,
    last_year: Option<u16>,
}

/// The object, and a line end.
pub fn of(sought: &SoughtPosition, explored: &ExploredGames<'_>) -> Vec<u8> {
    let ResultCounts { games, white, draws, black, .. } = explored.tally.total;
    let moves = explored.tally.sorted_moves().into_iter().map(|(mv, counts)| PlayedMoveJson {
        san: sought.san(mv),
        uci: sought.uci(mv),
        games: counts.games,
        white: counts.white,
        draws: counts.draws,
        black: counts.black,
        average_rating: counts.average_rating(),
        last_year: Some(counts.last_year).filter(|year| *year > 0),
    });
    let object = ExploredJson { fen: sought.fen(), games, white, draws, black, moves: moves.collect() };
    // Texts and numbers always have a JSON form.
    let mut json = serde_json::to_vec(&object).unwrap_or_default();
    json.push(b'\n');
    json
}
