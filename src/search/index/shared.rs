//! A segment that has the games of several files, and its answers by file.

use super::{IndexSegment, MoveCode, Occurrence, PositionSums, SegmentAnswer, SegmentBytes};
use crate::SearchKey;

/// A segment and the files whose games are in it. Games of no file do not count.
#[derive(Clone, Debug)]
pub struct SharedSegment<B> {
    segment: IndexSegment<B>,
    /// By their first game.
    parts: Vec<PlacedPart>,
}

/// Consecutive games of a file in a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPart {
    /// The number that the file has in the index.
    pub file: usize,
    /// The first game's number in the segment.
    pub first: u32,
    /// Number of games.
    pub games: u32,
    /// Where the last one ends, in bytes of the file's text.
    pub end: u64,
    /// Games of the file in earlier parts.
    pub before: u64,
}

/// A game in a file of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedPlace {
    /// The number that the file has in the index.
    pub file: usize,
    /// The number of the game in the file, from 1.
    pub number: u64,
    /// In bytes of the file's text.
    pub start: u64,
    pub end: u64,
    /// Lines before it.
    pub line: u32,
    /// The mean of its ratings.
    pub rating: u16,
}

/// What an index says of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexAnswer {
    /// Sums over games that reach it.
    pub sums: Vec<PositionSums>,
    /// Of these games those with the highest ratings, some for each of the sums.
    pub best: Vec<IndexedPlace>,
    /// Further games, of which nearly all reach it: whoever asks reads and counts them.
    pub candidates: Vec<IndexedPlace>,
}

impl<B: SegmentBytes> SharedSegment<B> {
    /// A segment without files.
    pub fn new(segment: IndexSegment<B>) -> SharedSegment<B> {
        SharedSegment { segment, parts: Vec::new() }
    }

    /// The segment, whatever files it has.
    pub fn segment(&self) -> &IndexSegment<B> {
        &self.segment
    }

    /// The parts of files, by their first game.
    pub fn parts(&self) -> &[PlacedPart] {
        &self.parts
    }

    /// Adds a part.
    pub fn add_part(&mut self, part: PlacedPart) {
        let at = self.parts.partition_point(|other| other.first <= part.first);
        self.parts.insert(at, part);
    }

    /// Removes the parts of files that are not to be kept.
    pub fn retain(&mut self, mut is_kept: impl FnMut(usize) -> bool) {
        self.parts.retain(|part| is_kept(part.file));
    }

    /// Gives files other numbers; parts of those that get none are removed.
    pub(crate) fn renumber(&mut self, number: impl Fn(usize) -> Option<usize>) {
        self.parts.retain_mut(|part| number(part.file).map(|file| part.file = file).is_some());
    }

    /// Number of games that files have.
    pub fn live_games(&self) -> u64 {
        self.parts.iter().map(|part| u64::from(part.games)).sum()
    }

