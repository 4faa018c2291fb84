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
    /// The parts in it by their first game.
    parts: Vec<PlacedPart>,
}

#[derive(Clone, Copy, Debug)]
struct PlacedPart {
    part: IndexedPart,
    /// Index of the file in [`StoreReader::files`].
    file: usize,
    /// Games of the file in earlier parts.
    before: u64,
}

/// A game in a file of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedPlace {
    /// Index of the file in [`StoreReader::files`].
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
            let mut before = 0;
            for part in &file.parts {
                let segment = numbers.get(&part.segment).and_then(|segment| segments.get_mut(*segment));
                let parts = &mut segment.ok_or(StoreFault::Damaged(folder.to_path_buf()))?.parts;
                parts.push(PlacedPart { part: *part, file: number, before });
                before += u64::from(part.games);
            }
        }
        segments.iter_mut().for_each(|segment| segment.parts.sort_by_key(|own| own.part.first));
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

    /// The games that have one of the positions, in the order of the files and of the games in them; a few may have
    /// another one whose key begins alike. Left out are those of files that are not `wanted`, by their places in
    /// [`StoreReader::files`].
    ///
    /// # Errors
    ///
    /// If the index is damaged or cannot be read.
    pub fn games(&self, keys: &[SearchKey], wanted: &[bool]) -> Result<Vec<IndexedPlace>, StoreFault> {
        let mut places = Vec::new();
        for open in &self.segments {
            if !open.parts.iter().any(|own| wanted.get(own.file) == Some(&true)) {
                continue;
            }
            let mut games = Vec::new();
            for key in keys {
                games.extend(open.segment.occurrences(*key)?.iter().map(|occurrence| occurrence.game));
            }
            games.sort_unstable();
            games.dedup();
            for game in games {
                places.extend(open.place(game)?.filter(|place| wanted.get(place.file) == Some(&true)));
            }
        }
        places.sort_by_key(|place| (place.file, place.number));
        Ok(places)
    }
}

impl OpenSegment {
    fn explore(&self, key: SearchKey, order: &[Option<usize>], answer: &mut StoreAnswer) -> Result<(), StoreFault> {
        let numbers = || self.parts.iter().map(|own| order.get(own.file).copied().flatten());
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
        let games: u64 = self.parts.iter().map(|own| u64::from(own.part.games)).sum();
        let is_whole = games == u64::from(self.segment.games()) && numbers().all(|number| number.is_some());
        if is_whole && numbers().is_sorted() {
            return self.take(sums, answer);
        }
        // Of equal ratings another game may come first: each part has its own best.
        let mut rest = &self.segment.occurrences(key)?[..];
        for PlacedPart { part, file, .. } in &self.parts {
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
        let Some(PlacedPart { part, file, before }) = self.part_of(game) else { return Ok(None) };
        let row = self.segment.game(game)?;
        let end = if game + 1 < part.first + part.games { self.segment.game(game + 1)?.start } else { part.end };
        let rating = row.facts.mean_rating();
        let number = before + u64::from(game - part.first) + 1;
        Ok(Some(IndexedPlace { file, number, start: row.start, end, line: row.line, rating }))
    }

    fn part_of(&self, game: u32) -> Option<PlacedPart> {
        let at = self.parts.partition_point(|own| own.part.first <= game).checked_sub(1)?;
        let own = self.parts[at];
        (game - own.part.first < own.part.games).then_some(own)
    }
}
