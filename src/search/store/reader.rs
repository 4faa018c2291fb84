//! Reads an index.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

use super::manifest::StoreManifest;
use super::sealed::SealedFile;
use super::{CatalogueFile, IndexedPart, StoreFault, StoredSegment};
use crate::SearchKey;
use crate::index::{IndexSegment, PositionSums, SegmentAnswer};

/// How often a manifest is read whose segments are gone: a writer replaces them only when it commits.
const TRIES: usize = 100;

/// An index that is open for reading. It stays as it was opened, whatever a writer does.
#[derive(Debug)]
pub struct StoreReader {
    manifest: StoreManifest,
    /// Files by path and member.
    places: HashMap<(String, Option<String>), usize>,
    segments: Vec<OpenSegment>,
}

#[derive(Debug)]
struct OpenSegment {
    segment: IndexSegment<SealedFile>,
    /// The parts in it by their first game, each with its file.
    parts: Vec<(IndexedPart, usize)>,
}

/// A game in a file of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedPlace {
    /// Index of the file in [`StoreReader::files`].
    pub file: usize,
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
pub struct StoreAnswer {
    /// Sums over games that reach it for certain.
    pub sums: Vec<PositionSums>,
    /// Of these games those with the highest ratings, some for each of the sums.
    pub best: Vec<IndexedPlace>,
    /// Further games, of which nearly all reach it: whoever asks reads and counts them.
    pub candidates: Vec<IndexedPlace>,
}

impl StoreReader {
    /// Opens the index of a folder.
    ///
    /// # Errors
    ///
    /// If there is none, it is of another version, damaged, or cannot be read.
    pub fn open(folder: &Path) -> Result<StoreReader, StoreFault> {
        let mut tries = 0;
        loop {
            tries += 1;
            let manifest = StoreManifest::read(folder)?;
            match StoreReader::of(folder, manifest) {
                Err(StoreFault::System(_, error)) if error.kind() == ErrorKind::NotFound && tries < TRIES => {}
                Err(StoreFault::System(path, error)) if error.kind() == ErrorKind::NotFound => {
                    return Err(StoreFault::Damaged(path));
                }
                opened => return opened,
            }
        }
    }

    fn of(folder: &Path, manifest: StoreManifest) -> Result<StoreReader, StoreFault> {
        let mut segments = Vec::with_capacity(manifest.segments.len());
        for stored in &manifest.segments {
            let file = SealedFile::open(&stored.path(folder), stored.id, stored.length)?;
            segments.push(OpenSegment { segment: IndexSegment::new(file)?, parts: Vec::new() });
        }
        let numbers: HashMap<u64, usize> =
            manifest.segments.iter().enumerate().map(|(number, segment)| (segment.id, number)).collect();
        for (number, file) in manifest.files.iter().enumerate() {
            for part in &file.parts {
                let segment = numbers.get(&part.segment).and_then(|segment| segments.get_mut(*segment));
                segment.ok_or(StoreFault::Damaged(folder.to_path_buf()))?.parts.push((*part, number));
            }
        }
        segments.iter_mut().for_each(|segment| segment.parts.sort_by_key(|(part, _)| part.first));
        let name = |file: &CatalogueFile| (file.path.clone(), file.member.clone());
        let places = manifest.files.iter().enumerate().map(|(number, file)| (name(file), number)).collect();
        Ok(StoreReader { manifest, places, segments })
    }

    /// The files of the index.
    pub fn files(&self) -> &[CatalogueFile] {
        &self.manifest.files
    }

    /// Its segments.
    pub fn segments(&self) -> &[StoredSegment] {
        &self.manifest.segments
    }

    /// The place of a file in [`StoreReader::files`], by its absolute path and its name in an archive.
    pub fn file(&self, name: &(String, Option<String>)) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// What is known of a position. `order` has a number for each of the [`StoreReader::files`] whose games count: of
    /// games with equal ratings, those of the lower number are among the best.
    ///
    /// # Errors
    ///
    /// If the index is damaged or cannot be read.
    pub fn explore(&self, key: SearchKey, order: &[Option<usize>]) -> Result<StoreAnswer, StoreFault> {
        let mut answer = StoreAnswer::default();
        for open in &self.segments {
            open.explore(key, order, &mut answer)?;
        }
        Ok(answer)
    }
}

impl OpenSegment {
    fn explore(&self, key: SearchKey, order: &[Option<usize>], answer: &mut StoreAnswer) -> Result<(), StoreFault> {
        let numbers = || self.parts.iter().map(|(_, file)| order.get(*file).copied().flatten());
        if numbers().all(|number| number.is_none()) {
            return Ok(());
        }
        let sums = match self.segment.answer(key)? {
            SegmentAnswer::Sums(sums) => sums,
            SegmentAnswer::Occurrences(occurrences) => {
                for game in occurrences.chunk_by(|one, other| one.game == other.game) {
                    let place = self.place(game[0].game)?;
                    answer.candidates.extend(place.filter(|place| order.get(place.file).is_some_and(Option::is_some)));
                }
                return Ok(());
            }
        };
        // They hold for all games in the order of the segment.
        let games: u64 = self.parts.iter().map(|(part, _)| u64::from(part.games)).sum();
        let is_whole = games == u64::from(self.segment.games()) && numbers().all(|number| number.is_some());
        if is_whole && numbers().is_sorted() {
            return self.take(sums, answer);
        }
        // Of equal ratings another game may come first: each part has its own best.
        let mut rest = &self.segment.occurrences(key)?[..];
        for (part, file) in &self.parts {
            let (_, behind) = rest.split_at(rest.partition_point(|one| one.game < part.first));
            let (here, behind) = behind.split_at(behind.partition_point(|one| one.game - part.first < part.games));
            rest = behind;
            if order.get(*file).is_some_and(Option::is_some) {
                self.take(self.segment.sums(here, |_| true)?, answer)?;
            }
        }
        Ok(())
    }

    fn take(&self, sums: PositionSums, answer: &mut StoreAnswer) -> Result<(), StoreFault> {
        for game in &sums.best {
            answer.best.extend(self.place(*game)?);
        }
        answer.sums.extend(Some(sums).filter(|sums| sums.total.games > 0));
        Ok(())
    }

    /// The place of a game, if a file has it.
    fn place(&self, game: u32) -> Result<Option<IndexedPlace>, StoreFault> {
        let Some((part, file)) = self.part_of(game) else { return Ok(None) };
        let row = self.segment.game(game)?;
        let end = if game + 1 < part.first + part.games { self.segment.game(game + 1)?.start } else { part.end };
        let rating = row.facts.mean_rating();
        Ok(Some(IndexedPlace { file, start: row.start, end, line: row.line, rating }))
    }

    fn part_of(&self, game: u32) -> Option<(IndexedPart, usize)> {
        let at = self.parts.partition_point(|(part, _)| part.first <= game).checked_sub(1)?;
        let (part, file) = self.parts[at];
        (game - part.first < part.games).then_some((part, file))
    }
}
