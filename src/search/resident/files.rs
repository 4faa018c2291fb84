//! The segments of all files of an index in memory.

use std::collections::HashSet;

use super::SMALL;
use super::build::{ResidentSegment, ResidentSegments};
use crate::SearchKey;
use crate::index::{IndexAnswer, IndexedPlace, MoveCode};

/// Small segments that an index may have.
const MOST_SMALL: usize = 16;

/// Files and the segments that hold their positions. A copy shares the segments.
#[derive(Clone, Debug)]
pub struct ResidentIndex<F> {
    /// By their numbers; `None` where a number is free.
    files: Vec<Option<F>>,
    segments: Vec<ResidentSegment>,
}

impl<F> Default for ResidentIndex<F> {
    fn default() -> ResidentIndex<F> {
        ResidentIndex { files: Vec::new(), segments: Vec::new() }
    }
}

impl<F> ResidentIndex<F> {
    /// Adds files, in the order in which they were read, and returns their numbers.
    pub fn add(&mut self, files: impl IntoIterator<Item = F>, segments: ResidentSegments) -> Vec<usize> {
        let mut free = (0..self.files.len()).filter(|number| self.files[*number].is_none()).collect::<Vec<_>>();
        free.reverse();
        let numbers: Vec<usize> = files
            .into_iter()
            .map(|file| {
                let number = free.pop().unwrap_or_else(|| {
                    self.files.push(None);
                    self.files.len() - 1
                });
                self.files[number] = Some(file);
                number
            })
            .collect();
        for mut segment in segments.segments {
            segment.renumber(|file| numbers.get(file).copied());
            self.segments.extend(Some(segment).filter(|segment| !segment.parts().is_empty()));
        }
        numbers
    }

    /// Removes files, by their numbers.
    pub fn remove(&mut self, numbers: &[usize]) {
        let mut removed = vec![false; self.files.len()];
        for number in numbers {
            if let Some(file) = self.files.get_mut(*number) {
                *file = None;
                removed[*number] = true;
            }
        }
        self.segments.retain_mut(|segment| {
            segment.retain(|file| removed.get(file) == Some(&false));
            !segment.parts().is_empty()
        });
    }

    /// A file, by its number.
    pub fn file(&self, number: usize) -> Option<&F> {
        self.files.get(number)?.as_ref()
    }

    /// Numbers of files are below this.
    pub fn numbers(&self) -> usize {
        self.files.len()
    }

    /// Bytes of memory that the segments take.
    pub fn size(&self) -> usize {
        self.segments.iter().map(|segment| segment.segment().bytes().len()).sum()
    }

    /// The files that should be read again, because they are in segments of which little is left, or in too many small
    /// ones.
    pub fn worn(&self) -> HashSet<usize> {
        let is_worn = |segment: &&ResidentSegment| segment.live_games() * 2 < u64::from(segment.segment().games());
        let is_small = |segment: &&ResidentSegment| {
            segment.segment().positions() < SMALL as u64 && segment.parts().iter().all(|part| part.before == 0)
        };
        let small: Vec<_> = self.segments.iter().filter(is_small).collect();
        let small = Some(small).filter(|small| small.len() > MOST_SMALL).unwrap_or_default();
        let worn = self.segments.iter().filter(is_worn).chain(small);
        worn.flat_map(|segment| segment.parts().iter().map(|part| part.file)).collect()
    }

    /// Sums over all games that reach a position, and places of those with the highest ratings. `order` has a number
    /// for each file whose games count, by the file's number: of games with equal ratings, those of the lower one are
    /// among the best.
    pub fn explore(&self, key: SearchKey, order: &[Option<usize>]) -> IndexAnswer {
        let mut answer = IndexAnswer::default();
        for segment in &self.segments {
            // Nobody changes its bytes: nothing in it is damaged.
            let _ = segment.explore_all(key, order, &mut answer);
        }
        answer
    }

    /// The games that hold a position, each with all that it plays there, in no order; without those of files that do
    /// not count.
    pub fn played(&self, key: SearchKey, counts: impl Fn(usize) -> bool) -> Vec<(IndexedPlace, Vec<MoveCode>)> {
        let mut games = Vec::new();
        for segment in &self.segments {
            let _ = segment.played(key, &counts, &mut games);
        }
        games
    }

    /// All games that hold one of the positions in any of their lines, by the numbers of their files and in the order
    /// of the games there, without those of files that do not count.
    pub fn games(&self, keys: &[SearchKey], counts: impl Fn(usize) -> bool) -> Vec<IndexedPlace> {
        let mut places = Vec::new();
        for segment in &self.segments {
            let _ = segment.games(keys, &counts, &mut places);
        }
        places.sort_by_key(|place| (place.file, place.number));
        places
    }
}
