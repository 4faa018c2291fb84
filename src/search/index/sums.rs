//! Sums over the games that reach a position, kept where they are many.

use std::ops::Range;

use super::{MoveCode, Occurrence, numbers};
use crate::{GameFacts, MOST_LISTED, ResultCounts, SearchKey};

/// What games play in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionSums {
    /// Whether the whole key was compared: no game is counted that does not reach the position.
    pub is_certain: bool,
    /// Occurrences; a game may have several.
    pub occurrences: u32,
    /// All games that reach the position.
    pub total: ResultCounts,
    /// The moves played there, the first game's first. A game counts once for each of its moves.
    pub moves: Vec<(MoveCode, ResultCounts)>,
    /// Numbers of the games with the highest ratings, the highest first, of equal ones the earlier; at most
    /// [`MOST_LISTED`].
    pub best: Vec<u32>,
}

impl PositionSums {
    /// The sums over occurrences of one position, in order; `facts` tells of a game, or that it does not count. It is
    /// asked once for each game, in order.
    pub(super) fn of(occurrences: &[Occurrence], mut facts: impl FnMut(u32) -> Option<GameFacts>) -> PositionSums {
        let mut sums = PositionSums { occurrences: occurrences.len() as u32, ..PositionSums::default() };
        let mut best: Vec<(u16, u32)> = Vec::with_capacity(MOST_LISTED + 1);
        for game in occurrences.chunk_by(|one, other| one.game == other.game) {
            let number = game[0].game;
            let is_reached = game.iter().any(|one| one.played != MoveCode::BESIDE);
            let Some(facts) = facts(number).filter(|_| is_reached) else { continue };
            sums.total.count(&facts);
            for (at, Occurrence { played, .. }) in game.iter().enumerate() {
                if ![MoveCode::END, MoveCode::BESIDE].contains(played)
                    && !game[..at].iter().any(|earlier| earlier.played == *played)
                {
                    sums.of_move(*played).count(&facts);
                }
            }
            let rating = facts.mean_rating();
            let place = best.partition_point(|(other, _)| *other >= rating);
            if place < MOST_LISTED {
                best.insert(place, (rating, number));
                best.truncate(MOST_LISTED);
            }
        }
        sums.best = best.into_iter().map(|(_, game)| game).collect();
        sums
    }

    fn of_move(&mut self, mv: MoveCode) -> &mut ResultCounts {
        let at = self.moves.iter().position(|(other, _)| *other == mv).unwrap_or_else(|| {
            self.moves.push((mv, ResultCounts::default()));
            self.moves.len() - 1
        });
        &mut self.moves[at].1
    }

    /// Appends the sums, with the whole key.
    pub(super) fn push(&self, bytes: &mut Vec<u8>, key: SearchKey) {
        bytes.extend_from_slice(&key.0.to_le_bytes());
        numbers::push(bytes, u64::from(self.occurrences));
        push_counts(bytes, &self.total);
        numbers::push(bytes, self.best.len() as u64);
        self.best.iter().for_each(|game| numbers::push(bytes, u64::from(*game)));
        numbers::push(bytes, self.moves.len() as u64);
        for (mv, counts) in &self.moves {
            bytes.extend_from_slice(&mv.to_bytes());
            push_counts(bytes, counts);
        }
    }

    /// Reads the sums and their key; `None` if the bytes are damaged.
    pub(super) fn take(mut bytes: &[u8]) -> Option<(SearchKey, PositionSums)> {
        let bytes = &mut bytes;
        let key = SearchKey(u64::from_le_bytes(take_array(bytes)?));
        let occurrences = numbers::take_as(bytes)?;
        let total = take_counts(bytes)?;
        let best: Vec<u32> = count(bytes)?.map(|_| numbers::take_as(bytes)).collect::<Option<_>>()?;
        let mut moves = Vec::new();
        for _ in count(bytes)? {
            moves.push((MoveCode::from_bytes(take_array(bytes)?), take_counts(bytes)?));
        }
        Some((key, PositionSums { is_certain: true, occurrences, total, moves, best }))
    }
}

/// A number of things of which each takes a byte at least.
fn count(bytes: &mut &[u8]) -> Option<Range<usize>> {
    let count = numbers::take_as::<usize>(bytes)?;
    (count <= bytes.len()).then_some(0..count)
}

fn take_array<const LENGTH: usize>(bytes: &mut &[u8]) -> Option<[u8; LENGTH]> {
    let (array, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*array)
}

fn push_counts(bytes: &mut Vec<u8>, counts: &ResultCounts) {
    let ResultCounts { games, white, draws, black, ratings, rated, last_year } = *counts;
    for number in [games, white, draws, black, ratings, rated, u64::from(last_year)] {
        numbers::push(bytes, number);
    }
}

fn take_counts(bytes: &mut &[u8]) -> Option<ResultCounts> {
    let mut number = || numbers::take(bytes);
    Some(ResultCounts {
        games: number()?,
        white: number()?,
        draws: number()?,
        black: number()?,
        ratings: number()?,
        rated: number()?,
        last_year: u16::try_from(number()?).ok()?,
    })
}
