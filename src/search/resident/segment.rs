//! The positions of a file's games as sorted arrays.

use super::{PlayedCode, PositionCollector};
use crate::{GameFacts, SearchKey};

/// Games of a segment at most: their numbers have two bytes.
const MOST_GAMES: usize = 1 << 13;
/// Positions after which a segment is closed: it takes 16 bytes each while it is built.
const ENOUGH: usize = 1 << 19;

/// A game of an index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResidentGame {
    /// Its start, in bytes of its file.
    pub start: u32,
    /// Lines before its start.
    pub line: u32,
    pub facts: GameFacts,
}

/// The positions of a file's games, ten bytes each and 16 a game. Immutable.
#[derive(Debug, Default)]
pub struct ResidentIndex {
    games: Box<[ResidentGame]>,
    segments: Box<[ResidentSegment]>,
}

/// Occurrences of some games, sorted by key, then by game. All arrays have the same length.
#[derive(Debug)]
struct ResidentSegment {
    /// Index of its first game.
    first: usize,
    /// Bits 32-63 of the keys.
    high: Box<[u32]>,
    /// Bits 16-31 of the keys. Fewer than one query in a million meets a key that differs in the last bits only.
    low: Box<[u16]>,
    /// Numbers of the games in the segment.
    games: Box<[u16]>,
    played: Box<[PlayedCode]>,
}

/// Builds an index from the games of a file, in their order.
#[derive(Debug, Default)]
pub struct ResidentBuilder {
    games: Vec<ResidentGame>,
    segments: Vec<ResidentSegment>,
    /// Games of `segments`.
    sealed: usize,
    open: Vec<(u32, u16, u16, PlayedCode)>,
}

impl ResidentBuilder {
    /// Adds a game that starts at this byte of the file, on this line, with the positions collected last.
    pub fn add(&mut self, start: u32, line: u32, collected: &PositionCollector) {
        let number = (self.games.len() - self.sealed) as u16;
        self.games.push(ResidentGame { start, line, facts: collected.facts() });
        let entry =
            |&(key, played): &(SearchKey, PlayedCode)| ((key.0 >> 32) as u32, (key.0 >> 16) as u16, number, played);
        self.open.extend(collected.positions().iter().map(entry));
        if self.games.len() - self.sealed == MOST_GAMES || self.open.len() >= ENOUGH {
            self.seal();
        }
    }

    /// Bytes that the index takes so far.
    pub fn size(&self) -> usize {
        self.games.len() * size_of::<ResidentGame>()
            + self.segments.iter().map(ResidentSegment::size).sum::<usize>()
            + self.open.len() * OCCURRENCE
    }

    /// The index.
    pub fn build(mut self) -> ResidentIndex {
        self.seal();
        ResidentIndex { games: self.games.into(), segments: self.segments.into() }
    }

    fn seal(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        let first = std::mem::replace(&mut self.sealed, self.games.len());
        if open.is_empty() {
            return;
        }
        open.sort_unstable();
        self.segments.push(ResidentSegment {
            first,
            high: open.iter().map(|(high, ..)| *high).collect(),
            low: open.iter().map(|(_, low, ..)| *low).collect(),
            games: open.iter().map(|(_, _, game, _)| *game).collect(),
            played: open.iter().map(|(.., played)| *played).collect(),
        });
    }
}

/// Bytes of an occurrence.
const OCCURRENCE: usize = 10;

impl ResidentIndex {
    /// All games, in the order of the file.
    pub fn games(&self) -> &[ResidentGame] {
        &self.games
    }

    /// Bytes that the index takes.
    pub fn size(&self) -> usize {
        self.games.len() * size_of::<ResidentGame>() + self.segments.iter().map(ResidentSegment::size).sum::<usize>()
    }

    /// Passes on each game in which the position may occur, by its place in [`ResidentIndex::games`], with what it plays
    /// there. All in which it does are among them.
    pub fn each_game(&self, key: SearchKey, mut found: impl FnMut(usize, &[PlayedCode])) {
        for segment in &self.segments {
            let mut at = segment.bound(key, false);
            let end = segment.bound(key, true);
            while at < end {
                let game = segment.games[at];
                let count = segment.games[at..end].iter().take_while(|other| **other == game).count();
                found(segment.first + usize::from(game), &segment.played[at..at + count]);
                at += count;
            }
        }
    }

    #[cfg(test)]
    pub(super) fn segments(&self) -> usize {
        self.segments.len()
    }

    /// Whether the position may occur.
    pub fn holds(&self, key: SearchKey) -> bool {
        self.segments.iter().any(|segment| segment.bound(key, false) < segment.bound(key, true))
    }
}

impl ResidentSegment {
    fn size(&self) -> usize {
        self.high.len() * OCCURRENCE
    }

    /// The first occurrence of the key; behind its last one with `after`.
    fn bound(&self, key: SearchKey, after: bool) -> usize {
        let (high, low) = ((key.0 >> 32) as u32, (key.0 >> 16) as u16);
        let from = self.high.partition_point(|other| *other < high);
        let alike = from + self.high[from..].partition_point(|other| *other == high);
        from + self.low[from..alike].partition_point(|other| if after { *other <= low } else { *other < low })
    }
}
