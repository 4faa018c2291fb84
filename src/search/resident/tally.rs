//! Counts of what games play in a position.

use std::cmp::Reverse;

use shakmaty::Move;

use crate::index::{MoveCode, PositionSums};
use crate::{GameFacts, ResultCounts, SoughtPosition};

/// Counts over games: each counts once, and once for each of the different moves that it plays.
#[derive(Clone, Debug, Default)]
pub struct ResidentTally {
    /// All games that reach the position in their main line.
    pub total: ResultCounts,
    moves: Vec<(MoveCode, ResultCounts)>,
}

impl ResidentTally {
    /// Takes what a game plays in the position, without repetition. False if the game does not count.
    pub fn take(&mut self, facts: &GameFacts, played: &[MoveCode]) -> bool {
        let mut is_counted = false;
        for code in played.iter().filter(|code| code.is_counted()) {
            is_counted = true;
            if *code != MoveCode::END {
                self.of_move(*code).count(facts);
            }
        }
        if is_counted {
            self.total.count(facts);
        }
        is_counted
    }

    /// Adds the sums over other games.
    pub fn add(&mut self, sums: &PositionSums) {
        self.total.add(&sums.total);
        sums.moves.iter().for_each(|(code, counts)| self.of_move(*code).add(counts));
    }

    /// The moves that are legal in the position, the most frequent first, and those that are as frequent by their UCI
    /// text.
    pub fn sorted_moves(&self, sought: &SoughtPosition) -> Vec<(Move, ResultCounts)> {
        let named = |(code, counts): &(MoveCode, ResultCounts)| Some((sought.move_of(*code)?, *counts));
        let mut moves: Vec<(Move, ResultCounts)> = self.moves.iter().filter_map(named).collect();
        moves.sort_by_cached_key(|(mv, counts)| (Reverse(counts.games), sought.uci(*mv)));
        moves
    }

    fn of_move(&mut self, code: MoveCode) -> &mut ResultCounts {
        let at = self.moves.iter().position(|(other, _)| *other == code).unwrap_or_else(|| {
            self.moves.push((code, ResultCounts::default()));
            self.moves.len() - 1
        });
        &mut self.moves[at].1
    }
}