    /// Adds what is known of a position: sums where they are certain, and candidates. `order` has a number for each
    /// file whose games count: of games with equal ratings, those of the lower number are among the best.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn explore(&self, key: SearchKey, order: &[Option<usize>], answer: &mut IndexAnswer) -> Result<(), B::Fault> {
        if !self.counts(order) {
            return Ok(());
        }
        match self.segment.answer(key)? {
            SegmentAnswer::Sums(sums) => self.take_sums(sums, key, order, answer),
            SegmentAnswer::Occurrences(occurrences) => {
                for game in occurrences.chunk_by(|one, other| one.game == other.game) {
                    let place = self.place(game[0].game)?;
                    answer.candidates.extend(place.filter(|place| is_counted(order, place.file)));
                }
                Ok(())
            }
        }
    }

    /// The same with sums alone, for segments whose keys are long enough ([`super::SegmentBuilder::exact`]).
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn explore_all(
        &self,
        key: SearchKey,
        order: &[Option<usize>],
        answer: &mut IndexAnswer,
    ) -> Result<(), B::Fault> {
        if !self.counts(order) {
            return Ok(());
        }
        match self.segment.answer(key)? {
            SegmentAnswer::Sums(sums) => self.take_sums(sums, key, order, answer),
            SegmentAnswer::Occurrences(occurrences) => self.take_parts(&occurrences, order, answer),
        }
    }

    /// The games that have one of the positions, in no order; a few may have another one whose key begins alike. Left
    /// out are those of files that do not count.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn games(
        &self,
        keys: &[SearchKey],
        counts: impl Fn(usize) -> bool,
        places: &mut Vec<IndexedPlace>,
    ) -> Result<(), B::Fault> {
        if !self.parts.iter().any(|part| counts(part.file)) {
            return Ok(());
        }
        let mut games = Vec::new();
        for key in keys {
            games.extend(self.segment.occurrences(*key)?.iter().map(|occurrence| occurrence.game));
        }
        games.sort_unstable();
        games.dedup();
        for game in games {
            places.extend(self.place(game)?.filter(|place| counts(place.file)));
        }
        Ok(())
    }

    /// The games that hold a position, each with all that it plays there, in no order; a few may hold another one whose
    /// key begins alike.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn played(
        &self,
        key: SearchKey,
        counts: impl Fn(usize) -> bool,
        games: &mut Vec<(IndexedPlace, Vec<MoveCode>)>,
    ) -> Result<(), B::Fault> {
        for game in self.segment.occurrences(key)?.chunk_by(|one, other| one.game == other.game) {
            if let Some(place) = self.place(game[0].game)?.filter(|place| counts(place.file)) {
                games.push((place, game.iter().map(|one| one.played).collect()));
            }
        }
        Ok(())
    }

    fn counts(&self, order: &[Option<usize>]) -> bool {
        self.parts.iter().any(|part| is_counted(order, part.file))
    }

    /// Takes sums that hold for all games in the order of the segment.
    fn take_sums(
        &self,
        sums: PositionSums,
        key: SearchKey,
        order: &[Option<usize>],
        answer: &mut IndexAnswer,
    ) -> Result<(), B::Fault> {
        let numbers = || self.parts.iter().map(|part| order.get(part.file).copied().flatten());
        let is_whole = self.live_games() == u64::from(self.segment.games()) && numbers().all(|number| number.is_some());
        if is_whole && numbers().is_sorted() {
            return self.take(sums, answer);
        }
        self.take_parts(&self.segment.occurrences(key)?, order, answer)
    }

    /// Of equal ratings another game may come first: each part has its own best.
    fn take_parts(
        &self,
        occurrences: &[Occurrence],
        order: &[Option<usize>],
        answer: &mut IndexAnswer,
    ) -> Result<(), B::Fault> {
        let mut rest = occurrences;
        while let [next, ..] = rest {
            let Some(part) = self.part_from(next.game) else { break };
            let (_, behind) = rest.split_at(rest.partition_point(|one| one.game < part.first));
            let (here, behind) = behind.split_at(behind.partition_point(|one| one.game - part.first < part.games));
            rest = behind;
            if is_counted(order, part.file) && !here.is_empty() {
                self.take(self.segment.sums(here, |_| true)?, answer)?;
            }
        }
        Ok(())
    }

    fn take(&self, sums: PositionSums, answer: &mut IndexAnswer) -> Result<(), B::Fault> {
        for game in &sums.best {
            answer.best.extend(self.place(*game)?);
        }
        answer.sums.extend(Some(sums).filter(|sums| sums.total.games > 0));
        Ok(())
    }

    /// The place of a game, if a file has it.
    fn place(&self, game: u32) -> Result<Option<IndexedPlace>, B::Fault> {
        let Some(part) = self.part_from(game).filter(|part| part.first <= game) else { return Ok(None) };
        let row = self.segment.game(game)?;
        let end = if game + 1 < part.first + part.games { self.segment.game(game + 1)?.start } else { part.end };
        let rating = row.facts.mean_rating();
        let number = part.before + u64::from(game - part.first) + 1;
        Ok(Some(IndexedPlace { file: part.file, number, start: row.start, end, line: row.line, rating }))
    }

    /// The part that has a game, or the next one.
    fn part_from(&self, game: u32) -> Option<PlacedPart> {
        let is_before = |part: &PlacedPart| part.first <= game && game - part.first >= part.games;
        self.parts.get(self.parts.partition_point(is_before)).copied()
    }
}

fn is_counted(order: &[Option<usize>], file: usize) -> bool {
    order.get(file).is_some_and(Option::is_some)
}
