//! The first positions of Chess960 by their numbers.

use shakmaty::{CastlingMode, Chess, fen::Fen};

/// How many there are.
pub const STARTS: usize = 960;

/// The position with this number in Scharnagl's order, from 0; 518 is the usual one.
pub fn start(number: usize) -> Chess {
    let rank = first_rank(number);
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", rank.to_lowercase());
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Chess960).expect("a first position")
}

fn first_rank(number: usize) -> String {
    let mut rank = [' '; 8];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    (rank[2 * light + 1], rank[2 * dark]) = ('B', 'B');
    let mut put = |nth: usize, piece| {
        let free = (0..8).filter(|&file| rank[file] == ' ').nth(nth).expect("a free file");
        rank[free] = piece;
    };
    put(queen, 'Q');
    let pairs: Vec<_> = (0..5).flat_map(|first| (first + 1..5).map(move |second| (first, second))).collect();
    let (first, second) = pairs[knights];
    // The second one first: the free files before it are still as they were.
    put(second, 'N');
    put(first, 'N');
    "RKR".chars().for_each(|piece| put(0, piece));
    rank.iter().collect()
}

#[test]
fn every_first_position_is_another_one() {
    let ranks: std::collections::BTreeSet<_> = (0..STARTS).map(first_rank).collect();
    assert_eq!(ranks.len(), STARTS);
    assert_eq!(first_rank(518), "RNBQKBNR");
}
