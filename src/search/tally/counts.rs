//! Sums over games.

use crate::{GameFacts, GameResult};

/// Sums over some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    pub games: u64,
    /// Games that White has won.
    pub white: u64,
    pub draws: u64,
    /// Games that Black has won. Unfinished games are in `games` alone.
    pub black: u64,
    /// Sum of all known ratings of both players.
    pub ratings: u64,
    /// Number of known ratings.
    pub rated: u64,
    /// The last known year; 0 if none is known.
    pub last_year: u16,
}

impl ResultCounts {
    /// Counts a game.
    pub fn count(&mut self, facts: &GameFacts) {
        self.games += 1;
        match facts.result {
            GameResult::White => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black += 1,
            GameResult::Open => {}
        }
        for rating in [facts.white_rating, facts.black_rating] {
            self.ratings += u64::from(rating);
            self.rated += u64::from(rating > 0);
        }
        self.last_year = self.last_year.max(facts.year);
    }

    /// Adds the sums over other games.
    pub fn add(&mut self, other: &ResultCounts) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.ratings += other.ratings;
        self.rated += other.rated;
        self.last_year = self.last_year.max(other.last_year);
    }

    /// The mean of all known ratings of both players, rounded.
    pub fn average_rating(&self) -> Option<u64> {
        (self.ratings + self.rated / 2).checked_div(self.rated)
    }
}
